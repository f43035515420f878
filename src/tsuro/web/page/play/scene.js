// What the board is to show of a table: the game as everybody sees it, and what the player here has in mind.

/** @import {Own, Position} from "../generated/messages" */
/** @import {Scene} from "../board/board.js" */
/** @import {TableState} from "../game/table.js" */
/** @import {Choice} from "./choice.js" */
import { faceIn } from "../game/actions.js";
import { facedBy } from "../game/table.js";
import { looksOf } from "../board/looks.js";
import { NO_CHOICE } from "./choice.js";

/** The board as it is known, with what the player here plans.
 * @param {TableState} state
 * @param {Choice} [choice]
 * @returns {Scene | null} null before the first game
 */
export function sceneOf(state, choice = NO_CHOICE) {
  const { table, position } = state;
  if (!table || !position) return null;
  const active = position.result ? null : position.active;
  return {
    position,
    looks: looksOf(table.players),
    active,
    lit: position.phase === "play" ? facedBy(position, active) : null,
    last: lastSquare(state),
    marks: choice.own?.on_turn && !choice.isSent ? choice.own.marks : [],
    mark: choice.mark,
    ghost: ghostOf(position, choice),
  };
}

/**
 * @param {Position} position
 * @param {Choice} choice
 * @returns {Scene["ghost"]}
 */
function ghostOf(position, { own, face, preview, sent }) {
  const square = own ? facedBy(position, own.seat) : null;
  if (!own || square === null || position.phase !== "play") return null;
  if (sent) return { face: faceIn(sent), square, preview: previewFor(own, sent), pending: true };
  return face && preview ? { face, square, preview, pending: false } : null;
}

/** @param {Own} own @param {string} action */
function previewFor(own, action) {
  return own.previews.find((preview) => preview.action === action) ?? null;
}

/** @param {TableState} state */
function lastSquare({ last }) {
  const placed = last.find((event) => event.type === "tile-placed");
  return placed?.type === "tile-placed" ? placed.square : null;
}

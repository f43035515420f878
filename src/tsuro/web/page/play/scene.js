// What the board is to show of a table: the game as everybody sees it, and what the player here has in mind.

/** @import {Move, Own, Position, Preview} from "../generated/messages" */
/** @import {Scene} from "../board/board.js" */
/** @import {TableState} from "../game/table.js" */
import { faceIn, swapIn } from "../game/actions.js";
import { squareOf } from "../board/geometry.js";
import { looksOf } from "../board/looks.js";

/** What a player has in mind, or has sent.
 * @typedef {object} Intent
 * @property {Own | null} own
 * @property {string | null} face of the tile that is selected
 * @property {Preview | null} preview
 * @property {string | null} mark the action of the start mark that is chosen
 * @property {Pick<Move, "seat" | "action"> | null} sent a move that is not yet answered
 */

/** @type {Readonly<Intent>} */
const NOTHING_IN_MIND = Object.freeze({ own: null, face: null, preview: null, mark: null, sent: null });

/** The board as it is known, with what the player here plans.
 * @param {TableState} state
 * @param {Intent} [intent]
 * @returns {Scene | null} null before the first game
 */
export function sceneOf(state, intent = NOTHING_IN_MIND) {
  const { table, position } = state;
  if (!table || !position) return null;
  const active = position.result ? null : position.active;
  const sent = pendingOf(intent);
  return {
    position,
    looks: looksOf(table.players),
    active,
    lit: position.phase === "play" ? facedBy(position, active) : null,
    last: lastSquare(state),
    marks: intent.own?.on_turn && !sent ? intent.own.marks : [],
    mark: intent.mark,
    ghost: ghostOf(position, intent, sent),
  };
}

/** The move that was sent and still could be made; one that has been made already waits for its answer only.
 * @param {Intent} intent
 */
export function pendingOf({ own, sent }) {
  if (!own?.on_turn || sent?.seat !== own.seat) return null;
  const choices = [...own.previews, ...own.marks].map(({ action }) => action);
  const isChoice = choices.includes(sent.action) || (own.offer.length > 0 && swapIn(sent.action) !== null);
  return isChoice ? sent.action : null;
}

/** The square that a player's marker faces.
 * @param {Position} position
 * @param {number | null} seat
 */
export function facedBy(position, seat) {
  const point = seat === null ? null : (position.markers[seat] ?? null);
  return point === null ? null : squareOf(point);
}

/**
 * @param {Position} position
 * @param {Intent} intent
 * @param {string | null} sent
 * @returns {Scene["ghost"]}
 */
function ghostOf(position, { own, face, preview }, sent) {
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

// The moves of a game: who made each, and what lights up on the board when somebody points at it.

/** @import {GameEvent, Walk} from "../generated/messages" */
/** @import {Spot} from "../board/spot.js" */
/** @import {Look} from "../board/looks.js" */
/** @import {Action} from "../game/story.js" */
/** @import {PlayState} from "./state.js" */
import { actionsOf } from "../game/story.js";
import { headline } from "../words/events.js";

/** @typedef {{seat: number, text: string, spot: Spot}} Move */

/** What one action was, as a move; null: nobody made one, as when tiles are dealt.
 * @param {Action} action
 * @param {readonly Look[]} looks
 * @param {readonly number[]} own
 * @returns {Move | null}
 */
export function moveOf(action, looks, own) {
  const seat = actorOf(action);
  if (seat === null) return null;
  return { seat, text: headline(action.filter(({ type }) => type !== "game-over"), looks, own), spot: spotOf(action) };
}

/** Who acted. @param {Action} action @returns {number | null} */
function actorOf(action) {
  for (const event of action) {
    if (event.type === "tile-placed" || event.type === "marker-placed" || event.type === "tiles-exchanged") return event.seat;
  }
  return null;
}

/** The tile of an action and all walks over it; or the start mark. @param {Action} action @returns {Spot} */
export function spotOf(action) {
  return {
    squares: action.flatMap((event) => (event.type === "tile-placed" ? [event.square] : [])),
    walks: walksIn(action),
    mark: action.flatMap((event) => (event.type === "marker-placed" ? [event.mark] : []))[0] ?? null,
  };
}

/** The move that put the player here out, and the way that led there; null: nothing did, or it is not known yet.
 * @param {Pick<PlayState, "table" | "earlier">} state
 * @returns {{seat: number, action: Action, spot: Spot} | null}
 */
export function wayOut({ table: { story, position, you }, earlier }) {
  const seat = lastOut(position?.out.flat() ?? [], you?.seats ?? []);
  if (seat === null) return null;
  const action = actionsOf(story, earlier).findLast((events) => events.some((event) => isEnd(event, seat)));
  if (!action) return null;
  const walks = walksIn(action).filter((walk) => walk.seat === seat || walk.met === seat);
  return { seat, action, spot: { ...spotOf(action), walks } };
}

/** Of the players here, the one who went last, once all are out. @param {readonly number[]} out @param {readonly number[]} own */
function lastOut(out, own) {
  return own.every((seat) => out.includes(seat)) ? (out.findLast((seat) => own.includes(seat)) ?? null) : null;
}

/** @param {GameEvent} event @param {number} seat */
function isEnd(event, seat) {
  return event.type === "eliminated" && event.seat === seat;
}

/** @param {Action} action @returns {Walk[]} */
function walksIn(action) {
  return action.flatMap((event) => (event.type === "marker-walked" ? [event.walk] : []));
}

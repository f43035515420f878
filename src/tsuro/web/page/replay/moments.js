// A game as a row of moments: which one an address means, and what the board shows of it.

/** @import {Frame} from "../generated/messages" */
/** @import {Look} from "../board/looks.js" */
/** @import {Scene} from "../board/board.js" */
import { faceIn } from "../game/actions.js";
import { squareOf } from "../board/geometry.js";

/** The moment an address names; the last one where it names none, or one that is not there.
 * @param {string} search `?move=12`
 * @param {number} last
 */
export function momentIn(search, last) {
  const named = new URLSearchParams(search).get("move");
  return named !== null && /^\d{1,6}$/.test(named) ? Math.min(Number(named), last) : last;
}

/** The same address, naming another moment.
 * @param {string} path
 * @param {number} at
 */
export const addressOf = (path, at) => `${path}?move=${at}`;

/** What was done next; null where nothing was.
 * @param {readonly Frame[]} frames
 * @param {number} at
 */
export function doneNext(frames, at) {
  return frames[at + 1]?.action ?? null;
}

/** Whose choice it is; null when the game is over.
 * @param {Frame} frame
 */
export function nextToAct({ position }) {
  return position.phase === "over" ? null : position.active;
}

/** The square of the last tile placed up to a moment.
 * @param {readonly Frame[]} frames
 * @param {number} at
 * @returns {number | null}
 */
export function lastSquareAt(frames, at) {
  const events = frames.slice(0, at + 1).flatMap((frame) => frame.events);
  const placed = events.findLast((event) => event.type === "tile-placed");
  return placed?.type === "tile-placed" ? placed.square : null;
}

/** What the board shows of a moment, with a choice that somebody looks at.
 * @param {readonly Frame[]} frames
 * @param {number} at
 * @param {Look[]} looks
 * @param {string | null} [looked] the action, as `play 17e` or `mark c6n1`
 * @returns {Scene}
 */
export function sceneAt(frames, at, looks, looked = null) {
  const { position, own } = /** @type {Frame} */ (frames[at]);
  const active = position.phase === "over" ? null : position.active;
  const stands = position.phase === "play" ? (position.markers[position.active] ?? null) : null;
  const lit = stands === null ? null : squareOf(stands);
  const preview = own?.previews.find(({ action }) => action === looked) ?? null;
  const mark = own?.marks.find(({ action }) => action === looked) ?? null;
  return {
    position,
    looks,
    active,
    lit,
    last: lastSquareAt(frames, at),
    marks: mark ? [mark] : [],
    mark: mark?.action ?? null,
    ghost: preview && lit !== null ? { face: faceIn(preview.action), square: lit, preview, pending: false } : null,
  };
}

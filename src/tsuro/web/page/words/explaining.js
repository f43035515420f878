// What explains an event to somebody who sees it for the first time.

/** @import {GameEvent, Position} from "../generated/messages" */
/** @import {Elimination} from "./events.js" */

/** What explains an event to somebody who sees it for the first time: the key of a line, or null.
 * @param {GameEvent} event
 * @returns {string | null}
 */
export function explanationOf(event) {
  if (event.type === "eliminated") return explainedOut(event);
  return EXPLAINED[event.type] ?? null;
}

/** The same for squares that have just been closed.
 * @param {Position | null} before
 * @param {Position} after
 * @returns {string | null}
 */
export function closedExplanation(before, after) {
  return after.closed.length > (before?.closed.length ?? 0) ? "explain.closed-square" : null;
}

/** @type {Partial<Record<GameEvent["type"], string>>} */
const EXPLAINED = {
  "tiles-dealt": "explain.start-mark",
  "exchange-offered": "explain.exchange",
  "dragon-taken": "explain.dragon-taken",
  "dragon-passed": "explain.dragon-passed",
  "dragon-returned": "explain.dragon-returned",
  "pile-passed": "explain.pile-passed",
  "pile-shuffled": "explain.pile-shuffled",
  "hand-empty": "explain.hand-empty",
};

/** @param {Elimination} out */
function explainedOut({ met, forced }) {
  if (met !== null) return "explain.meeting";
  return forced ? "explain.forced" : "explain.eliminated";
}

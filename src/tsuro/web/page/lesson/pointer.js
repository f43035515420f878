// What the lesson points at: the one thing to do next, outlined on the screen and said in words. Pure.

/** @import {Swap} from "../game/actions.js" */
/** @import {Task} from "./steps.js" */
import { NO_SWAP, swapIn, tileIn } from "../game/actions.js";

/** What is to be pressed next. `at` is a start mark, a tile of one's own or of the other player, or a button; for a tile
 * of an exchange that is chosen already there is none to outline.
 * @typedef {{at: "mark"} | {at: "tile" | "give" | "take", tile: number | undefined} | {at: "turn" | "go"}} Pointer
 */
/** What the learner has in mind so far. @typedef {{action: string | null, tile: number | null, swap: Swap}} Mind */

/** The next thing to do for the move of the lesson; null: there is only something to look at.
 * @param {Task} task
 * @param {string | null} wanted
 * @param {Mind} mind
 * @returns {Pointer | null}
 */
export function pointerFor(task, wanted, { action, tile, swap }) {
  if (task === "look" || wanted === null) return null;
  if (task === "exchange") return inExchange(swapIn(wanted) ?? NO_SWAP, swap);
  if (action === wanted) return { at: "go" };
  if (task === "mark") return { at: "mark" };
  return tile === tileIn(wanted) ? { at: "turn" } : { at: "tile", tile: tileIn(wanted) };
}

/** Any exchange will do, so the learner's own choice is completed. @param {Swap} wanted @param {Swap} swap @returns {Pointer} */
function inExchange(wanted, { give, take }) {
  if (take.length < give.length) return { at: "take", tile: wanted.take.find((tile) => !take.includes(tile)) };
  if (give.length && give.length === take.length) return { at: "go" };
  return { at: "give", tile: wanted.give.find((tile) => !give.includes(tile)) };
}

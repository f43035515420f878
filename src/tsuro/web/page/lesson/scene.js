// What the board of the lesson shows.

/** @import {Preview} from "../generated/messages" */
/** @import {Scene} from "../board/board.js" */
/** @import {Look} from "../board/looks.js" */
/** @import {Moment} from "./steps.js" */
import { faceIn } from "../game/actions.js";
import { facedBy } from "../game/table.js";

/** The board as it is. @param {Moment} moment @param {readonly Look[]} looks @returns {Scene} */
export function bareScene({ position, events }, looks) {
  const placed = events.find((event) => event.type === "tile-placed");
  const lit = position.phase === "play" ? facedBy(position, position.active) : null;
  const last = placed?.type === "tile-placed" ? placed.square : null;
  return { position, looks, active: position.active, lit, last, marks: [], mark: null, ghost: null };
}

/** The board with what the learner has in mind.
 * @param {Moment} moment
 * @param {{looks: readonly Look[], you: number, preview: Preview | null, mark: string | null, pointed?: string | null}} plan
 * @returns {Scene}
 */
export function plannedScene(moment, { looks, you, preview, mark, pointed = null }) {
  const square = facedBy(moment.position, you);
  const ghost = preview && square !== null ? { face: faceIn(preview.action), square, preview, pending: false } : null;
  return { ...bareScene(moment, looks), marks: moment.own?.marks ?? [], mark, pointed, ghost };
}

// The game so far, action by action: what was heard, and what was fetched of the time before.

/** @import {Frame, GameEvent, Position} from "../generated/messages" */

/** What happened in one action; the first of a game is the deal. @typedef {readonly GameEvent[]} Action */
/**
 * @typedef {object} Story
 * @property {Position | null} since everything after this position was heard; null: everything
 * @property {readonly Action[]} actions the first is the one that led to `since`
 */
/** What happened before. @typedef {{since: Position, actions: readonly Action[]}} Earlier */

/** No game has begun. @type {Readonly<Story>} */
export const NO_STORY = Object.freeze({ since: null, actions: [] });

/** The story of a game that has just been dealt. @param {Action} deal @returns {Story} */
export const begun = (deal) => ({ since: null, actions: [deal] });

/** The story with one more action. @param {Story} story @param {Action} action @returns {Story} */
export const goneOn = ({ since, actions }, action) => ({ since, actions: [...actions, action] });

/** The story of somebody who has just come, and knows only the last action.
 * @param {Position | null} position
 * @param {Action} last
 * @returns {Story}
 */
export function foundAt(position, last) {
  if (!position) return NO_STORY;
  const isDealt = position.trails.every((trail) => trail.length === 0);
  return isDealt ? begun(last) : { since: position, actions: [last] };
}

/** What happened before a position; nothing if the game never came to it, as after a move that was taken back.
 * @param {readonly Frame[]} frames the whole game
 * @param {Position} since
 * @returns {Earlier}
 */
export function earlierIn(frames, since) {
  const wanted = JSON.stringify(since);
  const at = frames.findLastIndex(({ position }) => JSON.stringify(position) === wanted);
  return { since, actions: frames.slice(0, Math.max(0, at)).map(({ events }) => events) };
}

/** Everything that is known of the game.
 * @param {Story} story
 * @param {Earlier | null} earlier
 * @returns {readonly Action[]}
 */
export function actionsOf({ since, actions }, earlier) {
  return since !== null && earlier?.since === since ? [...earlier.actions, ...actions] : actions;
}

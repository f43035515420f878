// The moves that are still to be shown, one after the other, never far behind what is known.

/** @import {Happening} from "../board/board.js" */
/** @import {TableState} from "../game/table.js" */

/** A move, with the table as it was known after it.
 * @typedef {Happening & {table: TableState}} Moment
 */
/**
 * @typedef {object} Queue
 * @property {Moment | null} now the one that is being shown; null: nothing moves
 * @property {readonly Moment[]} waiting
 * @property {boolean} isSkipped the one that is being shown is to end at once
 */

/** Nothing is being shown. @type {Readonly<Queue>} */
export const NOTHING_MOVES = Object.freeze({ now: null, waiting: [], isSkipped: false });

const MOST_BEHIND = 3;

/** The queue with one more moment; if too many wait, only the newest is left.
 * @param {Queue} queue
 * @param {Moment} moment
 * @returns {Queue}
 */
export function add(queue, moment) {
  if (!queue.now) return { ...NOTHING_MOVES, now: moment };
  const waiting = [...queue.waiting, moment];
  return { ...queue, waiting: waiting.length > MOST_BEHIND ? waiting.slice(-1) : waiting };
}

/** The queue after its moment was shown. @param {Queue} queue @returns {Queue} */
export function next({ waiting: [now, ...waiting] }) {
  return { now: now ?? null, waiting, isSkipped: false };
}

/** The queue with nothing left but what is being shown, and that ends at once. @param {Queue} queue @returns {Queue} */
export function skip(queue) {
  return queue.now && !queue.isSkipped ? { now: queue.now, waiting: [], isSkipped: true } : queue;
}

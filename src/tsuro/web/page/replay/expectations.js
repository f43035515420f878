// What the strongest bot expects of each choice, put in order for reading, and kept so that it is asked only once.

/** @import {Advice, Estimated, Frame} from "../generated/messages" */

/** @typedef {{action: string, estimate: Estimated | null, best: boolean, done: boolean}} Choice */

/** The choices, the dragon's own first, then those most likely to win; what was really done is among them, weighed or not.
 * @param {Advice} advice
 * @param {string | null} done
 * @returns {Choice[]}
 */
export function choicesOf({ chosen, estimates }, done) {
  const likely = [...estimates].sort((one, other) => other.share - one.share).map(({ action }) => action);
  const actions = new Set([chosen, ...likely, ...(done === null ? [] : [done])]);
  return [...actions].map((action) => ({
    action,
    estimate: estimates.find((estimate) => estimate.action === action) ?? null,
    best: action === chosen,
    done: action === done,
  }));
}

/** A moment that was looked at: whose choice it was, and the chance of what was done, or of the best where nothing was.
 * @typedef {{at: number, seat: number, share: number}} Spot */

/** The chances known so far, along the game.
 * @param {ReadonlyMap<number, Advice>} known by moment
 * @param {readonly Frame[]} frames
 * @returns {Spot[]}
 */
export function spotsOf(known, frames) {
  const spots = [...known].flatMap(([at, { seat, chosen, estimates }]) => {
    const done = frames[at + 1]?.action ?? chosen;
    const estimate = estimates.find(({ action }) => action === done) ?? estimates.find(({ action }) => action === chosen);
    return estimate ? [{ at, seat, share: estimate.share }] : [];
  });
  return spots.sort((one, other) => one.at - other.at);
}

/** The advice on each moment, asked for once. */
export class Expectations {
  /** @param {(at: number) => Promise<Advice>} ask */
  constructor(ask) {
    this.ask = ask;
    /** @type {Map<number, Advice>} */
    this.known = new Map();
    /** @type {Promise<unknown>} the last question: the server thinks about one at a time */
    this.asking = Promise.resolve();
  }

  /** @param {number} at @returns {Promise<Advice>} */
  of(at) {
    const answer = this.asking.catch(() => null).then(() => this.known.get(at) ?? this.ask(at));
    this.asking = answer.then((advice) => this.known.set(at, advice));
    this.asking.catch(() => {}); // the caller hears of it
    return answer;
  }
}

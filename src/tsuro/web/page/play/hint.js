// What the strongest bot would do, in games against bots: asked for by the player, and forgotten after the move.

/** @import {Advice, Own, Position} from "../generated/messages" */
/** @import {Faces} from "../board/faces.js" */
/** @import {Chance} from "./hand.js" */
/** @import {Plan} from "./plan.js" */
import { placing } from "../game/actions.js";
import { faceOf } from "./plan.js";

/** The chance to win with each tile of the hand, turned as it is now.
 * @param {Advice} advice
 * @param {Own} own
 * @param {Plan} plan
 * @param {Faces} faces
 * @returns {Map<number, Chance>}
 */
export function chancesOf(advice, own, plan, faces) {
  const shares = new Map(advice.estimates.map(({ action, share }) => [action, share]));
  /** @type {Map<number, Chance>} */
  const chances = new Map();
  for (const tile of own.hand) {
    const action = placing(faceOf(plan, faces, tile));
    const share = shares.get(action);
    if (share !== undefined) chances.set(tile, { share, best: action === advice.chosen });
  }
  return chances;
}

export class Hints {
  /**
   * @param {(seat: number) => Promise<Advice>} ask
   * @param {() => void} onChange
   */
  constructor(ask, onChange) {
    this.ask = ask;
    this.onChange = onChange;
    /** @type {{position: Position, advice: Advice} | null} */
    this.known = null;
    /** @type {Position | null} the one that is being thought about */
    this.thinking = null;
    /** @type {unknown} what went wrong; forgotten as soon as the player does something else */
    this.problem = null;
  }

  /** The advice for this very position, if there is one. @param {Position | null} position */
  adviceOn(position) {
    return this.known && this.known.position === position ? this.known.advice : null;
  }

  /** @param {Position | null} position */
  isThinkingOf(position) {
    return position !== null && this.thinking === position;
  }

  /** Ask, unless the answer is known or on its way.
   * @param {Position} position
   * @param {number} seat
   * @returns {Promise<Advice | null>} null: there is none, or it came too late
   */
  async want(position, seat) {
    if (this.isThinkingOf(position)) return null;
    const known = this.adviceOn(position);
    if (known) return known;
    this.thinking = position;
    this.problem = null;
    this.onChange();
    const advice = await this.ask(seat).catch((problem) => this.fail(position, problem));
    if (this.thinking !== position) return null; // the game has moved on
    this.thinking = null;
    if (advice) this.known = { position, advice };
    this.onChange();
    return advice;
  }

  /** @param {Position} position @param {unknown} problem */
  fail(position, problem) {
    if (this.thinking === position) this.problem = problem;
    return null;
  }
}

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

/**
 * @typedef {object} HintState
 * @property {{position: Position, advice: Advice} | null} known
 * @property {Position | null} thinking the one that is being thought about
 * @property {{position: Position, problem: unknown} | null} failed forgotten as soon as the player does something else
 */

/** Nobody has asked. @type {Readonly<HintState>} */
export const NO_HINT = Object.freeze({ known: null, thinking: null, failed: null });

/** The advice for this very position; null: there is none. @param {HintState} hint @param {Position | null} position */
export function adviceOn({ known }, position) {
  return known && known.position === position ? known.advice : null;
}

/** Whether this very position is being thought about. @param {HintState} hint @param {Position | null} position */
export function isThinkingOf({ thinking }, position) {
  return position !== null && thinking === position;
}

/** Why there is no advice for this very position; null: nothing went wrong. @param {HintState} hint @param {Position | null} position */
export function problemOn({ failed }, position) {
  return failed && failed.position === position ? failed.problem : null;
}

/** Asks for advice, once for each position. */
export class Hints {
  /**
   * @param {(seat: number) => Promise<Advice>} ask
   * @param {(hint: HintState) => void} onChange
   */
  constructor(ask, onChange) {
    this.ask = ask;
    this.onChange = onChange;
    /** @type {HintState} */
    this.now = NO_HINT;
  }

  /** Ask, unless the answer is known or on its way.
   * @param {Position} position
   * @param {number} seat
   * @returns {Promise<Advice | null>} null: there is none, or it came too late
   */
  async want(position, seat) {
    if (isThinkingOf(this.now, position)) return null;
    const known = adviceOn(this.now, position);
    if (known) return known;
    this.change({ thinking: position, failed: null });
    /** @type {Partial<HintState>} */
    const answer = await this.ask(seat).then(
      (advice) => ({ known: { position, advice } }),
      (problem) => ({ failed: { position, problem } }),
    );
    if (this.now.thinking !== position) return null; // the game has moved on
    this.change({ thinking: null, ...answer });
    return adviceOn(this.now, position);
  }

  /** The player does something else than read what went wrong. */
  forgetProblem() {
    if (this.now.failed) this.change({ failed: null });
  }

  /** @param {Partial<HintState>} changes */
  change(changes) {
    this.now = { ...this.now, ...changes };
    this.onChange(this.now);
  }
}

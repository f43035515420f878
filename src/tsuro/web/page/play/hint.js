// What the strongest bot would do, in games against bots: asked for by the player, and forgotten after the move.

/** @import {Advice, Own, Position} from "../generated/messages" */
import { isMark, KEEP, swapIn, tileIn } from "../game/actions.js";
import { percent, t } from "../words/language.js";

/** What is advised, in words, with what is expected of it and of what the player has in mind.
 * @param {Advice} advice
 * @param {Own} own
 * @param {{planned: string | null, yours: string | null}} mind the action that is planned now, and the one that was when asking
 * @returns {string}
 */
export function captionOf(advice, own, { planned, yours }) {
  const shares = new Map(advice.estimates.map(({ action, share }) => [action, share]));
  const what = adviceInWords(advice, own, planned, yours);
  const [share, other] = [shares.get(advice.chosen), shares.get(otherThan(advice.chosen, planned, yours) ?? "")];
  return sentence(what, share, other);
}

/** @param {Advice} advice @param {Own} own @param {string | null} planned @param {string | null} yours */
function adviceInWords({ chosen }, own, planned, yours) {
  const who = t("hint.by-dragon");
  if (isMark(chosen)) return t("hint.mark", { who });
  if (swapIn(chosen)) return chosen === KEEP ? t("hint.keep", { who }) : t("hint.swap", { who });
  const number = own.hand.indexOf(tileIn(chosen)) + 1;
  if (planned !== chosen) return t("hint.place-instead", { who, number });
  return yours === chosen ? t("hint.same", { who }) : t("hint.place", { who, number });
}

/** What the advice is compared with: the plan of now, else that of when the player asked. Null: nothing else was planned.
 * @param {string} chosen
 * @param {string | null} planned
 * @param {string | null} yours
 */
function otherThan(chosen, planned, yours) {
  if (swapIn(chosen)) return chosen === KEEP ? null : KEEP;
  const other = planned === chosen ? yours : planned;
  return other === chosen ? null : other;
}

/** @param {string} what @param {number | undefined} share @param {number | undefined} other */
function sentence(what, share, other) {
  if (share === undefined) return t("hint.plain", { what });
  if (other === undefined) return t("hint.share", { what, share: percent(share) });
  return t("hint.against", { what, share: percent(share), other: percent(other) });
}

/**
 * @typedef {object} HintState
 * @property {{position: Position, advice: Advice, yours: string | null} | null} known yours: what the player had planned
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
   * @param {string | null} [yours] what the player has planned
   * @returns {Promise<Advice | null>} null: there is none, or it came too late
   */
  async want(position, seat, yours = null) {
    if (isThinkingOf(this.now, position)) return null;
    const known = adviceOn(this.now, position);
    if (known) return known;
    this.change({ thinking: position, failed: null });
    /** @type {Partial<HintState>} */
    const answer = await this.ask(seat).then(
      (advice) => ({ known: { position, advice, yours } }),
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

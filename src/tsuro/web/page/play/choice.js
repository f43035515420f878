// What the player here could do next: it is worked out once for each state, and everything else only reads it.

/** @import {Move, Own, Preview} from "../generated/messages" */
/** @import {Faces} from "../board/faces.js" */
/** @import {Look} from "../board/looks.js" */
/** @import {Plan} from "./plan.js" */
import { swapIn } from "../game/actions.js";
import { t } from "../words/language.js";
import { whyRefused } from "./outlook.js";
import { faceOf, previewOf } from "./plan.js";

/** @typedef {Pick<Move, "seat" | "action">} Sent a move that is not yet answered */
/**
 * @typedef {object} Choice
 * @property {Own | null} own the player of this device whose tiles may be seen now
 * @property {string | null} face of the tile that is selected
 * @property {Preview | null} preview what placing it would do
 * @property {string | null} mark the action of the start mark that is chosen
 * @property {string | null} sent the action that was sent and could still be made
 * @property {boolean} isSent a move is on its way
 * @property {Look | undefined} active the player on turn
 */

/** Nothing can be done. @type {Readonly<Choice>} */
export const NO_CHOICE = Object.freeze({
  own: null, face: null, preview: null, mark: null, sent: null, isSent: false, active: undefined,
});

/** The choice that a plan, a start mark and a move on its way make.
 * @param {{own: Own | null, plan: Plan, faces: Faces, mark: string | null, sent: Sent | null, active: Look | undefined}} from
 * @returns {Choice}
 */
export function choiceOf({ own, plan, faces, mark, sent, active }) {
  const face = own && plan.tile !== null ? faceOf(plan, faces, plan.tile) : null;
  const pending = pendingOf(own, sent);
  return { own, face, preview: previewOf(plan, own, faces), mark, sent: pending, isSent: pending !== null, active };
}

/** The move that was sent and still could be made; one that has been made already waits only for its answer.
 * @param {Own | null} own
 * @param {Sent | null} sent
 * @returns {string | null}
 */
export function pendingOf(own, sent) {
  if (!own?.on_turn || sent?.seat !== own.seat) return null;
  const choices = [...own.previews, ...own.marks].map(({ action }) => action);
  const isChoice = choices.includes(sent.action) || (own.offer.length > 0 && swapIn(sent.action) !== null);
  return isChoice ? sent.action : null;
}

/** Why nothing can be placed now, in words; null: it can.
 * @param {Pick<Choice, "own" | "preview" | "mark" | "isSent" | "active">} choice
 * @returns {string | null}
 */
export function whyNot({ own, preview, mark, isSent, active }) {
  if (isSent) return t("play.sending");
  if (!own?.on_turn) return t("play.not-yet", { name: active?.name ?? "" });
  if (own.marks.length) return mark ? null : t("play.choose-mark");
  if (!preview) return t("play.select");
  return preview.refused ? whyRefused(preview.refused) : null;
}

/** The move that the place button sends; null: none.
 * @param {Pick<Choice, "own" | "preview" | "mark" | "isSent" | "active">} choice
 * @returns {string | null}
 */
export function moveOf(choice) {
  if (whyNot(choice) !== null) return null;
  return choice.own?.marks.length ? choice.mark : (choice.preview?.action ?? null);
}

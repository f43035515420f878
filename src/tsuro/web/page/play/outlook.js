// What a planned placement would do, in a line.

/** @import {Own, Preview, Reason} from "../generated/messages" */
/** @import {Look} from "../board/looks.js" */
import { inWords } from "../net/api.js";
import { list, t } from "../words/language.js";
import { scoreThen } from "../words/score.js";
import { isDoomed } from "./plan.js";

/** @typedef {{text: string, tone: "plain" | "good" | "bad"}} Outlook */

/** What the line below the hand says of a plan.
 * @param {Preview | null} preview
 * @param {Own} own
 * @param {readonly Look[]} looks
 * @param {string} [edition] where scores count, it says what they are of
 * @returns {Outlook}
 */
export function outlookOf(preview, own, looks, edition = "") {
  if (!preview) return { text: own.previews.length ? t("play.select") : "", tone: "plain" };
  if (preview.refused) return { text: whyRefused(preview.refused), tone: "bad" };
  const parts = [isDoomed(own) ? t("play.doomed") : "", ownWords(preview, own, looks), ...othersWords(preview, own, looks)];
  parts.push(scoreThen(preview, edition));
  return { text: parts.filter(Boolean).join(" "), tone: toneOf(preview) };
}

/** Why a placement is not allowed, and what to do instead: short, since there is little room by the hand.
 * @param {Reason} reason
 */
export function whyRefused(reason) {
  if (reason.code === "takes-you-to-the-edge") return t("play.refused-edge");
  return reason.code === "runs-into-marker" ? t("play.refused-marker") : inWords(reason);
}

/** @param {Preview} preview @param {Own} own @param {readonly Look[]} looks */
function ownWords({ walks }, own, looks) {
  const mine = walks[0];
  if (!mine || mine.end !== null) return t("play.you-stay");
  if (mine.met !== null) return t("play.you-meet", { name: looks[mine.met]?.name ?? "" });
  return isDoomed(own) ? "" : t("play.you-out");
}

/** Who else would be out, and who would be moved.
 * @param {Preview} preview
 * @param {Own} own
 * @param {readonly Look[]} looks
 */
function othersWords({ walks }, own, looks) {
  const mine = walks[0];
  const others = walks.filter(({ seat }) => seat !== own.seat && seat !== mine?.met);
  const out = others.filter(({ end }) => end === null).map(({ seat }) => looks[seat]?.name ?? "");
  const moved = others.filter(({ end }) => end !== null).map(({ seat }) => looks[seat]?.name ?? "");
  return [
    out.length ? t("play.others-out", { names: list(out), count: out.length }) : "",
    moved.length ? t("play.others-move", { names: list(moved), count: moved.length }) : "",
  ];
}

/** @param {Preview} preview @returns {Outlook["tone"]} */
function toneOf({ walks }) {
  const [mine, ...others] = walks;
  if (mine?.end === null) return "bad";
  return others.some(({ end }) => end === null) ? "good" : "plain";
}

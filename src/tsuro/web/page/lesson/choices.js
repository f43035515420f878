// What the learner can do, in words: buttons for anyone who does not look at the board.

/** @import {Own} from "../generated/messages" */
/** @import {Look} from "../board/looks.js" */
/** @import {Lesson} from "./steps.js" */
import { NO_SWAP, swapIn } from "../game/actions.js";
import { squareOf } from "../board/geometry.js";
import { h } from "../ui/dom.js";
import { list, t } from "../words/language.js";
import { describePoint, optionsInWords } from "../words/events.js";
import { taskOf } from "./steps.js";

/** @typedef {{lesson: Lesson, own: Own, wanted: string, looks: readonly Look[]}} Situation */

/** All choices of a task; those that are refused say why, and cannot be chosen.
 * @param {Situation} situation
 * @param {(action: string) => void} onChoose
 * @returns {HTMLElement}
 */
export function choicesInWords(situation, onChoose) {
  const choices = wordsOf(situation).map(({ action, words, isRefused }) =>
    h("li", {}, isRefused ? h("p", { class: "quiet" }, words) : h("button", { type: "button", onclick: () => onChoose(action) }, words)),
  );
  return h("ul", { class: "learn-choices", "aria-label": t("learn.options") }, ...choices);
}

/** @param {Situation} situation @returns {{action: string, words: string, isRefused?: boolean}[]} */
function wordsOf({ lesson, own, wanted, looks }) {
  const task = taskOf(own);
  if (task === "mark") return marksNear(own, wanted).map(({ action, point }) => ({ action, words: startInWords(point) }));
  if (task === "exchange") return lesson.exchanges.map(({ action }) => ({ action, words: swapInWords(action) }));
  return own.previews.map((preview) => ({
    action: preview.action,
    words: optionsInWords(preview, looks, own.seat),
    isRefused: preview.refused !== null,
  }));
}

/** The start marks of one square: forty-eight would be too many to listen to.
 * @param {Own} own
 * @param {string} wanted
 */
function marksNear({ marks }, wanted) {
  const square = squareOf(marks.find(({ action }) => action === wanted)?.point ?? 0);
  return marks.filter(({ point }) => squareOf(point) === square);
}

/** @param {number} point */
function startInWords(point) {
  return t("learn.start-at", { place: describePoint(point) });
}

/** @param {string} action */
function swapInWords(action) {
  const { give, take } = swapIn(action) ?? NO_SWAP;
  return give.length ? t("learn.swap", { give: tiles(give), take: tiles(take) }) : t("exchange.keep");
}

/** @param {readonly number[]} numbers */
function tiles(numbers) {
  return list(numbers.map((tile) => t("event.tile", { tile })));
}

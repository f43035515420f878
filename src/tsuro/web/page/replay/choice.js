// One choice as a button: the tile as it would lie, how likely it wins, and whether it was the one.

/** @import {Estimated, Frame} from "../generated/messages" */
/** @import {Choice} from "./expectations.js" */
/** @import {Setting} from "./advice.js" */
/** @import {Props} from "../ui/dom.js" */
import { faceIn, swapIn } from "../game/actions.js";
import { tilePicture } from "../board/tile.js";
import { h, s } from "../ui/dom.js";
import { percent, t } from "../words/language.js";
import { describePoint, describeTile, optionsInWords } from "../words/events.js";

const SIZE = 40;

/** A button for a choice, with its picture, words and chance.
 * @param {Choice} choice
 * @param {Frame} frame
 * @param {Setting} setting
 * @param {Props} props of the button
 */
export function choiceButton({ action, estimate, best, done }, frame, { app, looks, faces }, props) {
  const preview = frame.own?.previews.find((one) => one.action === action);
  const words = preview && app.settings.choices.text ? optionsInWords(preview, looks, -1) : nameOf(action, frame);
  const shown = pictures(action).map((name) =>
    name === "" ? h("span", { "aria-hidden": "true" }, "→") : tilePicture(faces.get(name), { size: SIZE }),
  );
  return h(
    "button",
    { type: "button", class: shown.length === 1 ? "replay-choice" : "replay-choice is-wide", ...props },
    shown.length > 0 && h("span", { class: "replay-choice-tiles" }, shown),
    h("span", { class: shown.length && !app.settings.choices.text ? "unseen" : "replay-choice-words" }, words),
    estimate && bar(estimate),
    estimate && h("span", { class: "replay-chance figures" }, chance(estimate)),
    h("span", { class: "replay-signs" }, best && sign(t("replay.best"), " is-best"), done && sign(t("replay.done"))),
  );
}

/** The turned tiles to draw; nothing between those given and those taken. @param {string} action */
function pictures(action) {
  const face = faceIn(action);
  if (face) return [face];
  const swap = swapIn(action);
  if (!swap?.give.length) return [];
  return [...swap.give.map((tile) => `${tile}n`), "", ...swap.take.map((tile) => `${tile}n`)];
}

/** @param {string} action @param {Frame} frame */
function nameOf(action, { own }) {
  const mark = own?.marks.find((one) => one.action === action);
  if (mark) return t("replay.start-at", { place: describePoint(mark.point) });
  const swap = swapIn(action);
  if (!swap) return describeTile(faceIn(action));
  if (!swap.give.length) return t("replay.keep");
  return t("replay.exchange", { gave: swap.give.join(", "), took: swap.take.join(", ") });
}

/** @param {Estimated} estimate */
function chance({ share, low, high }) {
  const range = t("replay.range", { low: percent(low), high: percent(high) });
  return [h("strong", {}, percent(share)), " ", h("span", { class: "quiet" }, range)];
}

/** How much of the win it is, and how sure that is. @param {Estimated} estimate */
function bar({ share, low, high }) {
  const width = (/** @type {number} */ part) => (100 * Math.max(0, Math.min(1, part))).toFixed(1);
  return s(
    "svg",
    { class: "replay-bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", { class: "replay-bar-ground", width: 100, height: 10 }),
    s("rect", { class: "replay-bar-share", width: width(share), height: 10 }),
    s("rect", { class: "replay-bar-range", x: width(low), y: 4, width: width(high - low), height: 2 }),
  );
}

/** @param {string} text @param {string} [kind] */
function sign(text, kind = "") {
  return h("span", { class: `replay-sign${kind}` }, text);
}

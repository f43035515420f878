// The chances along the game, as far as somebody asked for them: a dot for each move, in the look of the player who made it.

/** @import {Look} from "../board/looks.js" */
/** @import {Spot} from "./expectations.js" */
import { h, s } from "../ui/dom.js";
import { percent, t } from "../words/language.js";
import { dashOf, markerPieces } from "../board/looks.js";

const WIDE = 300;
const HIGH = 96;
const ROOM = 12; // around, for half a dot

/** Nothing until there are two moves to compare.
 * @param {readonly Spot[]} spots
 * @param {Look[]} looks
 * @param {number} last the number of the last moment
 * @param {number} at the moment that is looked at
 */
export function chart(spots, looks, last, at) {
  if (spots.length < 2) return null;
  const label = spots.map((spot) => spotInWords(spot, looks)).join("; ");
  const size = { viewBox: `0 0 ${WIDE + 2 * ROOM} ${HIGH + 2 * ROOM}` };
  return h(
    "figure",
    {},
    s(
      "svg",
      { ...size, role: "img", "aria-label": label },
      [0, 0.5, 1].map((share) => s("path", { class: "replay-chart-line", d: `M${ROOM} ${y(share)}h${WIDE}` })),
      s("path", { class: "replay-chart-now", d: `M${x(at, last)} ${ROOM}v${HIGH}` }),
      looks.map((look) => line(spots.filter(({ seat }) => seat === look.seat), look, last)),
      spots.map((spot) => dot(spot, looks, last)),
    ),
    h("figcaption", { class: "quiet" }, t("replay.chart")),
  );
}

/** @param {readonly Spot[]} spots @param {Look} look @param {number} last */
function line(spots, { marker }, last) {
  if (spots.length < 2) return null;
  const d = `M${spots.map(({ at, share }) => `${x(at, last)} ${y(share)}`).join("L")}`;
  return s("path", { class: `replay-chart-way is-${marker}`, d, "stroke-dasharray": dashOf(marker).join(" ") || null });
}

/** @param {Spot} spot @param {Look[]} looks @param {number} last */
function dot({ at, seat, share }, looks, last) {
  const look = looks[seat];
  if (!look) return null;
  const transform = `translate(${x(at, last)} ${y(share)}) scale(.62)`;
  return s("g", { class: `marker is-${look.marker}`, transform }, markerPieces(look));
}

/** @param {Spot} spot @param {Look[]} looks */
function spotInWords({ at, seat, share }, looks) {
  return t("replay.spot", { move: at + 1, name: looks[seat]?.name ?? "", share: percent(share) });
}

/** @param {number} at @param {number} last */
function x(at, last) {
  return (ROOM + (WIDE * at) / Math.max(1, last)).toFixed(1);
}

/** @param {number} share */
function y(share) {
  return (ROOM + HIGH * (1 - share)).toFixed(1);
}

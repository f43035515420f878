// The board before anybody plays: frame, ground, squares and start marks.

import { s } from "../ui/dom.js";
import { BOARD, FRAME, line, MARGIN, outward, SIDE, START_MARKS, TILE } from "./geometry.js";

/** Everything on the board that never changes. */
export function groundPieces() {
  const grid = gridData();
  return [
    around(MARGIN + FRAME, 17, { class: "frame-shadow", transform: "translate(0 2)" }),
    around(MARGIN + FRAME, 17, { fill: "url(#tsuro-wood)" }),
    around(MARGIN + FRAME * 0.42, 12, { class: "inlay" }),
    around(MARGIN, 7, { class: "ground", fill: "url(#tsuro-ground)" }),
    around(MARGIN, 7, { class: "ground-edge" }),
    s("path", { class: "grid-light", d: grid, transform: "translate(.9 .9)" }),
    s("path", { class: "grid", d: grid }),
    s("path", { class: "start-marks", d: START_MARKS.map((mark) => line(outward(mark, 7), outward(mark, 15))).join("") }),
  ];
}

/** @param {number} far @param {number} rx @param {Record<string, string>} props */
function around(far, rx, props) {
  const size = BOARD + 2 * far;
  return s("rect", { ...props, x: -far, y: -far, width: size, height: size, rx });
}

function gridData() {
  const steps = Array.from({ length: SIDE + 1 }, (_, i) => i * TILE);
  return steps.map((step) => `M${step} 0V${BOARD}M0 ${step}H${BOARD}`).join("");
}

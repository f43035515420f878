// The board before anybody plays: frame, ground, squares and start marks.

import { s } from "../ui/dom.js";
import { FIGURES, LETTERS, MARGIN, RINGS, SHADOW, START_MARK } from "../generated/shapes.js";
import { BOARD, line, outward, SIDE, START_MARKS, TILE } from "./geometry.js";

/** Everything on the board that never changes. */
export function groundPieces() {
  const grid = gridData();
  return [
    around(RINGS.frame, { class: "frame-shadow", transform: `translate(0 ${SHADOW})` }),
    around(RINGS.frame, { fill: "url(#tsuro-wood)" }),
    around(RINGS.inlay, { class: "inlay" }),
    around(RINGS.ground, { fill: "url(#tsuro-ground)" }),
    around(RINGS.ground, { class: "ground-edge" }),
    s("path", { class: "grid-light", d: grid, transform: "translate(.9 .9)" }),
    s("path", { class: "grid", d: grid }),
    s("path", { class: "start-marks", d: startMarks() }),
    coordinates(),
  ];
}

/** The names of columns and rows, in the margin between the start marks. */
function coordinates() {
  const columns = LETTERS.map((letter, i) => coordinate(letter, (i + 0.5) * TILE, BOARD + MARGIN / 2));
  const rows = LETTERS.map((_, i) => coordinate(FIGURES[SIDE - i], -MARGIN / 2, (i + 0.5) * TILE));
  return s("g", { class: "coordinates" }, ...columns, ...rows);
}

/** @param {string} d @param {number} x @param {number} y */
function coordinate(d, x, y) {
  return s("path", { d, transform: `translate(${x} ${y}) scale(1.1)` });
}

/** @param {{far: number, rx: number}} ring @param {Record<string, string>} props */
function around({ far, rx }, props) {
  const size = BOARD + 2 * far;
  return s("rect", { ...props, x: -far, y: -far, width: size, height: size, rx });
}

function startMarks() {
  const [near, far] = START_MARK;
  return START_MARKS.map((mark) => line(outward(mark, near), outward(mark, far))).join("");
}

function gridData() {
  const steps = Array.from({ length: SIDE + 1 }, (_, i) => i * TILE);
  return steps.map((step) => `M${step} 0V${BOARD}M0 ${step}H${BOARD}`).join("");
}

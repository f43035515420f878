// The board before anybody plays: frame, ground, squares and start marks.

/** @import {Material} from "./material.js" */
import { s } from "../ui/dom.js";
import { FIGURES, LETTERS, MARGIN } from "../generated/shapes.js";
import { BOARD, line, outward, SIDE, START_MARKS, TILE } from "./geometry.js";
import { filled, materialOf } from "./material.js";

/** Everything on the board that never changes. @param {string} board of what it is made */
export function groundPieces(board) {
  const grid = gridData();
  const { rings, startMark } = materialOf(board);
  return [
    ...rings.map((ring) => around(ring, board)),
    s("path", { class: "grid-light", d: grid, transform: "translate(.9 .9)" }),
    s("path", { class: "grid", d: grid }),
    s("path", { class: "start-marks", d: startMarks(startMark) }),
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

/** @param {Material["rings"][number]} ring @param {string} board */
function around({ far, radius, down, ...how }, board) {
  const size = BOARD + 2 * far;
  const transform = down ? `translate(0 ${down})` : null;
  return s("rect", { ...filled(how, board), x: -far, y: -far, width: size, height: size, rx: radius, transform });
}

/** @param {readonly number[]} reach */
function startMarks([near, far]) {
  return START_MARKS.map((mark) => line(outward(mark, near), outward(mark, far))).join("");
}

function gridData() {
  const steps = Array.from({ length: SIDE + 1 }, (_, i) => i * TILE);
  return steps.map((step) => `M${step} 0V${BOARD}M0 ${step}H${BOARD}`).join("");
}

// A small piece of a board, to choose by: two squares, a tile, a player's path and a marker.

import { s } from "../ui/dom.js";
import { curveOver, MARGIN, TILE, trace } from "./geometry.js";
import { markerPieces } from "./looks.js";
import { define, filled, materialOf } from "./material.js";
import { tilePieces } from "./tile.js";

/** The paths of a tile with a crossing and a bend. @type {[number, number][]} */
const PATHS = [[0, 5], [1, 6], [2, 7], [3, 4]];
const LOOK = { seat: 1, number: 2, name: "", marker: "square" };
const SHOWN = { x: -34, y: -34, width: 184, height: 146 };

/** A piece of a board made of this. @param {string} board */
export function boardSample(board) {
  define(board);
  const d = trace([curveOver(0, 5)]);
  const way = s("g", { class: "is-square" }, s("path", { class: "bed", d }), s("path", { class: "colour", d, "stroke-dasharray": "16 4" }));
  const marker = s("g", { class: "is-square", transform: `translate(${TILE / 3} ${TILE})` }, ...markerPieces(LOOK));
  const face = { name: "", tile: 0, paths: PATHS };
  return s("svg", { class: "board sample", "data-board": board, viewBox: Object.values(SHOWN).join(" "), "aria-hidden": "true" },
    ...rings(board),
    s("path", { class: "grid", d: `M0 0H999M0 ${TILE}H999M0 0V999M${TILE} 0V999` }),
    ...tilePieces(face, board), way, marker);
}

/** The corner of the frame. @param {string} board */
function rings(board) {
  return materialOf(board).rings.map(({ far, radius, down: _, ...how }) =>
    s("rect", { ...filled(how, board), x: -far, y: -far, width: 6 * TILE + MARGIN, height: 6 * TILE + MARGIN, rx: radius }));
}

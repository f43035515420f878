// A tile: a plate with four paths, each on a casing, so that crossings look woven.

/** @import {Face} from "./faces.js" */
import { s } from "../ui/dom.js";
import { curveOver, TILE, trace } from "./geometry.js";
import { boardHere, define, filled, materialOf, paint } from "./material.js";

/** @type {Map<string, SVGElement>} */
const made = new Map();

/** The pieces of a tile, in a square at the origin.
 * @param {Face | undefined} face undefined: face down
 * @param {string} [board] of what it is made
 * @returns {SVGElement[]}
 */
export function tilePieces(face, board = boardHere()) {
  const paths = face ? face.paths.map((path) => copyOf(path.join("-"), board, () => woven(path, board))) : [copyOf("back", board, () => back(board))];
  return [copyOf("plate", board, () => plate(board)), ...paths];
}

/** A copy of what was made once: a full board is drawn within a frame.
 * @param {string} name
 * @param {string} board
 * @param {() => SVGElement[]} make
 */
function copyOf(name, board, make) {
  const key = `${board} ${name}`;
  const known = made.get(key) ?? s("g", {}, ...make());
  made.set(key, known);
  return /** @type {SVGElement} */ (known.cloneNode(true));
}

/** @param {string} board */
function plate(board) {
  const { plate: layers, edge } = materialOf(board);
  const drawn = layers.map(({ css, paint: name, ...place }) => s("rect", { ...place, ...filled({ css, paint: name }, board) }));
  return edge ? [...drawn, s("path", { class: "tile-light", d: edge })] : drawn;
}

/** @param {readonly [number, number]} path @param {string} board */
function woven([one, other], board) {
  const curve = curveOver(one, other);
  const d = trace([curve]);
  return materialOf(board).strands.map(({ css, paint: name, middle }) =>
    s("path", { class: css, d, stroke: name && paint(name, board), ...(middle && middleOf(curve.length, middle)) }));
}

/** The one dash that covers the middle of a curve. @param {number} whole @param {number} part */
function middleOf(whole, part) {
  const drawn = whole * part;
  return { "stroke-dasharray": `${drawn} ${whole}`, "stroke-dashoffset": (drawn - whole) / 2 };
}

/** @param {string} board */
function back(board) {
  return materialOf(board).back.map((r) => s("circle", { class: "back", cx: TILE / 2, cy: TILE / 2, r }));
}

/** A tile by itself: for the hand, the exchange, the rules. It fills its box unless a size is given.
 * @param {Face | undefined} face undefined: face down
 * @param {{label?: string, size?: number, board?: string}} [options] without a label it is hidden from screen readers
 */
export function tilePicture(face, { label, size, board = boardHere() } = {}) {
  define(board);
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const box = { viewBox: `-1 -1 ${TILE + 2} ${TILE + 3}`, width: size, height: size, "data-board": board };
  return s("svg", { class: "tile", ...box, ...named }, ...tilePieces(face, board));
}

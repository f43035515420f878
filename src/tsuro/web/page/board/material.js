// What the board is made of. The document says it; a picture of another board says it for itself.

import { HATCHINGS, MATERIALS } from "../generated/shapes.js";
import { s } from "../ui/dom.js";

/** How something is filled: by a class, or by a gradient or a texture.
 * @typedef {{css?: string, paint?: string}} Filled */
/** @typedef {{element: "linearGradient" | "radialGradient", attributes: Record<string, string | number>, stops: readonly [string, number][]}} Gradient */
/** @typedef {{width: number, height: number, lines: readonly (readonly string[])[]}} Texture the class of each line, and its data */
/**
 * @typedef {object} Material
 * @property {readonly (Filled & {far: number, radius: number, down?: number})[]} rings frame and ground, the lowest first
 * @property {readonly (Filled & {x: number, y: number, width: number, height: number, rx: number})[]} plate of a tile
 * @property {string | null} edge the light along a tile's upper corner
 * @property {readonly {css: string, paint?: string, middle?: number}[]} strands of a path; `middle`: only that part of it
 * @property {readonly number[]} back the circles on the back of a tile
 * @property {readonly number[]} startMark from the point outward: where the stroke begins and ends
 * @property {Record<string, Gradient>} gradients
 * @property {Record<string, Texture>} textures
 */

/** Of what the boards of this document are made. @returns {string} */
export function boardHere() {
  return document.documentElement.dataset.board ?? "lacquer";
}

/** @param {string} board @returns {Material} */
export function materialOf(board) {
  return MATERIALS[board] ?? MATERIALS.lacquer;
}

/** How SVG says that something is filled by a gradient or a texture. @param {string} name @param {string} [board] */
export function paint(name, board = boardHere()) {
  return `url(#tsuro-${board}-${name})`;
}

/** @param {Filled} how @param {string} board */
export function filled({ css, paint: name }, board) {
  return { class: css, fill: name && paint(name, board) };
}

/** @type {Set<string>} */
const defined = new Set();

/** Put the paints of a board into the page, once. They stand in a picture of no size: a hidden one gives no paint.
 * @param {string} [board]
 */
export function define(board = boardHere()) {
  if (defined.has(board)) return;
  defined.add(board);
  const props = { class: "definitions", width: 0, height: 0, "aria-hidden": "true", "data-board": board };
  document.body.append(s("svg", props, s("defs", {}, ...paints(board))));
}

/** @param {string} board */
function paints(board) {
  const { gradients, textures } = materialOf(board);
  const id = (/** @type {string} */ name) => `tsuro-${board}-${name}`;
  return [
    ...Object.entries(gradients).map(([name, one]) => gradient(id(name), one)),
    ...Object.entries(textures).map(([name, one]) => texture(id(name), one)),
    ...Object.entries(HATCHINGS).map(([name, step]) => hatching(id(name), name, step)),
  ];
}

/** @param {string} id @param {Gradient} given */
function gradient(id, { element, attributes, stops }) {
  const steps = stops.map(([colour, offset]) => s("stop", { class: `stop-${colour}`, offset }));
  return s(element, { id, ...attributes }, ...steps);
}

/** @param {string} id @param {Texture} given @param {Record<string, string>} [props] */
function texture(id, { width, height, lines }, props = {}) {
  const drawn = lines.map(([css, d]) => s("path", { class: css, d }));
  return s("pattern", { id, width, height, patternUnits: "userSpaceOnUse", ...props }, ...drawn);
}

/** @param {string} id @param {string} name @param {number} step */
function hatching(id, name, step) {
  const turned = { patternTransform: "rotate(45)" };
  return texture(id, { width: step, height: step, lines: [[name, `M0 0V${step}`]] }, turned);
}

// A tile: a plate of lacquer with four golden paths, each on a casing, so that crossings look woven.

/** @import {Face} from "./faces.js" */
import { BACK, GLOSS_LINE, PLATE } from "../generated/shapes.js";
import { s } from "../ui/dom.js";
import { define } from "./definitions.js";
import { curveOver, TILE, trace } from "./geometry.js";

/** @type {Map<string, SVGElement>} */
const made = new Map();

/** The pieces of a tile, in a square at the origin.
 * @param {Face | undefined} face undefined: face down
 * @returns {SVGElement[]}
 */
export function tilePieces(face) {
  const paths = face ? face.paths.map((path) => copyOf(path.join("-"), () => woven(path))) : [copyOf("back", back)];
  return [copyOf("plate", plate), ...paths];
}

/** A copy of what was made once: a full board is drawn within a frame.
 * @param {string} name
 * @param {() => SVGElement[]} make
 */
function copyOf(name, make) {
  const known = made.get(name) ?? s("g", {}, ...make());
  made.set(name, known);
  return /** @type {SVGElement} */ (known.cloneNode(true));
}

function plate() {
  return [
    s("rect", { class: "tile-shadow", ...PLATE.shadow }),
    s("rect", { class: "tile-rim", ...PLATE.rim }),
    s("rect", { ...PLATE.lacquer, fill: "url(#tsuro-lacquer)" }),
    s("rect", { ...PLATE.lacquer, fill: "url(#tsuro-gloss)" }),
    s("path", { class: "tile-light", d: GLOSS_LINE }),
  ];
}

/** @param {readonly [number, number]} path */
function woven([one, other]) {
  const d = trace([curveOver(one, other)]);
  return [s("path", { class: "casing", d }), s("path", { class: "path", d, stroke: "url(#tsuro-gold)" })];
}

function back() {
  return BACK.map((r) => s("circle", { class: "back", cx: TILE / 2, cy: TILE / 2, r }));
}

/** A tile by itself: for the hand, the exchange, the rules. It fills its box unless a size is given.
 * @param {Face | undefined} face undefined: face down
 * @param {{label?: string, size?: number}} [options] without a label it is hidden from screen readers
 */
export function tilePicture(face, { label, size } = {}) {
  define();
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const box = { viewBox: `-1 -1 ${TILE + 2} ${TILE + 3}`, width: size, height: size };
  return s("svg", { class: "tile", ...box, ...named }, ...tilePieces(face));
}

// What all pictures on the page share: the lacquer of the tiles, their gold, and hatchings.

import { s } from "../ui/dom.js";
import { TILE } from "./geometry.js";

let isThere = false;

/** Put the shared definitions into the page, once. They stand in a picture of no size, since a hidden one gives no paint. */
export function define() {
  if (isThere) return;
  isThere = true;
  const paints = [lacquer(), gloss(), gold(), wood(), ground(), hatching("hatch", 9), hatching("ban", 13)];
  const props = { class: "definitions", width: 0, height: 0, "aria-hidden": "true" };
  document.body.append(s("svg", props, s("defs", {}, ...paints)));
}

function lacquer() {
  const across = { id: "tsuro-lacquer", x2: 1, y2: 1 };
  return s("linearGradient", across, stop("tile-light"), stop("tile", 0.55), stop("tile-deep", 1));
}

function gloss() {
  const round = { id: "tsuro-gloss", cx: 0.22, cy: 0.1, r: 0.95 };
  return s("radialGradient", round, stop("gloss"), stop("gloss-end", 1));
}

function gold() {
  // Measured on the tile, since a straight path has no height of its own to measure by.
  const across = { id: "tsuro-gold", gradientUnits: "userSpaceOnUse", x2: TILE, y2: TILE };
  return s("linearGradient", across, stop("gold-light"), stop("gold", 0.5), stop("gold-deep", 1));
}

function wood() {
  const down = { id: "tsuro-wood", x2: 0.6, y2: 1 };
  return s("linearGradient", down, stop("wood-light"), stop("wood", 0.35), stop("wood-deep", 1));
}

function ground() {
  return s("radialGradient", { id: "tsuro-ground", r: 0.75 }, stop("ground-light"), stop("ground", 1));
}

/** @param {string} name @param {number} step */
function hatching(name, step) {
  const size = { width: step, height: step, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" };
  return s("pattern", { id: `tsuro-${name}`, ...size }, s("path", { class: name, d: `M0 0V${step}` }));
}

/** @param {string} name @param {number} [offset] */
function stop(name, offset = 0) {
  return s("stop", { class: `stop-${name}`, offset });
}

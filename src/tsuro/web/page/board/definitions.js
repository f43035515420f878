// What all pictures on the page share: the lacquer of the tiles, their gold, and hatchings.

import { s } from "../ui/dom.js";
import { GRADIENTS, HATCHINGS } from "../generated/shapes.js";

let isThere = false;

/** Put the shared definitions into the page, once. They stand in a picture of no size: a hidden one gives no paint. */
export function define() {
  if (isThere) return;
  isThere = true;
  const hatchings = Object.entries(HATCHINGS).map(([name, step]) => hatching(name, step));
  const paints = [...Object.keys(GRADIENTS).map(gradient), ...hatchings];
  const props = { class: "definitions", width: 0, height: 0, "aria-hidden": "true" };
  document.body.append(s("svg", props, s("defs", {}, ...paints)));
}

/** @param {string} name */
function gradient(name) {
  const { element, attributes, stops } = GRADIENTS[name];
  const steps = stops.map(([colour, offset]) => s("stop", { class: `stop-${colour}`, offset }));
  return s(element, { id: `tsuro-${name}`, ...attributes }, ...steps);
}

/** @param {string} name @param {number} step */
function hatching(name, step) {
  const size = { width: step, height: step, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" };
  return s("pattern", { id: `tsuro-${name}`, ...size }, s("path", { class: name, d: `M0 0V${step}` }));
}

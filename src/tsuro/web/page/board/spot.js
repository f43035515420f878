// What lights up when somebody points at a move: its tile, and the ways that markers went over it.

/** @import {Walk} from "../generated/messages" */
/** @import {Look} from "./looks.js" */
/** @import {Trail} from "./trails.js" */
import { INSET, RING, STUB } from "../generated/shapes.js";
import { put, s } from "../ui/dom.js";
import { dashOf } from "./looks.js";
import { outward } from "./geometry.js";
import { over } from "./squares.js";
import { dataOf, lengthOf, runsOf, trailOfWalk } from "./trails.js";

/**
 * @typedef {object} Spot
 * @property {readonly number[]} squares
 * @property {readonly Walk[]} walks
 * @property {number | null} mark a start mark
 */

/** What is lit, and a light that runs along a way. */
export class SpotLayer {
  constructor() {
    this.lit = s("g");
    this.traces = s("g");
    this.element = s("g", {}, this.lit, this.traces);
    this.key = "";
  }

  /** Light this, and nothing else. @param {Spot | null} spot @param {readonly Look[]} looks */
  show(spot, looks) {
    const key = spot ? JSON.stringify([spot, looks.map(({ marker }) => marker)]) : "";
    if (key === this.key) return;
    this.key = key;
    put(this.lit, spot ? pieces(spot, looks) : []);
  }

  /** Let a light run along each trail, once. @param {readonly Trail[]} trails */
  trace(trails) {
    put(this.traces, trails.map(traced));
  }
}

/** @param {Spot} spot @param {readonly Look[]} looks */
function pieces({ squares, walks, mark }, looks) {
  return [
    ...squares.flatMap((square) => [over(square, { class: "spot-bed" }, INSET), over(square, { class: "spot-edge" }, INSET)]),
    ...walks.filter(({ seat }) => looks[seat]).map((walk) => way(trailOfWalk(walk), looks[walk.seat])),
    mark !== null && ring(mark),
  ];
}

/** A way with a light around it. @param {Trail} trail @param {Look} look */
function way(trail, { marker }) {
  const runs = runsOf(trail).map((run) => dataOf(run));
  const d = runs.join("");
  return s("g", { class: `spot-way is-${marker}` },
    s("path", { class: "spot-glow", d }),
    ...runs.flatMap((run) => [
      s("path", { class: "bed", d: run }),
      s("path", { class: "colour", d: run, "stroke-dasharray": dashOf(marker).join(" ") || null }),
    ]));
}

/** @param {number} mark */
function ring(mark) {
  const { x, y } = outward(mark, STUB / 2);
  return [s("circle", { class: "spot-bed", cx: x, cy: y, r: RING }), s("circle", { class: "spot-edge", cx: x, cy: y, r: RING })];
}

/** @param {Trail} trail */
function traced(trail) {
  const whole = { from: trail.start, curves: trail.curves, begins: 0, length: lengthOf(trail.curves) };
  const lights = ["traced is-halo", "traced"].map((name) => s("path", { class: name, d: dataOf(whole), pathLength: 1 }));
  const light = s("g", {}, lights);
  light.addEventListener("animationend", () => light.remove());
  return light;
}

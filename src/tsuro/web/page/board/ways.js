// The players' paths: each on a dark bed, in the colour and the dashes of its marker.

/** @import {Look} from "./looks.js" */
/** @import {Run, Trail} from "./trails.js" */
import { CAP } from "../generated/shapes.js";
import { put, s, set } from "../ui/dom.js";
import { dashOf } from "./looks.js";
import { trace } from "./geometry.js";
import { dataOf, runsOf, walkedOf } from "./trails.js";

/** @typedef {{run: Run, strokes: SVGPathElement[], count: number}} Piece a run, and how many of its curves are drawn */
/** @typedef {{element: SVGGElement, trail: Trail, pieces: Piece[], tip: SVGPathElement[], key: string}} Way */

/** The paths that the markers have walked. */
export class WaysLayer {
  constructor() {
    this.element = s("g", { class: "layer" });
    /** @type {Map<number, Way>} */
    this.ways = new Map();
  }

  /** Show these trails, whole.
   * @param {readonly (Trail | null)[]} trails
   * @param {readonly Look[]} looks
   * @param {ReadonlySet<number>} out who is eliminated
   */
  show(trails, looks, out) {
    for (const seat of this.ways.keys()) if (!trails[seat]) this.forget(seat);
    trails.forEach((trail, seat) => {
      if (!trail) return;
      this.grow(this.way(trail, looks[seat]), Infinity);
      this.fade(seat, out.has(seat));
    });
  }

  /** The way along the trail, to be grown.
   * @param {Trail} trail
   * @param {Look} look
   * @returns {Way}
   */
  way(trail, look) {
    const key = `${look.marker} ${keyOf(trail)}`;
    const known = this.ways.get(trail.seat);
    if (known?.key === key) return known;
    const element = known?.element ?? this.element.appendChild(s("g"));
    const pieces = runsOf(trail).map((run) => ({ run, strokes: strokes(look.marker), count: -1 }));
    const tip = strokes(look.marker);
    const [under, above] = caps(trail);
    put(element, under, ...pieces.flatMap((piece) => piece.strokes), ...tip, above);
    set(element, { class: `way is-${look.marker}` });
    const way = { element, trail, pieces, tip, key };
    this.ways.set(trail.seat, way);
    return way;
  }

  /** Draw a way as far as it was walked. Only its tip changes from frame to frame, so that little is repainted.
   * @param {Way} way
   * @param {number} walked
   */
  grow({ pieces, tip }, walked) {
    let d = "";
    let offset = 0;
    for (const piece of pieces) {
      const now = walkedOf(piece.run, walked);
      if (now.count !== piece.count) setAll(piece.strokes, { d: dataOf(piece.run, now.count) });
      piece.count = now.count;
      if (now.tip) [d, offset] = [trace([now.tip]), now.after];
    }
    setAll(tip, { d, "stroke-dashoffset": offset || null });
  }

  /** @param {number} seat @param {boolean} isOut */
  fade(seat, isOut) {
    this.ways.get(seat)?.element.classList.toggle("is-out", isOut);
  }

  /** @param {number} seat */
  forget(seat) {
    this.ways.get(seat)?.element.remove();
    this.ways.delete(seat);
  }
}

/** The two strokes of a piece of a path. @param {string} marker */
function strokes(marker) {
  const dashes = dashOf(marker).join(" ") || null;
  return [s("path", { class: "bed" }), s("path", { class: "colour", "stroke-dasharray": dashes })];
}

/** The round beginning of a path, below and above its strokes. @param {Trail} trail */
function caps({ start }) {
  const at = { cx: start.x, cy: start.y };
  return [s("circle", { class: "cap-bed", ...at, r: CAP.bed }), s("circle", { class: "cap", ...at, r: CAP.colour })];
}

/** @param {SVGPathElement[]} strokes @param {Record<string, unknown>} props */
function setAll(strokes, props) {
  for (const stroke of strokes) set(stroke, props);
}

/** @param {Trail} trail */
function keyOf({ start, squares, curves }) {
  const end = curves.at(-1)?.end ?? start;
  return `${start.x} ${start.y} ${squares.join()} ${end.x} ${end.y}`;
}

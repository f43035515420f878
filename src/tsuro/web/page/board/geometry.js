// Where things lie on the board, and the curve of a path over a tile. The top left corner of the top left square is the
// origin, and y grows downwards.

/** @typedef {{x: number, y: number}} Place */
/** A cubic Bézier: from `start` towards `near`, and from `far` to `end`.
 * @typedef {{start: Place, near: Place, far: Place, end: Place}} Bend */
/** One that was measured: its length, and the distances along it at equal steps.
 * @typedef {Bend & {length: number, steps: number[]}} Curve */

import { CHORDS, FRAME, MARGIN, OUTWARD, REACH, SHADOW, SIDE, SPOTS, START_MARKS, TILE } from "../generated/shapes.js";

export { FRAME, MARGIN, SHADOW, SIDE, START_MARKS, TILE };
export const BOARD = SIDE * TILE;

const OPPOSITE = [5, 4, 7, 6, 1, 0, 3, 2]; // the same point, seen from the square beyond
const SPOT_NAMES = ["n1", "n2", "e1", "e2", "s1", "s2", "w1", "w2"];

/** @param {number} point */
export const squareOf = (point) => point >> 3;
/** @param {number} point */
export const spotOf = (point) => point & 7;
/** @param {number} point */
const sideOf = (point) => spotOf(point) >> 1;

/** The top left corner of a square.
 * @param {number} square
 * @returns {Place}
 */
export function corner(square) {
  return { x: (square % SIDE) * TILE, y: Math.floor(square / SIDE) * TILE };
}

/** The name of a square, as players say it: a6 is the top left one.
 * @param {number} square
 */
export function squareName(square) {
  return `${"abcdef"[square % SIDE]}${SIDE - Math.floor(square / SIDE)}`;
}

/** On which side of its square a point lies, and which of the two it is: n1, n2, e1 …
 * @param {number} point
 */
export function spotName(point) {
  return SPOT_NAMES[spotOf(point)];
}

/** Where a point lies.
 * @param {number} point
 * @returns {Place}
 */
export function placeOf(point) {
  const { x, y } = corner(squareOf(point));
  const spot = SPOTS[spotOf(point)];
  return { x: x + spot.x, y: y + spot.y };
}

/** The way straight out of the point's square.
 * @param {number} point
 * @returns {Place}
 */
export function direction(point) {
  return OUTWARD[sideOf(point)];
}

/** The place at that distance from the point, straight out of its square.
 * @param {number} point
 * @param {number} far
 * @returns {Place}
 */
export function outward(point, far) {
  const { x, y } = placeOf(point);
  const way = direction(point);
  return { x: x + way.x * far, y: y + way.y * far };
}

/** The same point as the square beyond sees it; null at the edge.
 * @param {number} point
 * @returns {number | null}
 */
export function beyond(point) {
  const square = squareOf(point);
  const way = direction(point);
  const column = (square % SIDE) + way.x;
  const row = Math.floor(square / SIDE) + way.y;
  if (column < 0 || column >= SIDE || row < 0 || row >= SIDE) return null;
  return (row * SIDE + column) * 8 + OPPOSITE[spotOf(point)];
}

/** Which square lies at a place, or null.
 * @param {Place} place
 * @returns {number | null}
 */
export function squareHere({ x, y }) {
  const column = Math.floor(x / TILE);
  const row = Math.floor(y / TILE);
  return column >= 0 && column < SIDE && row >= 0 && row < SIDE ? row * SIDE + column : null;
}

/** @type {Map<number, Curve>} */
const curves = new Map();
/** @type {Map<number, number[]>} */
const measures = new Map(); // by spots: a path is as long on every square

/** The path between two points of one tile: it meets the tile's sides at right angles.
 * @param {number} entry
 * @param {number} leaving
 * @returns {Curve}
 */
export function curveOver(entry, leaving) {
  const key = entry * 8 + spotOf(leaving);
  const known = curves.get(key);
  if (known) return known;
  const reach = reachOf(entry, leaving);
  const bent = { start: placeOf(entry), near: outward(entry, -reach), far: outward(leaving, -reach), end: placeOf(leaving) };
  const spots = spotOf(entry) * 8 + spotOf(leaving);
  const steps = measures.get(spots) ?? measure(bent);
  measures.set(spots, steps);
  const made = { ...bent, length: steps[CHORDS], steps };
  curves.set(key, made);
  return made;
}

/** How far a path keeps straight on before it bends.
 * @param {number} entry
 * @param {number} leaving
 */
function reachOf(entry, leaving) {
  if (sideOf(entry) === sideOf(leaving)) return REACH.sameSide * TILE;
  const reach = REACH.part * distance(placeOf(entry), placeOf(leaving));
  return Math.min(Math.max(reach, REACH.shortest * TILE), REACH.longest * TILE);
}

/** The curve with its length.
 * @param {Bend} bent
 * @returns {Curve}
 */
export function measured(bent) {
  const steps = measure(bent);
  return { ...bent, length: steps[CHORDS], steps };
}

/** The distances along a curve, at equal steps. @param {Bend} bent */
function measure(bent) {
  const steps = [0];
  let before = bent.start;
  for (let i = 1; i <= CHORDS; i += 1) {
    const place = along(bent, i / CHORDS);
    steps.push(steps[i - 1] + distance(before, place));
    before = place;
  }
  return steps;
}

/** The place at that part of a curve.
 * @param {Bend} bend
 * @param {number} part from 0 to 1
 * @returns {Place}
 */
export function along({ start, near, far, end }, part) {
  const rest = 1 - part;
  const [a, b, c, d] = [rest ** 3, 3 * rest * rest * part, 3 * rest * part * part, part ** 3];
  return { x: a * start.x + b * near.x + c * far.x + d * end.x, y: a * start.y + b * near.y + c * far.y + d * end.y };
}

/** Which part of the curve has that length: the table of distances makes walking even without measuring.
 * @param {Curve} curve
 * @param {number} length
 */
export function partAt({ steps, length: whole }, length) {
  if (length <= 0) return 0;
  if (length >= whole) return 1;
  let i = 1;
  while (steps[i] < length) i += 1;
  return (i - 1 + (length - steps[i - 1]) / (steps[i] - steps[i - 1])) / CHORDS;
}

/** The first part of a curve, of that length (de Casteljau).
 * @param {Curve} whole
 * @param {number} length
 * @returns {Bend}
 */
export function firstOf(whole, length) {
  const part = partAt(whole, length);
  const [a, b, c] = [mix(whole.start, whole.near, part), mix(whole.near, whole.far, part), mix(whole.far, whole.end, part)];
  const [ab, bc] = [mix(a, b, part), mix(b, c, part)];
  return { start: whole.start, near: a, far: ab, end: mix(ab, bc, part) };
}

/** @param {Place} a @param {Place} b */
export function distance(a, b) {
  return Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2); // hypot is ten times slower
}

/** @param {Place} a @param {Place} b @param {number} part @returns {Place} */
function mix(a, b, part) {
  return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part };
}

/** A place as the data of a path writes it.
 * @param {Place} place
 */
export function pair({ x, y }) {
  return `${short(x)} ${short(y)}`;
}

/** @param {number} value */
function short(value) {
  return Math.round(value * 10) / 10 || 0;
}

/** The data of one curve that goes on from where the path is.
 * @param {Omit<Bend, "start">} curve
 */
export function bend({ near, far, end }) {
  return `C${pair(near)} ${pair(far)} ${pair(end)}`;
}

/** The data of a path along curves, each of which begins where the one before ends.
 * @param {readonly Bend[]} curves
 */
export function trace(curves) {
  const [first] = curves;
  return first ? `M${pair(first.start)}${curves.map(bend).join("")}` : "";
}

/** The data of a straight line.
 * @param {Place} start
 * @param {Place} end
 */
export function line(start, end) {
  return `M${pair(start)}L${pair(end)}`;
}

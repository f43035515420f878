// The ways that markers have gone, or would go, as curves.

/** @import {Position, Walk} from "../generated/messages" */
/** @import {Bend, Curve, Place} from "./geometry.js" */

import { STUB } from "../generated/shapes.js";
import { along, bend, beyond, curveOver, distance, firstOf } from "./geometry.js";
import { measured, outward, pair, partAt, placeOf, squareOf } from "./geometry.js";

/** A marker's way over the tiles; of two that met, each goes to the middle only.
 * @typedef {{seat: number, start: Place, squares: number[], curves: Curve[]}} Trail */
/** A piece of a trail that visits no tile twice: where a trail crosses itself, one piece lies above the other.
 * @typedef {{from: Place, curves: Curve[], begins: number, length: number}} Run */

/** The crossings of tiles: where a marker enters, where it leaves.
 * @param {readonly number[]} points
 * @returns {[number, number][]}
 */
export function crossings(points) {
  /** @type {[number, number][]} */
  const crossed = [];
  /** @type {number | null} */
  let entry = points[0] ?? null;
  for (const leaving of points.slice(1)) {
    if (entry === null) break;
    crossed.push([entry, leaving]);
    entry = beyond(leaving);
  }
  return crossed;
}

/** The trails of all markers, null for those not placed yet. Two that met have walked each other's last way.
 * @param {Pick<Position, "trails">} position
 * @returns {(Trail | null)[]}
 */
export function trailsOf({ trails }) {
  const paths = trails.map(crossings);
  const against = new Set(paths.flat().map(([entry, leaving]) => `${leaving} ${entry}`));
  return trails.map((points, seat) => {
    const path = paths[seat];
    const shared = path.filter(([entry, leaving]) => against.has(`${entry} ${leaving}`)).length;
    return points.length ? trail(seat, outward(points[0], STUB), path, shared) : null;
  });
}

/** The trail of one walk. Two markers that meet are sent all the way to where the other stood.
 * @param {Walk} walk
 * @returns {Trail}
 */
export function trailOfWalk(walk) {
  const path = crossings(walk.points);
  return trail(walk.seat, placeOf(walk.points[0]), path, walk.met === null ? 0 : path.length);
}

/**
 * @param {number} seat
 * @param {Place} start
 * @param {[number, number][]} path
 * @param {number} shared of that many of the last crossings, only the first half is walked
 * @returns {Trail}
 */
function trail(seat, start, path, shared) {
  const whole = path.map(([entry, leaving]) => curveOver(entry, leaving));
  const alone = whole.slice(0, whole.length - shared);
  const curves = shared ? [...alone, ...firstHalf(whole.slice(alone.length))] : alone;
  return { seat, start, squares: path.slice(0, curves.length).map(([entry]) => squareOf(entry)), curves };
}

/**
 * @param {readonly Curve[]} curves
 * @returns {Curve[]}
 */
function firstHalf(curves) {
  let ahead = lengthOf(curves) / 2;
  const half = [];
  for (const whole of curves) {
    if (whole.length > ahead) return [...half, measured(firstOf(whole, ahead))];
    half.push(whole);
    ahead -= whole.length;
  }
  return half;
}

/** How long curves are together. @param {readonly Curve[]} curves */
export function lengthOf(curves) {
  return curves.reduce((sum, { length }) => sum + length, 0);
}

/** Where a trail ends; on its start mark if nothing was walked.
 * @param {Trail} trail
 * @returns {Place}
 */
export function endOf({ start, curves }) {
  return curves.at(-1)?.end ?? start;
}

/** The trail in pieces that visit no tile twice.
 * @param {Trail} trail
 * @returns {Run[]}
 */
export function runsOf({ start, squares, curves }) {
  /** @type {Run[]} */
  const runs = [{ from: start, curves: [], begins: 0, length: 0 }];
  const visited = new Set();
  for (const [i, over] of curves.entries()) {
    let run = /** @type {Run} */ (runs.at(-1));
    if (visited.has(squares[i])) {
      run = { from: over.start, curves: [], begins: run.begins + run.length, length: 0 };
      runs.push(run);
      visited.clear();
    }
    visited.add(squares[i]);
    run.curves.push(over);
    run.length += over.length;
  }
  return runs;
}

/** The data of a run, or of its first curves; nothing of a run that was not begun.
 * @param {Run} run
 * @param {number} [count]
 * @returns {string}
 */
export function dataOf({ from, curves, begins }, count = curves.length) {
  if (count === 0 && begins > 0) return "";
  const first = curves[0]?.start ?? from;
  const stub = from === first ? "" : `L${pair(first)}`;
  return `M${pair(from)}${stub}${curves.slice(0, count).map(bend).join("")}`;
}

/** How much of a run was walked: a number of whole curves, and the beginning of another, with its distance from the run's start.
 * @param {Run} run
 * @param {number} walked the distance from the start of the whole trail
 * @returns {{count: number, tip: Bend | null, after: number}}
 */
export function walkedOf({ from, curves, begins }, walked) {
  let after = 0;
  let count = 0;
  while (count < curves.length && begins + after + curves[count].length <= walked) {
    after += curves[count].length;
    count += 1;
  }
  const ahead = walked - begins - after;
  const tip = ahead > 0 && count < curves.length ? firstOf(curves[count], ahead) : null;
  return { count, tip, after: after + (curves.length ? distance(from, curves[0].start) : 0) };
}

/** Where on the trail a marker is that has walked so far.
 * @param {Trail} trail
 * @param {number} walked
 * @returns {Place}
 */
export function placeAt(trail, walked) {
  let ahead = walked;
  for (const over of trail.curves) {
    if (ahead <= over.length) return along(over, partAt(over, ahead));
    ahead -= over.length;
  }
  return endOf(trail);
}

/** Where trails end, each place with the seats whose trails end there: two that met share one.
 * @param {readonly Trail[]} trails
 * @returns {{place: Place, seats: number[]}[]}
 */
export function endsOf(trails) {
  /** @type {{place: Place, seats: number[]}[]} */
  const ends = [];
  for (const trail of trails) {
    const place = endOf(trail);
    const known = ends.find((other) => distance(other.place, place) < 1);
    if (known) known.seats.push(trail.seat);
    else ends.push({ place, seats: [trail.seat] });
  }
  return ends;
}

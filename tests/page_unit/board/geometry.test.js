// Where things lie: the same places as in the pictures that the library draws.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  along,
  beyond,
  bend,
  curveOver,
  distance,
  firstOf,
  partAt,
  placeOf,
  outward,
  spotName,
  squareHere,
  squareName,
  START_MARKS,
  trace,
} from "../../../src/tsuro/web/page/board/geometry.js";

const POINTS = Array.from({ length: 36 * 8 }, (_, point) => point);

test("squares are named as players say them", () => {
  assert.deepEqual([0, 5, 30, 35].map(squareName), ["a6", "f6", "a1", "f1"]);
  assert.equal(spotName(16), "n1");
});

test("a point between two squares lies at one place", () => {
  for (const point of POINTS) {
    const other = beyond(point);
    if (other === null) continue;
    assert.deepEqual(placeOf(other), placeOf(point));
    assert.equal(beyond(other), point);
  }
});

test("the points without a square beyond are the 48 start marks, clockwise", () => {
  const edge = POINTS.filter((point) => beyond(point) === null);
  assert.deepEqual([...START_MARKS].sort((a, b) => a - b), edge);
  assert.deepEqual(START_MARKS.slice(0, 2), [0, 1]);
  START_MARKS.forEach((mark, i) => {
    const next = START_MARKS[(i + 1) % START_MARKS.length];
    assert.ok(distance(placeOf(mark), placeOf(next)) <= 60, `${mark} to ${next}`);
  });
});

test("outward leads out of the square, and back into it", () => {
  assert.deepEqual(outward(0, 10), { x: 30, y: -10 });
  assert.deepEqual(outward(2, -10), { x: 80, y: 30 });
});

test("a path meets the sides of its tile at right angles", () => {
  for (let one = 0; one < 8; one += 1) {
    for (let other = 0; other < 8; other += 1) {
      if (one === other) continue;
      const { start, near, far, end } = curveOver(one, other);
      assert.deepEqual([start, end], [placeOf(one), placeOf(other)]);
      assert.ok(near.x === start.x || near.y === start.y);
      assert.ok(far.x === end.x || far.y === end.y);
    }
  }
});

test("a path is as long on every square, and both ways", () => {
  assert.equal(curveOver(0, 5).length, 90);
  assert.equal(curveOver(35 * 8, 35 * 8 + 3).length, curveOver(0, 3).length);
  assert.ok(Math.abs(curveOver(3, 0).length - curveOver(0, 3).length) < 1e-9);
});

test("who walks half of a curve has walked half of its length", () => {
  const curve = curveOver(0, 6);
  assert.deepEqual([partAt(curve, -1), partAt(curve, curve.length + 1)], [0, 1]);
  const half = firstOf(curve, curve.length / 2);
  assert.deepEqual(half.start, curve.start);
  assert.ok(distance(half.end, along(curve, partAt(curve, curve.length / 2))) < 1e-9);
  const [before, after] = [lengthUntil(curve, 0.5), curve.length - lengthUntil(curve, 0.5)];
  assert.ok(Math.abs(before - after) < 0.5);
});

test("the data of a path is short", () => {
  assert.equal(trace([]), "");
  assert.equal(trace([curveOver(0, 5)]), "M30 0C30 46.8 30 43.2 30 90");
  assert.equal(bend({ near: { x: 1 / 3, y: -0.04 }, far: { x: 2, y: 2 }, end: { x: 3, y: 3 } }), "C0.3 0 2 2 3 3");
});

test("a place lies on a square, or beside the board", () => {
  assert.equal(squareHere({ x: 1, y: 1 }), 0);
  assert.equal(squareHere({ x: 539, y: 539 }), 35);
  assert.equal(squareHere({ x: -1, y: 5 }), null);
  assert.equal(squareHere({ x: 5, y: 540 }), null);
});

/** @param {import("../../../src/tsuro/web/page/board/geometry.js").Curve} curve @param {number} part */
function lengthUntil(curve, part) {
  const until = partAt(curve, curve.length * part);
  const places = Array.from({ length: 201 }, (_, i) => along(curve, (until * i) / 200));
  return places.slice(1).reduce((sum, place, i) => sum + distance(places[i], place), 0);
}

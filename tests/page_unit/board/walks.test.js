// The ways of markers, and when they walk them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { nextMark } from "../../../src/tsuro/web/page/board/marks.js";
import { distance, placeOf, START_MARKS } from "../../../src/tsuro/web/page/board/geometry.js";
import {
  crossings,
  dataOf,
  endOf,
  endsOf,
  lengthOf,
  placeAt,
  runsOf,
  trailOfWalk,
  trailsOf,
  walkedOf,
} from "../../../src/tsuro/web/page/board/trails.js";
import { partOf, plan } from "../../../src/tsuro/web/page/board/walks.js";

const STRAIGHT = { seat: 0, points: [16, 21, 69], end: 112, met: null }; // from c6n1 down over two tiles
const MEETING = [
  { seat: 0, points: [16, 21], end: null, met: 1 },
  { seat: 1, points: [21, 16], end: null, met: 0 },
];

test("a marker enters a tile where it left the one before", () => {
  assert.deepEqual(crossings([16, 21, 69]), [[16, 21], [64, 69]]);
  assert.deepEqual(crossings([16]), []);
  assert.deepEqual(crossings([]), []);
});

test("a walk goes on from tile to tile without a gap", () => {
  const { curves } = trailOfWalk(STRAIGHT);
  assert.deepEqual(curves[0].end, curves[1].start);
  assert.deepEqual(endOf(trailOfWalk(STRAIGHT)), placeOf(112));
});

test("two that meet meet in the middle", () => {
  const [one, other] = MEETING.map(trailOfWalk);
  assert.ok(distance(endOf(one), endOf(other)) < 0.01);
  assert.ok(Math.abs(lengthOf(one.curves) - 45) < 0.1);
  const [end, ...more] = endsOf([one, other]);
  assert.deepEqual([end.seats, more], [[0, 1], []]);
});

test("trails that met end in the middle of what both walked, too", () => {
  const [one, other, absent] = trailsOf({ trails: [[8, 13, 59, 18], [66, 11], []] });
  assert.equal(absent, null);
  assert.equal(one?.curves.length, 3);
  assert.equal(other?.curves.length, 1);
  const [a, b] = trailsOf({ trails: [[16, 21], [21, 16]] });
  assert.ok(a && b && distance(endOf(a), endOf(b)) < 0.01);
});

test("a trail begins outside, on its start mark", () => {
  const [trail] = trailsOf({ trails: [[16]] });
  assert.deepEqual(trail?.start, { x: 210, y: -13 });
  assert.equal(trail && dataOf(runsOf(trail)[0]), "M210 -13");
  const [walked] = trailsOf({ trails: [[16, 21]] });
  assert.match(walked ? dataOf(runsOf(walked)[0]) : "", /^M210 -13L210 0C/);
});

test("where a trail comes to a tile again, a new piece lies above the first", () => {
  const trail = trailOfWalk({ seat: 0, points: [0, 2, 12, 50, 7], end: null, met: null });
  const twice = { ...trail, squares: [0, 1, 0, 1] };
  const runs = runsOf(twice);
  assert.deepEqual(runs.map((run) => run.curves.length), [2, 2]);
  assert.equal(runs[1].begins, runs[0].length);
  assert.equal(dataOf(runs[1], 0), "");
  assert.deepEqual(walkedOf(runs[1], runs[0].length), { count: 0, tip: null, after: 0 });
});

test("a trail grows by whole curves and a tip", () => {
  const trail = trailOfWalk(STRAIGHT);
  const [run] = runsOf(trail);
  const { count, tip, after } = walkedOf(run, 120);
  assert.deepEqual([count, after], [1, 90]);
  assert.ok(tip && Math.abs(tip.end.y - 120) < 0.5);
  assert.ok(Math.abs(placeAt(trail, 120).y - 120) < 0.5);
  assert.deepEqual(placeAt(trail, 1000), endOf(trail));
  assert.deepEqual(walkedOf(run, Infinity), { count: 2, tip: null, after: 180 });
});

test("the tile settles, then the markers walk one after the other, then those who are out fade", () => {
  const { steps, duration } = plan(
    [
      { type: "tile-placed", seat: 0, square: 2, tile: "26n" },
      { type: "marker-walked", walk: { ...STRAIGHT, end: null } },
      { type: "marker-walked", walk: { ...STRAIGHT, seat: 1, points: [17, 20] } },
      { type: "eliminated", seat: 0, met: null, forced: false },
      { type: "eliminated", seat: 1, met: null, forced: false },
      { type: "turn-passed", to: 2 },
    ],
    "normal",
  );
  assert.deepEqual(steps.map(({ kind }) => kind), ["tile", "walk", "walk", "out", "out"]);
  const [tile, first, second, out, alsoOut] = steps;
  assert.equal(tile.ends, 150);
  assert.ok(first.begins >= tile.ends && second.begins >= first.ends && out.begins >= second.ends);
  assert.deepEqual([alsoOut.begins, alsoOut.ends], [out.begins, out.ends]);
  assert.ok(duration > out.ends);
  assert.ok(Math.abs(first.ends - first.begins - 2000 / 3) < 1, "three tiles a second");
});

test("two that meet walk together", () => {
  const { steps } = plan(MEETING.map((walk) => ({ type: "marker-walked", walk })), "slow");
  assert.equal(steps.length, 2);
  assert.deepEqual([steps[0].begins, steps[0].ends], [steps[1].begins, steps[1].ends]);
});

test("slow and fast are what they say, and none takes no time", () => {
  const events = [/** @type {const} */ ({ type: "marker-walked", walk: STRAIGHT })];
  const speeds = /** @type {const} */ (["slow", "normal", "fast"]);
  const [slow, normal, fast] = speeds.map((speed) => plan(events, speed).steps[0].ends);
  assert.ok(slow === 2 * normal && fast < normal / 2);
  assert.deepEqual(plan(events, "none"), { steps: [], duration: 0 });
  assert.deepEqual(plan([{ type: "turn-passed", to: 1 }], "normal"), { steps: [], duration: 0 });
});

test("who walks again goes on from there", () => {
  const walk = { type: /** @type {const} */ ("marker-walked"), walk: STRAIGHT };
  const tile = { type: /** @type {const} */ ("tile-placed"), seat: 0, square: 2, tile: "26n" };
  const walks = plan([tile, walk, tile, walk], "fast").steps.filter((step) => step.kind === "walk");
  assert.deepEqual(walks.map(({ from, to }) => [Math.round(from), Math.round(to)]), [[0, 180], [180, 360]]);
});

test("a marker is placed on its start mark", () => {
  const { steps } = plan([{ type: "marker-placed", seat: 3, mark: 16 }], "normal");
  assert.deepEqual(steps, [{ kind: "start", seat: 3, begins: 0, ends: 250 }]);
  assert.deepEqual([-5, 0, 125, 250, 300].map((time) => partOf(steps[0], time)), [0, 0, 0.5, 1, 1]);
  assert.equal(partOf({ ...steps[0], ends: 0 }, 0), 1);
});

test("arrow keys go round the edge, towards where they point", () => {
  const go = (/** @type {string} */ key, /** @type {number} */ here) => nextMark(key, START_MARKS[here], here, 48);
  assert.deepEqual([go("ArrowRight", 0), go("ArrowLeft", 0)], [1, 47]);
  assert.deepEqual([go("ArrowDown", 13), go("ArrowUp", 13)], [14, 12]);
  assert.deepEqual([go("ArrowRight", 26), go("ArrowLeft", 26)], [25, 27]);
  assert.deepEqual([go("ArrowUp", 40), go("ArrowDown", 40)], [41, 39]);
  assert.deepEqual([go("Home", 9), go("End", 9), go("x", 9)], [0, 47, null]);
});

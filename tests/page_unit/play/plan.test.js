import assert from "node:assert/strict";
import { test } from "node:test";
import { facesOf } from "../../../src/tsuro/web/page/board/faces.js";
import {
  NO_PLAN,
  begin,
  faceOf,
  follow,
  indexOf,
  isDoomed,
  planFor,
  previewOf,
  select,
  turn,
} from "../../../src/tsuro/web/page/play/plan.js";

/** Tile 17 lies in four ways, 4 in two, 1 in one. */
const faces = facesOf(
  ["17n", "17e", "17s", "17w", "4n", "4e", "1n"].map((name) => ({ name, tile: Number.parseInt(name, 10), paths: [] })),
);
const REFUSED = { code: "takes-you-to-the-edge", sentence: "", rule: "P2" };

const walk = (end) => ({ seat: 0, points: [0, 4], end, met: null });
const preview = (face, refused = null, end = 12) => ({ action: `play ${face}`, walks: [walk(end)], refused });
const own = (changes = {}) => ({
  seat: 0,
  hand: [17, 4, 1],
  on_turn: true,
  previews: [...faces.keys()].map((face) => preview(face)),
  marks: [],
  offer: [],
  ...changes,
});

test("a tile is selected by its place in the hand", () => {
  const plan = select(NO_PLAN, own(), 1);
  assert.equal(plan.tile, 4);
  assert.equal(indexOf(plan, own()), 1);
  assert.equal(select(plan, own(), 7), plan);
});

test("turning goes through the distinct ways to lie, round and back", () => {
  let plan = select(NO_PLAN, own(), 0);
  const seen = [];
  for (let i = 0; i < 4; i += 1) seen.push(faceOf((plan = turn(plan, faces, 1)), faces, 17));
  assert.deepEqual(seen, ["17e", "17s", "17w", "17n"]);
  assert.equal(faceOf(turn(plan, faces, -1), faces, 17), "17w");
  const two = turn(turn(select(NO_PLAN, own(), 1), faces, 1), faces, 1);
  assert.equal(faceOf(two, faces, 4), "4n");
  assert.equal(faceOf(turn(select(NO_PLAN, own(), 2), faces, 1), faces, 1), "1n");
  assert.equal(turn(NO_PLAN, faces, 1), NO_PLAN);
});

test("every tile keeps the way it was turned while another is looked at", () => {
  const turned = turn(select(NO_PLAN, own(), 0), faces, 1);
  const back = select(select(turned, own(), 1), own(), 0);
  assert.equal(faceOf(back, faces, 17), "17e");
});

test("the preview is that of the newest message", () => {
  const plan = turn(select(NO_PLAN, own(), 0), faces, 1);
  assert.equal(previewOf(plan, own(), faces)?.refused, null);
  const later = own({ previews: [preview("17e", REFUSED)] });
  assert.equal(previewOf(plan, later, faces)?.refused, REFUSED);
  assert.equal(previewOf(plan, own({ previews: [] }), faces), null);
  assert.equal(previewOf(plan, null, faces), null);
  assert.equal(previewOf(plan, own({ seat: 1 }), faces), null);
});

test("a plan made while others think stays when the turn comes", () => {
  const planned = turn(select(NO_PLAN, own({ on_turn: false }), 1), faces, 1);
  assert.equal(follow(planned, own()), planned);
  assert.equal(begin(planned, own(), faces), planned);
});

test("a plan ends when its tile is gone; the others stay turned", () => {
  const planned = turn(select(NO_PLAN, own(), 0), faces, 1);
  const after = follow(planned, own({ hand: [4, 1, 9], on_turn: false }));
  assert.equal(after.tile, null);
  assert.deepEqual(after.turned, { 17: "17e" });
});

test("nobody gets the plan of another player", () => {
  const planned = select(NO_PLAN, own(), 0);
  assert.deepEqual(follow(planned, own({ seat: 2 })), { seat: 2, tile: null, turned: {} });
  assert.equal(follow(planned, null), NO_PLAN);
  assert.equal(follow(NO_PLAN, null), NO_PLAN);
});

test("a turn begins with the first tile in a way that is allowed", () => {
  const previews = [preview("17n", REFUSED), preview("17e", REFUSED), preview("17s"), preview("17w")];
  assert.equal(faceOf(begin(NO_PLAN, own({ previews }), faces), faces, 17), "17s");
  const onlyLast = [preview("17n", REFUSED), preview("1n")];
  assert.equal(begin(NO_PLAN, own({ previews: onlyLast }), faces).tile, 1);
});

test("nothing is selected by itself before the turn, or when there is nothing to place", () => {
  assert.equal(begin(NO_PLAN, own({ on_turn: false }), faces), NO_PLAN);
  assert.equal(begin(NO_PLAN, own({ previews: [] }), faces), NO_PLAN);
});

test("advice is planned as it was given", () => {
  const plan = planFor(NO_PLAN, own(), "play 4e");
  assert.equal(previewOf(plan, own(), faces)?.action, "play 4e");
  assert.equal(planFor(plan, own(), "play 30n"), plan);
});

test("whoever can only go out is told so", () => {
  assert.equal(isDoomed(own({ previews: [preview("17n", null, null), preview("4n", null, null)] })), true);
  assert.equal(isDoomed(own({ previews: [preview("17n", null, null), preview("4n")] })), false);
  assert.equal(isDoomed(own({ previews: [preview("17n", REFUSED, null), preview("4n")] })), false);
  assert.equal(isDoomed(own({ previews: [] })), false);
});

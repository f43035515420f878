// What the lesson points at, whatever the learner has in mind.

import assert from "node:assert/strict";
import { test } from "node:test";

import { pointerFor } from "../../../src/tsuro/web/page/lesson/pointer.js";

const NOTHING = { action: null, tile: null, swap: { give: [], take: [] } };
const SWAP = "exchange 1 for 18";
/** @param {number[]} give @param {number[]} take */
const swapping = (give, take) => pointerFor("exchange", SWAP, { ...NOTHING, swap: { give, take } });

test("where there is only something to look at, nothing of the game is pointed at", () => {
  assert.equal(pointerFor("look", null, NOTHING), null);
});

test("the start mark of the lesson, then the button", () => {
  assert.deepEqual(pointerFor("mark", "mark a6w1", NOTHING), { at: "mark" });
  assert.deepEqual(pointerFor("mark", "mark a6w1", { ...NOTHING, action: "mark c6n1" }), { at: "mark" });
  assert.deepEqual(pointerFor("mark", "mark a6w1", { ...NOTHING, action: "mark a6w1" }), { at: "go" });
});

test("the tile of the lesson, then turning it, then placing it", () => {
  assert.deepEqual(pointerFor("tile", "play 19n", NOTHING), { at: "tile", tile: 19 });
  assert.deepEqual(pointerFor("tile", "play 19n", { ...NOTHING, action: "play 7n", tile: 7 }), { at: "tile", tile: 19 });
  assert.deepEqual(pointerFor("tile", "play 19n", { ...NOTHING, action: "play 19e", tile: 19 }), { at: "turn" });
  assert.deepEqual(pointerFor("tile", "play 19n", { ...NOTHING, action: "play 19n", tile: 19 }), { at: "go" });
});

test("an exchange is completed as the learner began it", () => {
  assert.deepEqual(swapping([], []), { at: "give", tile: 1 });
  assert.deepEqual(swapping([1], []), { at: "take", tile: 18 });
  assert.deepEqual(swapping([16], [18]), { at: "go" });
  assert.deepEqual(swapping([], [22]), { at: "give", tile: 1 });
  assert.deepEqual(swapping([1, 16], [18]), { at: "take", tile: undefined });
});

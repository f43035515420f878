import assert from "node:assert/strict";
import { test } from "node:test";
import { Animator } from "../../../src/tsuro/web/page/play/animator.js";
import { add, next, NOTHING_MOVES, skip } from "../../../src/tsuro/web/page/play/queue.js";

const queueOf = (...moves) => moves.reduce((queue, move) => add(queue, move), NOTHING_MOVES);

test("moves are shown one after the other, until nothing moves", () => {
  const both = queueOf(1, 2);
  assert.equal(both.now, 1);
  assert.equal(next(both).now, 2);
  assert.deepEqual(next(next(both)), NOTHING_MOVES);
});

test("whoever falls more than three moves behind sees the newest next", () => {
  assert.deepEqual(queueOf(1, 2, 3, 4).waiting, [2, 3, 4]);
  assert.deepEqual(queueOf(1, 2, 3, 4, 5).waiting, [5]);
});

test("skipping leaves out everything that waits, and ends what moves", () => {
  assert.deepEqual(skip(queueOf(1, 2, 3)), { now: 1, waiting: [], isSkipped: true });
  assert.equal(next(add(skip(queueOf(1)), 2)).isSkipped, false);
});

test("where nothing moves, nothing is skipped", () => {
  assert.equal(skip(NOTHING_MOVES), NOTHING_MOVES);
  const skipped = skip(queueOf(1));
  assert.equal(skip(skipped), skipped);
});

/** An animator whose moves have the given steps, and all that it does. */
function animated(steps) {
  const done = [];
  const stage = {
    play: async (moment, onStep) => (done.push(`play ${moment}`), steps.forEach((kind) => onStep({ kind }))),
    skip: () => done.push("skip"),
  };
  const animator = new Animator({ stage, sound: { play: (kind) => done.push(kind) }, onShown: () => done.push("shown") });
  return { animator, done };
}

test("a move is shown with the sound of each step", async () => {
  const { animator, done } = animated(["tile", "walk", "out"]);
  animator.follow(queueOf(1), NOTHING_MOVES);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(done, ["play 1", "placed", "walked", "eliminated", "shown"]);
});

test("a move without any movement is heard all the same", async () => {
  const { animator, done } = animated([]);
  animator.follow(queueOf(1), NOTHING_MOVES);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(done, ["play 1", "placed", "shown"]);
});

test("the same move is not begun again, and skipped once", () => {
  const { animator, done } = animated([]);
  animator.follow(queueOf(1, 2), queueOf(1));
  animator.follow(skip(queueOf(1)), queueOf(1));
  animator.follow(skip(queueOf(1)), skip(queueOf(1)));
  assert.deepEqual(done, ["skip"]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { Animator } from "../../../src/tsuro/web/page/play/animator.js";
import { NOTHING_MOVES, rateOf, untilMove } from "../../../src/tsuro/web/page/play/queue.js";

const MOVE = { message: { type: "moved", events: [] } };
const OTHER = { message: { type: "presence" } };

const queueOf = (now, ...waiting) => ({ now, waiting });

test("the more moves wait, the faster they are shown; other news take no time", () => {
  const rates = [0, 1, 2, 3, 4, 9].map((count) => rateOf(queueOf(1, OTHER, ...Array(count).fill(MOVE))));
  assert.deepEqual(rates, [1, 1, 2, 4, 8, 8]);
});

test("what is not a move is told with the one before", () => {
  assert.deepEqual(untilMove([OTHER, OTHER, MOVE, OTHER]), { told: [OTHER, OTHER], rest: [MOVE, OTHER] });
  assert.deepEqual(untilMove([OTHER]), { told: [OTHER], rest: [] });
});

/** An animator whose moves have the given steps, and all that it does. */
function animated(steps) {
  const done = [];
  const stage = {
    play: async (moment, onStep) => (done.push(`play ${moment}`), steps.forEach((kind) => onStep({ kind }))),
    hurry: (rate) => done.push(`hurry ${rate}`),
  };
  const onShown = (moment) => done.push(`shown ${moment}`);
  const animator = new Animator({ stage, sound: { play: (kind) => done.push(kind) }, onShown });
  return { animator, done };
}

test("a move is shown with the sound of each step", async () => {
  const { animator, done } = animated(["tile", "walk", "out"]);
  animator.follow(queueOf(1), NOTHING_MOVES);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(done, ["hurry 1", "play 1", "placed", "walked", "eliminated", "shown 1"]);
});

test("a move without any movement is heard all the same", async () => {
  const { animator, done } = animated([]);
  animator.follow(queueOf(1), NOTHING_MOVES);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(done.slice(1), ["play 1", "placed", "shown 1"]);
});

test("the same move is not begun again, only shown faster", () => {
  const { animator, done } = animated([]);
  const [queue, longer] = [queueOf(1), queueOf(1, MOVE, MOVE)];
  animator.follow(longer, queue);
  animator.follow(longer, longer);
  assert.deepEqual(done, ["hurry 2"]);
});

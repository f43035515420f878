import assert from "node:assert/strict";
import { test } from "node:test";
import { progress } from "../../../src/tsuro/web/page/play/progress.js";

const [MOVING, STILL] = [{ queue: { now: {}, waiting: [] } }, { queue: { now: null, waiting: [] } }];

test("the server is told once that moves are shown, and once that they have been", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const said = [];
  const follow = progress((done) => said.push(done));
  [STILL, MOVING, MOVING].forEach(follow);
  context.mock.timers.tick(1);
  [MOVING, STILL, STILL].forEach(follow);
  context.mock.timers.tick(1);
  assert.deepEqual(said, [false, true]);
});

test("a move that takes no time is not worth a word", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const said = [];
  [MOVING, STILL].forEach(progress((done) => said.push(done)));
  context.mock.timers.tick(1);
  assert.deepEqual(said, []);
});

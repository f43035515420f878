import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { looksOf } from "../../../src/tsuro/web/page/board/looks.js";
import { beginAt, choose, isLast, momentIn, momentsIn, move, wanted } from "../../../src/tsuro/web/page/lesson/progress.js";
import { bareScene, plannedScene } from "../../../src/tsuro/web/page/lesson/scene.js";
import { STEPS } from "../../../src/tsuro/web/page/lesson/steps.js";

const PAGE = new URL("../../../src/tsuro/web/page/", import.meta.url);
const LESSON = JSON.parse(readFileSync(new URL("generated/lesson.json", PAGE), "utf8"));
const LOOKS = looksOf(LESSON.players);
const at = (number) => beginAt(LESSON, number);

test("a step that is remembered is begun again; one that is not there, from the start", () => {
  assert.equal(at(3).number, 3);
  assert.equal(at(STEPS.length).number, 0);
  assert.equal(at(Number.NaN).number, 0);
});

test("the lesson goes step by step to its last one", () => {
  const last = STEPS.slice(1).reduce((progress) => move(progress, 1), at(0));
  assert.equal(isLast(last), true);
  assert.equal(isLast(move(last, -1)), false);
});

test("with the wanted move the lesson goes on", () => {
  const { progress, answer } = choose(at(2), "play 19n");
  assert.equal(answer, null);
  assert.equal(progress.mistakes, 0);
});

test("after two other moves, the wanted one is laid out", () => {
  const first = choose(at(2), "play 7n");
  assert.deepEqual(first.answer, { key: "learn.wrong.tile", number: 2, isLaid: false, isShown: false });
  const second = choose(first.progress, "play 7n");
  assert.deepEqual([second.answer.isLaid, second.answer.isShown], [true, true]);
  assert.equal(move(second.progress, 1).mistakes, 0);
});

test("another start mark is answered by laying out the wanted one at once, without more words", () => {
  const { answer } = choose(at(1), "mark c6n1");
  assert.deepEqual([answer.key, answer.isLaid, answer.isShown], ["learn.wrong.mark", true, false]);
});

test("acting before choosing is no mistake", () => {
  const { progress, answer } = choose(at(2), "");
  assert.equal(answer.key, "learn.select-first");
  assert.equal(progress.mistakes, 0);
  assert.equal(choose(at(1), "").answer.key, "learn.mark-first");
});

test("the game goes on with the exchange that was chosen", () => {
  const exchange = at(7);
  assert.equal(wanted(exchange), "exchange 1 for 18");
  const { progress } = choose(exchange, "exchange nothing");
  assert.equal(progress.exchange.action, "exchange nothing");
  assert.deepEqual(momentsIn(progress).at(-1).events, progress.exchange.events);
  assert.deepEqual(momentIn(move(progress, 1)).hand, progress.exchange.hand);
});

test("where there is only something to look at, no choice is answered", () => {
  assert.deepEqual(choose(at(3), "play 1n"), { progress: at(3), answer: null });
});

test("the board shows the moment, and what the learner has in mind", () => {
  const moment = momentIn(at(2));
  const [preview] = moment.own.previews;
  const scene = plannedScene(moment, { looks: LOOKS, you: LESSON.you, preview, mark: null });
  assert.equal(scene.ghost.preview, preview);
  assert.equal(scene.ghost.square, scene.lit);
  assert.equal(bareScene(moment, LOOKS).ghost, null);
  const marks = plannedScene(momentIn(at(1)), { looks: LOOKS, you: LESSON.you, preview: null, mark: "mark a6w1" });
  assert.equal(marks.mark, "mark a6w1");
  assert.ok(marks.marks.length > 0);
});

test("the square of the last tile is marked", () => {
  const [moment] = momentsIn(at(2));
  assert.equal(bareScene(moment, LOOKS).last, moment.events.find(({ type }) => type === "tile-placed").square);
});

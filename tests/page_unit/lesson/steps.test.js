// The steps of the lesson, with the file that the page gets.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { mistakeIn, momentAt, momentsOf, STEPS, taskOf, wantedIn } from "../../../src/tsuro/web/page/lesson/steps.js";

const PAGE = new URL("../../../src/tsuro/web/page/", import.meta.url);
const LESSON = JSON.parse(readFileSync(new URL("generated/lesson.json", PAGE), "utf8"));
/** @param {number} from */
const ownAt = (from) => LESSON.frames[from].own;

test("each step begins where the one before ends", () => {
  STEPS.slice(1).forEach(({ from }, i) => assert.equal(from, STEPS[i]?.to));
  assert.equal(STEPS.at(-1)?.to, LESSON.frames.length - 1);
});

test("the learner chooses a mark, places three tiles and exchanges", () => {
  const tasks = STEPS.map(({ from }) => taskOf(ownAt(from)));
  assert.deepEqual(tasks, ["look", "mark", "tile", "look", "tile", "look", "tile", "exchange", "look", "look"]);
});

test("the goal says that both editions have it; the exchange and the Dragon tile, which edition", () => {
  const titles = STEPS.filter(({ edition }) => edition).map(({ title }) => title);
  assert.deepEqual(titles, ["learn.goal.title", "learn.exchange.title", "learn.draw.title"]);
});

test("the lesson goes on with the move of the worked example", () => {
  assert.deepEqual(
    STEPS.map((step) => wantedIn(LESSON, step)),
    [null, "mark a6w1", "play 19n", null, "play 7e", null, "play 4w", "exchange 1 for 18", null, null],
  );
});

/** @type {[number, string, string, string | null][]} */
const CHOICES = [
  [2, "mark a6w1", "mark a6w1", null],
  [2, "mark a6w1", "mark c6n1", "learn.wrong.mark"],
  [5, "play 19n", "play 7n", "learn.wrong.tile"],
  [5, "play 19n", "play 19e", "learn.wrong.edge"],
  [8, "play 7e", "play 7w", "learn.wrong.turn"],
  [11, "play 4w", "play 16n", "learn.wrong.both"],
  [11, "play 4w", "play 4e", "learn.wrong.meet"],
  [11, "play 4w", "play 4w", null],
  [12, "exchange 1 for 18", "exchange nothing", null],
];

for (const [from, wanted, chosen, said] of CHOICES) {
  test(`${chosen} is answered by ${said ?? "going on"}`, () => assert.equal(mistakeIn(ownAt(from), wanted, chosen), said));
}

test("every choice that can be made in the lesson has an answer in words", () => {
  const words = JSON.parse(readFileSync(new URL("languages/en.json", PAGE), "utf8"));
  for (const step of STEPS) {
    const own = ownAt(step.from);
    const wanted = wantedIn(LESSON, step);
    for (const { action } of own && wanted ? [...own.marks, ...own.previews] : []) {
      const said = mistakeIn(own, /** @type {string} */ (wanted), action);
      assert.ok(said === null || words[said], `${action}: ${said}`);
    }
  }
});

test("any exchange goes on, and its tiles are in the hand", () => {
  const [keep] = LESSON.exchanges;
  const exchange = STEPS.find(({ from }) => from === 12);
  assert.ok(exchange);
  assert.deepEqual(momentsOf(LESSON, exchange, keep).map(({ hand }) => hand), [[1, 16, 33]]);
  assert.deepEqual(momentsOf(LESSON, exchange, null).map(({ hand }) => hand), [[18, 16, 33]]);
  assert.deepEqual(momentAt(LESSON, /** @type {any} */ (STEPS.at(-1)), keep).hand, [1, 16, 33]);
});

test("nothing but the edge is refused in the lesson", () => {
  const codes = STEPS.flatMap(({ from }) => ownAt(from)?.previews ?? []).flatMap(({ refused }) => refused?.code ?? []);
  assert.deepEqual(new Set(codes), new Set(["takes-you-to-the-edge"]));
});

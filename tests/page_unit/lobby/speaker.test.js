// What is said of the lobby to those who do not see it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Speaker } from "../../../src/tsuro/web/page/lobby/view.js";
import { useTexts } from "../../../src/tsuro/web/page/words/language.js";

const SECOND = 1000;

/** What is said, and in which second, when so many tables are open in the seconds that are named. */
function said(counts, until = 60) {
  useTexts({ "lobby.open-now.one": "{count} table", "lobby.open-now.other": "{count} tables", "lobby.no-tables": "none" });
  const words = [];
  let now = 0;
  const speaker = new Speaker({ say: (sentence) => words.push([now, sentence]) });
  for (; now <= until; now += 1) {
    if (counts[now] !== undefined) speaker.hear(counts[now]);
    speaker.speak(now * SECOND);
  }
  return words;
}

test("the first table that opens is told at once", () => {
  assert.deepEqual(said({ 0: 0, 5: 1 }), [[0, "none"], [5, "1 table"]]);
});

test("what changes soon after is told a little later, as it is then", () => {
  assert.deepEqual(said({ 0: 2, 3: 3, 4: 5 }), [[0, "2 tables"], [15, "5 tables"]]);
  assert.deepEqual(said({ 0: 2, 3: 3, 4: 2 }), [[0, "2 tables"]]);
});

test("tables that come and go all the time do not chatter", () => {
  const busy = Object.fromEntries(Array.from({ length: 60 }, (_, second) => [second, second % 2]));
  assert.ok(said(busy, 59).length <= 9);
});

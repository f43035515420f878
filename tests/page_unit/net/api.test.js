// What is said of what went wrong.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { inWords, Problem, refusalOf } from "../../../src/tsuro/web/page/net/api.js";
import { useTexts } from "../../../src/tsuro/web/page/words/language.js";

beforeEach(() => useTexts({ "refusal.failed": "Something went wrong.", "refusal.not-your-turn": "It is not your turn." }));

test("a refusal is told in the reader's language", () => {
  const refused = { type: "refused", id: "1", code: "not-your-turn", sentence: "Ana acts now." };
  assert.equal(refusalOf(refused), "It is not your turn.");
});

test("a request that the line gave up on is not lost in silence", () => {
  assert.equal(refusalOf({ type: "problem", code: "failed", sentence: "Failed." }), "Something went wrong.");
  assert.equal(refusalOf({ type: "problem", code: "unheard-of", sentence: "As the server says it." }), "As the server says it.");
});

test("what was done is no refusal", () => {
  assert.equal(refusalOf({ type: "accepted", id: "1" }), null);
  assert.equal(refusalOf({ type: "hand-over-link", id: "1", code: "CODE", seconds: 600 }), null);
});

test("a problem without words of its own is told as the server said it, any other error at least somehow", () => {
  assert.equal(inWords(new Problem("unheard-of", "As the server says it.")), "As the server says it.");
  assert.equal(inWords({}), "Something went wrong.");
});

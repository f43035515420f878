// The rules of the page: every rule of the rulebook, found by what somebody types.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { DIFFERENT, GROUPS, isFoundIn, keysOf, pieces, wordsOf } from "../../../src/tsuro/web/page/rules/book.js";

const RULES = readFileSync(new URL("../../../docs/rules.md", import.meta.url), "utf8");
const ENGLISH = JSON.parse(readFileSync(new URL("../../../src/tsuro/web/page/languages/en.json", import.meta.url), "utf8"));

test("the page has every rule of the rulebook, once, in its order", () => {
  const ids = [...RULES.matchAll(/^- \*\*([A-Z]\d)\*\*/gm)].map(([, id]) => id).filter((id) => !id?.startsWith("E"));
  assert.deepEqual(GROUPS.flatMap(({ rules }) => rules), ids);
});

test("every rule has words in both editions", () => {
  for (const rule of GROUPS.flatMap(({ rules }) => rules)) {
    for (const key of [...keysOf(rule, "classic"), ...keysOf(rule, "modern")]) assert.ok(ENGLISH[key], key);
  }
});

test("where the editions differ, a rule says more", () => {
  assert.deepEqual(keysOf("D3", "modern"), ["rule.D3.title", "rule.D3", "rule.D3.modern"]);
  assert.deepEqual(keysOf("C1", "modern"), ["rule.C1.title", "rule.C1"]);
  assert.ok(DIFFERENT.every((rule) => ENGLISH[`rule.${rule}.classic`] !== ENGLISH[`rule.${rule}.modern`]));
});

test("accents and capitals do not matter to a search", () => {
  assert.ok(isFoundIn(["Éliminé au bord"], wordsOf("ELIMINE")));
  assert.ok(isFoundIn(["L’échange"], wordsOf("l'echange")));
  assert.ok(!isFoundIn(["Éliminé au bord"], wordsOf("dragon")));
});

test("all words have to be found, in any order", () => {
  assert.ok(isFoundIn(["The Dragon tile", "Draw first."], wordsOf("draw dragon")));
  assert.ok(!isFoundIn(["The Dragon tile"], wordsOf("draw dragon")));
  assert.ok(isFoundIn(["anything"], wordsOf("  ")));
});

test("what was found is marked, as it is written", () => {
  assert.deepEqual(pieces("Peça Dragão", ["dragao"]), [
    { text: "Peça ", isFound: false },
    { text: "Dragão", isFound: true },
  ]);
  assert.deepEqual(pieces("edge", []), [{ text: "edge", isFound: false }]);
});

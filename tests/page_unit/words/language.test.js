// The words of the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { has, list, percent, pick, said, t, useWords } from "../../../src/tsuro/web/page/words/language.js";

test("values stand in their places, and what is missing stays to be seen", () => {
  useWords({ "a.b": "{name} holds {count}, {other}" });
  assert.equal(t("a.b", { name: "Ana", count: 2 }), "Ana holds 2, {other}");
  assert.equal(t("not.there"), "not.there");
  assert.equal(has("a.b"), true);
  assert.equal(has("a.c"), false);
});

test("every language counts in its own way", () => {
  const words = { "k.one": "one", "k.other": "many" };
  assert.equal(said(words, "en", "k", { count: 1 }), "one");
  assert.equal(said(words, "en", "k", { count: 0 }), "many");
  assert.equal(said(words, "fr", "k", { count: 0 }), "one");
  assert.equal(said(words, "en", "k", {}), "many");
});

test("a name with braces or dollars in it is only a name", () => {
  assert.equal(said({ k: "{name} {x}" }, "en", "k", { name: "$& {x}", x: 1 }), "$& {x} 1");
});

test("of the wanted languages, the first there is", () => {
  assert.equal(pick(["pt-BR", "fr"], ["en", "fr", "pt"]), "pt");
  assert.equal(pick(["de", "FR-ca"], ["en", "fr", "pt"]), "fr");
  assert.equal(pick(["ja"], ["en", "fr"]), "en");
  assert.equal(pick([], ["fr"]), "en");
});

test("lists and shares as people say them", () => {
  useWords({}, "en");
  assert.equal(list(["Ana", "Rui", "Léa"]), "Ana, Rui, and Léa");
  assert.equal(percent(0.427), "43%");
  useWords({}, "fr");
  assert.equal(list(["Ana", "Rui", "Léa"]), "Ana, Rui et Léa");
});

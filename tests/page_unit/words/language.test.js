// The words of the page.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { format, has, list, ordinal, percent, pick, t, useTexts } from "../../../src/tsuro/web/page/words/language.js";

test("values stand in their places, and what is missing stays to be seen", () => {
  useTexts({ "a.b": "{name} holds {count}, {other}" });
  assert.equal(t("a.b", { name: "Ana", count: 2 }), "Ana holds 2, {other}");
  assert.equal(t("not.there"), "not.there");
  assert.equal(has("a.b"), true);
  assert.equal(has("a.c"), false);
});

test("every language counts in its own way", () => {
  const words = { "k.one": "one", "k.other": "many" };
  assert.equal(format(words, "en", "k", { count: 1 }), "one");
  assert.equal(format(words, "en", "k", { count: 0 }), "many");
  assert.equal(format(words, "fr", "k", { count: 0 }), "one");
  assert.equal(format(words, "en", "k", {}), "many");
});

test("the file says how its language counts", () => {
  useTexts({ "language.tag": "pt-PT", "k.one": "uma casa fechada", "k.other": "{count} casas fechadas" }, "pt");
  assert.equal(t("k", { count: 0 }), "0 casas fechadas");
  assert.equal(t("k", { count: 1 }), "uma casa fechada");
});

test("Polish has more plural forms", () => {
  const texts = { "k.one": "{count} kafel", "k.few": "{count} kafle", "k.many": "{count} kafli", "k.other": "{count} kafla" };
  const said = [1, 2, 5, 12, 22].map((count) => format(texts, "pl", "k", { count }));
  assert.deepEqual(said, ["1 kafel", "2 kafle", "5 kafli", "12 kafli", "22 kafle"]);
});

test("ranks", () => {
  useTexts({ "ordinal.one": "{number}st", "ordinal.two": "{number}nd", "ordinal.few": "{number}rd", "ordinal.other": "{number}th" });
  assert.deepEqual([1, 2, 3, 4, 11].map(ordinal), ["1st", "2nd", "3rd", "4th", "11th"]);
  useTexts({ "ordinal.other": "{number}.º" }, "pt");
  assert.equal(ordinal(1), "1.º");
});

test("every language has all the plural forms that its numbers need", () => {
  const folder = new URL("../../../src/tsuro/web/page/languages/", import.meta.url);
  const missing = [];
  for (const name of readdirSync(folder)) {
    const texts = JSON.parse(readFileSync(new URL(name, folder), "utf8"));
    const counts = new Intl.PluralRules(texts["language.tag"] ?? name.replace(".json", ""));
    const needed = new Set(["other", ...Array.from({ length: 200 }, (_, count) => counts.select(count))]);
    const counted = Object.keys(texts).filter((key) => key.endsWith(".other") && key !== "ordinal.other");
    assert.ok(name.includes("-") || counted.length > 20);
    for (const key of counted) {
      const forms = [...needed].map((form) => key.replace(/other$/, form));
      missing.push(...forms.filter((form) => !(form in texts)).map((form) => `${name}: ${form}`));
    }
  }
  assert.deepEqual(missing, []);
});

test("a name with braces or dollars in it is only a name", () => {
  assert.equal(format({ k: "{name} {x}" }, "en", "k", { name: "$& {x}", x: 1 }), "$& {x} 1");
});

test("of the wanted languages, the first there is", () => {
  assert.equal(pick(["pt-BR", "fr"], ["en", "fr", "pt"]), "pt");
  assert.equal(pick(["de", "FR-ca"], ["en", "fr", "pt"]), "fr");
  assert.equal(pick(["ja"], ["en", "fr"]), "en");
  assert.equal(pick([], ["fr"]), "en");
});

test("a region is content with its language, and with another region of it", () => {
  assert.equal(pick(["pt-br"], ["en", "pt", "pt-BR"]), "pt-BR");
  assert.equal(pick(["pt"], ["en", "pt", "pt-BR"]), "pt");
  assert.equal(pick(["zh-Hant-TW"], ["en", "zh", "zh-Hant"]), "zh-Hant");
  assert.equal(pick(["pt-AO", "fr"], ["en", "fr", "pt-BR"]), "pt-BR");
});

test("lists and shares as people say them", () => {
  useTexts({}, "en");
  assert.equal(list(["Ana", "Rui", "Léa"]), "Ana, Rui, and Léa");
  assert.equal(percent(0.427), "43%");
  useTexts({}, "fr");
  assert.equal(list(["Ana", "Rui", "Léa"]), "Ana, Rui et Léa");
});

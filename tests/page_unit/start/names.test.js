// The name a person goes by.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Settings } from "../../../src/tsuro/web/page/device/settings.js";
import { NAME_LENGTH } from "../../../src/tsuro/web/page/generated/limits.js";
import { keepName, suggestedName } from "../../../src/tsuro/web/page/start/names.js";
import { useTexts } from "../../../src/tsuro/web/page/words/language.js";

const FOLDER = new URL("../../../src/tsuro/web/page/languages/", import.meta.url);
const LANGUAGES = readdirSync(FOLDER).map((file) => [file, JSON.parse(readFileSync(new URL(file, FOLDER), "utf8"))]);
const ONESELF = ["me", "moi", "eu", "i", "je", "you", "vous", "você"]; // as a name, these spoil every sentence

for (const [file, texts] of LANGUAGES) {
  test(`in ${file}, every suggested name is short, another one, and a name`, () => {
    useTexts(texts);
    const count = texts["start.nicknames"].split(",").length;
    const names = Array.from({ length: count }, (_, i) => suggestedName((i + 0.5) / count));
    assert.ok(count >= 6);
    assert.equal(new Set(names).size, count);
    assert.ok(names.every((name) => name && name.length <= NAME_LENGTH / 2 && !ONESELF.includes(name.toLowerCase())));
  });
}

test("the same name is suggested everywhere", () => {
  assert.equal(suggestedName(), suggestedName());
});

test("a name is kept for the next time, and so is a suggestion that was good enough", () => {
  const settings = new Settings();
  keepName({ settings }, " Ana ");
  assert.equal(settings.choices.name, "Ana");
  keepName({ settings }, "  ");
  assert.equal(settings.choices.name, suggestedName());
});

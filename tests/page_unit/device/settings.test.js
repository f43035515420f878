// What a person chose for this device.

import assert from "node:assert/strict";
import { test } from "node:test";
import { boardOf, DEFAULTS, Settings, themeName } from "../../../src/tsuro/web/page/device/settings.js";
import { FakeStorage } from "../fakes.js";

test("what was chosen is there the next time", () => {
  const storage = new FakeStorage();
  new Settings(storage).change({ theme: "dark", name: "Ana" });
  assert.deepEqual(new Settings(storage).choices, { ...DEFAULTS, theme: "dark", name: "Ana" });
});

test("what nobody knows any more, or cannot be read, is left out", () => {
  assert.deepEqual(new Settings(new FakeStorage({ "tsuro.settings": '{"gone": 1, "text": true}' })).choices, { ...DEFAULTS, text: true });
  assert.deepEqual(new Settings(new FakeStorage({ "tsuro.settings": "nonsense" })).choices, DEFAULTS);
  assert.deepEqual(new Settings(null).choices, DEFAULTS);
});

test("a board has a name by day and by night, and high contrast is plain", () => {
  assert.deepEqual([themeName("lacquer", "dark"), themeName("garden", "light"), themeName("garden", "contrast")], ["dark", "garden-light", "contrast"]);
  assert.deepEqual([["auto", false], ["contrast", false], ["auto", true]].map(([theme, isForced]) => boardOf({ theme, board: "washi" }, isForced)), ["washi", "lacquer", "lacquer"]);
});

test("who watches hears of it until they stop", () => {
  const settings = new Settings();
  const heard = [];
  const stop = settings.watch(({ speed }) => heard.push(speed));
  settings.change({ speed: "fast" });
  stop();
  settings.change({ speed: "slow" });
  assert.deepEqual(heard, ["fast"]);
});

test("a store that refuses does not keep anybody from choosing", () => {
  const full = { getItem: () => null, setItem: () => { throw new Error("full"); } };
  const settings = new Settings(full);
  settings.change({ sound: false });
  assert.equal(settings.choices.sound, false);
});

test("a thing is new once", () => {
  const storage = new FakeStorage();
  const settings = new Settings(storage);
  assert.deepEqual([settings.isNew("dragon"), settings.isNew("dragon")], [true, false]);
  assert.equal(new Settings(storage).isNew("dragon"), false);
});

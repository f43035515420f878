import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";

import { firstFree, isThisDeviceOnly, maySayFirst, openPlaces } from "../../../src/tsuro/web/page/gather/facts.js";
import { useTexts } from "../../../src/tsuro/web/page/words/language.js";
import { clockOf, numbersIn } from "../../../src/tsuro/web/page/options/clock.js";
import { EDITIONS, GOALS, OPTIONS } from "../../../src/tsuro/web/page/generated/limits.js";
import { chosenIn, editionText, gameIn, GAMES, goalsFor, obstacle, playing, rivalsOf } from "../../../src/tsuro/web/page/options/edition.js";
import { summary } from "../../../src/tsuro/web/page/options/summary.js";

before(() => useTexts(JSON.parse(readFileSync(new URL("../../../src/tsuro/web/page/languages/en.json", import.meta.url), "utf8"))));

test("an edition is written as in records", () => {
  assert.equal(editionText({ name: "modern", goal: null, options: [] }), "modern");
  assert.equal(editionText({ name: "modern", goal: "longest-path", options: ["no-ramming", "bonus"] }), "modern+bonus+no-ramming+longest-path");
});

test("a game is one choice: it brings what belongs to it, and leaves the rest as it was", () => {
  const chosen = chosenIn("modern+no-ramming");
  assert.equal(gameIn(chosen), "last-marker");
  for (const game of GAMES) assert.equal(gameIn({ ...chosen, ...playing(chosen, game) }), game);
  const solo = { ...chosen, ...playing(chosen, "solo") };
  assert.equal(editionText(solo), "modern+no-ramming+solo");
  assert.equal(editionText({ ...solo, ...playing(solo, "longest-path") }), "modern+no-ramming+longest-path");
  assert.equal(gameIn(chosenIn("modern+open-tiles+most-crossings")), "most-crossings");
});

test("every text of an edition is read back", () => {
  for (const text of EDITIONS) assert.equal(editionText(chosenIn(text)), text);
});

test("what does not fit the classic edition is left out", () => {
  assert.equal(editionText({ name: "classic", goal: null, options: ["bonus", "pass-the-pile", "no-ramming"] }), "classic+no-ramming");
});

test("a solo game has no other goal, and no open tiles besides", () => {
  const solo = /** @type {const} */ ({ name: "modern", goal: "longest-path", options: ["solo", "open-tiles"] });
  assert.equal(editionText({ ...solo, options: [...solo.options] }), "modern+solo");
  assert.deepEqual(goalsFor({ ...solo, options: ["solo"] }), []);
  assert.deepEqual(goalsFor({ ...solo, options: ["open-tiles"] }), GOALS);
});

test("no combination of choices makes a text that the rules refuse", () => {
  for (const name of /** @type {const} */ (["modern", "classic"])) {
    for (const goal of [null, ...GOALS]) {
      for (let some = 0; some < 2 ** OPTIONS.length; some += 1) {
        const options = OPTIONS.filter((_, i) => some & (1 << i));
        assert.ok(EDITIONS.includes(editionText({ name, goal, options })));
      }
    }
  }
});

test("an option that cannot be chosen says why", () => {
  assert.equal(obstacle("bonus", { name: "classic", goal: null, options: [] }), "always");
  assert.equal(obstacle("pass-the-pile", { name: "classic", goal: null, options: [] }), "never");
  assert.equal(obstacle("open-tiles", { name: "modern", goal: null, options: ["solo"] }), "others");
  assert.deepEqual(rivalsOf("open-tiles", { name: "modern", goal: null, options: ["bonus", "solo"] }), ["solo"]);
  assert.equal(obstacle("solo", { name: "modern", goal: null, options: ["open-tiles"] }), null);
  assert.equal(obstacle("bonus", { name: "modern", goal: null, options: [] }), null);
});

test("a clock keeps within what the server allows", () => {
  assert.deepEqual(clockOf("none", {}), { kind: "none" });
  assert.deepEqual(clockOf("turn", { seconds: 2 }), { kind: "turn", seconds: 5 });
  assert.deepEqual(clockOf("turn", { seconds: Number.NaN }), { kind: "turn", seconds: 60 });
  assert.deepEqual(clockOf("bank", { minutes: 1.5, increment: 99 }), { kind: "bank", seconds: 90, increment: 60 });
  assert.deepEqual(clockOf("bank", { minutes: 0 }), { kind: "bank", seconds: 30, increment: 5 });
  assert.deepEqual(clockOf("days", { days: 30 }), { kind: "days", days: 14 });
});

test("a clock that was agreed on is shown as it is", () => {
  for (const clock of /** @type {const} */ ([{ kind: "none" }, { kind: "turn", seconds: 45 }, { kind: "bank", seconds: 90, increment: 3 }, { kind: "days", days: 5 }])) {
    assert.deepEqual(clockOf(clock.kind, numbersIn(clock)), clock);
  }
});

test("what was agreed on is told in words", () => {
  const options = /** @type {const} */ ({ edition: "modern+bonus", seats: 4, clock: { kind: "days", days: 1 }, first: "oldest" });
  assert.deepEqual(summary(options), ["Modern", "Exchange after an elimination", "1 day per turn", "the oldest goes first"]);
});

test("a link to this device only is recognised", () => {
  for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) assert.ok(isThisDeviceOnly(host), host);
  for (const host of ["192.168.1.7", "tsuro.example", "127.example"]) assert.ok(!isThisDeviceOnly(host), host);
});

const empty = { kind: "empty", name: "", marker: "", bot: null, stand_in: false, wants_rematch: false, votes: [] };
const person = { ...empty, kind: "person", name: "Ana", marker: "circle" };

test("the first free place is found", () => {
  assert.equal(firstFree([person, empty, empty]), 1);
  assert.equal(firstFree([person, person]), -1);
});

test("guests move to free places, and the host anywhere", () => {
  assert.deepEqual(openPlaces([person, person, empty], 0, false), [0, 2]);
  assert.deepEqual(openPlaces([person, person, empty], 0, true), [0, 1, 2]);
});

test("only the oldest, or the host, says who is first", () => {
  const table = (/** @type {string} */ first) => ({ options: { first }, first: null, seats: [person, person, empty] });
  const guest = { seats: [1], host: false };
  const host = { seats: [0], host: true };
  assert.equal(maySayFirst(table("random"), host, 0), null);
  assert.equal(maySayFirst(table("oldest"), guest, 1), "me");
  assert.equal(maySayFirst(table("oldest"), guest, 0), null);
  assert.equal(maySayFirst(table("oldest"), host, 1), "them");
  assert.equal(maySayFirst(table("chosen"), guest, 1), null);
  assert.equal(maySayFirst(table("chosen"), host, 2), null);
  assert.equal(maySayFirst({ ...table("chosen"), first: 0 }, host, 0), null);
});

// What is shown of the players, and of those who are not there.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { useTexts } from "../../../src/tsuro/web/page/words/language.js";
import { belowWords } from "../../../src/tsuro/web/page/play/changes.js";
import { absentOf, factsOf, pileAfter, standInsOf } from "../../../src/tsuro/web/page/play/facts.js";
import { countsOf, signsOf } from "../../../src/tsuro/web/page/play/players.js";
import { position, tableState } from "../fakes.js";

useTexts(JSON.parse(readFileSync(new URL("../../../src/tsuro/web/page/languages/en.json", import.meta.url), "utf8")));

/** @param {object} changes of Rui's seat */
function withRui(changes, rest = {}) {
  const state = tableState(rest);
  const [ana, rui] = state.table.seats;
  return { ...state, table: { ...state.table, seats: [ana, { ...rui, ...changes }] } };
}

const signs = (state, seat, pileWith = null) => signsOf(factsOf(state, pileWith)[seat]).map(({ name }) => name);

test("the active player plays, an eliminated one is out", () => {
  assert.deepEqual(signs(tableState(), 0), ["plays"]);
  assert.deepEqual(signs(tableState(), 1), []);
  assert.deepEqual(signs(tableState({ position: position({ out: [[1]] }) }), 1), ["out"]);
});

test("at the end the winners win, also those who went out together", () => {
  const result = { winners: [0, 1], ranking: [[0, 1]], scores: [], solo: null };
  const over = tableState({ position: position({ phase: "over", out: [[0, 1]], result }) });
  assert.deepEqual(signs(over, 0), ["won"]);
  assert.deepEqual(signs(over, 1), ["won"]);
});

test("the Dragon tile, the pile, who is away and who is stood in for are all shown", () => {
  assert.deepEqual(signs(tableState({ position: position({ dragon: 0 }) }), 0), ["plays", "dragon"]);
  assert.deepEqual(signs(tableState(), 1, 1), ["pile"]);
  assert.deepEqual(signs(tableState({ away: [1] }), 1), ["away"]);
  assert.deepEqual(signs(withRui({ stand_in: true }, { away: [1] }), 1), ["stand_in"]);
});

test("a bot that is not at its best is shown to be so, but not when a stand-in plays or the game is over", () => {
  assert.deepEqual(signs(withRui({ below: "less" }), 1), ["below"]);
  assert.deepEqual(signs(withRui({ below: "less", stand_in: true }), 1), ["stand_in"]);
  const result = { winners: [0], ranking: [[0], [1]], scores: [], solo: null };
  assert.deepEqual(signs(withRui({ below: "less" }, { position: position({ phase: "over", result }) }), 1), []);
});

test("that a bot gives way is said once, with the move in which it did", () => {
  const [before, now] = [withRui({ below: null }), withRui({ below: "guardian" })];
  const news = (/** @type {any} */ state, /** @type {any} */ then, type = "moved") => ({ message: { type, seat: 1 }, state, before: then });
  assert.equal(belowWords(news(now, before)), "The server is busy: Rui plays like a guardian.");
  assert.equal(belowWords(news(now, now)), "");
  assert.equal(belowWords(news(before, now)), "");
  assert.equal(belowWords(news(now, before, "changed")), "");
  assert.equal(belowWords(null), "");
});

test("somebody else who sits there after the game is not the player of it", () => {
  assert.deepEqual(signs(withRui({ name: "Léa" }, { away: [1] }), 1), []);
});

test("only the one player of a device is you", () => {
  assert.deepEqual(factsOf(tableState(), null).map(({ isYou }) => isYou), [true, false]);
  assert.deepEqual(factsOf(tableState({ you: { seats: [0, 1] } }), null).map(({ isYou }) => isYou), [false, false]);
});

test("the last one to whom the pile was passed has it", () => {
  assert.equal(pileAfter([{ type: "pile-passed", to: 1 }, { type: "tile-drawn" }, { type: "pile-passed", to: 0 }], null), 0);
  assert.equal(pileAfter([{ type: "turn-passed", to: 1 }], 1), 1);
});

test("pile, closed squares and watchers stand in one line", () => {
  assert.equal(countsOf(tableState({ position: position({ pile: 12, closed: [1, 2, 3] }) })), "Pile 12 · 3 closed squares");
  assert.equal(countsOf(tableState({ watchers: 1 })), "Pile 29 · 1 watching");
});

test("scores are shown where they count, and what a solo game has come to", () => {
  const state = tableState({ position: position({ scores: [4, 1] }) });
  state.table.options.edition = "modern+longest-path";
  assert.deepEqual(factsOf(state, null).map(({ score }) => score), ["Path 4", "Path 1"]);
  state.table.options.edition = "modern+most-crossings";
  assert.deepEqual(factsOf(state, null).map(({ score }) => score), ["Cross. 4", "Cross. 1"]);
  assert.deepEqual(factsOf(tableState(), null).map(({ score }) => score), ["", ""]);
  assert.match(countsOf(tableState({ position: position({ solo: [3, 12] }) })), /^Markers 3 · Tiles 12 of 35 · Pile/);
});

test("a vote is for the absent player on turn, where no clock decides", () => {
  const waiting = { away: [1], position: position({ active: 1 }) };
  assert.deepEqual(absentOf(tableState(waiting)), { seat: 1, name: "Rui", votes: 0, hasVoted: false, canVote: false });
  assert.equal(absentOf(tableState({ ...waiting, missing: [1] })).canVote, true, "away for a minute");
  assert.equal(absentOf(withRui({ votes: [0] }, { ...waiting, missing: [1] })).canVote, false, "once");
  assert.equal(absentOf(tableState({ away: [1] })), null, "not on turn");
  assert.equal(absentOf(tableState({ position: position({ active: 1 }) })), null, "there");
  assert.equal(absentOf(withRui({ stand_in: true }, waiting)), null, "a stand-in plays");
  assert.equal(absentOf(tableState({ ...waiting, you: { seats: [] } })), null, "watchers do not vote");
  assert.equal(absentOf(withRui({ votes: [0] }, waiting)).hasVoted, true);
  const timed = tableState(waiting);
  timed.table.options.clock = { kind: "turn", seconds: 60 };
  assert.equal(absentOf(timed), null, "the clock decides");
});

test("own places that a stand-in plays can be taken back", () => {
  assert.deepEqual(standInsOf(withRui({ stand_in: true }, { you: { seats: [1] } })), [{ seat: 1, name: "Rui" }]);
  assert.deepEqual(standInsOf(withRui({ stand_in: true })), []);
});

import assert from "node:assert/strict";
import { test } from "node:test";

import { ownPlayers, ranked, undecided } from "../../../src/tsuro/web/page/end/ranking.js";

const seat = { kind: "person", name: "Ana", marker: "circle", bot: null, stand_in: false, wants_rematch: false, votes: [] };

test("those who share a rank have the same number, and the next one counts them all", () => {
  const rows = ranked({ winners: [2], ranking: [[2], [0, 3], [1]], scores: [], solo: null });
  assert.deepEqual(rows.map(({ rank, seat }) => [rank, seat]), [[1, 2], [2, 0], [2, 3], [4, 1]]);
  assert.ok(rows.every(({ score }) => score === null));
});

test("where something is counted, every player has a score", () => {
  const rows = ranked({ winners: [1], ranking: [[1], [0]], scores: [0, 12], solo: null });
  assert.deepEqual(rows.map(({ score }) => score), [12, 0]);
});

test("whoever took a place after the game did not play it", () => {
  const table = { seats: [seat, { ...seat, name: "Léa" }], players: [{ name: "Ana", marker: "circle" }, { name: "Rui", marker: "star" }] };
  assert.deepEqual(ownPlayers(table, { seats: [0, 1] }), [0]);
  assert.deepEqual(ownPlayers(table, { seats: [] }), []);
});

test("nobody waits for bots, for the absent, or for those who said yes", () => {
  const yes = { ...seat, name: "Rui", wants_rematch: true };
  const bot = { ...seat, name: "Dragon", kind: "bot" };
  const gone = { ...seat, name: "Léa" };
  assert.deepEqual(undecided([seat, yes, bot, gone], [3]).map(({ name }) => name), ["Ana"]);
});

// The lobby, message after message, and how it is shown without moving under a finger.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isEmpty, lobbyAfter, orderOf, secondsUntil } from "../../../src/tsuro/web/page/lobby/state.js";

const NOW = 1000;

function table(id, changes = {}) {
  return { id, play: `play-${id}`, edition: "modern", clock: { kind: "none" }, seats: 4, free: 2, people: ["Ana", "Rui"], bots: 0, starts_in: null, ...changes };
}

function game(id, changes = {}) {
  return { id, edition: "modern", clock: { kind: "none" }, people: ["Ana"], bots: 3, left: 4, watchers: 0, lively: 1, ...changes };
}

function lobby(tables = [], games = [], changes = {}) {
  return { type: "lobby", here: 2, tables, games, more_tables: 0, more_games: 0, ...changes };
}

const changed = (tables = [], games = [], changes = {}) => ({ ...lobby(tables, games), gone: [], type: "lobby-changed", ...changes });
const ids = (entries) => entries.map(({ id }) => id);

test("the first message is everything, and what follows replaces, adds and drops", () => {
  const before = lobbyAfter(null, lobby([table("a"), table("b")], [game("c")]), NOW);
  assert.deepEqual([ids(before.tables), ids(before.games), before.here], [["a", "b"], ["c"], 2]);
  const after = lobbyAfter(before, changed([table("b", { free: 1 }), table("d")], [], { gone: ["c"], here: 3, more_tables: 4 }), NOW);
  assert.deepEqual([ids(after.tables), ids(after.games), after.here, after.moreTables], [["b", "a", "d"], [], 3, 4]);
  assert.deepEqual(ids(lobbyAfter(after, lobby([table("e")]), NOW).tables), ["e"]);
});

test("a table whose game has started is a game from then on", () => {
  const before = lobbyAfter(null, lobby([table("a")]), NOW);
  const after = lobbyAfter(before, changed([], [game("a")]), NOW);
  assert.deepEqual([ids(after.tables), ids(after.games)], [[], ["a"]]);
});

test("tables that start by themselves come first, then those where the fewest are missing; games by how lively they are", () => {
  const state = lobbyAfter(null, lobby([table("a"), table("b", { free: 1 }), table("c", { starts_in: 5000, free: 3 })], [game("d"), game("e", { lively: 4 })]), NOW);
  assert.deepEqual([ids(state.tables), ids(state.games)], [["c", "b", "a"], ["e", "d"]]);
  assert.equal(state.tables[0].starts, 6000);
});

test("other messages, and changes before everything came, change nothing", () => {
  const state = lobbyAfter(null, lobby(), NOW);
  assert.equal(lobbyAfter(state, { type: "ping" }, NOW), state);
  assert.equal(lobbyAfter(null, changed([table("a")]), NOW), null);
});

test("a lobby is empty when nobody else is there and nothing is played", () => {
  const after = (message) => isEmpty(lobbyAfter(null, message, NOW));
  assert.equal(after(lobby([], [], { here: 1 })), true);
  assert.equal(after(lobby()), false);
  assert.equal(after(lobby([table("a")], [], { here: 1 })), false);
  assert.equal(after(lobby([], [game("a")], { here: 1 })), false);
});

test("seconds are counted down to zero, and not further", () => {
  assert.deepEqual([20_000, 1001, 1000, 0].map((at) => secondsUntil(at, 1000)), [19, 1, 0, 0]);
});

test("nothing moves while somebody points at the list", () => {
  assert.deepEqual(orderOf(["a", "b"], ["c", "b"], false), ["c", "b"]);
  assert.deepEqual(orderOf(["a", "b"], ["c", "b"], true), ["a", "b", "c"]);
});

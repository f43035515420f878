// What is known of a table, message after message; and which view of it fits.

import assert from "node:assert/strict";
import { test } from "node:test";
import { discreetly, isShared, NOTHING_YET, ownOnTurn, tableAfter, timeLeft } from "../../../src/tsuro/web/page/game/table.js";
import { kindOf } from "../../../src/tsuro/web/page/screens/table.js";
import { position, tableState } from "../fakes.js";

const NOW = 1000;

function snapshot(changes = {}) {
  const { clocksAt, ...known } = tableState(changes);
  return { type: "snapshot", ...known };
}

test("a snapshot is all there is to know", () => {
  const state = tableAfter(NOTHING_YET, snapshot({ seq: 5, watchers: 2 }), NOW);
  assert.equal(state.seq, 5);
  assert.equal(state.watchers, 2);
  assert.equal(state.clocksAt, NOW);
  assert.equal(state.table.phase, "playing");
});

test("a move takes the place of what was known", () => {
  const next = position({ active: 1 });
  const message = { type: "moved", seq: 8, seat: 0, played: "person", action: "play 3n", events: [{ type: "turn-passed", to: 1 }], position: next, own: [], clocks: null, table: null };
  const state = tableAfter(tableState(), message, NOW);
  assert.equal(state.position, next);
  assert.equal(state.seq, 8);
  assert.deepEqual(state.last, message.events);
  assert.equal(state.table.players.length, 2, "a table that is null has not changed");
});

test("what is taken back leaves the game as it was, and no trace of what happened since", () => {
  const before = tableState();
  const [last, next] = [[{ type: "turn-passed", to: 0 }], position({ active: 0 })];
  const message = { type: "undone", seq: 8, seat: 0, table: { ...before.table, taken_back: 1 }, you: before.you, clocks: null, position: next, own: [], last };
  const state = tableAfter(before, message, NOW);
  assert.deepEqual([state.seq, state.position, state.last, state.table.taken_back], [8, next, last, 1]);
});

test("a message that is missing asks for a snapshot, an old one changes nothing", () => {
  const before = tableState();
  const message = { type: "changed", what: "voted", seat: 1, table: before.table, you: before.you, clocks: null };
  assert.equal(tableAfter(before, { ...message, seq: 9 }, NOW), null);
  assert.equal(tableAfter(before, { ...message, seq: 7 }, NOW), before);
  assert.equal(tableAfter(before, { ...message, seq: 8 }, NOW).seq, 8);
});

test("when a game starts by itself is kept by this device's clock, until it has", () => {
  const waiting = tableAfter(NOTHING_YET, snapshot({ starts_in: 20_000 }), NOW);
  assert.equal(waiting.starts, NOW + 20_000);
  const message = { type: "changed", seq: 8, what: "sat", seat: 1, table: waiting.table, you: waiting.you, clocks: null, starts_in: 5000 };
  assert.equal(tableAfter(waiting, message, NOW).starts, NOW + 5000);
  assert.equal(tableAfter(waiting, { ...message, starts_in: undefined }, NOW).starts, null, "a server that says nothing of it");
  assert.equal(tableAfter(waiting, { ...message, type: "started", position: position(), own: [], events: [] }, NOW).starts, null);
});

test("presence has no number and is not the game's", () => {
  const before = tableState();
  const state = tableAfter(before, { type: "presence", away: [1], watchers: 3 }, NOW);
  assert.deepEqual([state.away, state.watchers, state.seq], [[1], 3, 7]);
});

test("a refusal brings everything anew, unless it is old", () => {
  const before = tableState();
  const refused = { type: "refused", id: "a", code: "stale", sentence: "", rule: null };
  assert.equal(tableAfter(before, { ...refused, snapshot: snapshot({ seq: 9 }) }, NOW).seq, 9);
  assert.equal(tableAfter(before, { ...refused, snapshot: snapshot({ seq: 6 }) }, NOW), before);
});

test("what nobody knows yet is ignored", () => {
  const before = tableState();
  assert.equal(tableAfter(before, { type: "from-a-later-server" }, NOW), before);
});

test("a clock runs only for the player whose clock runs, and not below nothing", () => {
  const state = tableState({ clocks: { left: [5000, 9000, null], running: 0 }, clocksAt: 1000 });
  assert.equal(timeLeft(state, 0, 3000), 3000);
  assert.equal(timeLeft(state, 0, 99_000), 0);
  assert.equal(timeLeft(state, 1, 3000), 9000);
  assert.equal(timeLeft(state, 2, 3000), null);
  assert.equal(timeLeft(tableState(), 0, 3000), null);
});

test("several own places are one shared screen", () => {
  assert.equal(isShared(tableState()), false);
  assert.equal(isShared(tableState({ you: { seats: [0, 1] } })), true);
  assert.equal(ownOnTurn(tableState({ own: [{ seat: 0, on_turn: false }, { seat: 1, on_turn: true }] })).seat, 1);
});

test("the view follows the table and the wishes of whoever looks", () => {
  const plain = { isText: false, isGathering: false };
  const at = (phase, changes = {}) => tableState({ table: { ...tableState().table, phase }, ...changes });
  assert.equal(kindOf(NOTHING_YET, plain), null);
  assert.equal(kindOf(at("gathering", { position: null }), plain), "gather");
  assert.equal(kindOf(at("playing"), plain), "play");
  assert.equal(kindOf(at("playing"), { ...plain, isText: true }), "text");
  assert.equal(kindOf(at("playing"), { ...plain, isGathering: true }), "play");
  assert.equal(kindOf(at("over"), plain), "play");
  assert.equal(kindOf(at("over"), { ...plain, isGathering: true }), "gather");
});

test("around one screen nobody reads which tiles another drew or exchanged", () => {
  const drawn = { type: "tile-drawn", seat: 0, tile: 9 };
  const swapped = { type: "tiles-exchanged", seat: 0, gave: [4, 5], took: [8, 7] };
  const open = { type: "tile-drawn", seat: null, tile: 6 };
  const { events } = discreetly({ type: "moved", events: [drawn, swapped, open] });
  assert.deepEqual(events, [{ ...drawn, tile: 0 }, { ...swapped, gave: [0, 0], took: [0, 0] }, open]);
  assert.equal(discreetly(snapshot({ last: [drawn] })).last[0].tile, 0);
  assert.equal(discreetly({ type: "refused", snapshot: snapshot({ last: [drawn] }) }).snapshot.last[0].tile, 0);
});

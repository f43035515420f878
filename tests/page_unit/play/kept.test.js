// What is planned outlives a reload, and nobody else learns of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Keeper } from "../../../src/tsuro/web/page/play/kept.js";
import { after, playing, table } from "./playing.js";

/** What a tab remembers. */
function remembering() {
  const kept = new Map();
  return { kept, getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text), removeItem: (key) => kept.delete(key) };
}

test("a tile that was selected and turned is planned again after a reload", () => {
  const storage = remembering();
  const state = after(after(playing(), { type: "tile-selected", index: 1 }), { type: "tile-turned", step: 1 });
  new Keeper("code", storage).keep(state);
  const found = new Keeper("code", storage).find(table());
  const again = after(playing(), { type: "plan-kept", kept: found });
  assert.deepEqual([again.choice.face, again.plan], [state.choice.face, state.plan]);
});

test("a plan is kept for its table, its game and its seat", () => {
  const storage = remembering();
  new Keeper("code", storage).keep(playing());
  const now = table();
  assert.equal(new Keeper("other", storage).find(now), null);
  assert.equal(new Keeper("code", storage).find({ ...now, table: { ...now.table, game: 9 } }), null);
  assert.equal(new Keeper("code", storage).find({ ...now, you: { ...now.you, seats: [1] } }), null);
});

test("around one screen, and when a game is over, nothing is kept", () => {
  const storage = remembering();
  const keeper = new Keeper("code", storage);
  keeper.keep(playing());
  assert.equal(storage.kept.size, 1);
  const state = playing();
  keeper.keep({ ...state, table: { ...state.table, you: { ...state.table.you, seats: [0, 1] } } });
  assert.equal(storage.kept.size, 0);
  keeper.keep({ ...state, table: { ...state.table, position: { ...state.table.position, result: { winners: [0] } } } });
  assert.equal(storage.kept.size, 0);
});

test("what cannot be read was never kept", () => {
  const storage = remembering();
  storage.setItem("tsuro.plan.code", "{");
  assert.equal(new Keeper("code", storage).find(table()), null);
  assert.equal(new Keeper("code", null).find(table()), null);
});

// The tables this device was at.

import assert from "node:assert/strict";
import { test } from "node:test";
import { forget, remember, visitOf, visits } from "../../src/tsuro/web/page/recent.js";
import { NOTHING_YET } from "../../src/tsuro/web/page/table.js";
import { FakeStorage, tableState } from "./fakes.js";

const visit = (code) => ({ code, kind: "bots", names: ["Ana"], at: 1 });

test("the latest stands first, and each only once", () => {
  const storage = new FakeStorage();
  for (const code of ["A", "B", "A"]) remember(storage, visit(code));
  assert.deepEqual(visits(storage).map(({ code }) => code), ["A", "B"]);
});

test("only the last eight are kept", () => {
  const storage = new FakeStorage();
  for (let i = 0; i < 12; i++) remember(storage, visit(`T${i}`));
  assert.deepEqual(visits(storage).map(({ code }) => code), ["T11", "T10", "T9", "T8", "T7", "T6", "T5", "T4"]);
});

test("one can be forgotten", () => {
  const storage = new FakeStorage();
  remember(storage, visit("A"));
  remember(storage, visit("B"));
  forget(storage, "B");
  assert.deepEqual(visits(storage).map(({ code }) => code), ["A"]);
});

test("without a store, or with a broken one, there are none", () => {
  assert.deepEqual(visits(null), []);
  assert.deepEqual(visits(new FakeStorage({ "tsuro.tables": "[nonsense" })), []);
  remember(null, visit("A"));
  remember({ getItem: () => null, setItem: () => { throw new Error("full"); } }, visit("A"));
});

test("a table is remembered by its kind and its names", () => {
  const state = tableState();
  const [ana, rui] = state.table.seats;
  const seats = (...seats) => ({ ...state, table: { ...state.table, seats } });
  const kind = (state) => visitOf("A", state, 5).kind;
  assert.equal(visitOf("A", NOTHING_YET, 5), null);
  assert.deepEqual(visitOf("A", state, 5), { code: "A", kind: "friends", names: ["Ana", "Rui"], at: 5, isOver: false });
  assert.equal(kind(seats(ana, { ...rui, kind: "bot" })), "bots");
  assert.equal(kind({ ...state, you: { ...state.you, seats: [0, 1] } }), "screen");
  assert.deepEqual(visitOf("A", seats(ana, { ...rui, kind: "empty", name: "" }), 5).names, ["Ana"]);
});

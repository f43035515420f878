// The tables this device was at.

import assert from "node:assert/strict";
import { test } from "node:test";
import { forget, remember, visitOf, visits } from "../../../src/tsuro/web/page/device/recent.js";
import { NOTHING_YET } from "../../../src/tsuro/web/page/game/table.js";
import { FakeStorage, tableState } from "../fakes.js";

const visit = (code) => ({ code, isOver: false });

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

test("games that are over do not push out those that are not", () => {
  const storage = new FakeStorage();
  remember(storage, visit("A"));
  for (let i = 0; i < 12; i++) remember(storage, { code: `T${i}`, isOver: true });
  assert.deepEqual(visits(storage).map(({ code }) => code), ["T11", "T10", "T9", "T8", "T7", "T6", "T5", "T4", "A"]);
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
  for (const broken of ["[nonsense", "null", "{}", '"x"', "[null]", '[{"code": 1}]']) {
    assert.deepEqual(visits(new FakeStorage({ "tsuro.tables": broken })), []);
  }
  remember(null, visit("A"));
  remember({ getItem: () => null, setItem: () => { throw new Error("full"); } }, visit("A"));
});

test("a table is remembered as soon as it is known, with whether its game is over", () => {
  const state = tableState();
  assert.equal(visitOf("A", NOTHING_YET), null);
  assert.deepEqual(visitOf("A", state), { code: "A", isOver: false });
  assert.deepEqual(visitOf("A", { ...state, table: { ...state.table, phase: "over" } }), { code: "A", isOver: true });
  const seats = [{ kind: "person" }, { kind: "bot" }];
  assert.equal(visitOf("A", { ...state, you: { seats: [0] }, table: { ...state.table, seats, phase: "over" } }), null); // nobody else goes on
});

// Who may change what a table has agreed on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { mayChange } from "../../../src/tsuro/web/page/gather/agreed.js";
import { tableState } from "../fakes.js";

const FREE = { kind: "empty", name: "", marker: "" };
const PERSON = { kind: "person", name: "Ana", marker: "circle" };
const BOT = { kind: "bot", name: "Aki", marker: "square" };

function gathering({ seats, host = true, starts = null }) {
  const state = tableState();
  return { ...state, starts, table: { ...state.table, seats }, you: { ...state.you, host, seats: [0] } };
}

test("the host changes the options, and nobody else", () => {
  assert.equal(mayChange(gathering({ seats: [PERSON, PERSON] })), true);
  assert.equal(mayChange(gathering({ seats: [PERSON, PERSON], host: false })), false);
  assert.equal(mayChange(null), false);
});

test("nobody changes them while others wait for a game that starts by itself", () => {
  assert.equal(mayChange(gathering({ seats: [PERSON, PERSON, FREE], starts: 12_000 })), false);
  assert.equal(mayChange(gathering({ seats: [PERSON, BOT, FREE], starts: 12_000 })), true);
});

// Taking part in deals: what is said when, and what is remembered of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Contributor } from "../../../src/tsuro/web/page/net/contributor.js";
import { Parts, sealOf } from "../../../src/tsuro/web/page/net/parts.js";
import { tableState } from "../fakes.js";

const COMMITMENT = "c".repeat(64);

/** Somewhere to keep things. */
function storage() {
  const kept = new Map();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
}

/** The table between games, with these changes of the two seats. */
function between(table = {}, ...seats) {
  const state = tableState();
  const changed = state.table.seats.map((seat, i) => ({ ...seat, seal: null, contribution: null, ...seats[i] }));
  return { ...state, table: { ...state.table, phase: "gathering", game: 4, next_commitment: COMMITMENT, dealing: false, ...table, seats: changed } };
}

/** A contributor, its parts and what it says. */
function withOne() {
  const said = [];
  const parts = new Parts("CODE", storage());
  return { one: new Contributor(parts, (message) => said.push(message)), parts, said };
}

test("a part is sealed once, and opened when tiles are dealt", async () => {
  const { one, parts, said } = withOne();
  await one.follow(between());
  await one.follow(between());
  const part = parts.of(COMMITMENT);
  const seal = await sealOf(part);
  assert.deepEqual(said.map(({ id, ...rest }) => rest), [{ type: "seal", commitment: COMMITMENT, seal }]);
  assert.equal(parts.inGame(5), null);
  await one.follow(between({ dealing: true }, { seal }, { seal: "theirs" }));
  assert.deepEqual({ ...said[1], id: "" }, { type: "contribute", commitment: COMMITMENT, value: part.value, id: "" });
  assert.deepEqual(parts.inGame(5).others, [["Ana", seal], ["Rui", "theirs"]]);
});

test("on a new line it is said again", async () => {
  const { one, said } = withOne();
  await one.follow(between());
  one.restart();
  await one.follow(between());
  assert.equal(said.length, 2);
  assert.equal(said[0].seal, said[1].seal);
});

test("what another device sealed is not opened here, and what is open stays so", async () => {
  const { one, parts, said } = withOne();
  await one.follow(between({ dealing: true }, { seal: "of another device" }));
  await one.follow(between({}, { seal: "of another device" }));
  const seal = await sealOf(parts.of(COMMITMENT));
  await one.follow(between({ dealing: true }, { seal, contribution: parts.of(COMMITMENT).value }));
  assert.deepEqual(said, []);
});

test("nothing is said in a game, by watchers, against bots, or without a commitment", async () => {
  const { one, said } = withOne();
  await one.follow(between({ phase: "playing" }));
  await one.follow(between({ next_commitment: null }));
  await one.follow({ ...between(), you: { seats: [] } });
  await one.follow(between({}, {}, { kind: "bot", bot: "dragon" }));
  assert.deepEqual(said, []);
});

test("whoever begins a game brings the part along, unless it is sealed", () => {
  const { one, parts } = withOne();
  const alone = between({}, {}, { kind: "bot", bot: "dragon" });
  const { value } = parts.of(COMMITMENT);
  assert.deepEqual(one.fieldsFor("start", alone), { contribution: { commitment: COMMITMENT, value } });
  assert.deepEqual(one.fieldsFor("want-rematch", alone), { contribution: { commitment: COMMITMENT, value } });
  assert.deepEqual(parts.inGame(5).others, [["Ana", ""], ["Rui", ""]]);
  assert.deepEqual(one.fieldsFor("want-rematch", between()), {}); // others may not want it yet
  assert.deepEqual(one.fieldsFor("start", between({}, { seal: "sealed" })), {});
  assert.deepEqual(one.fieldsFor("move", alone), {});
  assert.deepEqual(one.fieldsFor("start", { table: null, you: null }), {});
});

test("parts outlive the page, but not for ever", () => {
  const kept = storage();
  const first = new Parts("CODE", kept).of(COMMITMENT);
  assert.equal(new Parts("CODE", kept).of(COMMITMENT).value, first.value);
  assert.notEqual(new Parts("OTHER", kept).of(COMMITMENT).value, first.value);
  const parts = new Parts("CODE", kept);
  ["1", "2", "3"].forEach((commitment) => parts.of(commitment));
  assert.equal(parts.parts.length, 3);
  assert.notEqual(parts.of(COMMITMENT).value, first.value);
});

test("a device that keeps nothing, or nonsense, contributes all the same", () => {
  const full = { getItem: () => "nonsense", setItem() { throw new Error("full"); } };
  assert.equal(new Parts("CODE", full).of(COMMITMENT).value.length, 32);
  assert.equal(new Parts("CODE", null).of(COMMITMENT).value.length, 32);
});

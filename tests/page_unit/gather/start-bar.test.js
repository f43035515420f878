// Who may start a game, and what those who wait are told.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { shownFor } from "../../../src/tsuro/web/page/gather/start-bar.js";
import { isNewcomer } from "../../../src/tsuro/web/page/gather/facts.js";
import { useTexts } from "../../../src/tsuro/web/page/words/language.js";
import { tableState } from "../fakes.js";

before(() => useTexts(JSON.parse(readFileSync(new URL("../../../src/tsuro/web/page/languages/en.json", import.meta.url), "utf8"))));

const FREE = { kind: "empty", name: "", marker: "" };

function gathering({ seats, you, starts = null } = {}) {
  const state = tableState();
  return { ...state, starts, table: { ...state.table, phase: "gathering", seats: seats ?? state.table.seats }, you: { ...state.you, ...you } };
}

test("the host starts, as soon as two sit at the table", () => {
  assert.deepEqual(shownFor(gathering(), 0), { reason: "Ready when you are.", button: "Start the game", mayStart: true, isEnough: true });
  assert.equal(shownFor(gathering({ seats: [tableState().table.seats[0], FREE] }), 0).isEnough, false);
});

test("others wait for the host", () => {
  const shown = shownFor(gathering({ you: { host: false, seats: [1] } }), 0);
  assert.deepEqual([shown.reason, shown.mayStart], ["Waiting for Ana to start", false]);
});

test("a game that starts by itself is counted down, and anyone who sits there may start it at once", () => {
  const seats = [tableState().table.seats[0], FREE];
  const waiting = (you) => shownFor(gathering({ seats, starts: 12_000, you }), 1500);
  assert.deepEqual(waiting({ host: false, seats: [0] }), {
    reason: "Starts in 11\u00a0s, with bots in the empty seats",
    button: "Start now with bots",
    mayStart: true,
    isEnough: true,
  });
  assert.equal(waiting({ host: false, seats: [] }).mayStart, false);
  assert.equal(shownFor(gathering({ starts: 1000 }), 1500).reason, "Starting…");
  const full = shownFor(gathering({ starts: 2000 }), 1500);
  assert.deepEqual([full.reason, full.button], ["Starts in 1\u00a0s", "Start the game"]);
});

test("nothing is shown of a table that is not known yet", () => {
  assert.equal(shownFor({ table: null, you: null, starts: null }, 0), null);
});

test("somebody whom the host removed is no newcomer", () => {
  const you = { play: "CODE", seats: [], removed: false };
  assert.deepEqual([isNewcomer(you), isNewcomer({ ...you, removed: true })], [true, false]);
});

// What leaving means, whether the game is left to bots, and what happens beside the board.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isAgainstBots } from "../../../src/tsuro/web/page/game/table.js";
import { changeInWords, standInWords } from "../../../src/tsuro/web/page/play/changes.js";
import { leavingFrom } from "../../../src/tsuro/web/page/play/leaving.js";
import { headlinesIn, statusNews } from "../../../src/tsuro/web/page/play/selectors.js";
import { sameAgain } from "../../../src/tsuro/web/page/start/making.js";
import { t, useTexts } from "../../../src/tsuro/web/page/words/language.js";
import { position, tableState } from "../fakes.js";
import { after, heard, moved, playing, table } from "./playing.js";

useTexts(JSON.parse(readFileSync(new URL("../../../src/tsuro/web/page/languages/en.json", import.meta.url), "utf8")));

/** A table at which Rui is a bot. */
function withBot(changes = {}) {
  const state = tableState(changes);
  const [ana, rui] = state.table.seats;
  return { ...state, table: { ...state.table, seats: [ana, { ...rui, kind: "bot", bot: "guardian" }] } };
}

/** @param {ReturnType<typeof tableState>} state */
function timed(state) {
  return { ...state, table: { ...state.table, options: { ...state.table.options, clock: { kind: "turn", seconds: 60 } } } };
}

const OUT = { position: position({ out: [[0]] }) };

test("the question says what is true for the table", () => {
  assert.equal(leavingFrom(tableState({ you: { seats: [] } })), null, "a watcher");
  assert.deepEqual(leavingFrom(withBot()), { meaning: t("play.leave-bots"), isMissed: false });
  assert.deepEqual(leavingFrom(timed(withBot())), { meaning: t("play.leave-bots-clock"), isMissed: false });
  assert.deepEqual(leavingFrom(tableState({ you: { seats: [0, 1] } })), { meaning: t("play.leave-bots"), isMissed: false });
  assert.deepEqual(leavingFrom(tableState()), { meaning: t("play.leave-people"), isMissed: true });
  assert.deepEqual(leavingFrom(timed(tableState())), { meaning: t("play.leave-people-clock"), isMissed: true });
  assert.deepEqual(leavingFrom(tableState(OUT)), { meaning: t("play.leave-out"), isMissed: false });
});

test("only bots are there besides, or somebody else is", () => {
  assert.equal(isAgainstBots(withBot()), true);
  assert.equal(isAgainstBots(tableState()), false);
  assert.equal(isAgainstBots(withBot({ you: { seats: [] } })), false);
});

test("the same game can be had once more", () => {
  const { table: agreed } = withBot();
  assert.deepEqual(sameAgain({ ...agreed, first: 1, options: { ...agreed.options, first: "chosen" } }), {
    edition: "modern",
    clock: { kind: "none" },
    first: 1,
    seats: [{ kind: "person", name: "Ana", marker: "circle" }, { kind: "bot", bot: "guardian", name: "Rui", marker: "star" }],
    start: true,
  });
  assert.equal(sameAgain(agreed).first, "random");
});

const changed = (what, seat, state = tableState()) => ({ state, before: state, message: { type: "changed", what, seat, table: state.table } });

test("time that runs out is said, to its player and to the others", () => {
  assert.equal(changeInWords(changed("time-ran-out", 1)), "Rui ran out of time: a bot makes this move.");
  assert.equal(changeInWords(changed("time-ran-out", 0)), "You ran out of time: a bot makes this move.");
  assert.equal(changeInWords(changed("warned", 0)), "");
  const state = playing();
  const told = after(state, heard(state.latest, changed("time-ran-out", 1, state.latest)));
  assert.equal(statusNews(told), "Rui ran out of time: a bot makes this move.");
  assert.deepEqual(headlinesIn(told, state), ["Rui ran out of time: a bot makes this move."]);
});

test("a move that a bot made in somebody's place says so", () => {
  const by = (seat) => ({ state: tableState(), message: { type: "moved", seat, played: "stand-in" } });
  assert.equal(standInWords(by(1)), "A bot moved for Rui.");
  assert.equal(standInWords(by(0)), "A bot moved for you.");
  assert.equal(standInWords(null), "");
});

test("whoever wants the end sees every move at once", () => {
  const state = after(playing(), { type: "end-wanted" });
  const next = { ...table({}, { active: 1 }), last: [{ type: "tile-placed", seat: 0, square: 2, tile: "17n" }] };
  const end = after(state, heard(next, moved(state.latest, next)));
  assert.equal(end.queue.now, null);
  assert.equal(end.table, next);
});

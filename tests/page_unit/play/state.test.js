import assert from "node:assert/strict";
import { test } from "node:test";
import { moveOf } from "../../../src/tsuro/web/page/play/choice.js";
import { BEGINNING } from "../../../src/tsuro/web/page/play/state.js";
import { tableState } from "../fakes.js";
import { explanationsIn } from "../../../src/tsuro/web/page/play/selectors.js";
import { after, FACES, heard, moved, own, playing, shown, table } from "./playing.js";

const SENT = { seat: 0, action: "play 17e" };
const placed = { type: "tile-placed", seat: 0, square: 2, tile: "17n" };

test("before the faces are loaded, nothing can be chosen", () => {
  const state = after(BEGINNING, { type: "heard", table: table(), news: null, sent: null });
  assert.equal(state.choice.own, null);
  assert.equal(state.looks[0].name, "Ana");
  assert.equal(after(state, { type: "tile-turned", step: 1 }), state);
  assert.equal(moveOf(after(state, { type: "faces-loaded", faces: FACES }).choice), "play 17n");
});

test("a turn begins with the first tile that may be placed", () => {
  assert.equal(playing().choice.face, "17n");
});

test("selecting and turning change what would be placed, and each is counted", () => {
  const state = after(playing(), { type: "tile-selected", index: 1 }, { type: "tile-turned", step: 1 });
  assert.equal(moveOf(state.choice), "play 4e");
  assert.equal(state.touched, 2);
});

test("while a move is on its way the plan stays", () => {
  const sent = after(playing(), { type: "move-sent", sent: SENT });
  assert.equal(sent.choice.isSent, true);
  assert.equal(after(sent, { type: "tile-selected", index: 1 }), sent);
  assert.equal(after(sent, { type: "move-answered", sent: null }).choice.isSent, false);
});

test("after a reload, a move that was sent before is still on its way", () => {
  assert.equal(playing(table(), SENT).choice.sent, "play 17e");
});

test("a refusal stays until the next move, or until another one is tried", () => {
  const refused = after(playing(), { type: "refused", sentence: "No." });
  assert.equal(refused.problem, "No.");
  const away = { ...refused.table, away: [1] };
  const presence = { state: away, before: refused.table, message: { type: "presence" } };
  assert.equal(after(refused, { type: "heard", table: away, news: presence, sent: null }).problem, "No.");
  assert.equal(after(refused, { type: "move-sent", sent: SENT }).problem, "");
  const news = moved(refused.table, table());
  const moving = after(refused, { type: "heard", table: news.state, news, sent: null });
  assert.deepEqual([moving.problem, shown(moving).problem], ["No.", ""]);
});

test("a move is shown from the board as it was planned to the board as it is now", () => {
  const state = playing();
  const news = moved(state.table, tableState({ last: [placed] }));
  const next = after(state, { type: "heard", table: news.state, news, sent: null });
  assert.equal(next.queue.now.before.ghost.face, "17n");
  assert.equal(next.queue.now.after.last, 2);
});

const result = { winners: [1], ranking: [[1], [0]], scores: [], solo: null };
const placing = (seat, tile) => ({ type: "tile-placed", seat, square: 2, tile });
const [TABLE, FIRST, SECOND, OVER] = [
  table({ on_turn: false }, { active: 1 }),
  table({ on_turn: true }, { hands: [3, 2], pile: 20 }),
  table({ on_turn: false }, { active: 1, pile: 19 }),
  table({ on_turn: false }, { out: [[0]], result }),
].map((known, at) => ({ ...known, seq: 7 + at, last: at ? [placing(at % 2, "17n")] : [] }));
const MOVES = [heard(FIRST, moved(TABLE, FIRST)), heard(SECOND, moved(FIRST, SECOND)), heard(OVER, moved(SECOND, OVER))];

test("the table is as the board shows it; the end is known, but not there before it is shown", () => {
  const busy = after(playing(TABLE), ...MOVES);
  assert.equal(busy.latest, OVER);
  const seen = [busy, shown(busy), shown(shown(busy)), shown(shown(shown(busy)))];
  assert.deepEqual(seen.map(({ table: { position } }) => position.pile), [29, 20, 19, 29]);
  assert.deepEqual(seen.map(({ table: { position } }) => position.result), [null, null, null, result]);
  assert.deepEqual(seen.map(({ told }) => told[0]?.state.seq), [undefined, 8, 9, 10]);
  assert.deepEqual([seen[3].queue.now, seen[3].table], [null, OVER]);
});

test("skipping shows the latest and tells all moves in their order, none twice", () => {
  const busy = after(playing(TABLE), ...MOVES);
  const skipped = after(busy, { type: "skipped" });
  assert.equal(skipped.table, OVER);
  assert.deepEqual(skipped.told.map(({ state }) => state.seq), [8, 9, 10]);
  assert.equal(after(skipped, { type: "moment-shown", moment: busy.queue.now }), skipped);
  assert.equal(after(skipped, { type: "skipped" }), skipped);
});

test("while a move is shown its tile has left the hand, and nobody can do anything", () => {
  const state = after(playing(FIRST), MOVES[1]);
  const hand = (tiles) => ({ ...SECOND, seq: 9, last: tiles.map((tile) => placing(0, tile)) });
  const busy = after(playing(FIRST), heard(hand(["17n"]), moved(FIRST, hand(["17n"]))));
  assert.deepEqual([busy.choice.own.hand, busy.table.position.hands], [[4], [2, 2]]);
  assert.equal(moveOf(state.choice), null);
  assert.equal(busy.choice.isSent, false);
});

test("what else is heard waits for the moves before it", () => {
  const busy = after(playing(TABLE), MOVES[0]);
  const away = { ...FIRST, away: [1] };
  const presence = heard(away, { state: away, before: FIRST, message: { type: "presence" } });
  const waiting = after(busy, presence);
  assert.deepEqual([waiting.table.away, waiting.latest.away], [[], [1]]);
  assert.deepEqual(shown(waiting).told.map(({ message }) => message.type), ["moved", "presence"]);
  assert.deepEqual(after(playing(FIRST), presence).table.away, [1], "nothing moves: at once");
});

test("after a leap, forward or back, nothing waits, and nothing that was heard is left out", () => {
  const busy = after(playing(TABLE), ...MOVES.slice(0, 2));
  for (const [table, type] of [[OVER, "snapshot"], [TABLE, "taken-back"]]) {
    const leapt = after(busy, heard(table, { state: table, before: SECOND, message: { type } }));
    assert.deepEqual([leapt.table, leapt.latest, leapt.queue.now], [table, table, null]);
    assert.deepEqual(leapt.told.map(({ message }) => message.type), ["moved", "moved", type]);
  }
});

test("a new game waits until the end of the one before is shown", () => {
  const started = { state: TABLE, before: OVER, message: { type: "started", events: [] } };
  const busy = after(playing(SECOND), MOVES[2], heard(TABLE, started), MOVES[0]);
  assert.equal(busy.table.seq, SECOND.seq);
  const begun = shown(busy);
  assert.deepEqual([begun.table.position.result, begun.queue.now.news.state.seq], [null, 8]);
  assert.deepEqual(begun.told.map(({ message }) => message.type), ["moved", "started"]);
});

test("planning skips what still moves, and means the tile that was seen", () => {
  const busy = after(playing(FIRST), heard(SECOND, moved(FIRST, { ...SECOND, last: [placing(0, "17n")] })));
  const selected = after(busy, { type: "tile-selected", index: 0 });
  assert.deepEqual([selected.queue.now, selected.plan.tile], [null, 4]);
  const other = after(playing(TABLE), MOVES[0], { type: "tile-turned", step: 1 });
  assert.deepEqual([other.queue.now, other.plan.turned], [null, { 17: "17n" }], "the turn begins, and nothing is turned");
});

test("a start mark is chosen as long as it is free", () => {
  const marks = [{ action: "mark a6n1", point: 0 }];
  const state = after(playing(table({ marks, previews: [] })), { type: "mark-chosen", action: "mark a6n1", at: 5 });
  assert.equal(moveOf(state.choice), "mark a6n1");
  const taken = table({ marks: [], previews: [] });
  assert.equal(after(state, { type: "heard", table: taken, news: null, sent: null }).mark, null);
});

test("an exchange is chosen tile by tile, or laid out by a hint, and forgotten afterwards", () => {
  const exchange = table({ previews: [], offer: [8] }, { phase: "exchange" });
  const toggled = after(
    playing(exchange),
    { type: "swap-toggled", side: "give", tile: 4 },
    { type: "swap-toggled", side: "take", tile: 8 },
  );
  assert.deepEqual(toggled.swap, { give: [4], take: [8] });
  const advised = after(toggled, { type: "swap-planned", action: "exchange 17 for 8" });
  assert.deepEqual([advised.swap, advised.advised], [{ give: [17], take: [8] }, "exchange 17 for 8"]);
  assert.equal(after(advised, { type: "swap-toggled", side: "give", tile: 17 }).advised, null);
  const over = after(advised, { type: "heard", table: table(), news: null, sent: null });
  assert.deepEqual([over.swap.give, over.advised], [[], null]);
});

test("around one screen, a hand is seen only after the curtain was lifted for it", () => {
  const shared = { you: { seats: [0, 1], host: true, play: "p", watch: "w" } };
  const known = { ...table(), ...shared, own: [own(), own({ seat: 1, on_turn: false })] };
  const hidden = playing(known);
  assert.equal(hidden.choice.own, null);
  const lifted = after(hidden, { type: "curtain-lifted" });
  assert.equal(lifted.choice.own.seat, 0);
  const passed = { ...known, own: [own({ on_turn: false }), own({ seat: 1 })] };
  assert.equal(after(lifted, { type: "heard", table: passed, news: null, sent: null }).lifted, null);
});

test("what happens for the first time is explained when it is shown", () => {
  const state = playing();
  const news = moved(state.table, tableState({ last: [{ type: "eliminated", seat: 1, met: null, forced: false }] }));
  const next = after(state, { type: "heard", table: news.state, news, sent: null });
  assert.deepEqual(explanationsIn(next), []);
  assert.deepEqual(explanationsIn(shown(next)), ["explain.eliminated"]);
});

test("a new game is announced, and nothing moves", () => {
  const state = playing();
  const started = { state: state.table, before: state.table, message: { type: "started" } };
  const next = after(state, { type: "heard", table: state.table, news: started, sent: null });
  assert.deepEqual(next.told, [started]);
  assert.equal(next.queue.now, null);
});

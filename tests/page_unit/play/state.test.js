import assert from "node:assert/strict";
import { test } from "node:test";
import { moveOf } from "../../../src/tsuro/web/page/play/choice.js";
import { BEGINNING } from "../../../src/tsuro/web/page/play/state.js";
import { tableState } from "../fakes.js";
import { after, FACES, moved, own, playing, table } from "./playing.js";

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
  assert.equal(after(refused, { type: "heard", table: news.state, news, sent: null }).problem, "");
});

test("a move is shown from the board as it was planned to the board as it is now", () => {
  const state = playing();
  const news = moved(state.table, tableState({ last: [placed] }));
  const next = after(state, { type: "heard", table: news.state, news, sent: null });
  assert.equal(next.queue.now.before.ghost.face, "17n");
  assert.equal(next.queue.now.after.last, 2);
  assert.equal(next.news.table, news.state);
});

test("the status line says the move that is being shown, not the newest", () => {
  const state = playing();
  const [first, second] = [tableState({ seq: 8 }), tableState({ seq: 9 })];
  const busy = after(
    state,
    { type: "heard", table: first, news: moved(state.table, first), sent: null },
    { type: "heard", table: second, news: moved(first, second), sent: null },
  );
  assert.equal(busy.table, second);
  assert.equal(busy.news.table, first);
  const next = after(busy, { type: "moment-shown" });
  assert.equal(next.news.table, second);
  assert.equal(after(next, { type: "moment-shown" }).queue.now, null);
});

test("planning skips what still moves", () => {
  const state = playing();
  const waiting = table({ on_turn: false });
  const busy = after(state, { type: "heard", table: waiting, news: moved(state.table, waiting), sent: null });
  assert.equal(busy.queue.isSkipped, false);
  assert.equal(after(busy, { type: "tile-selected", index: 1 }).queue.isSkipped, true);
  assert.equal(after(busy, { type: "skipped" }).queue.isSkipped, true);
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

test("what happens for the first time is explained, in another list each time", () => {
  const state = playing();
  const news = moved(state.table, tableState({ last: [{ type: "eliminated", seat: 1, met: null, forced: false }] }));
  const next = after(state, { type: "heard", table: news.state, news, sent: null });
  assert.deepEqual(next.explanations, ["explain.eliminated"]);
});

test("a new game is announced, and nothing moves", () => {
  const state = playing();
  const started = { state: state.table, before: state.table, message: { type: "started" } };
  const next = after(state, { type: "heard", table: state.table, news: started, sent: null });
  assert.notEqual(next.news, state.news);
  assert.equal(next.queue.now, null);
});

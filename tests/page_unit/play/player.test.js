import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { announcer, sentenceFor } from "../../../src/tsuro/web/page/play/announcer.js";
import { Hints } from "../../../src/tsuro/web/page/play/hint.js";
import { Player } from "../../../src/tsuro/web/page/play/player.js";
import { reduce } from "../../../src/tsuro/web/page/play/state.js";
import { captionIn, headlinesIn, mayAsk, mayUndo, nextHint, outlookIn } from "../../../src/tsuro/web/page/play/selectors.js";
import { Store } from "../../../src/tsuro/web/page/play/store.js";
import { useTexts } from "../../../src/tsuro/web/page/words/language.js";
import { after, heard, moved, own, playing, shown, table } from "./playing.js";

useTexts(JSON.parse(readFileSync(new URL("../../../src/tsuro/web/page/languages/en.json", import.meta.url), "utf8")));

const ACCEPTED = { type: "accepted" };
const practice = (changes, at) => ({ ...table(changes, at), you: { seats: [0], host: true, play: "p", watch: "w", practice: true } });

/** A player at a table, and all that they cause. */
function seated({ state = playing(), answer = ACCEPTED, advice = () => Promise.reject(new Error("none")) } = {}) {
  const done = [];
  const store = new Store(state, reduce);
  const session = {
    unansweredMove: null,
    async move(seat, action) {
      done.push(`move ${seat} ${action}`);
      this.unansweredMove = { seat, action };
      await null;
      this.unansweredMove = null;
      return answer;
    },
    async undo(seat) {
      done.push(`undo ${seat}`);
      return answer;
    },
  };
  const say = (sentence) => done.push(`say ${sentence}`);
  const hints = new Hints(advice, (hint) => store.send({ type: "hint-changed", hint }));
  const player = new Player({ app: { say }, session, sound: { play: (kind) => done.push(kind) }, hints, store });
  return { player, store, done };
}

test("a tile is selected by one tap and turned by the next", () => {
  const { player, store, done } = seated();
  player.tap(1);
  assert.equal(store.state.choice.face, "4n");
  player.tap(1);
  assert.equal(store.state.choice.face, "4e");
  assert.deepEqual(done, ["turn"]);
});

test("placing sends the move, once", async () => {
  const { player, store, done } = seated();
  player.place();
  assert.equal(store.state.choice.isSent, true);
  player.place();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(store.state.choice.isSent, false);
  assert.deepEqual(done.filter((each) => each.startsWith("move")), ["move 0 play 17n"]);
});

test("a move that is refused leaves the reason in the state", async () => {
  const refusal = { type: "refused", code: "not-your-turn", sentence: "It is not your turn.", snapshot: table() };
  const { player, store } = seated({ answer: refusal });
  await player.send("play 17n");
  assert.notEqual(store.state.problem, "");
});

test("a placement that is not allowed is not sent, and the reason is said", () => {
  const { player, done } = seated();
  player.tap(1);
  player.place();
  assert.match(done.at(-1), /^say .*edge/);
});

test("an exchange with nothing chosen sends nothing, and says nothing", () => {
  const { player, done } = seated({ state: playing(table({ previews: [], offer: [8] }, { phase: "exchange" })) });
  player.place();
  assert.deepEqual(done, []);
  player.toggle("give", 4);
  player.toggle("take", 8);
  player.place();
  assert.deepEqual(done, ["move 0 exchange 4 for 8"]);
});

test("a start mark is taken by a second tap, but not by a double tap", (context) => {
  context.mock.method(performance, "now", () => now);
  let now = 1000;
  const marks = [{ action: "mark a6n1", point: 0 }];
  const { player, done } = seated({ state: playing(table({ marks, previews: [] }, { phase: "mark" })) });
  player.chooseMark("mark a6n1");
  now += 300;
  player.chooseMark("mark a6n1");
  assert.deepEqual(done, ["turn"]);
  now += 600;
  player.chooseMark("mark a6n1");
  assert.deepEqual(done, ["turn", "move 0 mark a6n1"]);
});

test("a tile is dragged to the square that the player's marker faces", () => {
  const { player } = seated();
  assert.equal(player.lift(1), "4n");
  assert.equal(player.isTarget(2), true);
  assert.equal(player.isTarget(3), false);
  assert.equal(player.isTarget(null), false);
  assert.equal(seated({ state: playing(table({ previews: [] })) }).player.lift(0), null);
});

test("a hint is planned at once, with its chances and those of what was planned before, to which one can go back", async () => {
  const estimates = [{ action: "play 17e", share: 0.41 }, { action: "play 17n", share: 0.12 }];
  const advice = { seat: 0, chosen: "play 17e", estimates };
  const { player, store } = seated({ state: playing(practice()), advice: async () => advice });
  assert.deepEqual([captionIn(store.state), nextHint(store.state)], ["", "ask"]);
  await player.hint();
  assert.equal(store.state.choice.face, "17e");
  assert.match(outlookIn(store.state).text, /^The dragon would place tile 1 here: 41.?% to win, against 12.?% for yours\.$/);
  assert.equal(nextHint(store.state), "back");
  await player.hint();
  assert.equal(store.state.choice.face, "17n");
  assert.match(outlookIn(store.state).text, /^The dragon would place tile 1 instead: 41.?% to win, against 12.?%/);
  assert.equal(nextHint(store.state), "take");
});

test("a hint for a start mark chooses it and says so; asked again, it sends nothing", async () => {
  const marks = [{ action: "mark a6n1", point: 0 }];
  const state = playing(practice({ marks, previews: [] }, { phase: "mark" }));
  const { player, store, done } = seated({ state, advice: async () => ({ seat: 0, chosen: "mark a6n1", estimates: [] }) });
  await player.hint();
  await player.hint();
  assert.equal(store.state.choice.mark, "mark a6n1");
  assert.equal(done[0], "say The dragon would start here.");
  assert.ok(!done.some((each) => each.startsWith("move")));
});

test("pressed twice, a move is not followed by one of the next turn", (context) => {
  let now = 1000;
  context.mock.method(performance, "now", () => now);
  const { player, store, done } = seated();
  player.place();
  store.send({ type: "move-answered", sent: null });
  now += 150;
  player.place();
  assert.equal(done.filter((each) => each.startsWith("move")).length, 1);
  now += 200;
  player.place();
  assert.equal(done.filter((each) => each.startsWith("move")).length, 2);
});

test("a move is taken back where the table says so, once for two presses, and that is said", async () => {
  const seats = [{ kind: "person", name: "Ana", may_undo: true }];
  const state = practice();
  const undoable = { ...state, table: { ...state.table, seats } };
  assert.equal(mayUndo(playing(state)), null);
  const { player, store, done } = seated({ state: playing(undoable) });
  await Promise.all([player.undo(), player.undo()]);
  assert.deepEqual(done, ["undo 0"]);
  const table = { ...undoable, seq: undoable.seq + 1, position: { ...undoable.position } };
  const message = { type: "undone", seq: table.seq, seat: 0, table: table.table, you: table.you };
  store.send({ type: "end-wanted" });
  const before = store.state;
  assert.equal(before.hurried, table.table.game);
  store.send({ type: "heard", table, news: { message, before: undoable, state: table }, sent: null });
  assert.equal(headlinesIn(store.state, before)[0], "You took your move back.");
  assert.equal(store.state.hurried, null); // moves are shown again
  assert.equal(mayUndo(after(store.state, { type: "move-sent", sent: { seat: 0, action: "play 17n" } })), null);
});

test("why there is no hint is said by the hand, until something else is done", async () => {
  const { player, store } = seated({ state: playing(practice()) });
  await player.hint();
  assert.equal(outlookIn(store.state).tone, "bad");
  player.tap(0);
  assert.equal(outlookIn(store.state).tone, "plain");
});

test("hints are only for practice, and for the player on turn", () => {
  assert.equal(mayAsk(playing(practice())), true);
  assert.equal(mayAsk(playing()), false);
  assert.equal(mayAsk(playing(practice({ on_turn: false }))), false);
  assert.equal(mayAsk(after(playing(practice()), { type: "move-sent", sent: { seat: 0, action: "play 17n" } })), false);
});

test("while something moves, nothing is placed: it is only skipped", () => {
  const before = playing(table({ on_turn: false }));
  const state = after(before, { type: "heard", table: table(), news: moved(before.table, table()), sent: null });
  for (const act of ["place", "skip"]) {
    const { player, store, done } = seated({ state });
    player[act]();
    assert.equal(store.state.queue.now, null);
    assert.equal(store.state.choice.own.on_turn, true);
    assert.deepEqual(done, []);
  }
});

test("the outlook says what to do first", () => {
  const marks = [{ action: "mark a6n1", point: 0 }];
  assert.match(outlookIn(playing(table({ marks, previews: [] }))).text, /start mark/);
  assert.equal(outlookIn(playing()).text, "You stay in the game.");
  assert.notEqual(outlookIn(playing(table({ on_turn: false }))).text, "");
});

test("a change is said once: the problem, the plan, or the news", () => {
  const state = playing();
  const turned = after(state, { type: "tile-turned", step: 1 });
  assert.equal(sentenceFor(turned, state), "You stay in the game.");
  assert.equal(sentenceFor(after(state, { type: "refused", sentence: "No." }), state), "No.");
  assert.match(sentenceFor(after(state, { type: "heard", table: table(), news: null, sent: null }), state), /Your turn/);
  assert.equal(sentenceFor(after(state, { type: "move-sent", sent: null }), state), null);
});

test("a turn that begins is heard once, and shown to those who look elsewhere", () => {
  const done = [];
  const sign = { show: ({ names, isOnTurn }) => done.push(isOnTurn ? "on turn" : names) };
  const announce = announcer({ say: () => {} }, { play: (kind) => done.push(kind) }, sign);
  const waiting = playing({ ...table({ on_turn: false }), own: [own({ on_turn: false })] });
  const onTurn = after(waiting, { type: "heard", table: table(), news: null, sent: null });
  announce(onTurn, waiting);
  announce(after(onTurn, { type: "tile-turned", step: 1 }), onTurn);
  assert.deepEqual(done, ["on turn", "your-turn", "on turn"]);
  announce(waiting, onTurn);
  assert.equal(done.at(-1), "Ana, Rui");
});

test("what was skipped is said in its order, and then what the plan would do", () => {
  const placed = (square) => ({ type: "tile-placed", seat: 1, square, tile: "3n" });
  const before = playing();
  const first = { ...table(), seq: 8, last: [placed(2)] };
  const second = { ...table(), seq: 9, last: [placed(3)] };
  const busy = after(before, heard(first, moved(before.table, first)), heard(second, moved(first, second)));
  const skipped = after(busy, { type: "tile-selected", index: 1 });
  assert.match(sentenceFor(skipped, busy), /^Rui.*c6.* Rui.*d6.* Your turn: place a tile .*edge/);
});

test("winning is heard when nothing moves any more", () => {
  const played = [];
  const announce = announcer({ say: () => {} }, { play: (kind) => played.push(kind) }, { show: () => {} });
  const state = playing();
  const over = { ...table({ on_turn: false }, { result: { winners: [0], ranking: [] } }), own: [] };
  const moving = after(state, { type: "heard", table: over, news: moved(state.table, over), sent: null });
  announce(moving, state);
  assert.deepEqual(played, []);
  announce(shown(moving), moving);
  assert.deepEqual(played, ["win"]);
});

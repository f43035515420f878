import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { facesOf } from "../../../src/tsuro/web/page/board/faces.js";
import { useTexts } from "../../../src/tsuro/web/page/words/language.js";
import { moveOf, NO_CHOICE, pendingOf, whyNot } from "../../../src/tsuro/web/page/play/choice.js";
import { shortWay } from "../../../src/tsuro/web/page/play/hand.js";
import { adviceOn, captionOf, Hints, problemOn } from "../../../src/tsuro/web/page/play/hint.js";
import { commandOf } from "../../../src/tsuro/web/page/play/gestures.js";
import { explanationsFor } from "../../../src/tsuro/web/page/play/notes.js";
import { outlookOf } from "../../../src/tsuro/web/page/play/outlook.js";
import { panelOf } from "../../../src/tsuro/web/page/play/selectors.js";
import { sceneOf } from "../../../src/tsuro/web/page/play/scene.js";
import { turnInWords } from "../../../src/tsuro/web/page/play/status.js";
import { NOTHING_YET } from "../../../src/tsuro/web/page/game/table.js";

useTexts(JSON.parse(readFileSync(new URL("../../../src/tsuro/web/page/languages/en.json", import.meta.url), "utf8")));

const PLAYERS = [
  { name: "Ana", marker: "circle" },
  { name: "Rui", marker: "square" },
  { name: "Léa", marker: "star" },
];
const LOOKS = PLAYERS.map((player, seat) => ({ ...player, seat, number: seat + 1 }));
const REFUSED = { code: "takes-you-to-the-edge", sentence: "", rule: "P2" };

const walk = (seat, end, met = null) => ({ seat, points: [0, 4], end, met });
const preview = (walks, refused = null, action = "play 17e") => ({ action, walks, refused });
const own = (changes = {}) => ({
  seat: 0,
  hand: [17, 4],
  on_turn: true,
  previews: [preview([walk(0, 12)])],
  marks: [],
  offer: [],
  ...changes,
});
const position = (changes = {}) => ({
  phase: "play",
  active: 0,
  board: Array(36).fill(null),
  markers: [9 * 8 + 1, 20 * 8, null],
  trails: [[], [], []],
  hands: [3, 3, 3],
  open_hand: [],
  pile: 20,
  dragon: null,
  out: [],
  closed: [],
  scores: [],
  solo: null,
  result: null,
  ...changes,
});
const state = (changes = {}, seats = [0]) => ({
  ...NOTHING_YET,
  table: { players: PLAYERS },
  you: { seats, host: true, play: "p", watch: "w", practice: true },
  position: position(changes),
  own: seats.map((seat) => own({ seat, on_turn: seat === (changes.active ?? 0) })),
});

const choice = (changes) => ({ ...NO_CHOICE, ...changes });

test("the scene has the ghost on the square that the player's marker faces", () => {
  const one = own();
  const scene = sceneOf(state(), choice({ own: one, face: "17e", preview: one.previews[0] }));
  assert.deepEqual(scene?.ghost, { face: "17e", square: 9, preview: one.previews[0], pending: false });
  assert.equal(scene?.lit, 9);
});

test("a player who plans while another thinks sees their ghost, and the other's square lit", () => {
  const one = own({ on_turn: false });
  const scene = sceneOf(state({ active: 1 }), choice({ own: one, face: "17e", preview: one.previews[0] }));
  assert.equal(scene?.ghost?.square, 9);
  assert.equal(scene?.lit, 20);
});

test("a move that was sent is shown as pending until it was made", () => {
  const scene = sceneOf(state(), choice({ own: own(), face: "4n", sent: "play 17e", isSent: true }));
  assert.deepEqual(scene?.ghost, { face: "17e", square: 9, preview: own().previews[0], pending: true });
});

test("a move is on its way as long as it could still be made", () => {
  const sent = { seat: 0, action: "play 17e" };
  assert.equal(pendingOf(own(), sent), "play 17e");
  assert.equal(pendingOf(own({ previews: [] }), sent), null);
  assert.equal(pendingOf(own({ on_turn: false }), sent), null);
  assert.equal(pendingOf(own(), { ...sent, seat: 1 }), null);
  assert.equal(pendingOf(own({ previews: [], offer: [8] }), { seat: 0, action: "exchange nothing" }), "exchange nothing");
});

test("start marks are shown only to whoever is to choose one", () => {
  const marks = [{ action: "mark a6n1", point: 0 }];
  const shown = (changes) => sceneOf(state({ phase: "mark" }), choice({ own: own({ marks, previews: [], ...changes }) }));
  assert.deepEqual(shown({})?.marks, marks);
  assert.deepEqual(shown({ on_turn: false })?.marks, []);
});

test("there is no scene before the first game", () => {
  assert.equal(sceneOf(NOTHING_YET), null);
});

test("the outlook says who stays, who moves and who is out", () => {
  const words = (walks, refused = null) => outlookOf(preview(walks, refused), own(), LOOKS);
  assert.deepEqual(words([walk(0, 12)]), { text: "You stay in the game.", tone: "plain" });
  assert.deepEqual(words([walk(0, 12), walk(1, null), walk(2, 40)]), {
    text: "You stay in the game. Rui is out. Léa moves on.",
    tone: "good",
  });
  assert.deepEqual(words([walk(0, null, 1), walk(1, null, 0)]), { text: "You meet Rui: both are out.", tone: "bad" });
  assert.equal(words([walk(0, null)], REFUSED).tone, "bad");
  assert.match(words([walk(0, null)], REFUSED).text, /edge.*Turn it/);
});

test("where every way leads out, the outlook says so", () => {
  const only = preview([walk(0, null)]);
  assert.match(outlookOf(only, own({ previews: [only] }), LOOKS).text, /^Every move leads to the edge/);
});

test("placing says why it cannot be done", () => {
  const chosen = { own: own(), preview: own().previews[0], mark: null, isSent: false, active: LOOKS[0] };
  assert.equal(whyNot(chosen), null);
  assert.equal(moveOf(chosen), "play 17e");
  assert.match(whyNot({ ...chosen, own: own({ on_turn: false }), active: LOOKS[1] }) ?? "", /Rui/);
  assert.match(whyNot({ ...chosen, preview: null }) ?? "", /Select a tile/);
  assert.match(whyNot({ ...chosen, preview: preview([walk(0, null)], REFUSED) }) ?? "", /edge/);
  assert.match(whyNot({ ...chosen, isSent: true }) ?? "", /Sending/);
  assert.equal(moveOf({ ...chosen, isSent: true }), null);
});

test("a start mark is sent once it is chosen", () => {
  const marks = [{ action: "mark a6n1", point: 0 }];
  const chosen = { own: own({ marks, previews: [] }), preview: null, mark: null, isSent: false, active: LOOKS[0] };
  assert.equal(moveOf(chosen), null);
  assert.equal(moveOf({ ...chosen, mark: "mark a6n1" }), "mark a6n1");
});

test("the panel shows what there is to do", () => {
  assert.equal(panelOf(state(), own()), "hand");
  assert.equal(panelOf(state({ phase: "exchange" }), own()), "exchange");
  assert.equal(panelOf(state({ phase: "exchange", active: 1 }), own({ on_turn: false })), "hand");
  assert.equal(panelOf(state({ out: [[0]] }), own()), "out");
  assert.equal(panelOf(state({}, []), null), "watching");
  assert.equal(panelOf(state({}, [0, 1]), null), "curtain");
  assert.equal(panelOf(state({ result: { winners: [0] } }), null), "end");
});

test("the status says whose turn it is and what is to be done", () => {
  assert.equal(turnInWords(state(), LOOKS), "Your turn: place a tile");
  assert.equal(turnInWords(state({ phase: "mark" }), LOOKS), "Your turn: choose a start mark");
  assert.equal(turnInWords(state({ active: 1 }), LOOKS), "It’s Rui’s turn");
  assert.equal(turnInWords(state({}, [0, 1]), LOOKS), "Ana: place a tile");
  assert.equal(turnInWords(state({ result: { winners: [0] } }), LOOKS), "The game is over");
});

test("keys mean what the list of keys says", () => {
  const key = (name, held = {}) => commandOf({ key: name, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held });
  assert.deepEqual(key("2"), { do: "select", index: 1 });
  assert.deepEqual(key("r"), { do: "turn", step: 1 });
  assert.deepEqual(key("R", { shiftKey: true }), { do: "turn", step: -1 });
  assert.deepEqual(key("Enter"), { do: "place" });
  assert.deepEqual(key("h"), { do: "hint" });
  assert.deepEqual([key("z"), key("z", { ctrlKey: true }), key("z", { metaKey: true })], [{ do: "undo" }, { do: "undo" }, { do: "undo" }]);
  assert.equal(key("Z", { shiftKey: true }), null);
  assert.deepEqual(key("Escape"), { do: "skip" });
  assert.deepEqual(key("?"), { do: "keys" });
  assert.equal(key("4"), null);
  assert.equal(key("r", { ctrlKey: true }), null);
});

test("a tile turns by the shorter way", () => {
  assert.equal(shortWay(0, 1, 4), 1);
  assert.equal(shortWay(0, 3, 4), -1);
  assert.equal(shortWay(5, 0, 4), -1);
  assert.equal(shortWay(3, 0, 4), 1);
  assert.equal(shortWay(1, 0, 2), 1);
  assert.equal(shortWay(0, 0, 1), 0);
});

test("what happened is explained once each", () => {
  const out = { type: "eliminated", seat: 1, met: null, forced: false };
  assert.deepEqual(explanationsFor([out, out], position(), position({ closed: [30] })), ["explain.eliminated", "explain.closed-square"]);
  assert.deepEqual(explanationsFor([{ type: "tiles-dealt", seat: 0, tiles: [1] }], null, position()), []);
});

const faces = facesOf(["17n", "17e", "4n"].map((name) => ({ name, tile: Number.parseInt(name, 10), paths: [] })));
const ADVICE = {
  seat: 0,
  chosen: "play 17e",
  estimates: [
    { action: "play 17e", share: 0.6, low: 0.5, high: 0.7 },
    { action: "play 17n", share: 0.1, low: 0, high: 0.2 },
  ],
};

test("advice is put into words, with chances where there are some", () => {
  const mind = { planned: "play 17e", yours: "play 17e" };
  assert.match(captionOf(ADVICE, own(), mind), /^The dragon would do the same: 60.?% to win\.$/);
  const alone = { ...ADVICE, estimates: [] };
  const words = "The dragon would place tile 1 here.";
  assert.equal(captionOf(alone, own(), { ...mind, yours: null }), words);
  const swap = { ...ADVICE, chosen: "exchange 4 for 8", estimates: [{ action: "exchange 4 for 8", share: 0.5 }, { action: "exchange nothing", share: 0.25 }] };
  assert.match(captionOf(swap, own(), { planned: null, yours: null }), /exchange these tiles: 50.?% to win, against 25/);
  assert.match(captionOf({ ...swap, chosen: "exchange nothing" }, own(), { planned: null, yours: null }), /keep your tiles: 25.?% to win\.$/);
});

test("advice is asked for once, and is good for its position only", async () => {
  let asked = 0;
  const hints = new Hints(async () => (asked++, ADVICE), () => {});
  const now = position();
  await Promise.all([hints.want(now, 0), hints.want(now, 0)]);
  await hints.want(now, 0);
  assert.equal(asked, 1);
  assert.equal(adviceOn(hints.now, now), ADVICE);
  assert.equal(adviceOn(hints.now, position()), null);
});

test("advice that cannot be had leaves a reason, and can be asked for again", async () => {
  const answers = [() => Promise.reject(new Error("busy")), () => Promise.resolve(ADVICE)];
  const hints = new Hints(() => answers.shift()(), () => {});
  const now = position();
  assert.equal(await hints.want(now, 0), null);
  assert.equal(problemOn(hints.now, now).message, "busy");
  assert.equal(problemOn(hints.now, position()), null);
  assert.equal(await hints.want(now, 0), ADVICE);
  assert.equal(problemOn(hints.now, now), null);
});

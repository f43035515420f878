import assert from "node:assert/strict";
import { test } from "node:test";

import { choicesOf, Expectations, spotsOf } from "../../../src/tsuro/web/page/replay/expectations.js";
import { Film } from "../../../src/tsuro/web/page/replay/film.js";
import { addressOf, doneNext, lastSquareAt, momentIn, nextToAct, sceneAt } from "../../../src/tsuro/web/page/replay/moments.js";

const LOOKS = [
  { seat: 0, number: 1, name: "Ana", marker: "circle" },
  { seat: 1, number: 2, name: "Rui", marker: "square" },
];
const NOWHERE = { phase: "mark", active: 0, markers: [null, null], out: [], result: null };
const PREVIEW = { action: "play 17e", walks: [], refused: null };

/** Four moments: the deal, Ana's start, Ana's tile on e6 (square 4), the end. */
const FRAMES = [
  frame(0, null, [], { ...NOWHERE }, { marks: [{ action: "mark c6n1", point: 16 }], previews: [] }),
  frame(1, "mark c6n1", [{ type: "marker-placed", seat: 0, mark: 16 }], { ...NOWHERE, phase: "play", markers: [16, 33] }, { marks: [], previews: [PREVIEW] }),
  frame(2, "play 17e", [{ type: "tile-placed", seat: 0, square: 4, tile: "17e" }], { ...NOWHERE, phase: "exchange", active: 1 }, null),
  frame(3, "exchange nothing", [{ type: "tiles-exchanged", seat: 1, gave: [], took: [] }], { ...NOWHERE, phase: "over", active: 1 }, null),
];

function frame(number, action, events, position, own) {
  return { number, seat: action ? 0 : null, action, events, position, hands: [[], []], own };
}

test("an address names a moment, and the last one if it names none that is there", () => {
  assert.equal(momentIn("?move=2", 3), 2);
  assert.equal(momentIn("?move=0", 3), 0);
  assert.equal(momentIn("?move=99", 3), 3);
  for (const search of ["", "?move=", "?move=-1", "?move=1.5", "?move=x"]) assert.equal(momentIn(search, 3), 3);
  assert.equal(momentIn(addressOf("/replay", 1).slice("/replay".length), 3), 1);
});

test("the square before the marker on turn is lit, and the last tile is remembered", () => {
  assert.deepEqual([0, 1, 2, 3].map((at) => lastSquareAt(FRAMES, at)), [null, null, 4, 4]);
  const scene = sceneAt(FRAMES, 1, LOOKS);
  assert.equal(scene.active, 0);
  assert.equal(scene.lit, 2);
  assert.equal(scene.ghost, null);
  assert.equal(sceneAt(FRAMES, 3, LOOKS).active, null);
  assert.deepEqual(FRAMES.map(nextToAct), [0, 0, 1, null]);
});

test("a choice that is looked at lies on the board as a ghost, with what it would cause", () => {
  const { ghost } = sceneAt(FRAMES, 1, LOOKS, "play 17e");
  assert.deepEqual(ghost, { face: "17e", square: 2, preview: PREVIEW, pending: false });
  assert.equal(sceneAt(FRAMES, 1, LOOKS, "play 3n").ghost, null);
  const start = sceneAt(FRAMES, 0, LOOKS, "mark c6n1");
  assert.equal(start.mark, "mark c6n1");
  assert.deepEqual(start.marks, [{ action: "mark c6n1", point: 16 }]);
  assert.equal(sceneAt(FRAMES, 2, LOOKS, "exchange nothing").ghost, null);
});

test("what was done next is known", () => {
  assert.deepEqual([0, 2, 3].map((at) => doneNext(FRAMES, at)), ["mark c6n1", "exchange nothing", null]);
});

const estimate = (action, share) => ({ action, share, low: share - 0.1, high: share + 0.1 });
const ADVICE = { seat: 0, chosen: "play 2n", estimates: [estimate("play 1n", 0.2), estimate("play 2n", 0.5), estimate("play 3n", 0.51)] };

test("the dragon's choice comes first, then the likelier ones, and what was done is marked", () => {
  const choices = choicesOf(ADVICE, "play 1n");
  assert.deepEqual(choices.map(({ action }) => action), ["play 2n", "play 3n", "play 1n"]);
  assert.deepEqual(choices.map(({ best }) => best), [true, false, false]);
  assert.deepEqual(choices.map(({ done }) => done), [false, false, true]);
});

test("what was done is shown even if the dragon did not weigh it, and its choice if it weighed nothing", () => {
  assert.deepEqual(choicesOf(ADVICE, "play 9n").at(-1), { action: "play 9n", estimate: null, best: false, done: true });
  const mark = { seat: 0, chosen: "mark c6n1", estimates: [] };
  assert.deepEqual(choicesOf(mark, "mark c6n1"), [{ action: "mark c6n1", estimate: null, best: true, done: true }]);
  assert.equal(choicesOf(mark, null).length, 1);
});

test("the chart has the chance of what was done, along the game", () => {
  const known = new Map([
    [2, { seat: 1, chosen: "exchange nothing", estimates: [estimate("exchange nothing", 0.4)] }],
    [1, { seat: 0, chosen: "play 2n", estimates: [estimate("play 17e", 0.3), estimate("play 2n", 0.6)] }],
    [0, { seat: 0, chosen: "mark c6n1", estimates: [] }],
  ]);
  assert.deepEqual(spotsOf(known, FRAMES), [{ at: 1, seat: 0, share: 0.3 }, { at: 2, seat: 1, share: 0.4 }]);
});

test("the dragon is asked once for a moment, and one question at a time", async () => {
  const open = [];
  let most = 0;
  const expectations = new Expectations(async (at) => {
    most = Math.max(most, open.push(at));
    await Promise.resolve();
    open.pop();
    asked.push(at);
    return { ...ADVICE, seat: at };
  });
  const asked = [];
  const answers = await Promise.all([1, 2, 1, 2, 3].map((at) => expectations.of(at)));
  assert.deepEqual(answers.map(({ seat }) => seat), [1, 2, 1, 2, 3]);
  assert.deepEqual(asked, [1, 2, 3]);
  assert.equal(most, 1);
});

test("a question that failed can be asked again", async () => {
  let fails = true;
  const expectations = new Expectations(async () => {
    if (fails) throw new Error("too fast");
    return ADVICE;
  });
  await assert.rejects(expectations.of(1), /too fast/);
  fails = false;
  assert.equal(await expectations.of(1), ADVICE);
});

/** A film of five moments, and what it showed. */
function filmFrom(at, rest = async () => {}) {
  const shown = [];
  const film = new Film(4, at, { show: async (at, { moving }) => void shown.push(moving ? `${at}…` : `${at}`), rest, changed: () => {} });
  return { film, shown };
}

test("a step forward is shown as it happened, all else at once", async () => {
  const { film, shown } = filmFrom(1);
  await film.begin();
  await film.step(1);
  await film.step(-1);
  await film.go(4);
  await film.step(1);
  await film.go(-7);
  assert.deepEqual(shown, ["1", "2…", "1", "4", "0"]);
});

test("it runs to the end, and from the beginning if it was there", async () => {
  const { film, shown } = filmFrom(2);
  await film.toggle();
  assert.deepEqual(shown, ["3…", "4…"]);
  assert.equal(film.running, false);
  await film.toggle();
  assert.deepEqual(shown.slice(2), ["0", "1…", "2…", "3…", "4…"]);
});

test("whoever looks elsewhere stops it", async () => {
  /** @type {() => void} */
  let wake = () => {};
  const { film, shown } = filmFrom(0, () => new Promise((done) => (wake = done)));
  const run = film.toggle();
  assert.equal(film.running, true);
  await film.go(3);
  assert.equal(film.running, false);
  wake();
  await run;
  assert.deepEqual(shown, ["3"]);
  assert.equal(film.at, 3);
});

// What happened, in words: with the English file, as a reader would see it.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { useTexts } from "../../../src/tsuro/web/page/words/language.js";
import {
  boardInWords,
  closedExplanation,
  describePoint,
  explanationOf,
  headline,
  optionsInWords,
  playerInWords,
  sentencesOf,
  whyOut,
} from "../../../src/tsuro/web/page/words/events.js";

const PAGE = new URL("../../../src/tsuro/web/page/", import.meta.url);
const codes = () => readdirSync(new URL("languages/", PAGE)).map((name) => name.replace(".json", ""));
/** @param {string} code */
const words = (code) => JSON.parse(readFileSync(new URL(`languages/${code}.json`, PAGE), "utf8"));
const LOOKS = [
  { seat: 0, number: 1, name: "Ana", marker: "circle" },
  { seat: 1, number: 2, name: "Rui", marker: "star" },
  { seat: 2, number: 3, name: "Léa", marker: "diamond" },
];
const PLACED = { type: "tile-placed", seat: 0, square: 2, tile: "17e" };
/** @param {number} seat @param {number | null} end @param {number | null} [met] */
const walked = (seat, end, met = null) => ({ type: "marker-walked", walk: { seat, points: [16, 19], end, met } });
/** @param {number} seat @param {number | null} [met] @param {boolean} [forced] */
const out = (seat, met = null, forced = false) => ({ type: "eliminated", seat, met, forced });
/** @param {object} changes */
const over = (changes) => ({ type: "game-over", result: { winners: [0], ranking: [[0], [1]], scores: [], solo: null, ...changes } });

beforeEach(() => useTexts(words("en")));

/** Each event, to somebody who watches and to the one it is about. @type {[any, string, string][]} */
const TOLD = [
  [{ type: "tiles-dealt", seat: 0, tiles: [1, 2, 3] }, "Ana got 3 tiles.", "You got 3 tiles."],
  [{ type: "tiles-dealt", seat: null, tiles: [4, 8, 30] }, "These tiles are face up for everyone: 4, 8, and 30.", "These tiles are face up for everyone: 4, 8, and 30."],
  [{ type: "marker-placed", seat: 0, mark: 16 }, "Ana starts at c6, top left.", "You start at c6, top left."],
  [PLACED, "Ana placed tile 17 on c6.", "You placed tile 17 on c6."],
  [walked(0, 30), "Ana moves to d6, left lower.", "You move to d6, left lower."],
  [walked(0, null), "", ""],
  [out(0), "Ana reached the edge and is out.", "You reached the edge and are out."],
  [out(0, null, true), "Ana had no other move, reached the edge and is out.", "You had no other move, reached the edge and are out."],
  [out(0, 1), "Ana and Rui met on the same path: both are out.", "You and Rui met on the same path: both are out."],
  [out(1, 0), "", ""],
  [{ type: "exchange-offered", seat: 0, tiles: [0, 0, 0] }, "Ana may exchange: 3 tiles to choose from.", "You may exchange: 3 tiles to choose from."],
  [{ type: "exchange-offered", seat: 0, tiles: [7] }, "Ana may exchange: 1 tile to choose from.", "You may exchange: 1 tile to choose from."],
  [{ type: "tiles-exchanged", seat: 0, gave: [1], took: [18] }, "Ana gave tile 1 and took tile 18.", "You gave tile 1 and took tile 18."],
  [{ type: "tiles-exchanged", seat: 0, gave: [], took: [] }, "Ana kept their tiles.", "You kept your tiles."],
  [{ type: "dragon-passed", seat: 0, to: 1 }, "The Dragon tile goes from Ana to Rui.", "Your Dragon tile goes to Rui."],
  [{ type: "dragon-passed", seat: 1, to: 0 }, "The Dragon tile goes from Rui to Ana.", "The Dragon tile goes from Rui to you."],
  [{ type: "dragon-passed", seat: 0, to: null }, "Ana’s Dragon tile goes back beside the board.", "Your Dragon tile goes back beside the board."],
  [{ type: "pile-shuffled", tiles: 1 }, "1 tile from eliminated players is shuffled into the draw pile.", "1 tile from eliminated players is shuffled into the draw pile."],
  [{ type: "pile-shuffled", tiles: 0 }, "", ""],
  [{ type: "pile-passed", to: 0 }, "The draw pile is passed to Ana.", "The draw pile is passed to you."],
  [{ type: "tile-drawn", seat: 0, tile: 9 }, "Ana drew tile 9.", "You drew tile 9."],
  [{ type: "tile-drawn", seat: 0, tile: 0 }, "Ana drew a tile.", "You drew a tile."],
  [{ type: "tile-drawn", seat: null, tile: 9 }, "Tile 9 is turned face up for everyone.", "Tile 9 is turned face up for everyone."],
  [{ type: "dragon-taken", seat: 0 }, "The draw pile is empty: Ana took the Dragon tile.", "The draw pile is empty: you took the Dragon tile."],
  [{ type: "dragon-returned", seat: 0 }, "Ana gave back the Dragon tile and draws first.", "You gave back the Dragon tile and draw first."],
  [{ type: "hand-empty", seat: 0 }, "Ana has no tiles and skips a turn.", "You have no tiles and skip a turn."],
  [{ type: "turn-passed", to: 0 }, "It’s Ana’s turn.", "It’s your turn."],
  [over({}), "Ana wins!", "You win!"],
  [over({ winners: [0, 1] }), "A shared win: Ana and Rui!", "A shared win: you and Rui!"],
  [over({ scores: [12, 9, 3] }), "Ana wins! Scores: Ana 12, Rui 9, Léa 3.", "You win! Scores: Ana 12, Rui 9, Léa 3."],
  [over({ solo: [2, 35] }), "All 35 tiles placed with 2 markers left: well done!", "All 35 tiles placed with 2 markers left: well done!"],
  [over({ winners: [], solo: [0, 31] }), "The game is over: you placed 31 tiles.", "The game is over: you placed 31 tiles."],
];

for (const [event, watching, playing] of TOLD) {
  test(`${event.type}: ${playing || "nothing to say"}`, () => {
    assert.deepEqual(sentencesOf([event], LOOKS, []), watching ? [watching] : []);
    assert.deepEqual(sentencesOf([event], LOOKS, [0]), playing ? [playing] : []);
  });
}

test("hidden tiles that others exchange are counted", () => {
  const event = { type: "tiles-exchanged", seat: 1, gave: [0, 0], took: [0, 0] };
  assert.deepEqual(sentencesOf([event], LOOKS, [0]), ["Rui exchanged 2 tiles."]);
});

test("nobody is “you” on a screen that several share", () => {
  assert.deepEqual(sentencesOf([PLACED], LOOKS, [0, 1]), ["Ana placed tile 17 on c6."]);
});

test("every language has words for every event, for everyone", () => {
  for (const code of codes()) {
    useTexts(words(code), code);
    for (const [event] of TOLD) {
      for (const own of [[], [0], [1]]) {
        for (const text of [...sentencesOf([event], LOOKS, own), headline([PLACED, event], LOOKS, own)]) {
          assert.doesNotMatch(text, /event\.|words\.|\{|undefined/, `${code}: ${text}`);
        }
      }
    }
  }
});

/** @type {[string, any[], number[], string][]} */
const HEADLINES = [
  ["a placement", [PLACED, walked(0, 30), { type: "tile-drawn", seat: 0, tile: 0 }], [1], "Ana placed a tile on c6."],
  ["the own placement", [PLACED, walked(0, 30)], [0], "You placed a tile on c6."],
  ["somebody is taken along", [PLACED, walked(0, 30), walked(1, 31)], [2], "Ana’s tile on c6 took Rui along."],
  ["you are taken along", [PLACED, walked(0, 30), walked(1, 31)], [1], "Ana’s tile on c6 took you along."],
  ["two are taken along", [PLACED, walked(0, 30), walked(1, 31), walked(2, 40)], [], "Ana’s tile on c6 took Rui and Léa along."],
  ["somebody is taken to the edge", [PLACED, walked(1, null), out(1)], [2], "Ana’s tile on c6 took Rui to the edge."],
  ["you are taken to the edge", [PLACED, walked(1, null), out(1)], [1], "Ana’s tile on c6 took you to the edge."],
  ["you take somebody to the edge", [PLACED, walked(1, null), out(1)], [0], "Your tile on c6 took Rui to the edge."],
  ["the own end", [PLACED, walked(0, null), out(0, null, true)], [1], "Ana had no other move, reached the edge and is out."],
  ["a meeting", [PLACED, out(0, 1), out(1, 0)], [1], "You and Ana met on the same path: both are out."],
  ["several at once", [PLACED, out(0), out(1)], [], "Out together: Ana and Rui."],
  ["the end", [PLACED, out(1), over({})], [], "Ana wins!"],
  ["the deal", [{ type: "tiles-dealt", seat: 0, tiles: [1, 2, 3] }], [0], "The tiles are dealt: everyone chooses a start mark."],
  ["the Dragon tile", [PLACED, { type: "dragon-taken", seat: 0 }], [1], "Ana placed a tile on c6 and took the Dragon tile."],
  ["your Dragon tile", [PLACED, { type: "dragon-taken", seat: 0 }], [0], "You placed a tile on c6 and took the Dragon tile."],
  ["the Dragon tile given back", [PLACED, { type: "dragon-returned", seat: 0 }], [1], "Ana placed a tile on c6 and gave back the Dragon tile."],
  [
    "the Dragon tile of another",
    [PLACED, { type: "dragon-taken", seat: 1 }],
    [2],
    "Ana placed a tile on c6. The draw pile is empty: Rui took the Dragon tile.",
  ],
  [
    "the Dragon tile and who was taken along",
    [PLACED, walked(0, 40), walked(1, 60), { type: "dragon-taken", seat: 0 }],
    [2],
    "Ana’s tile on c6 took Rui along. The draw pile is empty: Ana took the Dragon tile.",
  ],
  ["an exchange", [{ type: "tiles-exchanged", seat: 1, gave: [0], took: [0] }], [0], "Rui exchanged 1 tile."],
  ["nothing", [], [], ""],
];

for (const [what, events, own, expected] of HEADLINES) {
  test(`headline: ${what}`, () => assert.equal(headline(events, LOOKS, own), expected));
}

test("why a player is out", () => {
  assert.equal(whyOut([PLACED, out(1)], LOOKS, 1, [1]), "You are out: Ana’s tile on c6 took you to the edge.");
  assert.equal(whyOut([PLACED, out(1)], LOOKS, 1, [0]), "Rui is out: your tile on c6 led to the edge.");
  assert.equal(whyOut([PLACED, out(0)], LOOKS, 0, [0]), "You are out: every move led to the edge.");
  assert.equal(whyOut([PLACED, out(0, 2)], LOOKS, 0, []), "Ana placed a tile on c6. Ana met Léa on the same path and is out.");
  assert.equal(whyOut([PLACED], LOOKS, 0, []), "");
});

test("what is explained once", () => {
  assert.equal(explanationOf({ type: "dragon-taken", seat: 0 }), "explain.dragon-taken");
  assert.equal(explanationOf(out(0, 1)), "explain.meeting");
  assert.equal(explanationOf(out(0, null, true)), "explain.forced");
  assert.equal(explanationOf(out(0)), "explain.eliminated");
  assert.equal(explanationOf({ type: "turn-passed", to: 0 }), null);
});

const POSITION = {
  phase: "play",
  active: 0,
  board: Array.from({ length: 36 }, (_, square) => (square === 2 ? "26n" : null)),
  markers: [30, 139, null],
  trails: [[16, 19], [139], [5, 7]],
  hands: [3, 2, 0],
  open_hand: [],
  pile: 20,
  dragon: 1,
  out: [[2]],
  closed: [30],
  scores: [],
  result: null,
};
const FACES = new Map([["26n", { name: "26n", tile: 26, paths: [[0, 3], [1, 6], [2, 5], [4, 7]] }]]);

test("the board square by square", () => {
  const rows = boardInWords(/** @type {any} */ (POSITION), LOOKS, /** @type {any} */ (FACES));
  assert.equal(rows.length, 6);
  assert.equal(rows[0]?.[0]?.text, "a6: open.");
  assert.equal(
    rows[0]?.[2]?.text,
    "c6: Tile 26, as printed. Paths: top left to right lower – Ana (1); top right to left lower; right upper to bottom left; bottom right to left upper.",
  );
  assert.equal(rows[0]?.[3]?.text, "d6: open. Ana (1) enters here next, left lower.");
  assert.equal(rows[5]?.[0]?.text, "a1: closed, no marker can get here any more.");
});

test("who is where, and with what", () => {
  const position = /** @type {any} */ (POSITION);
  assert.equal(playerInWords(position, LOOKS, 0), "Ana (1): facing d6, left lower; 3 tiles in hand.");
  assert.equal(playerInWords(position, LOOKS, 1), "Rui (2): facing f4, right lower; 2 tiles in hand; has the Dragon tile.");
  assert.equal(playerInWords(position, LOOKS, 2), "Léa (3): out.");
});

test("what a placement would do", () => {
  const walks = [{ seat: 0, points: [16, 19], end: 30, met: null }, { seat: 1, points: [17, 16], end: null, met: null }];
  const reason = { code: "takes-you-to-the-edge", sentence: "…", rule: "P2" };
  const allowed = optionsInWords({ action: "play 17e", walks, refused: null }, LOOKS, 0);
  assert.equal(allowed, "Tile 17, turned right. You move to d6, left lower. Rui (2) goes to the edge and is out.");
  assert.match(optionsInWords({ action: "play 17e", walks, refused: reason }, LOOKS, 0), /Not allowed: edge\./);
});

test("a meeting is told once", () => {
  const walks = [{ seat: 0, points: [16], end: null, met: 1 }, { seat: 1, points: [17], end: null, met: 0 }];
  assert.equal(optionsInWords({ action: "play 17n", walks, refused: null }, LOOKS, 1), "Tile 17, as printed. You and Ana (1) meet: both are out.");
});

test("places have names", () => {
  assert.equal(describePoint(283), "f1, right lower");
});

test("a square that has just been closed is explained", () => {
  const before = /** @type {any} */ ({ ...POSITION, closed: [] });
  assert.equal(closedExplanation(before, /** @type {any} */ (POSITION)), "explain.closed-square");
  assert.equal(closedExplanation(/** @type {any} */ (POSITION), /** @type {any} */ (POSITION)), null);
});

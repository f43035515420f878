// How a game came to its end, to those who played it and to those who watched.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { howEnded } from "../../../src/tsuro/web/page/words/how-ended.js";
import { useTexts } from "../../../src/tsuro/web/page/words/language.js";

const PAGE = new URL("../../../src/tsuro/web/page/", import.meta.url);
const codes = readdirSync(new URL("languages/", PAGE)).map((name) => name.replace(".json", ""));
/** @param {string} code */
const words = (code) => JSON.parse(readFileSync(new URL(`languages/${code}.json`, PAGE), "utf8"));
const LOOKS = ["Ana", "Ken", "Léa"].map((name, seat) => ({ seat, number: seat + 1, name, marker: "circle" }));
const PLACED = { type: "tile-placed", seat: 1, square: 15, tile: "17e" };
/** @param {number} seat @param {number | null} [met] */
const out = (seat, met = null) => ({ type: "eliminated", seat, met, forced: false });
/** @param {object} result */
const over = (result) => ({ type: "game-over", result });

/** @param {any[]} events @param {any} result @param {(number | null)[]} markers @param {string | null} [goal] */
const ended = (events, result, markers, goal = null) => ({
  last: [...events, over(result)],
  position: { markers, result: { ranking: [], scores: [], solo: null, ...result } },
  goal,
});

/** @type {[string, any, number[], string][]} */
const ENDINGS = [
  ["another’s tile", ended([PLACED, out(0)], { winners: [1] }, [null, 9, null]), [0],
    "Ken’s tile on d4 took you to the edge. Ken is the last one on the board."],
  ["your own tile", ended([PLACED, out(0), out(2)], { winners: [1] }, [null, 9, null]), [1],
    "Your tile on d4 took Ana and Léa to the edge. You are the last one on the board."],
  ["for watchers", ended([PLACED, out(0)], { winners: [1] }, [null, 9, null]), [],
    "Ken’s tile on d4 took Ana to the edge. Ken is the last one on the board."],
  ["around one screen", ended([PLACED, out(0)], { winners: [1] }, [null, 9, null]), [0, 1, 2],
    "Ken’s tile on d4 took Ana to the edge. Ken is the last one on the board."],
  ["all out together", ended([PLACED, out(0), out(1)], { winners: [0, 1] }, [null, null, null]), [0],
    "Out together: you and Ken. Nobody is left on the board: those who went last share the win."],
  ["a meeting", ended([PLACED, out(0, 1), out(1, 0)], { winners: [0, 1] }, [null, null, null]), [1],
    "You and Ana met on the same path: both are out. Nobody is left on the board: those who went last share the win."],
  ["no tiles left", ended([PLACED], { winners: [0, 1] }, [4, 9, null]), [0],
    "All 35 tiles are placed: everyone still on the board shares the win."],
  ["the longest path", ended([PLACED, out(1)], { winners: [0], scores: [14, 9, 3] }, [null, null, null], "longest-path"), [0],
    "Ken reached the edge and is out. Your path is the longest: 14 tiles."],
  ["two longest paths", ended([PLACED], { winners: [0, 1], scores: [9, 9, 3] }, [1, 2, null], "longest-path"), [],
    "The longest paths: Ana and Ken, 9 tiles each."],
  ["crossings", ended([PLACED], { winners: [1], scores: [1, 2, 0] }, [1, 2, null], "most-crossings"), [0],
    "Ken’s path has the most crossings: 2."],
  ["alone", ended([PLACED, out(0)], { winners: [], solo: [0, 31] }, [null, null, null]), [0, 1, 2],
    "Ken’s tile on d4 took Ana to the edge. Markers left: 0. Tiles placed: 31 of 35."],
];

beforeEach(() => useTexts(words("en")));

for (const [what, end, own, expected] of ENDINGS) {
  test(`the end: ${what}`, () => assert.equal(howEnded(end, LOOKS, own), expected));
}

test("every language tells every end", () => {
  for (const code of codes) {
    useTexts(words(code), code);
    for (const [, end, own] of ENDINGS) assert.doesNotMatch(howEnded(end, LOOKS, own), /ended\.|event\.|end\.|\{|undefined/, code);
  }
});

test("a game that goes on has no end", () => {
  assert.equal(howEnded(/** @type {any} */ ({ last: [], position: { result: null }, goal: null }), LOOKS), "");
});

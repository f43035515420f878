// The table in words.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { facesOf } from "../../../src/tsuro/web/page/board/faces.js";
import { barKey } from "../../../src/tsuro/web/page/ui/connection-bar.js";
import { useTexts } from "../../../src/tsuro/web/page/words/language.js";
import { looksOf } from "../../../src/tsuro/web/page/board/looks.js";
import { changeInWords } from "../../../src/tsuro/web/page/play/changes.js";
import { squaresInWords } from "../../../src/tsuro/web/page/play/text/grid.js";
import { markWords, tileInWords } from "../../../src/tsuro/web/page/play/text/options.js";
import { lineOf, restOf } from "../../../src/tsuro/web/page/play/text/story.js";
import { position, tableState } from "../fakes.js";

useTexts(JSON.parse(readFileSync(new URL("../../../src/tsuro/web/page/languages/en.json", import.meta.url), "utf8")));

const LOOKS = looksOf(tableState().table.players);
const FACES = facesOf([{ name: "3e", tile: 3, paths: [[0, 1], [2, 3], [4, 5], [6, 7]] }]);

test("the board is 36 squares, and the one you face is pointed out", () => {
  const squares = squaresInWords(position(), LOOKS, FACES, 0);
  assert.equal(squares.length, 36);
  assert.match(squares[2], /^c6: open\..*Ana.*faces this square/);
  assert.doesNotMatch(squaresInWords(position(), LOOKS, FACES, null)[2], /faces this square/);
});

test("a tile tells its paths, a hidden one that it is hidden", () => {
  assert.match(tileInWords(3, FACES), /^Tile 3\. .*top left to top right/);
  assert.match(tileInWords(0, FACES), /face down/);
});

test("a start mark tells its square and how far along the side it is", () => {
  assert.equal(markWords(16), "c6, top left (3 of 6)");
  assert.equal(markWords(139), "f4, right lower (3 of 6)");
  assert.match(markWords(284), /^f1, bottom right \(6 of 6\)/);
});

test("the log tells what happened, and leaves the turn to the status", () => {
  const events = [{ type: "marker-placed", seat: 1, mark: 139 }, { type: "turn-passed", to: 0 }];
  assert.equal(lineOf(events, tableState()), "Rui starts at f4, right lower.");
});

test("the log goes on where it ends, and begins anew where the story is another", () => {
  const [deal, first, second] = [[], [], []];
  assert.deepEqual(restOf([deal], [deal, first, second]), [first, second]);
  assert.deepEqual(restOf([deal, first], [deal, first]), []);
  assert.equal(restOf([second], [deal, first, second]), null); // what was played before has come
  assert.equal(restOf([deal, first, second], [deal, first]), null); // a move was taken back
});

test("what happens at the table is told where it matters to the game", () => {
  const state = tableState();
  const changed = (what) => ({ state, before: state, message: { type: "changed", seq: 8, what, seat: 1, table: state.table, you: state.you, clocks: null } });
  assert.match(changeInWords(changed("time-ran-out")), /^Rui ran out of time/);
  assert.match(changeInWords(changed("stand-in-ended")), /^Rui is back/);
  assert.equal(changeInWords(changed("rematch-wanted")), "");
});

test("the bar says what becomes of a move, and whether the device is offline", () => {
  assert.equal(barKey({ isOnline: true, isMoveKept: false }), "line.lost");
  assert.equal(barKey({ isOnline: true, isMoveKept: true }), "line.lost-move");
  assert.equal(barKey({ isOnline: false, isMoveKept: true }), "line.offline-move");
});

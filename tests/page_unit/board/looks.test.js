// Players can be told apart by colour, shape, number and dashes, each by itself.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { facesOf, turnsOf } from "../../../src/tsuro/web/page/board/faces.js";
import { MARKERS } from "../../../src/tsuro/web/page/generated/limits.js";
import { dashOf, looksOf, markerPieces } from "../../../src/tsuro/web/page/board/looks.js";

/** The outline that is drawn for a marker. @param {string} marker */
function shapeOf(marker) {
  const made = () => ({ append() {}, setAttribute(name, value) { this[name] = value; } });
  globalThis.document = { createElementNS: made };
  const [shape] = markerPieces({ seat: 0, number: 1, name: "Ana", marker });
  return shape.d;
}

test("every marker has a shape, dashes and a colour of its own", () => {
  assert.equal(new Set(MARKERS.map(shapeOf)).size, 8);
  assert.equal(new Set(MARKERS.map((marker) => dashOf(marker).join())).size, 8);
  const style = readFileSync(new URL("../../../src/tsuro/web/page/style/colours.css", import.meta.url), "utf8");
  for (const marker of MARKERS) assert.match(style, new RegExp(`\\.is-${marker} \\{ --player: var\\(--${marker}\\); \\}`));
});

test("a player is known by seat, number, name and marker", () => {
  assert.deepEqual(looksOf([{ name: "Ana", marker: "star" }, { name: "Rui", marker: "circle" }]), [
    { seat: 0, number: 1, name: "Ana", marker: "star" },
    { seat: 1, number: 2, name: "Rui", marker: "circle" },
  ]);
});

test("a tile turns through the ways in which it lies differently", () => {
  const names = ["1n", "2n", "2e", "17n", "17e", "17s", "17w"];
  const faces = facesOf(names.map((name) => ({ name, tile: parseInt(name, 10), paths: [] })));
  assert.deepEqual(turnsOf(faces, 1), ["1n"]);
  assert.deepEqual(turnsOf(faces, 2), ["2n", "2e"]);
  assert.deepEqual(turnsOf(faces, 17), ["17n", "17e", "17s", "17w"]);
});

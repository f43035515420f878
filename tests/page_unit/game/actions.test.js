// What players do, as records write it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { exchangeChosen, exchanging, faceIn, isMark, KEEP, NO_SWAP, placing, stillThere, swapIn, tileIn, toggle } from "../../../src/tsuro/web/page/game/actions.js";

test("a placement names the tile as it is turned", () => {
  assert.equal(placing("17e"), "play 17e");
  assert.equal(faceIn("play 17e"), "17e");
  assert.equal(tileIn("play 17e"), 17);
});

test("a start mark is no placement, and no exchange", () => {
  assert.equal(isMark("mark c6n1"), true);
  assert.equal(isMark("play 17e"), false);
  assert.equal(faceIn("mark c6n1"), "");
  assert.equal(swapIn("mark c6n1"), null);
});

test("an exchange is equal, or it is nothing, or it cannot be said", () => {
  assert.equal(exchanging({ give: [4], take: [8] }), "exchange 4 for 8");
  assert.equal(exchanging({ give: [4, 5], take: [8, 9] }), "exchange 4,5 for 8,9");
  assert.equal(exchanging(NO_SWAP), KEEP);
  assert.equal(exchanging({ give: [4], take: [] }), null);
});

test("an exchange is read back", () => {
  assert.deepEqual(swapIn("exchange 4,5 for 8,9"), { give: [4, 5], take: [8, 9] });
  assert.deepEqual(swapIn("exchange nothing"), { give: [], take: [] });
});

for (const action of ["", "play 17e", "exchange", "exchange 4", "exchange 4, for 8", "exchange 4 for 8 for 9"]) {
  test(`${action || "nothing at all"} is no exchange`, () => {
    assert.equal(swapIn(action), null);
  });
}

for (const action of ["", "mark c6n1", "exchange nothing", "play"]) {
  test(`${action || "nothing at all"} places no tile`, () => {
    assert.equal(faceIn(action), "");
    assert.ok(Number.isNaN(tileIn(action)));
  });
}

test("a tile of an exchange is chosen, and given up again", () => {
  const chosen = toggle(NO_SWAP, "give", 4);
  assert.deepEqual(chosen, { give: [4], take: [] });
  assert.deepEqual(toggle(chosen, "give", 4), NO_SWAP);
  assert.deepEqual(stillThere({ give: [4, 9], take: [8] }, { hand: [17, 4], offer: [] }), { give: [4], take: [] });
});

test("with no tile chosen, none are kept by mistake", () => {
  assert.equal(exchangeChosen(NO_SWAP), null);
  assert.equal(exchangeChosen({ give: [4], take: [] }), null);
  assert.equal(exchangeChosen({ give: [4], take: [8] }), "exchange 4 for 8");
});

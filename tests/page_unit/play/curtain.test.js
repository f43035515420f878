import assert from "node:assert/strict";
import { test } from "node:test";
import { curtainFor, seenNow, stillLifted } from "../../../src/tsuro/web/page/play/curtain.js";
import { NOTHING_YET } from "../../../src/tsuro/web/page/game/table.js";

const position = (changes = {}) => ({ phase: "play", active: 0, open_hand: [], out: [], result: null, ...changes });
const own = (seat, active) => ({ seat, hand: [seat], on_turn: seat === active, previews: [], marks: [], offer: [] });

/** People at the given seats of one device; the others are bots. */
function around(seats, active, changes = {}) {
  return {
    ...NOTHING_YET,
    you: { seats, host: true, play: "p", watch: "w", practice: false },
    position: position({ active, ...changes }),
    own: seats.map((seat) => own(seat, active)),
  };
}

test("the curtain comes down for whoever is on turn, until it is lifted", () => {
  assert.equal(curtainFor(around([0, 1], 0), null), 0);
  assert.equal(curtainFor(around([0, 1], 0), 0), null);
  assert.equal(curtainFor(around([0, 1], 1), 0), 1);
});

test("a curtain that was lifted is down again as soon as somebody else is on turn", () => {
  assert.equal(stillLifted(around([0, 1], 0), 0), 0);
  assert.equal(stillLifted(around([0, 1], 1), 0), null);
  assert.equal(stillLifted(around([0, 1], 2), 0), null); // a bot thinks
});

test("nobody's tiles are seen while the curtain is down, or a bot thinks", () => {
  assert.equal(seenNow(around([0, 1], 0), null), null);
  assert.equal(seenNow(around([0, 1], 2), null), null);
  assert.equal(seenNow(around([0, 1], 0), 0)?.seat, 0);
});

test("tiles are seen by no curtain that was lifted for another", () => {
  assert.equal(seenNow(around([0, 1], 1), 0), null);
});

test("an exchange is made behind the same lifted curtain", () => {
  assert.equal(curtainFor(around([0, 1], 0, { phase: "exchange" }), 0), null);
});

test("one person alone needs no curtain", () => {
  assert.equal(curtainFor(around([0], 0), null), null);
  assert.equal(seenNow(around([0], 2), null)?.seat, 0);
  assert.equal(curtainFor(around([0, 1], 0, { out: [[1]] }), null), null);
  assert.equal(seenNow(around([0, 1], 2, { out: [[1]] }), null)?.seat, 0);
});

test("open tiles are no secret, nor is a game that is over", () => {
  assert.equal(curtainFor(around([0, 1], 0, { open_hand: [3, 4, 5] }), null), null);
  assert.equal(seenNow(around([0, 1], 1, { open_hand: [3, 4, 5] }), null)?.seat, 1);
  assert.equal(curtainFor(around([0, 1], 0, { result: { winners: [0] } }), null), null);
});

test("who watches has nothing to hide", () => {
  assert.equal(curtainFor({ ...around([], 0), own: [] }, null), null);
  assert.equal(seenNow({ ...around([], 0), own: [] }, null), null);
});

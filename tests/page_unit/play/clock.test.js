// Clocks in figures.

import assert from "node:assert/strict";
import { test } from "node:test";
import { useTexts } from "../../../src/tsuro/web/page/words/language.js";
import { clockText, isLow, ownClock, secondsToSay, tickOf } from "../../../src/tsuro/web/page/play/clock.js";

useTexts({ "clock.days": "{days} d {hours} h", "clock.hours": "{hours} h {minutes} min" });

const TURN = { kind: "turn", seconds: 60 };
const DAYS = { kind: "days", days: 3 };
const HOUR = 3_600_000;

test("minutes and seconds, the last second to its end", () => {
  assert.equal(clockText(125_000, TURN), "2:05");
  assert.equal(clockText(59_001, TURN), "1:00");
  assert.equal(clockText(900, TURN), "0:01");
  assert.equal(clockText(0, TURN), "0:00");
});

test("hours where a whole game has so many", () => {
  assert.equal(clockText(2 * HOUR, { kind: "bank", seconds: 7200, increment: 0 }), "2:00:00");
});

test("days, then hours, then minutes and seconds", () => {
  assert.equal(clockText(51 * HOUR, DAYS), "2 d 3 h");
  assert.equal(clockText(3.2 * HOUR, DAYS), "3 h 12 min");
  assert.equal(clockText(61_000, DAYS), "1:01");
});

test("little is ten seconds, five on a short clock, two hours on one of days", () => {
  assert.deepEqual([isLow(10_000, TURN), isLow(10_001, TURN)], [true, false]);
  assert.deepEqual([isLow(5000, { kind: "turn", seconds: 20 }), isLow(5001, { kind: "turn", seconds: 20 })], [true, false]);
  assert.deepEqual([isLow(2 * HOUR, DAYS), isLow(2 * HOUR + 1, DAYS)], [true, false]);
});

test("a clock of days is not looked at four times a second", () => {
  assert.equal(tickOf(TURN), 250);
  assert.equal(tickOf(DAYS), 10_000);
});

test("beside the hand stands the clock of whoever plays here", () => {
  assert.equal(ownClock({ you: { seats: [0, 2] }, clocks: { running: 2 } }), 2);
  assert.equal(ownClock({ you: { seats: [1] }, clocks: { running: 0 } }), 1);
  assert.equal(ownClock({ you: { seats: [0, 2] }, clocks: { running: 1 } }), null);
  assert.equal(ownClock({ you: { seats: [] }, clocks: { running: 1 } }), null);
});

test("a minute and half a minute are said once", () => {
  assert.equal(secondsToSay(60_100, 60_000), 60);
  assert.equal(secondsToSay(60_000, 59_800), null);
  assert.equal(secondsToSay(30_100, 29_900), 30);
  assert.equal(secondsToSay(0, 20_000), null);
});

// Clocks in figures: what is left, and whether it is little.

/** @import {Clock} from "../generated/messages" */
import { t } from "../words/language.js";
import { WARNINGS } from "../generated/limits.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SAID = [30, 60]; // seconds; the last warning comes from the server

/** What is left in figures: 2:05, 1:02:03, and with days for a turn 2 d 3 h.
 * @param {number} left milliseconds
 * @param {Clock} clock
 */
export function clockText(left, clock) {
  if (clock.kind === "days" && left >= DAY) return t("clock.days", parts(left, DAY, HOUR, ["days", "hours"]));
  if (clock.kind === "days" && left >= HOUR) return t("clock.hours", parts(left, HOUR, MINUTE, ["hours", "minutes"]));
  return figures(Math.ceil(left / SECOND)); // so that 0:00 is the end, not the last second
}

/** Whether a player should hurry. The server warns at the same moment.
 * @param {number} left milliseconds
 * @param {Clock} clock
 */
export function isLow(left, clock) {
  const [, warned = 0] = WARNINGS[clock.kind].find(([most]) => amountOf(clock) <= most) ?? [];
  return left <= warned;
}

/** Whose clock is shown beside the hand: that of the player here who is on turn, else of the only one; null: nobody's.
 * @param {{you: {seats: readonly number[]} | null, clocks: {running: number | null} | null}} state
 * @returns {number | null}
 */
export function ownClock({ you, clocks }) {
  const own = you?.seats ?? [];
  const running = clocks?.running ?? null;
  if (running !== null && own.includes(running)) return running;
  return own.length === 1 ? (own[0] ?? null) : null;
}

/** The seconds to be said by a screen reader when the time left has become that short; null: nothing.
 * @param {number} before milliseconds that were left a moment ago
 * @param {number} left
 */
export function secondsToSay(before, left) {
  return SAID.find((seconds) => left <= seconds * SECOND && before > seconds * SECOND) ?? null;
}

/** How long what is shown stays as it is, at most.
 * @param {Clock} clock
 */
export function tickOf(clock) {
  return clock.kind === "days" ? 10 * SECOND : SECOND / 4;
}

/** @param {Clock} clock */
function amountOf(clock) {
  if (clock.kind === "none") return 0;
  return clock.kind === "days" ? clock.days : clock.seconds;
}

/**
 * @param {number} left
 * @param {number} large
 * @param {number} small
 * @param {[string, string]} names
 */
function parts(left, large, small, names) {
  return { [names[0]]: Math.floor(left / large), [names[1]]: Math.floor((left % large) / small) };
}

/** @param {number} seconds */
function figures(seconds) {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${twoFigures(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${twoFigures(minutes % 60)}:${twoFigures(seconds % 60)}`;
}

/** @param {number} value */
function twoFigures(value) {
  return String(value).padStart(2, "0");
}

// The clocks a table may have, within the limits that the server sets.

/** @import {Clock} from "../generated/messages" */

import { CLOCKS } from "../generated/limits.js";

/** @typedef {Clock["kind"]} ClockKind */
/** @typedef {{seconds: number, minutes: number, increment: number, days: number}} ClockNumbers */

export const KINDS = /** @type {ClockKind[]} */ (Object.keys(CLOCKS));

/** What can be set for each clock, in which steps.
 * @type {Record<keyof ClockNumbers, {min: number, max: number, step: number}>}
 */
export const LIMITS = {
  seconds: { ...CLOCKS.turn.seconds, step: 1 },
  minutes: inMinutes(CLOCKS.bank.seconds),
  increment: { ...CLOCKS.bank.increment, step: 1 },
  days: { ...CLOCKS.days.days, step: 1 },
};

/** @type {Record<ClockKind, (keyof ClockNumbers)[]>} */
export const NUMBERS_OF = { none: [], turn: ["seconds"], bank: ["minutes", "increment"], days: ["days"] };

/** @type {ClockNumbers} */
const USUAL = { seconds: 60, minutes: 5, increment: 5, days: 2 };

/** The clock as it is sent to the server; numbers that it would refuse are brought within the limits.
 * @param {ClockKind} kind
 * @param {Partial<ClockNumbers>} numbers
 * @returns {Clock}
 */
export function clockOf(kind, numbers) {
  const { seconds, minutes, increment, days } = within(numbers);
  if (kind === "turn") return { kind, seconds: Math.round(seconds) };
  if (kind === "bank") return { kind, seconds: Math.round(minutes * 60), increment: Math.round(increment) };
  if (kind === "days") return { kind, days: Math.round(days) };
  return { kind: "none" };
}

/** The numbers to show for a clock, with usual ones for the clocks it is not.
 * @param {Clock} clock
 * @returns {ClockNumbers}
 */
export function numbersIn(clock) {
  if (clock.kind === "turn") return { ...USUAL, seconds: clock.seconds };
  if (clock.kind === "bank") return { ...USUAL, minutes: clock.seconds / 60, increment: clock.increment };
  if (clock.kind === "days") return { ...USUAL, days: clock.days };
  return USUAL;
}

/** Seconds in half minutes. @param {{min: number, max: number}} seconds */
function inMinutes({ min, max }) {
  return { min: Math.ceil(min / 30) / 2, max: Math.floor(max / 30) / 2, step: 0.5 };
}

/** @param {Partial<ClockNumbers>} numbers @returns {ClockNumbers} */
function within(numbers) {
  const kept = { ...USUAL };
  for (const name of /** @type {(keyof ClockNumbers)[]} */ (Object.keys(LIMITS))) {
    const number = numbers[name];
    const { min, max } = LIMITS[name];
    if (number !== undefined && Number.isFinite(number)) kept[name] = Math.min(max, Math.max(min, number));
  }
  return kept;
}

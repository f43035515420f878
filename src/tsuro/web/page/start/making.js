// Making a table from what was filled in: one request, and whoever plays against bots is in the game.

/** @import {NewTable, SeatView, TableOptions, TableView} from "../generated/messages" */
import { makeTable } from "../net/api.js";

/** @typedef {{name: string, marker: string | null}} Person */
/** @typedef {Pick<TableOptions, "edition" | "clock" | "first"> & {open?: boolean}} Agreed */

/** Make a table at which these people sit, all on this device, and these bots; and begin.
 * @param {readonly Person[]} people
 * @param {readonly string[]} bots
 * @param {Agreed} agreed
 * @returns {Promise<string>} the code of the table
 */
export function begin(people, bots, agreed) {
  const seats = [...people.map(personAt), ...bots.map((bot) => /** @type {const} */ ({ kind: "bot", bot }))];
  return makeTable({ ...agreed, seats, start: true });
}

/** Make a table for others to come to, and sit down.
 * @param {Person} person
 * @param {number} seats
 * @param {Agreed} agreed
 * @returns {Promise<string>} the code of the table
 */
export function invite(person, seats, agreed) {
  const free = Array.from({ length: seats - 1 }, () => /** @type {const} */ ({ kind: "empty" }));
  return makeTable({ ...agreed, seats: [personAt(person), ...free] });
}

/** @param {Person} person */
const personAt = (person) => /** @type {const} */ ({ kind: "person", ...person });

/** The same game once more, at another table: the same players, bots and options.
 * @param {TableView} table a game against bots
 * @returns {NewTable}
 */
export function sameAgain({ options: { edition, clock, first }, seats, first: chosen }) {
  return { edition, clock, first: first === "chosen" ? (chosen ?? first) : first, seats: seats.map(sameAt), start: true };
}

/** @param {SeatView} seat */
function sameAt({ kind, bot, name, marker }) {
  if (kind === "empty") return /** @type {const} */ ({ kind });
  return bot ? /** @type {const} */ ({ kind: "bot", bot, name, marker }) : personAt({ name, marker });
}

// Making a table from what was filled in: one request, and whoever plays against bots is in the game.

/** @import {BotLevel, TableOptions} from "../generated/messages" */
import { makeTable } from "../net/api.js";

/** @typedef {{name: string, marker: string | null}} Person */
/** @typedef {Pick<TableOptions, "edition" | "clock" | "first">} Agreed */

/** Make a table at which these people sit, all on this device, and these bots; and begin.
 * @param {readonly Person[]} people
 * @param {readonly BotLevel[]} bots
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

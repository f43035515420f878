// Making a table, step by step, from what was filled in.

/** @import {BotLevel, TableOptions} from "../generated/messages" */
import { ask, makeTable } from "../net/api.js";

/** @typedef {{name: string, marker: string | null}} Person */
/** @typedef {Pick<TableOptions, "edition" | "clock" | "first">} Agreed */

/** Make a table at which these people sit, all on this device, and these bots; and begin.
 * @param {readonly Person[]} people
 * @param {readonly BotLevel[]} bots
 * @param {Agreed} agreed
 * @returns {Promise<string>} the code of the table
 */
export async function begin(people, bots, agreed) {
  const { play } = await makeTable({ ...agreed, seats: people.length + bots.length });
  for (const [seat, person] of people.entries()) await ask(play, { type: "sit", seat, ...person });
  for (const [i, bot] of bots.entries()) await ask(play, { type: "add-bot", seat: people.length + i, bot });
  await ask(play, { type: "start" });
  return play;
}

/** Make a table for others to come to, and sit down.
 * @param {Person} person
 * @param {number} seats
 * @param {Agreed} agreed
 * @returns {Promise<string>} the code of the table
 */
export async function invite(person, seats, agreed) {
  const { play } = await makeTable({ ...agreed, seats });
  await ask(play, { type: "sit", seat: 0, ...person });
  return play;
}

/** The first name that somebody before has, too, as far as people can tell; null: all are different.
 * @param {readonly string[]} names
 */
export function nameTwice(names) {
  const alike = names.map((name) => name.trim().normalize("NFKC").toLowerCase());
  return names.find((_, i) => alike.indexOf(alike[i] ?? "") < i) ?? null;
}

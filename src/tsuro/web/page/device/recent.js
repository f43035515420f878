// The tables this device was at, so that a game goes on after the browser was closed.

/** @import {TableState} from "../game/table.js" */
import { isAgainstBots } from "../game/table.js";

/** @typedef {{code: string, isOver?: boolean}} Visit */

const KEY = "tsuro.tables";
const MOST = 8; // of each kind

/** The tables, the latest first.
 * @param {Pick<Storage, "getItem"> | null} storage
 * @returns {Visit[]}
 */
export function visits(storage) {
  try {
    const kept = JSON.parse(storage?.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((visit) => typeof visit?.code === "string") : [];
  } catch {
    return [];
  }
}

/** What to remember of a table; null: nothing is known of it, or it was played against bots alone and is over, so that nobody goes on.
 * @param {string} code
 * @param {TableState} state
 * @returns {Visit | null}
 */
export function visitOf(code, state) {
  const { table } = state;
  const isOver = table?.phase === "over";
  return table && !(isOver && isAgainstBots(state)) ? { code, isOver } : null;
}

/** Remember a table as the latest. @param {Pick<Storage, "getItem" | "setItem"> | null} storage @param {Visit} visit */
export function remember(storage, visit) {
  keep(storage, [visit, ...visits(storage).filter(({ code }) => code !== visit.code)]);
}

/** Forget a table that is gone. @param {Pick<Storage, "getItem" | "setItem"> | null} storage @param {string} code */
export function forget(storage, code) {
  keep(storage, visits(storage).filter((visit) => visit.code !== code));
}

/** Games that are over do not push out those that are not. @param {Pick<Storage, "setItem"> | null} storage @param {Visit[]} all */
function keep(storage, all) {
  const latest = [false, true].flatMap((over) => all.filter(({ isOver }) => Boolean(isOver) === over).slice(0, MOST));
  try {
    storage?.setItem(KEY, JSON.stringify(all.filter((visit) => latest.includes(visit))));
  } catch {
    // Then the link has to be kept elsewhere.
  }
}

// The tables this device was at, so that a game goes on after the browser was closed.

/** @import {TableState} from "./table.js" */

/** @typedef {{code: string, kind: "screen" | "bots" | "friends", names: string[], at: number, isOver?: boolean}} Visit */

const KEY = "tsuro.tables";
const MOST = 8;

/** The tables, the latest first.
 * @param {Pick<Storage, "getItem"> | null} storage
 * @returns {Visit[]}
 */
export function visits(storage) {
  try {
    return JSON.parse(storage?.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** What to remember of a table; null while nothing is known of it.
 * @param {string} code
 * @param {TableState} state
 * @param {number} at milliseconds
 * @returns {Visit | null}
 */
export function visitOf(code, { table, you }, at) {
  if (!table || !you) return null;
  const taken = table.seats.filter(({ kind }) => kind !== "empty");
  const isAlone = you.seats.length === 1 && taken.length > 1 && taken.filter(({ kind }) => kind !== "bot").length === 1;
  const kind = you.seats.length > 1 ? "screen" : isAlone ? "bots" : "friends";
  return { code, kind, names: taken.map(({ name }) => name), at, isOver: table.phase === "over" };
}

/** @param {Pick<Storage, "getItem" | "setItem"> | null} storage @param {Visit} visit */
export function remember(storage, visit) {
  keep(storage, [visit, ...visits(storage).filter(({ code }) => code !== visit.code)]);
}

/** @param {Pick<Storage, "getItem" | "setItem"> | null} storage @param {string} code */
export function forget(storage, code) {
  keep(storage, visits(storage).filter((visit) => visit.code !== code));
}

/** @param {Pick<Storage, "setItem"> | null} storage @param {Visit[]} all */
function keep(storage, all) {
  try {
    storage?.setItem(KEY, JSON.stringify(all.slice(0, MOST)));
  } catch {
    // Then the link has to be kept elsewhere.
  }
}

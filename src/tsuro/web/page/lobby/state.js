// The lobby as the server describes it: every message is put in the place of what was known.

/** @import {LobbyMessage, OpenTable, RunningGame} from "../generated/messages" */

/** A table, and when its game starts by itself, in milliseconds of this device's clock.
 * @typedef {Omit<OpenTable, "starts_in"> & {starts: number | null}} Waiting
 */
/**
 * @typedef {object} LobbyState
 * @property {number} here people in the lobby, this one included
 * @property {readonly Waiting[]} tables where somebody waits, those that start by themselves first
 * @property {readonly RunningGame[]} games the liveliest first
 * @property {number} moreTables that are not listed
 * @property {number} moreGames
 */

/** What is known after a message; null: nothing yet.
 * @param {LobbyState | null} state
 * @param {LobbyMessage} message
 * @param {number} now
 * @returns {LobbyState | null}
 */
export function lobbyAfter(state, message, now) {
  if (message.type !== "lobby" && message.type !== "lobby-changed") return state;
  if (message.type === "lobby-changed" && !state) return null; // before everything came: it will
  const old = message.type === "lobby" ? { tables: [], games: [], gone: [] } : { ...state, gone: message.gone };
  const tables = message.tables.map((table) => timed(table, now));
  const dropped = new Set([...old.gone, ...message.tables.map(({ id }) => id), ...message.games.map(({ id }) => id)]);
  return {
    here: message.here,
    tables: [...kept(old.tables, dropped), ...tables].sort(bySeats),
    games: [...kept(old.games, dropped), ...message.games].sort((one, other) => other.lively - one.lively),
    moreTables: message.more_tables,
    moreGames: message.more_games,
  };
}

/** @param {OpenTable} table @param {number} now @returns {Waiting} */
function timed({ starts_in, ...table }, now) {
  return { ...table, starts: starts_in === null ? null : now + starts_in };
}

/** @template {{id: string}} E @param {readonly E[] | undefined} entries @param {ReadonlySet<string>} dropped */
const kept = (entries = [], dropped) => entries.filter(({ id }) => !dropped.has(id));

/** Tables that start by themselves first, then those where the fewest are missing; among equals, as they came.
 * @param {Waiting} one
 * @param {Waiting} other
 */
function bySeats(one, other) {
  return Number(one.starts === null) - Number(other.starts === null) || one.free - other.free;
}

/** Whether there is nobody to meet, and nothing to watch. @param {LobbyState} state */
export const isEmpty = ({ here, tables, games }) => here <= 1 && !tables.length && !games.length;

/** Seconds until a moment, as they are counted down; never below zero. @param {number} at @param {number} now */
export const secondsUntil = (at, now) => Math.max(0, Math.ceil((at - now) / 1000));

/** In which order to show entries. While somebody points at the list, nothing moves: what is new comes last.
 * @param {readonly string[]} shown
 * @param {readonly string[]} wanted
 * @param {boolean} isHeld
 */
export function orderOf(shown, wanted, isHeld) {
  if (!isHeld) return [...wanted];
  return [...shown, ...wanted.filter((id) => !shown.includes(id))];
}

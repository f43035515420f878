// What can be said of a table at which people gather, worked out from what the server sends.

/** @import {SeatView, TableView, You} from "../generated/messages" */

/** The first free seat; -1: all are taken. @param {readonly SeatView[]} seats */
export const firstFree = (seats) => seats.findIndex(({ kind }) => kind === "empty");

/** Where somebody may go from a seat: to free ones; with the host, everybody changes places.
 * @param {readonly SeatView[]} seats
 * @param {number} from
 * @param {boolean} isHost
 */
export function openPlaces(seats, from, isHost) {
  return seats.flatMap(({ kind }, seat) => (isHost || seat === from || kind === "empty" ? [seat] : []));
}

/** How many seats are taken. @param {readonly SeatView[]} seats */
export const taken = (seats) => seats.filter(({ kind }) => kind !== "empty").length;

/** Whether this device may take a seat at the table, and has none yet.
 * @param {You} you
 */
export const isNewcomer = (you) => you.play !== null && you.seats.length === 0 && !you.removed;

/** Who may say that the player at a seat is first: the oldest says so, the host of anybody.
 * @param {TableView} table
 * @param {You} you
 * @param {number} seat
 * @returns {"me" | "them" | null} null: nobody here, or it was said already
 */
export function maySayFirst(table, you, seat) {
  const { first } = table.options;
  if (first === "random" || table.first === seat || table.seats[seat]?.kind === "empty") return null;
  if (first === "oldest" && you.seats.includes(seat)) return "me";
  return you.host ? "them" : null;
}

/** Whether a link to this host leads nowhere from any other device. @param {string} hostname */
export function isThisDeviceOnly(hostname) {
  return /^(.*\.)?localhost$|^\[::1\]$|^127(\.\d+){3}$/.test(hostname);
}

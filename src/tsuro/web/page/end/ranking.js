// Who came where, as the server sent it, in rows to be shown.

/** @import {PlayerView, Result, SeatView, TableView, You} from "../generated/messages" */

/** @typedef {{rank: number, seat: number, score: number | null}} Ranked */

/** A row for each player, the best first. Those who share a rank have the same, and the next one counts them all.
 * @param {Result} result
 * @returns {Ranked[]}
 */
export function ranked({ ranking, scores }) {
  let before = 0;
  return ranking.flatMap((seats) => {
    const rank = before + 1;
    before += seats.length;
    return seats.map((seat) => ({ rank, seat, score: scores[seat] ?? null }));
  });
}

/** The players of the finished game who sit at this device; after it others may have taken the places.
 * @param {TableView} table
 * @param {You} you
 */
export function ownPlayers({ seats, players }, you) {
  return you.seats.filter((seat) => players[seat] !== undefined && players[seat]?.name === seats[seat]?.name);
}

/** The people who have not said yet that they want another game.
 * @param {readonly SeatView[]} seats
 * @param {readonly number[]} away
 */
export function undecided(seats, away) {
  return seats.filter(({ kind, wants_rematch }, seat) => kind === "person" && !wants_rematch && !away.includes(seat));
}

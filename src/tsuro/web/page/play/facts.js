// What is to be shown of each player, gathered from what the server sends; nothing is worked out here.

/** @import {GameEvent, SeatView} from "../generated/messages" */
/** @import {Look} from "../board/looks.js" */
/** @import {TableState} from "../game/table.js" */
import { looksOf } from "../board/looks.js";
import { isOut } from "../game/table.js";
import { shortScore } from "../words/score.js";

/**
 * @typedef {object} Facts
 * @property {Look} look
 * @property {boolean} isYou the one player of this device
 * @property {string | null} bot
 * @property {number} tiles in hand
 * @property {boolean} hasOwnHand false where all play from one open hand
 * @property {string} score so far, where one counts
 * @property {boolean} hasDragon
 * @property {boolean} hasPile where the pile is passed
 * @property {boolean} isActive
 * @property {boolean} isAway
 * @property {boolean} hasStandIn
 * @property {string | null} failure why a bot needs one
 * @property {string | null} below how a bot plays below its name
 * @property {boolean} isOut
 * @property {boolean} isWinner
 */

/** The facts of all players, by seat. @param {TableState} state @param {number | null} pileWith @returns {Facts[]} */
export function factsOf(state, pileWith) {
  return looksOf(state.table?.players ?? []).map((look) => factsOn(look, state, pileWith));
}

/** @param {Look} look @param {TableState} state @param {number | null} pileWith @returns {Facts} */
function factsOn(look, state, pileWith) {
  const { seat } = look;
  const sitting = sittingAt(state, look);
  const { position } = state;
  const isOver = position?.result !== null;
  return {
    look,
    isYou: state.you?.seats.length === 1 && state.you.seats[0] === seat,
    bot: sitting?.bot ?? null,
    tiles: position?.hands[seat] ?? 0,
    hasOwnHand: !position?.open_hand.length,
    score: scoreOf(state, seat),
    hasDragon: position?.dragon === seat,
    hasPile: !isOver && pileWith === seat,
    isActive: !isOver && position?.active === seat,
    isAway: sitting !== null && !sitting.stand_in && state.away.includes(seat),
    hasStandIn: !isOver && (sitting?.stand_in ?? false),
    failure: sitting?.failure ?? null,
    below: isOver || sitting?.stand_in ? null : sitting?.below ?? null,
    isOut: position !== null && isOut(position, seat),
    isWinner: position?.result?.winners.includes(seat) ?? false,
  };
}

/** @param {TableState} state @param {number} seat */
function scoreOf({ table, position }, seat) {
  const score = position?.scores[seat];
  return table && score !== undefined ? shortScore(score, table.options.edition) : "";
}

/** Who sits where a player of the game sat; after the game that may be somebody else.
 * @param {TableState} state
 * @param {Look} look
 */
function sittingAt({ table }, { seat, name }) {
  const there = table?.seats[seat];
  return there && there.name === name ? there : null;
}

/** Who has the pile after these events, where it is passed round.
 * @param {readonly GameEvent[]} events
 * @param {number | null} before
 * @returns {number | null}
 */
export function pileAfter(events, before) {
  return events.reduce((/** @type {number | null} */ at, event) => (event.type === "pile-passed" ? event.to : at), before);
}

/** @typedef {{seat: number, name: string, votes: number, hasVoted: boolean, canVote: boolean}} Absent */

/** The player on turn whom everybody waits for and who is not there; null if nobody can vote about it.
 * @param {TableState} state
 * @returns {Absent | null}
 */
export function absentOf({ table, you, away, missing, position }) {
  if (!table || !you?.seats.length || !position || table.phase !== "playing") return null;
  const seat = position.active;
  const absent = table.seats[seat];
  const mayVote = table.options.clock.kind === "none" && you.seats.some((own) => isThere(table.seats[own]));
  if (!mayVote || !absent || absent.stand_in || !away.includes(seat) || you.seats.includes(seat)) return null;
  const hasVoted = you.seats.some((own) => absent.votes.includes(own));
  return { seat, name: absent.name, votes: absent.votes.length, hasVoted, canVote: !hasVoted && missing.includes(seat) };
}

/** Whoever left has no vote. @param {SeatView | undefined} seat */
function isThere(seat) {
  return seat?.kind === "person" && !seat.stand_in;
}

/** The places of this device that a stand-in plays.
 * @param {TableState} state
 * @returns {{seat: number, name: string}[]}
 */
export function standInsOf({ table, you }) {
  if (table?.phase !== "playing") return [];
  const own = (you?.seats ?? []).map((seat) => ({ seat, there: /** @type {SeatView} */ (table.seats[seat]) }));
  return own.filter(({ there }) => there?.stand_in).map(({ seat, there }) => ({ seat, name: there.name }));
}

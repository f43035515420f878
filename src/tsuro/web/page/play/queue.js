// The moves that are still to be shown, one after the other. None is left out: the more wait, the faster they are shown.

/** @import {GameEvent} from "../generated/messages" */
/** @import {Happening} from "../board/board.js" */
/** @import {TableState} from "../game/table.js" */
/** @import {News} from "../net/session.js" */

/** A move that the board is showing. What else was heard meanwhile waits with the moves, so that all is told in its order.
 * @typedef {Happening & {news: News}} Moment
 */
/**
 * @typedef {object} Queue
 * @property {Moment | null} now the one that is being shown; null: nothing moves
 * @property {readonly News[]} waiting
 */

/** Nothing is being shown. @type {Readonly<Queue>} */
export const NOTHING_MOVES = Object.freeze({ now: null, waiting: [] });

const FASTEST = 8; // times

/** What is shown of news: the events of a move. Everything else is only told; null. @param {News} news */
export function eventsOf({ message }) {
  return message.type === "moved" ? message.events : null;
}

/** News that bring another position, but not by a move from the one before: nothing leads there that could be shown.
 * @param {News} news
 */
export function isLeap({ message, before, state }) {
  const isPlayed = message.type === "moved" || message.type === "started";
  return !isPlayed && before.position !== state.position;
}

/** The news that need not be shown before the next move, and those from that move on. @param {readonly News[]} waiting */
export function untilMove(waiting) {
  const at = waiting.findIndex((news) => eventsOf(news) !== null);
  return at < 0 ? { told: waiting, rest: [] } : { told: waiting.slice(0, at), rest: waiting.slice(at) };
}

/** How many times faster than usual the queue is shown. @param {Queue} queue */
export function rateOf({ waiting }) {
  const moves = waiting.filter((news) => eventsOf(news) !== null).length;
  return Math.min(FASTEST, 2 ** Math.max(0, moves - 1));
}

/** The table while a move is shown: its tile has left the hand, and nothing else has come of it yet.
 * @param {TableState} table before the move
 * @param {readonly GameEvent[]} events
 * @returns {TableState}
 */
export function duringMove(table, events) {
  const { position } = table;
  if (!position) return table;
  const placed = events.find((event) => event.type === "tile-placed");
  const at = placed?.type === "tile-placed" ? { seat: placed.seat, tile: Number.parseInt(placed.tile, 10) } : null;
  const without = (/** @type {readonly number[]} */ tiles) => tiles.filter((tile) => tile !== at?.tile);
  const hands = position.hands.map((count, seat) => (seat === at?.seat ? Math.max(0, count - 1) : count));
  const own = table.own.map((one) =>
    one.on_turn ? { ...one, hand: without(one.hand), previews: [], marks: [], offer: [] } : one,
  );
  return { ...table, own, position: { ...position, hands, open_hand: without(position.open_hand) } };
}

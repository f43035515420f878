// A table as the server describes it. Every message is put in the place of what was known; nothing is worked out here.

/** @import {Clocks, GameEvent, Own, Position, ServerMessage, Snapshot, TableView, You} from "../generated/messages" */
/** @import {Story} from "./story.js" */
import { squareOf } from "../board/geometry.js";
import { begun, foundAt, goneOn, NO_STORY } from "./story.js";

/**
 * @typedef {object} TableState
 * @property {number} seq the last entry of the log that was heard of; -1: nothing yet
 * @property {TableView | null} table
 * @property {You | null} you
 * @property {readonly number[]} away seats whose players are not there
 * @property {readonly number[]} missing those of them about whom the others may vote
 * @property {number} watchers
 * @property {Clocks | null} clocks as they were at `clocksAt`
 * @property {number} clocksAt milliseconds, of this device's clock
 * @property {number | null} starts when the game starts by itself, of this device's clock; null: when the host says so
 * @property {Position | null} position
 * @property {readonly Own[]} own what the players of this device see besides
 * @property {readonly GameEvent[]} last what happened in the last action
 * @property {Story} story what is known of the whole game
 */

/** The table before the first message. @type {Readonly<TableState>} */
export const NOTHING_YET = Object.freeze({
  seq: -1,
  table: null,
  you: null,
  away: [],
  missing: [],
  watchers: 0,
  clocks: null,
  clocksAt: 0,
  starts: null,
  position: null,
  own: [],
  last: [],
  story: NO_STORY,
});

/** What is known after a message; null: one before it was missed, so a snapshot is needed.
 * @param {TableState} state
 * @param {ServerMessage} message
 * @param {number} now
 * @returns {TableState | null}
 */
export function tableAfter(state, message, now) {
  switch (message.type) {
    case "snapshot":
      return snapshotOf(message, now, state);
    case "refused":
      return message.snapshot.seq >= state.seq ? snapshotOf(message.snapshot, now, state) : state;
    case "presence":
      return { ...state, away: message.away, missing: message.missing, watchers: message.watchers };
    case "changed":
    case "started":
    case "moved":
    case "undone":
      return after(state, message, now);
    default:
      return state;
  }
}

/** Everything anew; but if nothing has happened meanwhile, the story is still the same.
 * @param {Snapshot} snapshot
 * @param {number} now
 * @param {TableState} before
 * @returns {TableState}
 */
function snapshotOf(snapshot, now, before) {
  const { seq, table, you, away, missing, watchers, clocks, position, own, last } = snapshot;
  const story = seq === before.seq ? before.story : foundAt(position, last);
  const starts = startsAt(snapshot.starts_in, now);
  return { seq, table, you, away, missing, watchers, clocks, clocksAt: now, starts, position, own, last, story };
}

/**
 * @param {TableState} state
 * @param {Extract<ServerMessage, {type: "changed" | "started" | "moved" | "undone"}>} message
 * @param {number} now
 * @returns {TableState | null}
 */
function after(state, message, now) {
  if (message.seq <= state.seq) return state;
  if (message.seq !== state.seq + 1) return null;
  const { seq, clocks } = message;
  const known = { ...state, seq, clocks, clocksAt: now, starts: null };
  if (message.type === "changed") return { ...known, table: message.table, you: message.you, starts: startsAt(message.starts_in, now) };
  const { position, own } = message;
  const last = message.type === "undone" ? message.last : message.events;
  const game = { ...known, position, own, last, table: message.table ?? state.table, story: storyAfter(state.story, message) };
  return message.type === "moved" ? game : { ...game, you: message.you };
}

/** A server that knows of no such start says nothing of it.
 * @param {number | null | undefined} left milliseconds
 * @param {number} now
 */
const startsAt = (left, now) => (typeof left === "number" ? now + left : null);

/** What was taken back did not happen: what is left is fetched anew.
 * @param {Story} story
 * @param {Extract<ServerMessage, {type: "started" | "moved" | "undone"}>} message
 * @returns {Story}
 */
function storyAfter(story, message) {
  if (message.type === "undone") return foundAt(message.position, message.last);
  return message.type === "started" ? begun(message.events) : goneOn(story, message.events);
}

/** The same message without the tiles that a player drew or exchanged: around one screen, the others read along.
 * @template {ServerMessage} M
 * @param {M} message
 * @returns {M}
 */
export function discreetly(message) {
  switch (message.type) {
    case "snapshot":
    case "undone":
      return { ...message, last: discreet(message.last) };
    case "refused":
      return { ...message, snapshot: discreetly(message.snapshot) };
    case "started":
    case "moved":
      return { ...message, events: discreet(message.events) };
    default:
      return message;
  }
}

/** Events without the tiles that only their players may know. @param {readonly GameEvent[]} events @returns {GameEvent[]} */
export function discreet(events) {
  return events.map((event) => {
    if (event.type === "tile-drawn" && event.seat !== null) return { ...event, tile: 0 };
    if (event.type !== "tiles-exchanged") return event;
    return { ...event, gave: event.gave.map(() => 0), took: event.took.map(() => 0) };
  });
}

/** The milliseconds a player has left now; null: no limit.
 * @param {TableState} state
 * @param {number} seat
 * @param {number} now
 * @returns {number | null}
 */
export function timeLeft(state, seat, now) {
  const left = state.clocks?.left[seat] ?? null;
  if (left === null || state.clocks?.running !== seat) return left;
  return Math.max(0, left - (now - state.clocksAt));
}

/** What the player on turn sees besides, if that player sits at this device.
 * @param {TableState} state
 * @returns {Own | null}
 */
export function ownOnTurn(state) {
  return state.own.find((own) => own.on_turn) ?? null;
}

/** Whether there is anything to do on this turn: while a move is shown, there is not. @param {Own | null} own */
export function hasChoice(own) {
  return own !== null && own.previews.length + own.marks.length + own.offer.length > 0;
}

/** Whether nobody but bots is at the table besides the players of this device.
 * @param {{table: TableView | null, you: You | null}} state
 */
export function isAgainstBots({ table, you }) {
  const own = you?.seats ?? [];
  return own.length > 0 && Boolean(table?.seats.every(({ kind }, seat) => own.includes(seat) || kind === "bot" || kind === "empty"));
}

/** Whether several people play on this one device.
 * @param {{you: You | null}} state
 */
export function isShared(state) {
  return (state.you?.seats.length ?? 0) > 1;
}

/** Whether a player is eliminated.
 * @param {Position} position
 * @param {number} seat
 */
export function isOut(position, seat) {
  return position.out.some((together) => together.includes(seat));
}

/** The square that a player's marker faces.
 * @param {Position} position
 * @param {number | null} seat
 */
export function facedBy(position, seat) {
  const point = seat === null ? null : (position.markers[seat] ?? null);
  return point === null ? null : squareOf(point);
}

// Who tells whom: players by name, and the one player who is “you”.

/** @import {GameEvent} from "../generated/messages" */
/** @import {Look} from "../board/looks.js" */
import { list, t } from "./language.js";

/** The players' looks, and the one player who is “you”, if there is one.
 * @typedef {{looks: readonly Look[], you: number | null}} Telling
 */

/** The first event of a type.
 * @template {GameEvent["type"]} T
 * @param {readonly GameEvent[]} events
 * @param {T} type
 * @returns {Extract<GameEvent, {type: T}> | undefined}
 */
export function find(events, type) {
  return /** @type {Extract<GameEvent, {type: T}> | undefined} */ (events.find((event) => event.type === type));
}

/** A sentence about a player: to “you” it is worded differently.
 * @param {string} key
 * @param {number} seat
 * @param {Telling} telling
 * @param {Record<string, string | number>} [values]
 */
export function say(key, seat, telling, values = {}) {
  return t(seat === telling.you ? `${key}.you` : key, { name: nameOf(seat, telling), ...values });
}

/** Telling it to somebody.
 * @param {readonly Look[]} looks
 * @param {readonly number[]} own the players whom the reader plays; on a screen that several share nobody is “you”
 * @returns {Telling}
 */
export function tellingTo(looks, own) {
  return { looks, you: own.length === 1 ? (own[0] ?? null) : null };
}

/** A player’s name, or “you”. @param {number} seat @param {Telling} telling */
export function nameOf(seat, { looks, you }) {
  return seat === you ? t("event.you") : looks[seat]?.name ?? "";
}

/** Several players in a list. @param {readonly number[]} seats @param {Telling} telling */
export function names(seats, telling) {
  return list(seats.map((seat) => nameOf(seat, telling)));
}

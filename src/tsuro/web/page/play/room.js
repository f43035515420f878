// What the room below the status shows: the hand, an exchange, or why there is none.

/** @import {Own} from "../messages" */
/** @import {TableState} from "../table.js" */
import { isOut } from "../table.js";

/** @typedef {"hand" | "exchange" | "out" | "watching" | "hidden" | "end"} Room */

/** @param {TableState} state @param {Own | null} own whose tiles may be seen now @returns {Room} */
export function roomOf({ position, you }, own) {
  if (position?.result) return "end";
  if (!you?.seats.length) return "watching";
  if (position && you.seats.every((seat) => isOut(position, seat))) return "out";
  if (!own) return "hidden";
  return own.on_turn && position?.phase === "exchange" ? "exchange" : "hand";
}

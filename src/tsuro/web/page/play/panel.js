// What the panel below the status shows: the hand, an exchange, or why there is none.

/** @import {Own} from "../generated/messages" */
/** @import {TableState} from "../game/table.js" */
import { isOut } from "../game/table.js";

/** @typedef {"hand" | "exchange" | "out" | "watching" | "hidden" | "end"} Panel */

/** @param {TableState} state @param {Own | null} own whose tiles may be seen now @returns {Panel} */
export function panelOf({ position, you }, own) {
  if (position?.result) return "end";
  if (!you?.seats.length) return "watching";
  if (position && you.seats.every((seat) => isOut(position, seat))) return "out";
  if (!own) return "hidden";
  return own.on_turn && position?.phase === "exchange" ? "exchange" : "hand";
}

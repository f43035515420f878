// What is planned outlives a reload, in this tab. Around one screen nothing is kept: the next to look may be somebody else.

/** @import {Swap} from "../game/actions.js" */
/** @import {TableState} from "../game/table.js" */
/** @import {Plan} from "./plan.js" */
/** @import {PlayState} from "./state.js" */
import { isShared } from "../game/table.js";

/** @typedef {{game: number, plan: Plan, mark: {action: string, at: number} | null, swap: Swap}} Kept */
/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Place */

/** What is to be kept of a state; null: nothing. @param {PlayState} state @returns {Kept | null} */
export function keptOf({ table, choice, plan, mark, swap }) {
  if (isShared(table) || !choice.own || table.position?.result) return null;
  return { game: table.table?.game ?? 0, plan, mark: mark && { ...mark, at: 0 }, swap };
}

/** Keeps what is planned at one table. */
export class Keeper {
  /** @param {string} code @param {Place | null} storage */
  constructor(code, storage) {
    this.key = `tsuro.plan.${code}`;
    this.storage = storage;
    this.text = "";
  }

  /** @param {PlayState} state */
  keep(state) {
    if (!state.faces || !state.table.position) return;
    const kept = keptOf(state);
    const text = kept ? JSON.stringify(kept) : "";
    if (text === this.text) return;
    this.text = text;
    if (text) this.storage?.setItem(this.key, text);
    else this.storage?.removeItem(this.key);
  }

  /** What was planned in this very game and for this very seat; null: nothing. Whether it still can be done is for others to say.
   * @param {TableState} table
   * @returns {Kept | null}
   */
  find({ table, you }) {
    const kept = read(this.storage?.getItem(this.key));
    return kept?.game === table?.game && you?.seats.length === 1 && kept?.plan.seat === you.seats[0] ? kept : null;
  }
}

/** @param {string | null | undefined} text @returns {Kept | null} */
function read(text) {
  try {
    const kept = JSON.parse(text ?? "null");
    const isWhole = kept?.plan?.turned && Array.isArray(kept.swap?.give) && Array.isArray(kept.swap?.take);
    return isWhole ? kept : null;
  } catch {
    return null;
  }
}

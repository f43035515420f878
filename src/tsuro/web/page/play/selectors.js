// What is to be seen, heard and said of a state.

/** @import {Own} from "../generated/messages" */
/** @import {TableState} from "../game/table.js" */
/** @import {Outlook} from "./outlook.js" */
/** @import {PlayState} from "./state.js" */
import { inWords } from "../net/api.js";
import { isOut, ownOnTurn } from "../game/table.js";
import { t } from "../words/language.js";
import { headline } from "../words/events.js";
import { whyNot } from "./choice.js";
import { adviceOn, chancesOf, problemOn } from "./hint.js";
import { outlookOf } from "./outlook.js";

/** @typedef {"hand" | "exchange" | "out" | "watching" | "hidden" | "end"} Panel */

/** What the panel below the status line shows.
 * @param {TableState} state
 * @param {Own | null} own whose tiles may be seen now
 * @returns {Panel}
 */
export function panelOf({ position, you }, own) {
  if (position?.result) return "end";
  if (!you?.seats.length) return "watching";
  if (position && you.seats.every((seat) => isOut(position, seat))) return "out";
  if (!own) return "hidden";
  return own.on_turn && position?.phase === "exchange" ? "exchange" : "hand";
}

/** Whether a player of this device is on turn. @param {PlayState} state */
export function isOnTurn({ table }) {
  return ownOnTurn(table) !== null && !table.position?.result;
}

/** Whether hints are allowed here and now. @param {PlayState} state */
export function mayAsk({ table, choice }) {
  return Boolean(table.you?.practice && choice.own?.on_turn && !choice.isSent && !table.position?.result);
}

/** The chance to win with each tile of the hand; null: nobody has asked. @param {PlayState} state */
export function chancesIn({ table, hint, choice: { own }, plan, faces }) {
  const advice = adviceOn(hint, table.position);
  return advice && own && faces ? chancesOf(advice, own, plan, faces) : null;
}

/** What the status line says of the news. @param {PlayState} state @returns {string} */
export function newsLine({ news, looks }) {
  return news ? headline(news.table.last, looks, news.table.you?.seats ?? []) : "";
}

/** The line below the hand: what the plan would do, or what is to be done first. @param {PlayState} state @returns {Outlook} */
export function outlookIn(state) {
  const { choice, looks } = state;
  const { own } = choice;
  const problem = problemOn(state.hint, state.table.position);
  if (problem && mayAsk(state)) return { text: inWords(problem), tone: "bad" };
  if (!own || choice.isSent) return plain("");
  if (own.marks.length) return plain(whyNot(choice) ?? t("play.mark-chosen"));
  if (!own.on_turn && !choice.preview && own.previews.length) return plain(t("play.plan"));
  return outlookOf(choice.preview, own, looks);
}

/** @param {string} text @returns {Outlook} */
const plain = (text) => ({ text, tone: "plain" });

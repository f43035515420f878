// What is to be seen, heard and said of a state.

/** @import {Own} from "../generated/messages" */
/** @import {TableState} from "../game/table.js" */
/** @import {News} from "../net/session.js" */
/** @import {Outlook} from "./outlook.js" */
/** @import {PlayState} from "./state.js" */
import { inWords } from "../net/api.js";
import { hasChoice, isOut, ownOnTurn } from "../game/table.js";
import { t } from "../words/language.js";
import { headline } from "../words/events.js";
import { changeInWords, standInWords } from "./changes.js";
import { whyNot } from "./choice.js";
import { adviceOn, chancesOf, problemOn } from "./hint.js";
import { explanationsFor } from "./notes.js";
import { outlookOf } from "./outlook.js";
import { isLeap } from "./queue.js";

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

/** Whether a player of this device is on turn, and has something to do. @param {PlayState} state */
export function isOnTurn({ table }) {
  return hasChoice(ownOnTurn(table)) && !table.position?.result;
}

/** Whether hints are allowed here and now. @param {PlayState} state */
export function mayAsk({ table, choice, queue }) {
  return Boolean(table.you?.practice && choice.own?.on_turn && !choice.isSent && !queue.now && !table.position?.result);
}

/** The chance to win with each tile of the hand; null: nobody has asked. @param {PlayState} state */
export function chancesIn({ table, hint, choice: { own }, plan, faces }) {
  const advice = adviceOn(hint, table.position);
  return advice && own && faces ? chancesOf(advice, own, plan, faces) : null;
}

/** What the status line says of the last move that was shown.
 * @param {Pick<PlayState, "table" | "looks">} state
 * @returns {string}
 */
export function newsLine({ table, looks }) {
  return headline(table.last, looks, table.you?.seats ?? []);
}

/** What the status line says: what just happened at the table, or in the last move that was shown. @param {PlayState} state */
export function statusNews(state) {
  const news = state.told.at(-1) ?? null;
  const change = news && changeInWords(news);
  return change || [standInWords(news), newsLine(state)].filter(Boolean).join(" ");
}

/** A line for each move that has come to be shown, in their order, since the state before.
 * @param {PlayState} state
 * @param {PlayState} before
 * @returns {string[]}
 */
export function headlinesIn(state, before) {
  if (!before.faces) return [newsLine(state)];
  if (state.told === before.told) return [];
  return state.told.flatMap((news) => linesOf(news, state));
}

/** @param {News | null} news @param {PlayState} state @returns {string[]} none: not worth a line */
function linesOf(news, { table, looks }) {
  if (news && !isPlayed(news) && !isLeap(news)) return [changeInWords(news)].filter(Boolean);
  return [[standInWords(news), newsLine({ table: news?.state ?? table, looks })].filter(Boolean).join(" ")];
}

/** What is to be explained of the moves that have come to be shown, if it happened for the first time.
 * @param {PlayState} state
 * @returns {string[]}
 */
export function explanationsIn({ told }) {
  const played = told.flatMap((news) => (news && isPlayed(news) ? [news] : []));
  return played.flatMap(({ before, state }) => explanationsFor(state.last, before.position, state.position));
}

/** @param {News} news */
function isPlayed({ message: { type } }) {
  return type === "moved" || type === "started";
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

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
import { belowWords, changeInWords, standInWords } from "./changes.js";
import { whyNot } from "./choice.js";
import { adviceOn, captionOf, problemOn } from "./hint.js";
import { explanationsFor } from "./notes.js";
import { outlookOf } from "./outlook.js";
import { isLeap } from "./queue.js";

/** @typedef {"hand" | "exchange" | "out" | "watching" | "curtain" | "hidden" | "end"} Panel */

/** What the panel below the status line shows.
 * @param {TableState} state
 * @param {Own | null} own whose tiles may be seen now
 * @returns {Panel}
 */
export function panelOf(state, own) {
  const { position, you } = state;
  if (position?.result) return "end";
  if (!you?.seats.length) return "watching";
  if (position && you.seats.every((seat) => isOut(position, seat))) return "out";
  if (!own) return ownOnTurn(state) ? "curtain" : "hidden";
  return own.on_turn && position?.phase === "exchange" ? "exchange" : "hand";
}

/** Whether a player of this device is on turn, and has something to do. @param {PlayState} state */
export function isOnTurn({ table }) {
  return hasChoice(ownOnTurn(table)) && !table.position?.result;
}

/** Who plays, as the title says it. @param {PlayState} state */
export function namesIn({ looks }) {
  return looks.map(({ name }) => name).join(", ");
}

/** Whether hints are allowed here and now. @param {PlayState} state */
export function mayAsk({ table, choice, queue }) {
  return Boolean(table.you?.practice && choice.own?.on_turn && !choice.isSent && !queue.now && !table.position?.result);
}

/** The seat whose last action may be taken back now; null: none. @param {PlayState} state */
export function mayUndo({ table: { table, you }, sent }) {
  const seat = you?.practice && !sent ? you.seats[0] : undefined;
  return seat !== undefined && table?.seats[seat]?.may_undo ? seat : null;
}

/** The action that the player here has in mind; null: none. @param {PlayState} state */
export function plannedIn({ choice: { own, mark, preview } }) {
  return own?.marks.length ? mark : (preview?.action ?? null);
}

/** What the hint button does next: ask, plan what is advised, or go back to what was planned before.
 * @param {PlayState} state
 * @returns {"ask" | "take" | "back"}
 */
export function nextHint(state) {
  const advice = adviceOn(state.hint, state.table.position);
  if (!advice) return "ask";
  const yours = state.hint.known?.yours ?? advice.chosen;
  return plannedIn(state) === advice.chosen && yours !== advice.chosen ? "back" : "take";
}

/** What is advised, in words; empty: nobody has asked, or the player means another start mark. @param {PlayState} state */
export function captionIn(state) {
  const { choice: { own }, hint: { known } } = state;
  const advice = mayAsk(state) ? adviceOn(state.hint, state.table.position) : null;
  const planned = plannedIn(state);
  if (!advice || !own || (own.marks.length && planned !== advice.chosen)) return "";
  return captionOf(advice, own, { planned, yours: known?.yours ?? null });
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
  return change || [standInWords(news), newsLine(state), belowWords(news)].filter(Boolean).join(" ");
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
  return [[undoneLine(news), standInWords(news), newsLine({ table: news?.state ?? table, looks }), belowWords(news)].filter(Boolean).join(" ")];
}

/** That somebody took a move back; empty: nobody did. @param {News | null} news */
export function undoneLine(news) {
  if (news?.message.type !== "undone") return "";
  const { seat, table, you } = news.message;
  return you.seats.includes(seat) ? t("undo.done") : t("undo.done-name", { name: table.seats[seat]?.name ?? "" });
}

/** What is to be explained of the moves that have come to be shown, if it happened for the first time.
 * @param {PlayState} state
 * @returns {string[]}
 */
export function explanationsIn({ told }) {
  const played = told.flatMap((news) => (news && isPlayed(news) ? [news] : []));
  return played.flatMap(({ before, state }) => explanationsFor(state.last, before.position, state.position));
}

/** Whether it tells of an action, or the deal. @param {News} news */
export function isPlayed({ message: { type } }) {
  return type === "moved" || type === "started";
}

/** The line below the hand: what the plan would do, or what is to be done first. @param {PlayState} state @returns {Outlook} */
export function outlookIn(state) {
  const { choice, looks } = state;
  const { own } = choice;
  const problem = problemOn(state.hint, state.table.position);
  if (problem && mayAsk(state)) return { text: inWords(problem), tone: "bad" };
  if (!own || choice.isSent) return plain("");
  const caption = choice.preview?.refused ? "" : captionIn(state);
  if (caption) return plain(caption);
  if (own.marks.length) return plain(whyNot(choice) ?? t("play.mark-chosen"));
  if (!own.on_turn && !choice.preview && own.previews.length) return plain(t("play.plan"));
  return outlookOf(choice.preview, own, looks, state.table.table?.options.edition);
}

/** @param {string} text @returns {Outlook} */
const plain = (text) => ({ text, tone: "plain" });

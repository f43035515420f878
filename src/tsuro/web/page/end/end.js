// The end of a game: who won, who came where, and what may come next.

/** @import {Result, TableView, You} from "../generated/messages" */
/** @import {App} from "../main.js" */
/** @import {TableState} from "../game/table.js" */
/** @import {View} from "../screens/table.js" */
/** @import {Session} from "../net/session.js" */
/** @import {Ask} from "../gather/asking.js" */
import { h, put } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { asking } from "../gather/asking.js";
import { PAGES } from "../generated/routes.js";
import { HAS_LOBBY } from "../lobby/offered.js";
import { ordinal, t } from "../words/language.js";
import { looksOf, markerIcon } from "../board/looks.js";
import { chosenIn } from "../options/edition.js";
import { replayPath } from "../router.js";
import { headline } from "../words/events.js";
import { howEnded } from "../words/how-ended.js";
import { scoreInWords } from "../words/score.js";
import { fairness } from "./fairness.js";
import { ownPlayers, ranked } from "./ranking.js";
import { rematch } from "./rematch.js";

/** @typedef {import("./ranking.js").Ranked} Ranked */

/** The panel at the end of a game: who won and how, how to go on, and who came where.
 * @param {App} app
 * @param {Session} session
 * @param {HTMLElement} [way] the button that shows on the board what put the player here out
 * @returns {View}
 */
export function endPanel(app, session, way) {
  const { ask, line } = asking(session);
  const head = h("div", { class: "end-head" });
  const again = rematch(ask);
  const review = h("a", { class: "button" }, icon("play"), t("end.replay"));
  const share = h("button", { type: "button", onclick: () => void openShare(app, session.code, shown) }, icon("share"), t("end.share"));
  const acts = h("div", { class: "end-ways" }, again.element, review, share, way);
  const rest = h("div", { class: "stack" });
  const element = h("section", { class: "end card stack", "aria-labelledby": "end-title" }, head, acts, line, again.others, rest);
  let shown = 0; // the game
  return {
    element,
    update(state) {
      const { table, you, position } = state;
      if (!table || !you || !position?.result) return;
      if (table.phase === "over") again.update(state);
      if (shown === table.game) return; // what is over does not change
      shown = table.game;
      const own = ownPlayers(table, you);
      review.setAttribute("href", replayPath(session.code, table.game));
      put(head, ...headOf(state, own));
      put(rest, friendly(position.result, own), rankingOf(position.result, table, own), ...nextSteps(session, table, you), undoing(session, table, you, ask));
    },
  };
}

/** Few do it, so the dialog is fetched then. @param {App} app @param {string} code @param {number} game */
async function openShare(app, code, game) {
  const dialog = await import("../share/share.js");
  dialog.openShare(app, { code, game });
}

/** @param {TableState} state @param {readonly number[]} own */
function headOf({ table, position, last }, own) {
  const looks = looksOf(table?.players ?? []);
  const result = /** @type {Result} */ (position?.result);
  const { goal } = chosenIn(table?.options.edition ?? "");
  const winners = result.winners.map((seat) => looks[seat]).map((look) => look && h("span", {}, markerIcon(look, { size: 40 })));
  const words = position && howEnded({ last, position, goal }, looks, own);
  return [
    winners.length > 0 && h("div", { class: "winners", "aria-hidden": "true" }, ...winners),
    h("h2", { id: "end-title" }, headline([{ type: "game-over", result: { ...result, scores: [] } }], looks, own)),
    h("p", { class: "end-how" }, words),
    (table?.taken_back ?? 0) > 0 && h("p", { class: "quiet" }, t("undo.practice")),
  ];
}

/** @param {Result} result @param {readonly number[]} own */
function friendly(result, own) {
  const words = kindWords(result, ranked(result), own);
  return words && h("p", { class: "quiet" }, words);
}

/** @param {Result} result @param {TableView} table @param {readonly number[]} own */
function rankingOf(result, table, own) {
  if (result.solo) return null;
  const me = own.length === 1 ? own[0] : null; // around one screen nobody is more “you” than the others
  return h("ol", { class: "ranking" }, ...ranked(result).map((row) => rankRow(row, table, row.seat === me)));
}

/** A friendly word to the player at this device.
 * @param {Result} result
 * @param {Ranked[]} rows
 * @param {readonly number[]} own
 */
function kindWords(result, rows, own) {
  if (result.solo) return "";
  const mine = own.length === 1 ? rows.find(({ seat }) => seat === own[0]) : undefined;
  if (!mine) return t("end.thanks");
  if (result.winners.includes(mine.seat)) return t("end.you-won");
  const values = { rank: ordinal(mine.rank), count: rows.length };
  return mine.rank === rows.at(-1)?.rank ? t("end.you-last", values) : t("end.you-came", values);
}

/** @param {Ranked} row @param {TableView} table @param {boolean} isOwn */
function rankRow({ rank, seat, score }, table, isOwn) {
  const look = looksOf(table.players)[seat];
  if (!look) return null;
  return h("li", { class: isOwn ? "is-own" : "" },
    h("span", { class: "rank figures" }, t("end.rank", { rank })),
    markerIcon(look, { size: 30 }),
    h("span", { class: "rank-name" }, look.name),
    score !== null && h("span", { class: "quiet figures" }, scoreInWords(score, table.options.edition)));
}

/** @param {Session} session @param {TableView} table @param {You} you */
function nextSteps(session, table, you) {
  const gather = { type: "button", onclick: () => session.gather(true) };
  const change = you.play !== null && h("button", gather, t("end.change"));
  const lobby = table.options.open && HAS_LOBBY && h("a", { class: "button", href: PAGES.lobby.path }, t("lobby.title"));
  return [
    h("div", { class: "row end-acts" }, h("a", { class: "button", href: "/" }, t("table.to-start")), lobby, change),
    table.commitment !== null && fairness(session, table),
  ];
}

/** After a blunder: back to the last decision, where that is allowed.
 * @param {Session} session
 * @param {TableView} table
 * @param {You} you
 * @param {Ask} ask
 */
function undoing(session, table, { seats: [seat] }, ask) {
  if (seat === undefined || !table.seats[seat]?.may_undo) return null;
  const onclick = () => ask("undo", { seq: session.state.seq, seat });
  return h("div", { class: "row end-acts" }, h("button", { type: "button", onclick }, icon("undo"), t("undo.ask")));
}

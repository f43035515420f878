// Everything the table screen knows, and how each input changes it. Nothing here draws, asks the server or plays a sound.

/** @import {Swap} from "../game/actions.js" */
/** @import {TableState} from "../game/table.js" */
/** @import {News} from "../net/session.js" */
/** @import {Faces} from "../board/faces.js" */
/** @import {Look} from "../board/looks.js" */
/** @import {Choice, Sent} from "./choice.js" */
/** @import {HintState} from "./hint.js" */
/** @import {Plan} from "./plan.js" */
/** @import {Queue} from "./queue.js" */
import { NO_SWAP, stillThere, swapIn, toggle } from "../game/actions.js";
import { NOTHING_YET, ownOnTurn } from "../game/table.js";
import { looksOf } from "../board/looks.js";
import { choiceOf, NO_CHOICE, pendingOf } from "./choice.js";
import { seenNow, stillLifted } from "./curtain.js";
import { NO_HINT } from "./hint.js";
import { explanationsFor } from "./notes.js";
import { begin, follow, NO_PLAN, planFor, select, turn } from "./plan.js";
import { add, next, NOTHING_MOVES, skip } from "./queue.js";
import { sceneOf } from "./scene.js";

/**
 * @typedef {object} PlayState
 * @property {TableState} table the newest that the server sent
 * @property {Faces | null} faces of all tiles; null until they are loaded
 * @property {Plan} plan
 * @property {{action: string, at: number} | null} mark the start mark that is chosen, and when it was
 * @property {Swap} swap the tiles that are chosen for an exchange
 * @property {string | null} advised the exchange that a hint has laid out
 * @property {number | null} lifted for whom the curtain was lifted
 * @property {Sent | null} sent the move that is not yet answered
 * @property {string} problem why the last move was not made; it stays until there is other news
 * @property {HintState} hint
 * @property {{table: TableState} | null} news the table whose last events the status line says; another object each time they are said
 * @property {readonly string[]} explanations of what happened for the first time; another list for each move
 * @property {Queue} queue the moves that are still to be shown
 * @property {number} touched how often the player here has changed the plan
 * @property {readonly Look[]} looks worked out from `table`
 * @property {Choice} choice worked out from all of it
 */

/**
 * @typedef {{type: "faces-loaded", faces: Faces}
 *   | {type: "heard", table: TableState, news: News | null, sent: Sent | null}
 *   | {type: "tile-selected", index: number}
 *   | {type: "tile-turned", step: number}
 *   | {type: "placement-planned", action: string}
 *   | {type: "mark-chosen", action: string, at: number}
 *   | {type: "swap-toggled", side: "give" | "take", tile: number}
 *   | {type: "swap-planned", action: string}
 *   | {type: "curtain-lifted"}
 *   | {type: "move-sent", sent: Sent | null}
 *   | {type: "move-answered", sent: Sent | null}
 *   | {type: "refused", sentence: string}
 *   | {type: "hint-changed", hint: HintState}
 *   | {type: "skipped"}
 *   | {type: "moment-shown"}} Input
 */

/** The state before anything is known. @type {Readonly<PlayState>} */
export const BEGINNING = Object.freeze({
  table: NOTHING_YET,
  faces: null,
  plan: NO_PLAN,
  mark: null,
  swap: NO_SWAP,
  advised: null,
  lifted: null,
  sent: null,
  problem: "",
  hint: NO_HINT,
  news: null,
  explanations: [],
  queue: NOTHING_MOVES,
  touched: 0,
  looks: [],
  choice: NO_CHOICE,
});

/** The state after an input. @param {PlayState} state @param {Input} input @returns {PlayState} */
export function reduce(state, input) {
  const changed = change(state, input);
  return changed === state ? state : settle(changed);
}

/** @param {PlayState} state @param {Input} input @returns {PlayState} */
function change(state, input) {
  switch (input.type) {
    case "faces-loaded":
      return { ...state, faces: input.faces, news: { table: state.table } };
    case "heard":
      return heard(state, input);
    case "tile-selected":
      return planned(state, ({ own, plan }) => select(plan, own, input.index));
    case "tile-turned":
      return planned(state, ({ plan, faces }) => turn(plan, faces, input.step));
    case "placement-planned":
      return planned(state, ({ own, plan }) => planFor(plan, own, input.action));
    case "mark-chosen":
      return { ...state, mark: { action: input.action, at: input.at } };
    case "swap-toggled":
      return { ...state, swap: toggle(state.swap, input.side, input.tile), advised: null };
    case "swap-planned":
      return { ...state, swap: swapIn(input.action) ?? NO_SWAP, advised: input.action };
    case "curtain-lifted":
      return { ...state, lifted: ownOnTurn(state.table)?.seat ?? null };
    case "move-sent":
      return { ...state, sent: input.sent, problem: "", queue: skip(state.queue) };
    case "move-answered":
      return { ...state, sent: input.sent };
    case "refused":
      return { ...state, problem: input.sentence };
    case "hint-changed":
      return { ...state, hint: input.hint };
    case "skipped":
      return { ...state, queue: skip(state.queue) };
    case "moment-shown":
      return showing(state, next(state.queue));
  }
}

/** @param {PlayState} state @param {Extract<Input, {type: "heard"}>} input @returns {PlayState} */
function heard(state, { table, news, sent }) {
  const type = news?.message.type;
  const isPlayed = type === "moved" || type === "started";
  const lifted = stillLifted(table, state.lifted);
  const known = { ...state, table, sent, lifted, problem: isPlayed ? "" : state.problem };
  if (!state.faces) return known;
  if (news?.message.type === "moved") return moved(known, news, sceneOf(state.table, state.choice));
  if (type === "started") return { ...known, news: { table }, explanations: explained(news) };
  return !news || type === "snapshot" ? { ...known, news: { table } } : known;
}

/** A move is shown after those before it. @param {PlayState} state @param {News | null} news @param {ReturnType<typeof sceneOf>} before */
function moved(state, news, before) {
  const after = sceneOf(state.table);
  if (!before || !after || news?.message.type !== "moved") return state;
  const moment = { events: news.message.events, before, after, table: state.table };
  return showing({ ...state, explanations: explained(news) }, add(state.queue, moment));
}

/** The status line says what is being shown. @param {PlayState} state @param {Queue} queue @returns {PlayState} */
function showing(state, queue) {
  const { now } = queue;
  return { ...state, queue, news: now && now !== state.queue.now ? { table: now.table } : state.news };
}

/** @param {News | null} news */
function explained(news) {
  return news ? explanationsFor(news.state.last, news.before.position, news.state.position) : [];
}

/** Another plan, unless a move is on its way; whatever still moves is skipped.
 * @param {PlayState} state
 * @param {(now: {own: NonNullable<Choice["own"]>, plan: Plan, faces: Faces}) => Plan} change
 * @returns {PlayState}
 */
function planned(state, change) {
  const { choice: { own, isSent }, plan, faces } = state;
  if (!own || !faces || isSent) return state;
  return { ...state, plan: change({ own, plan, faces }), queue: skip(state.queue), touched: state.touched + 1 };
}

/** What follows from the rest: the plan and all that is chosen fit what can be done now.
 * @param {PlayState} state
 * @returns {PlayState}
 */
function settle(state) {
  const { table, faces, sent } = state;
  const looks = looksOf(table.table?.players ?? []);
  if (!faces || !table.position) return { ...state, looks };
  const own = seenNow(table, state.lifted);
  const followed = follow(state.plan, own);
  const plan = own && pendingOf(own, sent) === null ? begin(followed, own, faces) : followed;
  const mark = own?.marks.some(({ action }) => action === state.mark?.action) ? state.mark : null;
  const isExchange = Boolean(own?.on_turn) && table.position.phase === "exchange";
  const swap = own && isExchange ? stillThere(state.swap, own) : NO_SWAP;
  const active = looks[table.position.active];
  const choice = choiceOf({ own, plan, faces, mark: mark?.action ?? null, sent, active });
  return { ...state, looks, plan, mark, swap, advised: isExchange ? state.advised : null, choice };
}

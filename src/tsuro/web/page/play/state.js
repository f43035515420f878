// Everything the table screen knows, and how each input changes it. Nothing here draws, asks the server or plays a sound.

/** @import {Swap} from "../game/actions.js" */
/** @import {TableState} from "../game/table.js" */
/** @import {Action, Earlier} from "../game/story.js" */
/** @import {News} from "../net/session.js" */
/** @import {Faces} from "../board/faces.js" */
/** @import {Look} from "../board/looks.js" */
/** @import {Choice, Sent} from "./choice.js" */
/** @import {HintState} from "./hint.js" */
/** @import {Kept} from "./kept.js" */
/** @import {Plan} from "./plan.js" */
/** @import {Moment, Queue} from "./queue.js" */
import { NO_SWAP, stillThere, swapIn, toggle } from "../game/actions.js";
import { NOTHING_YET, ownOnTurn } from "../game/table.js";
import { looksOf } from "../board/looks.js";
import { choiceOf, NO_CHOICE, pendingOf } from "./choice.js";
import { seenNow, stillLifted } from "./curtain.js";
import { NO_HINT } from "./hint.js";
import { wayOut } from "./moves.js";
import { begin, follow, NO_PLAN, planFor, select, turn } from "./plan.js";
import { duringMove, eventsOf, isLeap, NOTHING_MOVES, untilMove } from "./queue.js";
import { sceneOf } from "./scene.js";

/**
 * @typedef {object} PlayState
 * @property {TableState} latest the newest that the server sent
 * @property {TableState} table as the board shows it: all that is seen, heard and said is about this one. Without moves to
 *   be shown, it is the latest
 * @property {readonly (News | null)[]} told what has come to be shown with this state, in its order; another list each time.
 *   null: the table was there already
 * @property {Faces | null} faces of all tiles; null until they are loaded
 * @property {Plan} plan
 * @property {{action: string, at: number} | null} mark the start mark that is chosen, and when it was
 * @property {Swap} swap the tiles that are chosen for an exchange
 * @property {string | null} advised the exchange that a hint has laid out
 * @property {number | null} lifted for whom the curtain was lifted
 * @property {Sent | null} sent the move that is not yet answered
 * @property {string} problem why the last move was not made; it stays until there is other news
 * @property {HintState} hint
 * @property {Earlier | null} earlier what happened before the player here came
 * @property {Action | null} dismissed the move that put the player here out, once its way need not be shown any more
 * @property {Queue} queue the moves that are still to be shown
 * @property {number | null} hurried the game whose end is wanted at once
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
 *   | {type: "plan-kept", kept: Kept}
 *   | {type: "history-read", earlier: Earlier}
 *   | {type: "way-toggled"}
 *   | {type: "skipped"}
 *   | {type: "end-wanted"}
 *   | {type: "moment-shown", moment: Moment}} Input
 */

/** The state before anything is known. @type {Readonly<PlayState>} */
export const BEGINNING = Object.freeze({
  latest: NOTHING_YET,
  table: NOTHING_YET,
  told: [],
  faces: null,
  plan: NO_PLAN,
  mark: null,
  swap: NO_SWAP,
  advised: null,
  lifted: null,
  sent: null,
  problem: "",
  hint: NO_HINT,
  earlier: null,
  dismissed: null,
  queue: NOTHING_MOVES,
  hurried: null,
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
      return { ...state, faces: input.faces };
    case "heard":
      return heard(state, input);
    case "tile-selected":
      return selected(state, input.index);
    case "tile-turned":
      return planned(state, ({ plan, faces }) => (plan.tile === state.plan.tile ? turn(plan, faces, input.step) : plan));
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
      return { ...state, sent: input.sent, problem: "" };
    case "move-answered":
      return { ...state, sent: input.sent };
    case "refused":
      return { ...state, problem: input.sentence };
    case "hint-changed":
      return { ...state, hint: input.hint };
    case "plan-kept":
      return { ...state, plan: input.kept.plan, mark: input.kept.mark, swap: input.kept.swap };
    case "history-read":
      return { ...state, earlier: input.earlier };
    case "way-toggled":
      return { ...state, dismissed: state.dismissed ? null : (wayOut(state)?.action ?? null) };
    case "skipped":
      return skipped(state);
    case "end-wanted":
      return { ...skipped(state), hurried: state.latest.table?.game ?? null };
    case "moment-shown":
      return input.moment === state.queue.now ? over(state, input.moment) : state;
  }
}

/** News wait for the moves before them; where nothing leads to them, everything is shown at once.
 * @param {PlayState} state
 * @param {Extract<Input, {type: "heard"}>} input
 * @returns {PlayState}
 */
function heard(state, { table, news, sent }) {
  const hurried = news?.message.type === "undone" ? null : state.hurried; // there is something to play for again
  const known = { ...state, latest: table, sent, hurried };
  if (!news) return table === state.latest ? known : { ...tell(known, table, [null]), queue: NOTHING_MOVES };
  const isHurried = hurried !== null && hurried === table.table?.game;
  if (!state.faces || isLeap(news) || isHurried) return leapt(known, news);
  if (state.queue.now) return { ...known, queue: { ...state.queue, waiting: [...state.queue.waiting, news] } };
  return shown(known, [], [news]);
}

/** Everything at once. @param {PlayState} state @param {News} news @returns {PlayState} */
function leapt(state, news) {
  const { latest, queue: { now, waiting } } = state;
  return { ...tell(state, latest, [...(now ? [now.news] : []), ...waiting, news]), queue: NOTHING_MOVES };
}

/** A move has been shown: it is told, and the next one begins. @param {PlayState} state @param {Moment} moment */
function over(state, moment) {
  return shown(state, [moment.news], state.queue.waiting);
}

/** Everything that still moves has been shown. @param {PlayState} state @returns {PlayState} */
function skipped(state) {
  const { latest, queue: { now, waiting } } = state;
  return now ? { ...tell(state, latest, [now.news, ...waiting]), queue: NOTHING_MOVES } : state;
}

/** News are told up to the next move, and that move begins.
 * @param {PlayState} state
 * @param {readonly News[]} done
 * @param {readonly News[]} waiting
 * @returns {PlayState}
 */
function shown(state, done, waiting) {
  const { told, rest: [move, ...rest] } = untilMove(waiting);
  const all = [...done, ...told];
  const last = all.at(-1);
  const still = last ? tell(state, last.state, all) : state;
  return move ? begun(settle(still), move, rest) : { ...still, queue: NOTHING_MOVES };
}

/** @param {PlayState} state @param {News} news a move @param {readonly News[]} waiting @returns {PlayState} */
function begun(state, news, waiting) {
  const events = eventsOf(news) ?? [];
  const [before, after] = [sceneOf(state.table, state.choice), sceneOf(news.state)];
  if (!before || !after) return shown(state, [news], waiting);
  return { ...state, table: duringMove(state.table, events), queue: { now: { news, events, before, after }, waiting } };
}

/** @param {PlayState} state @param {TableState} table @param {PlayState["told"]} told @returns {PlayState} */
function tell(state, table, told) {
  const isPlayed = told.some((news) => ["moved", "started", "undone"].includes(news?.message.type ?? ""));
  return { ...state, table, told, lifted: stillLifted(table, state.lifted), problem: isPlayed ? "" : state.problem };
}

/** The tile that is seen there is selected, wherever it is once everything has been shown.
 * @param {PlayState} state
 * @param {number} index
 */
function selected(state, index) {
  const tile = state.choice.own?.hand[index];
  return planned(state, ({ own, plan }) => select(plan, own, own.hand.indexOf(tile ?? -1)));
}

/** Another plan, unless a move is on its way; whatever still moves is skipped.
 * @param {PlayState} before
 * @param {(now: {own: NonNullable<Choice["own"]>, plan: Plan, faces: Faces}) => Plan} change
 * @returns {PlayState}
 */
function planned(before, change) {
  const state = before.queue.now ? settle(skipped(before)) : before;
  const { choice: { own, isSent }, plan, faces } = state;
  if (!own || !faces || isSent) return state;
  return { ...state, plan: change({ own, plan, faces }), touched: state.touched + 1 };
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

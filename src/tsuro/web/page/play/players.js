// The players in clockwise order: who they are, what they hold, whose turn it is, and how much time they have.

/** @import {Clock} from "../generated/messages" */
/** @import {App} from "../main.js" */
/** @import {News, Session} from "../net/session.js" */
/** @import {TableState} from "../game/table.js" */
/** @import {View} from "../screens/table.js" */
/** @import {Facts} from "./facts.js" */
import { replayOf } from "../net/api.js";
import { h, put, s, set } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { t } from "../words/language.js";
import { markerIcon } from "../board/looks.js";
import { NOTHING_YET, timeLeft } from "../game/table.js";
import { clockText, isLow, ownClock, secondsToSay, tickOf } from "./clock.js";
import { soloInWords } from "../words/score.js";
import { levelName } from "../options/levels.js";
import { absentOf, factsOf, pileAfter, standInsOf } from "./facts.js";

/** @typedef {keyof typeof PICTURES} SignName */

const FULL_HAND = 3;

// small pictures beside the players' names; each is said in words, too
const PICTURES = {
  plays: "M5 3.5v9l7.5-4.5Z",
  away: "M10.5 2.2A6 6 0 1 0 14 9.6A5 5 0 0 1 10.5 2.2Z",
  stand_in: "M7.4 1h1.2v2.2H13v9.6H3V3.2h4.4ZM5.4 6v2h1.8V6Zm3.4 0v2h1.8V6ZM5.4 10v1.2h5.2V10Z",
  below: "M7 2h2v7.2l2.6-2.6L13 8l-5 5l-5-5l1.4-1.4L7 9.2Z",
  out: "M4.4 3.2L8 6.8l3.6-3.6l1.2 1.2L9.2 8l3.6 3.6l-1.2 1.2L8 9.2l-3.6 3.6l-1.2-1.2L6.8 8L3.2 4.4Z",
  won: "M2 4.5l3.4 2.7L8 2.5l2.6 4.7L14 4.5l-1.2 8.5H3.2Z",
  pile: "M3 3h8v8H3ZM5 12h7V5h1.5v8.5H5Z",
  dragon: "M2 9c1-4 4-6 7-6l-1 2c3 0 5 1 6 3l-3 .4c1 1 1 2.6.4 4.6c-1-2-2.4-3-4.4-3c-2 0-3 1-3 3c-1.4-1-2.2-2.4-2-4Z",
};

/** The panel with all players, for the board and for text mode.
 * @param {App} app
 * @param {Session} session
 * @param {...HTMLElement} tools more buttons below them
 */
export function playersPanel(app, session, ...tools) {
  return new PlayersPanel(app, session, tools);
}

class PlayersPanel {
  /** @param {App} app @param {Session} session @param {HTMLElement[]} tools */
  constructor(app, session, tools) {
    this.app = app;
    this.session = session;
    /** @type {View | null} */
    this.absence = null;
    /** @type {HTMLElement | null} where it is shown, if not here */
    this.absencePlace = null;
    this.list = h("ol", { class: "players-list" });
    this.counts = h("p", { class: "players-counts figures" });
    this.element = h(
      "section",
      { class: "players", "aria-label": t("players.title") },
      this.list,
      h("div", { class: "players-foot" }, this.counts, h("div", { class: "foot-buttons" }, tools, handOverButton(app, session))),
    );
    /** @type {PlayerRow[]} */
    this.rows = [];
    this.state = NOTHING_YET; // as it is shown
    this.dealt = ""; // for whom the rows are
    /** @type {number | null} */
    this.pileWith = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.onClock = (/** @type {string} */ _text, /** @type {boolean} */ _isLow) => {}; // the time of the player here
    this.left = 0; // milliseconds of that time, when it was last shown
  }

  /** Something was told: it may say who has the pile, or warn. @param {TableState} state @param {News | null} news */
  update(state, news) {
    this.followPile(state, news);
    this.show(state);
    void this.showAbsence(state, news);
    this.warn(state, news);
  }

  /** @param {TableState} state */
  show(state) {
    this.state = state;
    const facts = factsOf(state, this.pileWith);
    this.seat(facts);
    facts.forEach((fact, seat) => this.rows[seat]?.update(fact));
    put(this.counts, countsOf(state));
    this.tick();
  }

  leave() {
    clearTimeout(this.timer);
  }

  /** Most games need it never, so it is fetched when somebody is away. @param {TableState} state @param {News | null} news */
  async showAbsence(state, news) {
    if (this.absence) return this.absence.update(state, news);
    if (!absentOf(state) && !standInsOf(state).length) return;
    const { absenceView } = await import("./away.js");
    this.absence ??= absenceView(this.session);
    (this.absencePlace ?? this.element).append(this.absence.element);
    this.absence.update(this.state, null);
  }

  /** New rows only for other players, so that nothing flickers. @param {Facts[]} facts */
  seat(facts) {
    const dealt = JSON.stringify(facts.map(({ look, bot }) => [look, bot]));
    if (dealt === this.dealt) return;
    this.dealt = dealt;
    this.rows = facts.map((fact) => new PlayerRow(fact));
    set(this.list, { "data-count": facts.length });
    put(this.list, this.rows.map(({ element }) => element));
  }

  /** @param {TableState} state @param {News | null} news */
  followPile(state, news) {
    if (news?.message.type === "started" || news?.message.type === "undone") this.pileWith = null;
    this.pileWith = pileAfter(state.last, this.pileWith);
    const isPassed = state.table?.options.edition.includes("pass-the-pile");
    if (isPassed && (news === null || news.message.type === "undone") && this.pileWith === null) void this.findPile(state);
  }

  /** After a reload, the game so far tells who has the pile. @param {TableState} state */
  async findPile({ table }) {
    const replay = await replayOf(this.session.code, table?.game ?? 1).catch(() => null);
    this.pileWith ??= pileAfter(replay?.frames.flatMap(({ events }) => events) ?? [], null);
    factsOf(this.state, this.pileWith).forEach((fact, seat) => this.rows[seat]?.update(fact));
  }

  /** @param {TableState} state @param {News | null} news */
  warn({ you }, news) {
    const message = news?.message;
    if (message?.type !== "changed" || message.what !== "warned" || message.seat === null) return;
    if (you?.seats.includes(message.seat)) this.app.say(t("clock.warned"));
  }

  /** Show the clocks, and again in a moment if one runs. */
  tick() {
    clearTimeout(this.timer);
    const { state } = this;
    const clock = state.table?.options.clock;
    if (!clock) return;
    const now = performance.now();
    this.rows.forEach((row, seat) => {
      const left = timeLeft(state, seat, now);
      row.showClock(left === null ? "" : clockText(left, clock), left !== null && isLow(left, clock));
    });
    this.tickHere(clock, now);
    if (state.clocks && state.clocks.running !== null) this.timer = setTimeout(() => this.tick(), tickOf(clock));
  }

  /** The clock beside the hand; what few seconds are left is said. @param {Clock} clock @param {number} now */
  tickHere(clock, now) {
    const seat = ownClock(this.state);
    const left = seat === null ? null : timeLeft(this.state, seat, now);
    this.onClock(left === null ? "" : clockText(left, clock), left !== null && isLow(left, clock));
    const said = left === null || this.state.clocks?.running !== seat ? null : secondsToSay(this.left, left);
    if (said !== null) this.app.say(t("clock.left", { count: said }));
    this.left = left ?? 0;
  }
}

/** One player. */
class PlayerRow {
  /** @param {Facts} facts */
  constructor({ look, bot, isYou }) {
    this.hand = h("span", { class: "player-hand" });
    this.score = h("span", { class: "player-score figures" });
    this.signs = h("span", { class: "player-signs" });
    this.clock = h("span", { class: "player-clock figures" });
    const note = noteOf({ bot, isYou });
    const name = h("span", { class: "player-name", "data-tip": look.name }, look.name);
    const more = note && h("span", { class: bot ? "player-note is-bot" : "player-note" }, note);
    const line = h("span", { class: "player-line" }, name, more);
    const state = h("span", { class: "player-state" }, this.hand, this.score, this.signs);
    this.element = h("li", { class: "player" }, markerIcon(look), line, state, this.clock);
    this.shown = "";
  }

  /** @param {Facts} facts */
  update(facts) {
    const shown = JSON.stringify(facts);
    if (shown === this.shown) return;
    this.shown = shown;
    const { classList } = this.element;
    classList.toggle("is-active", facts.isActive);
    classList.toggle("is-out", facts.isOut && !facts.isWinner);
    classList.toggle("is-winner", facts.isWinner);
    set(this.element, { "aria-current": facts.isActive && "true" });
    put(this.hand, handOf(facts));
    put(this.score, facts.score);
    put(this.signs, signsOf(facts).map(({ name, words }) => sign(name, words, whyOf(facts, name))));
  }

  /** @param {string} text @param {boolean} isLowNow */
  showClock(text, isLowNow) {
    const said = isLowNow ? t("clock.low", { time: text }) : text;
    if (this.clock.textContent !== said) put(this.clock, said);
    this.clock.classList.toggle("is-low", isLowNow);
  }
}

/** The way to another device: a link that works only once, and not for long.
 * @param {App} app
 * @param {Session} session
 */
function handOverButton(app, session) {
  const name = t("handover.other-device");
  const words = h("span", { class: "sign-words" }, name);
  return h("button", { class: "plain foot-button", "data-tip": name, onclick: () => void handOver(app, session) }, icon("device"), words);
}

/** Few do it, so the dialog is fetched then. @param {App} app @param {Session} session */
async function handOver(app, session) {
  const { showHandOver } = await import("./hand-over.js");
  await showHandOver(app, session);
}

/** @param {Pick<Facts, "bot" | "isYou">} facts */
function noteOf({ bot, isYou }) {
  if (isYou) return t("players.you");
  return bot ? t("players.bot", { level: levelName(bot) }) : "";
}

/** The tiles as small backs, and their number. @param {Facts} facts */
function handOf({ tiles, hasOwnHand, isOut }) {
  if (!hasOwnHand || (isOut && tiles === 0)) return [];
  const backs = Array.from({ length: FULL_HAND }, (_, at) => h("span", { class: at < tiles ? "back" : "back is-gone" }));
  return [
    h("span", { class: "backs", "aria-hidden": "true" }, backs),
    h("span", { class: "figures", "aria-hidden": "true" }, tiles),
    h("span", { class: "unseen" }, t("players.tiles", { count: tiles })),
  ];
}

/** What else there is to know, the most important first.
 * @param {Facts} facts
 * @returns {{name: SignName, words: string}[]}
 */
export function signsOf(facts) {
  /** @type {[boolean, SignName, string][]} */
  const all = [
    [facts.isWinner, "won", t("players.won")],
    [facts.isOut && !facts.isWinner, "out", t("players.out")],
    [facts.isActive, "plays", t("players.plays")],
    [facts.hasStandIn, "stand_in", t("players.stand-in")],
    [facts.below !== null, "below", t("players.below")],
    [facts.isAway, "away", t("players.away")],
    [facts.hasDragon, "dragon", t("players.dragon")],
    [facts.hasPile, "pile", t("players.pile-here")],
  ];
  return all.filter(([holds]) => holds).map(([, name, words]) => ({ name, words }));
}

/** The draw pile, the closed squares and who watches, in a line. @param {TableState} state */
export function countsOf({ table, position, watchers }) {
  if (!position) return "";
  const counts = [soloInWords(position), t("players.pile", { count: position.pile })];
  if (position.closed.length) counts.push(t("players.closed", { count: position.closed.length }));
  if (watchers) counts.push(t("players.watchers", { count: watchers }));
  if (table?.taken_back) counts.push(t("undo.word"));
  return counts.filter(Boolean).join(" · ");
}

/** A small picture with its words: shown beside it where there is room, and always for a screen reader.
 * @param {SignName} name
 * @param {string} words
 * @param {string} why more to say, when somebody points at it
 */
function sign(name, words, why = "") {
  return h("span", { class: `sign is-${name}`, "data-tip": why || words }, picture(name), h("span", { class: "sign-words" }, words));
}

/** Why a bot needs a stand-in, or is not at its best; empty: there is no more to say. @param {Facts} facts @param {SignName} of */
function whyOf({ failure, below, look: { name } }, of) {
  if (of === "stand_in" && failure) return t(`text.bot-failed.${failure}`, { name });
  return of === "below" && below ? t(`text.below.${below}`, { name }) : "";
}

/** @param {SignName} name */
function picture(name) {
  const props = { class: "sign-picture", viewBox: "0 0 16 16", "aria-hidden": "true" };
  return s("svg", props, s("path", { d: PICTURES[name], "fill-rule": "evenodd" }));
}

// Everything that happened in the game, in a log that a screen reader reads as it grows.

/** @import {GameEvent} from "../../generated/messages" */
/** @import {App} from "../../main.js" */
/** @import {News, Session} from "../../net/session.js" */
/** @import {TableState} from "../../game/table.js" */
import { replayOf } from "../../net/api.js";
import { h, put } from "../../ui/dom.js";
import { t } from "../../words/language.js";
import { looksOf } from "../../board/looks.js";
import { discreet, isShared } from "../../game/table.js";
import { sentencesOf, whyOut } from "../../words/events.js";
import { changeInWords, standInWords } from "../changes.js";
import { explanationsFor } from "../notes.js";

const A_MOMENT = 500; // milliseconds after which a screen reader has taken in what stands in the log already

/** What one action did, in a line. Whose turn it is now is said elsewhere.
 * @param {readonly GameEvent[]} events
 * @param {TableState} state
 */
export function lineOf(events, { table, you }) {
  const shown = events.filter(({ type }) => type !== "turn-passed");
  return sentencesOf(shown, looksOf(table?.players ?? []), you?.seats ?? []).join(" ");
}

/** What a message adds to the story; empty: nothing. @param {News} news */
export function lineFrom(news) {
  const { message, state } = news;
  if (message.type !== "moved" && message.type !== "started") return changeInWords(news);
  return [standInWords(news), lineOf(message.events, state)].filter(Boolean).join(" ");
}

/** Whether a message skips what happened in between. @param {News} news */
function isLeap({ message, before, state }) {
  return before.seq !== state.seq && ["snapshot", "refused", "undone"].includes(message.type);
}

/** What happened so far, a line for each move. */
export class Story {
  /** @param {App} app @param {Session} session */
  constructor(app, session) {
    this.app = app;
    this.session = session;
    this.lines = h("ol", {});
    const props = { class: "text-log", role: "log", "aria-live": "off", "aria-label": t("text.happened"), tabindex: 0 };
    this.element = h("div", props, this.lines);
    /** @type {(readonly GameEvent[])[]} what each action did */
    this.actions = [];
    this.onChange = () => {};
  }

  /** @param {TableState} state @param {News | null} news */
  update(state, news) {
    if (!news || isLeap(news)) return void this.read(state);
    if (news.message.type === "started") this.clear();
    if (news.message.type === "moved") this.actions.push(news.message.events);
    const line = lineFrom(news);
    if (line) this.add([line, ...this.explanations(news)].join(" "));
  }

  /** The game so far; until it is there, only what happened last. @param {TableState} state */
  async read(state) {
    const { seq } = state;
    const replay = await replayOf(this.session.code, state.table?.game ?? 1).catch(() => null);
    if (this.session.state.seq !== seq) return void this.read(this.session.state); // it went on meanwhile
    this.clear();
    const actions = replay?.frames.map(({ events }) => events) ?? [state.last];
    this.actions = isShared(state) ? actions.map(discreet) : actions;
    this.element.setAttribute("aria-live", "off"); // nobody wants the whole game read out
    this.actions.map((events) => lineOf(events, state)).filter(Boolean).forEach((line) => this.add(line));
    setTimeout(() => this.element.setAttribute("aria-live", "polite"), A_MOMENT);
    this.onChange();
  }

  /** Why a player is out. @param {number} seat */
  whyOut(seat) {
    const { table, you } = this.session.state;
    const looks = looksOf(table?.players ?? []);
    return this.actions.map((events) => whyOut(events, looks, seat, you?.seats)).find(Boolean) ?? "";
  }

  /** What happens for the first time is explained. @param {News} news */
  explanations({ message, before, state }) {
    if (message.type !== "moved" && message.type !== "started") return [];
    const keys = explanationsFor(message.events, before.position, state.position);
    return keys.filter((key) => this.app.settings.isNew(key)).map((key) => t(key));
  }

  clear() {
    this.actions = [];
    put(this.lines);
  }

  /** @param {string} line */
  add(line) {
    this.lines.append(h("li", {}, line));
    this.element.scrollTop = this.element.scrollHeight;
  }
}

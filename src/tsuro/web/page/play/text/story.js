// Everything that happened in the game, in a log that a screen reader reads as it grows.

/** @import {App} from "../../main.js" */
/** @import {Action, Earlier} from "../../game/story.js" */
/** @import {News} from "../../net/session.js" */
/** @import {TableState} from "../../game/table.js" */
/** @import {PlayState} from "../state.js" */
import { h, put } from "../../ui/dom.js";
import { t } from "../../words/language.js";
import { looksOf } from "../../board/looks.js";
import { actionsOf } from "../../game/story.js";
import { sentencesOf } from "../../words/events.js";
import { belowWords, changeInWords, standInWords } from "../changes.js";
import { explanationsFor } from "../notes.js";
import { isPlayed } from "../selectors.js";

const A_MOMENT = 500; // milliseconds after which a screen reader has taken in what stands in the log already

/** What one action did, in a line. Whose turn it is now is said elsewhere.
 * @param {Action} action
 * @param {Pick<TableState, "table" | "you">} state
 */
export function lineOf(action, { table, you }) {
  const shown = action.filter(({ type }) => type !== "turn-passed");
  return sentencesOf(shown, looksOf(table?.players ?? []), you?.seats ?? []).join(" ");
}

/** What is yet to be written of the story; null: what stands there is no part of it, so all of it is.
 * @param {readonly Action[]} written
 * @param {readonly Action[]} actions
 * @returns {readonly Action[] | null}
 */
export function restOf(written, actions) {
  return written.every((action, at) => action === actions[at]) ? actions.slice(written.length) : null;
}

/** The story of the table's state as lines; what else was told at the table stands between them. */
export class StoryLog {
  /** @param {Pick<App, "settings">} app */
  constructor(app) {
    this.app = app;
    this.lines = h("ol", {});
    const props = { class: "text-log", role: "log", "aria-live": "off", "aria-label": t("text.happened"), tabindex: 0 };
    this.element = h("div", props, this.lines);
    /** @type {readonly Action[]} what has a line */
    this.written = [];
  }

  /** @param {PlayState} state @param {PlayState} before */
  update(state, before) {
    if (state.told !== before.told) state.told.forEach((news) => news && this.hear(news, state.earlier));
    this.write(state.table, state.earlier, null); // what nobody told: it was fetched, or skipped
  }

  /** @param {News} news @param {Earlier | null} earlier */
  hear(news, earlier) {
    if (news.message.type === "started") this.clear();
    if (isPlayed(news)) this.write(news.state, earlier, news);
    else this.add(changeInWords(news));
  }

  /** @param {TableState} table @param {Earlier | null} earlier @param {News | null} news of the last action */
  write(table, earlier, news) {
    const actions = actionsOf(table.story, earlier);
    const rest = restOf(this.written, actions);
    if (rest?.length === 0) return;
    if (!rest || !news) this.hush();
    if (!rest) this.clear();
    const lines = (rest ?? actions).map((action) => lineOf(action, table));
    lines.slice(0, -1).forEach((line) => this.add(line));
    this.add([standInWords(news), lines.at(-1), belowWords(news), ...this.explanations(news)].filter(Boolean).join(" "));
    this.written = actions;
  }

  /** What happens for the first time is explained. @param {News | null} news */
  explanations(news) {
    const keys = news ? explanationsFor(news.state.last, news.before.position, news.state.position) : [];
    return keys.filter((key) => this.app.settings.isNew(key)).map((key) => t(key));
  }

  /** Nobody wants the whole game read out. */
  hush() {
    this.element.setAttribute("aria-live", "off");
    setTimeout(() => this.element.setAttribute("aria-live", "polite"), A_MOMENT);
  }

  clear() {
    this.written = [];
    put(this.lines);
  }

  /** @param {string} line empty: nothing */
  add(line) {
    if (!line) return;
    this.lines.append(h("li", {}, line));
    this.element.scrollTop = this.element.scrollHeight;
  }
}

// Being at a table: the one view that fits what is going on there, and what to say if there is no table.

/** @import {App, Screen} from "../main.js" */
/** @import {ServerMessage} from "../generated/messages" */
/** @import {News} from "../net/session.js" */
/** @import {TableState} from "../game/table.js" */
/** @import {Status} from "../net/connection.js" */
import { refusalOf } from "../net/api.js";
import { lineBar } from "../ui/connection-bar.js";
import { h, put } from "../ui/dom.js";
import { focusOn } from "../ui/focus.js";
import { t } from "../words/language.js";
import { forget, remember, visitOf } from "../device/recent.js";
import { isOver } from "../net/connection.js";
import { Session } from "../net/session.js";

/**
 * @typedef {object} View
 * @property {HTMLElement} element
 * @property {(state: TableState, news: News | null) => void} update
 * @property {(sentence: string) => void} [complain] tell why something was not done
 * @property {() => void} [leave]
 */
/** Hears from a view what it shows now, and says whether another view takes its place.
 * @typedef {(state: TableState) => boolean} OnShown
 */
/** @typedef {"gather" | "play" | "text"} Kind */

/** @type {Record<Kind, () => Promise<(app: App, session: Session, onShown: OnShown) => View>>} */
const VIEWS = {
  gather: async () => (await import("../gather/gather.js")).gatherView,
  play: async () => (await import(/* preload */ "../play/play.js")).playView,
  text: async () => (await import("../play/text.js")).textView,
};

/** Which view fits; null: nothing is known yet.
 * @param {TableState} state
 * @param {{isText: boolean, isGathering: boolean}} wish
 * @returns {Kind | null}
 */
export function kindOf({ table, position }, { isText, isGathering }) {
  if (!table) return null;
  if (table.phase === "gathering" || !position) return "gather";
  if (table.phase === "over" && isGathering) return "gather";
  return isText ? "text" : "play";
}

/** The screen of a table. @param {App} app @param {Record<string, string>} params @returns {Screen} */
export function screen(app, { code = "" }) {
  const session = new Session(code, app.session, app.storage);
  const shown = new Shown(app, session);
  session.onLate = (answer) => shown.late(answer);
  session.onGather = () => shown.choose();
  session.listen((news) => shown.update(news));
  session.watch((status) => shown.notice(status));
  void fetchView(app).catch(() => {}); // on its way while the line is dialled
  session.open();
  return { element: shown.element, leave: () => shown.leave() };
}

/** Have the view of a game at hand before it is needed. @param {App} app */
export const fetchView = (app) => VIEWS[app.settings.choices.text ? "text" : "play"]();

/** What is shown of a table. */
class Shown {
  /**
   * @param {App} app
   * @param {Session} session
   */
  constructor(app, session) {
    this.app = app;
    this.session = session;
    this.bar = lineBar(app, session);
    this.place = h("div", { class: "table-place" }, waiting(app.settings.choices.text));
    this.element = h("div", { class: "table-screen" }, modeSwitch(app), this.bar.element, this.place);
    /** @type {Kind | null} */
    this.kind = null;
    /** @type {View | null} */
    this.view = null;
    /** @type {TableState} what the view shows: it may have moves to show before the newest */
    this.state = session.state;
    this.remembered = "";
    /** @type {string | null} what was asked before a reload was refused, and nobody knows yet */
    this.refusal = null;
    this.isLeft = false;
  }

  /** @param {News} news */
  update(news) {
    if (news.message.type === "started") this.session.isGathering = false;
    this.remember(news.state);
    if (this.view) this.view.update(news.state, news);
    else this.follow(news.state);
  }

  /** Something else is shown. @param {TableState} state @returns {boolean} whether another view takes its place */
  follow(state) {
    this.state = state;
    return this.choose();
  }

  /** Turn to another view if another one fits what is shown. */
  choose() {
    const { isGathering } = this.session;
    const kind = kindOf(this.state, { isText: this.app.settings.choices.text, isGathering });
    if (kind === null || kind === this.kind) return false;
    void this.change(kind).catch(this.app.fail);
    return true;
  }

  /** What was asked before the page was reloaded is answered. @param {ServerMessage} answer */
  late(answer) {
    this.view?.update(this.session.state, null);
    this.refusal = refusalOf(answer);
    this.complain();
  }

  /** Tell why something was not done, as soon as there is a view that can. */
  complain() {
    if (!this.refusal || !this.view) return;
    if (this.view.complain) this.view.complain(this.refusal);
    else this.app.say(this.refusal);
    this.refusal = null;
  }

  /** @param {Kind} kind */
  async change(kind) {
    this.kind = kind;
    const make = await VIEWS[kind]();
    if (this.kind !== kind || this.isLeft) return;
    const isLost = this.place.contains(document.activeElement);
    this.view?.leave?.();
    this.view = make(this.app, this.session, (state) => this.follow(state));
    put(this.place, this.view.element);
    this.app.title(titleOf(this.state)); // unless the view has more to say
    this.view.update(this.session.state, null);
    this.complain();
    if (isLost) focusOn(this.place.querySelector("h1"));
  }

  /** @param {Status} status */
  notice(status) {
    if (!isOver(status)) return;
    if (status === "gone") forget(this.app.storage, this.session.code);
    this.view?.leave?.();
    this.view = null;
    put(this.place, status === "outdated" ? outdatedNotice() : goneNotice(status === "damaged"));
    focusOn(this.place.querySelector("h1"));
  }

  /** @param {TableState} state */
  remember(state) {
    const visit = visitOf(this.session.code, state);
    const said = JSON.stringify(visit);
    if (!state.table || said === this.remembered) return;
    this.remembered = said;
    if (visit) remember(this.app.storage, visit);
    else forget(this.app.storage, this.session.code);
  }

  leave() {
    this.isLeft = true;
    this.bar.leave();
    this.view?.leave?.();
    this.session.close();
  }
}

/** @param {TableState} state */
function titleOf({ table }) {
  const names = (table?.players.length ? table.players : (table?.seats ?? [])).map(({ name }) => name);
  return names.filter(Boolean).join(", ") || t("table.title");
}

/** The first thing that a keyboard reaches: from the board to words, and back.
 * @param {App} app
 */
function modeSwitch(app) {
  const { text } = app.settings.choices;
  const change = () => app.settings.change({ text: !text });
  return h("button", { class: "skip", onclick: change }, text ? t("table.board-mode") : t("table.text-mode"));
}

/** Room for the board, so that nothing jumps when it comes. @param {boolean} isText */
function waiting(isText) {
  const heading = h("h1", { class: "unseen" }, t("table.title"));
  const words = h("p", { class: "table-opening" }, t("table.opening")); // seen only by those who have to wait
  if (isText) return h("main", { class: "column" }, heading, words);
  const board = h("div", { class: "table-board" }, h("div", { class: "table-ground" }, words));
  const rooms = ["table-wait", "table-wait", "table-dock table-wait"]; // for the bar, the players and the hand
  const side = h("div", { class: "table-side" }, rooms.map((name) => h("div", { class: name })));
  return h("div", { class: "table" }, h("main", { class: "table-main" }, heading, board, side));
}

/** @param {boolean} isDamaged it is there, and cannot be opened */
function goneNotice(isDamaged) {
  return notice(
    "table-gone",
    [
      h("h1", {}, isDamaged ? t("table.damaged") : t("table.gone")),
      h("p", {}, isDamaged ? t("table.damaged-why") : t("table.gone-why")),
    ],
    h("a", { class: "button main", href: "/" }, t("table.to-start")),
  );
}

function outdatedNotice() {
  return notice(
    "table-outdated",
    [h("h1", {}, t("table.outdated")), h("p", {}, t("table.outdated-why"))],
    h("button", { class: "main", onclick: () => location.reload() }, t("table.reload")),
  );
}

/**
 * @param {string} name
 * @param {HTMLElement[]} words
 * @param {HTMLElement} button
 */
function notice(name, words, button) {
  return h("main", { class: `notice stack ${name}` }, ...words, h("p", {}, button));
}

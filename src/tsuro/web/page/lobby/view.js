// What the lobby shows: how to play at once, who waits where, and which games can be watched.

/** @import {App} from "../main.js" */
/** @import {RunningGame} from "../generated/messages" */
/** @import {LobbyState, Waiting} from "./state.js" */
import { visits } from "../device/recent.js";
import { h, put } from "../ui/dom.js";
import { topBar } from "../ui/top-bar.js";
import { t } from "../words/language.js";
import { gameEntry, tableEntry } from "./entries.js";
import { playNowCard } from "./play-now.js";
import { rowList } from "./rows.js";
import { isEmpty, secondsUntil } from "./state.js";

const SPEAK_EVERY = 15_000; // milliseconds: a lobby can be busy, and whoever listens to it wants to do something else

/** @param {App} app */
export function lobbyView(app) {
  const card = playNowCard(app);
  const here = h("p", { class: "quiet lobby-here" });
  const known = new Set(visits(app.storage).map(({ code }) => code));
  const isKnown = (/** @type {Waiting} */ { play }) => known.has(play);
  const sit = (/** @type {Waiting} */ { id, play }, /** @type {HTMLElement} */ button) => card.sit(play, { button, tell: (words) => waiting.tell(id, words) });
  const onGone = () => app.say(t("lobby.gone"));
  const waiting = /** @type {ReturnType<typeof rowList<Waiting>>} */ (rowList({ draw: (table) => tableEntry(table, { sit, isKnown }), label: t("lobby.tables"), onGone }));
  const running = /** @type {ReturnType<typeof rowList<RunningGame>>} */ (rowList({ draw: gameEntry, label: t("lobby.games"), onGone }));
  const tables = section("tables", waiting, t("lobby.tables"), (here) => t(here > 1 ? "lobby.no-tables-yet" : "lobby.no-tables"));
  const games = section("games", running, t("lobby.games"), () => t("lobby.no-games"));
  const empty = emptyNotice();
  const own = h("p", {}, h("a", { href: "/#way-friends" }, t("lobby.make-own")));
  const head = h("div", { class: "lobby-head" }, h("h1", {}, t("lobby.title")), here);
  const lists = h("div", { class: "lobby-lists stack" }, empty, tables.element, games.element, own);
  const main = h("main", { class: "lobby" }, head, card.element, lists);
  const speaker = new Speaker(app);
  return {
    element: h("div", { class: "lobby-screen" }, topBar(app), main),
    /** @param {LobbyState} state @param {number} now */
    update(state, now) {
      here.textContent = state.here > 1 ? t("lobby.here", { count: state.here }) : "";
      const none = isEmpty(state);
      empty.hidden = !none;
      tables.update(state, { entries: state.tables, more: state.moreTables, isHidden: none });
      games.update(state, { entries: state.games, more: state.moreGames, isHidden: none || !state.games.length });
      own.hidden = none;
      speaker.hear(state.tables.length);
      this.count(now);
    },
    /** Count down what starts by itself. @param {number} now */
    count(now) {
      for (const place of main.querySelectorAll("[data-starts]")) {
        const seconds = secondsUntil(Number(place.getAttribute("data-starts")), now);
        place.textContent = seconds ? t("lobby.starts-in", { seconds }) : t("lobby.starts-now");
      }
      speaker.speak(now);
    },
    /** The line to the server is lost, or there again. @param {boolean} isLost */
    lose(isLost) {
      if (!isLost) card.clear();
      main.classList.toggle("is-lost", isLost);
    },
    leave() {
      waiting.leave();
      running.leave();
    },
  };
}

/**
 * @template {{id: string}} E
 * @param {string} name
 * @param {{element: HTMLElement, update: (entries: readonly E[]) => void}} rows
 * @param {string} title
 * @param {(here: number) => string} nothing what is said where there is none
 */
function section(name, rows, title, nothing) {
  const note = h("p", { class: "quiet" });
  const element = h("section", { class: `lobby-section lobby-${name}` }, h("h2", {}, title), rows.element, note);
  return {
    element,
    /** @param {LobbyState} state @param {{entries: readonly E[], more: number, isHidden: boolean}} shown */
    update({ here }, { entries, more, isHidden }) {
      element.hidden = isHidden;
      rows.update(entries);
      rows.element.hidden = !entries.length;
      note.textContent = entries.length ? (more ? t("lobby.more", { count: more }) : "") : nothing(here);
    },
  };
}

/** What is said where nobody else is: kindly, and with something to do. */
function emptyNotice() {
  const element = h("section", { class: "card lobby-empty stack", hidden: true });
  put(element,
    h("h2", {}, t("lobby.alone")),
    h("p", {}, t("lobby.alone-about")),
    h("p", { class: "row" },
      h("a", { class: "button", href: "/#way-bots" }, t("lobby.against-bots")),
      h("a", { class: "button", href: "/#way-friends" }, t("lobby.invite"))));
  return element;
}

/** Says how many tables are open when that has changed: at once if there was none, and otherwise not too often. */
export class Speaker {
  /** @param {Pick<App, "say">} app */
  constructor(app) {
    this.app = app;
    this.count = this.said = -1;
    this.at = -Infinity;
  }

  /** @param {number} count */
  hear(count) {
    this.count = count;
  }

  /** @param {number} now */
  speak(now) {
    if (this.count === this.said || (this.said !== 0 && now - this.at < SPEAK_EVERY)) return;
    this.app.say(this.count ? t("lobby.open-now", { count: this.count }) : t("lobby.no-tables"));
    this.said = this.count;
    this.at = now;
  }
}

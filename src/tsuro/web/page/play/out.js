// For anyone who is out: why, with the way that led there on the board, and what to do now. Nobody has to sit through what bots do.

/** @import {GameEvent, TableView} from "../generated/messages" */
/** @import {App} from "../main.js" */
/** @import {Session} from "../net/session.js" */
/** @import {TableState} from "../game/table.js" */
import { inWords, makeTable } from "../net/api.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { problemLine } from "../ui/problem.js";
import { t } from "../words/language.js";
import { looksOf } from "../board/looks.js";
import { forget } from "../device/recent.js";
import { isAgainstBots } from "../game/table.js";
import { replayPath, tablePath } from "../router.js";
import { sameAgain } from "../start/making.js";
import { whyOut } from "../words/events.js";

/** The banner for a player who is out. They go on watching. */
export class OutBanner {
  /** @param {{app: App, session: Session, way?: HTMLElement, skipToEnd: () => unknown}} given way: the button that shows it on the board */
  constructor({ app, session, way, skipToEnd }) {
    this.app = app;
    this.session = session;
    this.why = h("p", { class: "out-why" }, t("play.out"));
    this.link = h("a", { class: "button" }, t("play.look-back"));
    const again = h("button", { type: "button", class: "main", onclick: () => void this.playAgain() }, icon("again"), t("end.rematch"));
    const skip = h("button", { type: "button", onclick: skipToEnd }, t("play.skip-to-end"));
    this.forBots = h("div", { class: "out-ways" }, again, skip);
    const meanwhile = h("a", { class: "button", href: "/", target: "_blank" }, t("play.meanwhile"));
    this.watch = h("p", { class: "quiet" }, t("play.out-watch"));
    this.forPeople = h("div", { class: "out-ways" }, this.link, meanwhile);
    this.problem = problemLine();
    this.element = h("section", { class: "out-banner" }, this.why, this.watch, way, this.forBots, this.forPeople, this.problem.element);
    /** @type {TableView | null} as it is shown */
    this.table = null;
    this.isBusy = false;
  }

  /**
   * @param {TableState} state
   * @param {{seat: number, action: readonly GameEvent[]} | null} out the move that did it; null: it is not known yet
   */
  show(state, out) {
    const table = (this.table = state.table);
    if (!table) return;
    this.link.setAttribute("href", replayPath(this.session.code, table.game));
    this.forBots.hidden = !isAgainstBots(state);
    this.watch.hidden = this.forPeople.hidden = !this.forBots.hidden;
    this.why.textContent = out ? whyOut(out.action, looksOf(table.players), out.seat, [out.seat]) : t("play.out");
  }

  /** The same game once more. Nobody misses the one that is left: it is forgotten. */
  async playAgain() {
    const { table } = this;
    if (!table || this.isBusy) return;
    this.isBusy = true;
    this.problem.tell();
    try {
      const code = await makeTable(sameAgain(table));
      forget(this.app.storage, this.session.code);
      this.app.go(tablePath(code));
    } catch (failed) {
      this.problem.tell(inWords(failed));
    }
    this.isBusy = false;
  }
}

/** A button that shows the way that put one out, or hides it. */
export class WayButton {
  /** @param {() => void} onclick */
  constructor(onclick) {
    this.element = h("button", { type: "button", class: "way-button", hidden: true, onclick });
  }

  /** @param {boolean} isKnown @param {boolean} isShown */
  show(isKnown, isShown) {
    this.element.hidden = !isKnown;
    this.element.textContent = isShown ? t("play.hide-way") : t("play.show-way");
  }
}

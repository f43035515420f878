// For anyone who is out: why, and what to do now. Nobody has to sit through what bots do.

/** @import {GameEvent, TableView} from "../generated/messages" */
/** @import {Look} from "../board/looks.js" */
/** @import {App} from "../main.js" */
/** @import {Session} from "../net/session.js" */
import { inWords, makeTable, replayOf } from "../net/api.js";
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

/** The banner for a player who is out. */
export class OutBanner {
  /** @param {App} app @param {Session} session @param {() => unknown} skipToEnd */
  constructor(app, session, skipToEnd) {
    this.app = app;
    this.session = session;
    this.why = h("p", { class: "out-why" }, t("play.out"));
    this.link = h("a", { class: "button" }, t("play.look-back"));
    const again = h("button", { type: "button", class: "main", onclick: () => void this.playAgain() }, icon("again"), t("end.rematch"));
    const skip = h("button", { type: "button", onclick: skipToEnd }, t("play.skip-to-end"));
    this.forBots = h("div", { class: "out-ways" }, again, skip);
    const meanwhile = h("a", { class: "button", href: "/", target: "_blank" }, t("play.meanwhile"));
    const watch = h("p", { class: "quiet" }, t("play.out-watch"));
    this.forPeople = h("div", { class: "out-people" }, watch, h("div", { class: "out-ways" }, this.link, meanwhile));
    this.problem = problemLine();
    this.element = h("section", { class: "out-banner" }, this.why, this.forBots, this.forPeople, this.problem.element);
    this.isBusy = false;
    this.known = ""; // the game and the player it is about
  }

  /**
   * @param {TableView} table
   * @param {readonly (readonly GameEvent[])[]} moves what happened in the last moves
   * @param {number} seat
   */
  show(table, moves, seat) {
    this.link.setAttribute("href", replayPath(this.session.code, table.game));
    this.forBots.hidden = !isAgainstBots(this.session.state);
    this.forPeople.hidden = !this.forBots.hidden;
    const key = `${table.game} ${seat}`;
    if (key === this.known) return;
    this.known = key;
    const looks = looksOf(table.players);
    const why = moves.map((events) => whyOut(events, looks, seat, [seat])).find(Boolean);
    if (why) this.why.textContent = why;
    else void this.lookBack(table.game, seat, looks);
  }

  /** The same game once more. Nobody misses the one that is left: it is forgotten. */
  async playAgain() {
    const { table } = this.session.state;
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

  /** After a reload: what happened then is found in the game itself.
   * @param {number} game
   * @param {number} seat
   * @param {readonly Look[]} looks
   */
  async lookBack(game, seat, looks) {
    this.why.textContent = t("play.out");
    const { frames } = await replayOf(this.session.code, game).catch(() => ({ frames: [] }));
    const words = frames.map(({ events }) => whyOut(events, looks, seat, [seat])).find(Boolean);
    if (words) this.why.textContent = words;
  }
}

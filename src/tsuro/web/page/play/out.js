// For anyone who is out: why, and the way back through the game. They go on watching.

/** @import {GameEvent, TableView} from "../generated/messages" */
/** @import {Look} from "../board/looks.js" */
/** @import {Session} from "../net/session.js" */
import { replayOf } from "../net/api.js";
import { h } from "../ui/dom.js";
import { t } from "../words/language.js";
import { looksOf } from "../board/looks.js";
import { replayPath } from "../router.js";
import { whyOut } from "../words/events.js";

/** The banner for a player who is out. */
export class OutBanner {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.why = h("p", { class: "out-why" }, t("play.out"));
    this.link = h("a", { class: "button" }, t("play.look-back"));
    this.element = h("section", { class: "out-banner" }, this.why, h("p", { class: "quiet" }, t("play.out-watch")), this.link);
    this.known = ""; // the game and the player it is about
  }

  /**
   * @param {TableView} table
   * @param {readonly (readonly GameEvent[])[]} moves what happened in the last moves
   * @param {number} seat
   */
  show(table, moves, seat) {
    this.link.setAttribute("href", replayPath(this.session.code, table.game));
    const key = `${table.game} ${seat}`;
    if (key === this.known) return;
    this.known = key;
    const looks = looksOf(table.players);
    const why = moves.map((events) => whyOut(events, looks, seat, [seat])).find(Boolean);
    if (why) this.why.textContent = why;
    else void this.lookBack(table.game, seat, looks);
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

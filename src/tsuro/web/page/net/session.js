// Being at a table: what is known of it, the line to it, and those who listen to the news.

/** @import {ServerMessage} from "../generated/messages" */
/** @import {Status} from "./connection.js" */
/** @import {TableState} from "../game/table.js" */
import { look, takeFresh } from "./api.js";
import { Connection } from "./connection.js";
import { Contributor } from "./contributor.js";
import { Parts } from "./parts.js";
import { discreetly, isShared, NOTHING_YET, tableAfter } from "../game/table.js";

/** @typedef {{state: TableState, before: TableState, message: ServerMessage}} News */

/** One table as seen from this device: its state, and requests to it. */
export class Session {
  /**
   * @param {string} code
   * @param {Pick<Storage, "getItem" | "setItem" | "removeItem"> | null} storage
   * @param {Pick<Storage, "getItem" | "setItem"> | null} lasting for what this device contributes to deals
   */
  constructor(code, storage, lasting = null) {
    this.code = code;
    /** @type {TableState} */
    this.state = NOTHING_YET;
    this.isGathering = false; // after a game: players or options are about to be changed at this device
    this.onGather = () => {};
    /** @type {Set<(news: News) => void>} */
    this.listeners = new Set();
    /** @type {Set<(status: Status) => void>} */
    this.lookouts = new Set();
    this.isAsking = false; // whether the table is there
    /** @type {(answer: ServerMessage) => void} gets answers to what was asked before a reload */
    this.onLate = () => {};
    this.connection = new Connection(code, {
      onMessage: (message) => this.hear(message),
      onStatus: (status) => this.notice(status),
      onLate: (answer) => this.onLate(answer),
      storage,
    });
    this.parts = new Parts(code, lasting);
    this.contributor = new Contributor(this.parts, (message) => this.connection.tell(message));
    this.nudge = () => document.visibilityState === "visible" && this.connection.nudge();
  }

  open() {
    const known = takeFresh(this.code); // a table that was just made is shown while the line is dialled
    if (known) this.hear({ ...known, away: [] });
    this.connection.start();
    document.addEventListener("visibilitychange", this.nudge);
    window.addEventListener("online", this.nudge);
    window.addEventListener("offline", this.nudge);
    window.addEventListener("pageshow", this.nudge);
  }

  close() {
    this.connection.stop();
    document.removeEventListener("visibilitychange", this.nudge);
    window.removeEventListener("online", this.nudge);
    window.removeEventListener("offline", this.nudge);
    window.removeEventListener("pageshow", this.nudge);
    this.listeners.clear();
    this.lookouts.clear();
  }

  /** @returns {Status} */
  get status() {
    return this.connection.status;
  }

  /** The move that was sent and is not yet answered. */
  get unansweredMove() {
    return this.connection.unanswered.find((request) => request.type === "move") ?? null;
  }

  /** Hear of every message that changed something, with what was known before.
   * @param {(news: News) => void} listener
   */
  listen(listener) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Hear how the line is.
   * @param {(status: Status) => void} lookout
   */
  watch(lookout) {
    this.lookouts.add(lookout);
    return () => void this.lookouts.delete(lookout);
  }

  /** Ask for something at the table. The answer is `accepted` or `refused` (or what was asked for).
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   */
  ask(type, fields = {}) {
    return this.connection.ask({ type, ...fields, ...this.contributor.fieldsFor(type, this.state) });
  }

  /** After a game: show who sits at the table, to change players or options; or, with false, the game again.
   * @param {boolean} isGathering
   */
  gather(isGathering) {
    this.isGathering = isGathering;
    this.onGather();
  }

  /** Act for a player, on the game as it is known here.
   * @param {number} seat
   * @param {string} action
   */
  move(seat, action) {
    return this.ask("move", { seq: this.state.seq, seat, action });
  }

  /** Tell the server that moves are still being shown here, or no more. @param {boolean} done */
  report(done) {
    this.connection.tell({ type: "showing", done });
  }

  /** Take a player's last action back, as far as the game is known here. @param {number} seat */
  undo(seat) {
    return this.ask("undo", { seq: this.state.seq, seat });
  }

  /** @param {ServerMessage} heard */
  hear(heard) {
    const before = this.state;
    const message = isShared("you" in heard ? heard : before) ? discreetly(heard) : heard;
    const state = tableAfter(before, message, performance.now());
    if (state === null) {
      this.connection.resync();
      return;
    }
    this.state = state;
    if (message.type === "snapshot") this.contributor.restart();
    void this.contributor.follow(state);
    if (state !== before) this.listeners.forEach((listener) => listener({ state, before, message }));
  }

  /** @param {Status} status */
  notice(status) {
    this.lookouts.forEach((lookout) => lookout(status));
    const isFirst = this.state.seq < 0;
    if (status === "lost" && !this.isAsking && (isFirst || this.connection.attempt > 1)) void this.isThere();
  }

  /** A line that does not come about may mean that there is no such table, or no way to it: a browser does not tell. */
  async isThere() {
    this.isAsking = true;
    await look(this.code).catch((problem) => {
      if (problem.code === "no-such-table") this.connection.end("gone");
      if (problem.code === "table-damaged") this.connection.end("damaged");
    });
    this.isAsking = false;
  }
}

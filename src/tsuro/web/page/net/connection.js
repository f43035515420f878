// The line to a table: it comes back by itself, and says again what was not answered.

/** @import {ClientMessage, ServerMessage} from "../generated/messages" */
import { PROTOCOL } from "../generated/limits.js";
import { API } from "../generated/routes.js";
import { fill } from "../router.js";
import { newId } from "./id.js";

/** @typedef {Extract<ClientMessage, {id: string}>} Request */
/** @typedef {Extract<ServerMessage, {id: string}>} Answer */
/** @typedef {"connecting" | "open" | "lost" | "gone" | "damaged" | "outdated"} Status */
/** @typedef {{request: Request, resolve: (answer: Answer | ServerMessage) => void}} Waiting */
/** @typedef {Pick<WebSocket, "send" | "close" | "onopen" | "onmessage" | "onclose">} Line */

const EVERYTHING = ["snapshot", "lobby"]; // the messages that make up for all that was missed
const FIRST_WAIT = 1000; // milliseconds, at most; then longer each time
const GROWTH = 1.5;
const LONGEST_WAIT = 10_000; // so that all are back ten seconds after the server is
const LONGEST_DIAL = 30_000; // whoever gives up sooner loses their place in the queue of a busy server
const A_MOMENT = 1000; // after which is said again what came too fast
const MOST_FAILURES = 3; // of the server, in a row, over what it was asked

/** How long to wait before the next attempt: any time up to a bound that grows, so that thousands who lost the server
 * at the same moment come back spread out.
 * @param {number} attempt counts from 0
 * @param {number} chance from 0 to 1
 */
export function waitFor(attempt, chance) {
  return chance * Math.min(FIRST_WAIT * GROWTH ** attempt, LONGEST_WAIT);
}

/** Whether no other attempt can help. @param {Status} status */
export const isOver = (status) => status === "gone" || status === "damaged" || status === "outdated";

/** The connection to a table: it comes back by itself, and sends what was asked until it is answered. */
export class Connection {
  /**
   * @param {string} code of the table
   * @param {object} options
   * @param {(message: ServerMessage) => void} options.onMessage
   * @param {(status: Status) => void} options.onStatus
   * @param {Pick<Storage, "getItem" | "setItem" | "removeItem"> | null} [options.storage] so that requests outlive the page
   * @param {(answer: ServerMessage) => void} [options.onLate] answers to what was asked before the page was reloaded
   * @param {() => Line} [options.dial]
   */
  constructor(code, { onMessage, onStatus, storage = null, onLate = () => {}, dial = () => dialled(fill(API.socket, { code })) }) {
    this.onMessage = onMessage;
    this.onStatus = onStatus;
    this.storage = storage;
    this.dial = dial;
    this.key = `tsuro.unanswered.${code}`;
    /** @type {Map<string, Waiting>} requests without an answer, in the order they were made */
    this.waiting = new Map(this.kept().map((request) => [request.id, { request, resolve: onLate }]));
    /** @type {Status} */
    this.status = "connecting";
    /** @type {Line | null} */
    this.line = null;
    this.attempt = 0;
    this.failures = 0;
    this.heartbeat = 20;
    this.isCaughtUp = false; // a snapshot came on this line
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Connect, and stay connected. */
  start() {
    clearTimeout(this.timer);
    const line = this.dial();
    this.line = line;
    this.isCaughtUp = false;
    this.timer = setTimeout(() => this.hangUp(), LONGEST_DIAL);
    line.onmessage = (event) => this.line === line && this.hear(JSON.parse(event.data));
    line.onclose = () => this.line === line && this.lose();
  }

  /** Hang up for good. */
  stop() {
    clearTimeout(this.timer);
    const line = this.line;
    this.line = null;
    line?.close();
  }

  /** The device woke up, or is on another network: find out at once whether the line still holds. */
  nudge() {
    if (isOver(this.status)) return;
    if (this.line === null) this.start();
    else if (this.isCaughtUp) this.check();
  }

  /** Ask for something; the answer comes, on another line if it must.
   * @param {Record<string, unknown> & {type: string}} fields the request without its id
   * @returns {Promise<Answer | ServerMessage>}
   */
  ask(fields) {
    const request = /** @type {Request} */ ({ ...fields, id: newId() });
    return new Promise((resolve) => {
      this.waiting.set(request.id, { request, resolve });
      this.keep();
      if (this.isCaughtUp) this.say(request);
    });
  }

  /** Say something that is true only now: without a line, it is not said at all. @param {ClientMessage} message */
  tell(message) {
    if (this.isCaughtUp) this.say(message);
  }

  /** Ask for everything again. */
  resync() {
    this.say({ type: "resync" });
  }

  /** The requests that were not answered yet. */
  get unanswered() {
    return [...this.waiting.values()].map(({ request }) => request);
  }

  /** @param {ServerMessage} message */
  hear(message) {
    this.listen();
    if (message.type === "ping") this.say({ type: "pong" });
    if (message.type === "welcome") this.greet(message.protocol, message.heartbeat);
    if (message.type === "goodbye" && message.reason === "removed") this.end("gone");
    if (message.type === "problem") this.retry(message);
    this.onMessage(message);
    if (EVERYTHING.includes(message.type) && !this.isCaughtUp) this.catchUp();
    if ("id" in message) this.answer(message);
  }

  /**
   * @param {number} protocol
   * @param {number} heartbeat
   */
  greet(protocol, heartbeat) {
    this.heartbeat = heartbeat;
    if (protocol !== PROTOCOL) this.end("outdated");
  }

  /** After the snapshot: what was not answered is said again, before anything new. */
  catchUp() {
    this.isCaughtUp = true;
    this.attempt = 0;
    this.change("open");
    this.unanswered.forEach((request) => this.say(request));
  }

  /** @param {Answer} answer */
  answer(answer) {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    this.failures = 0;
    this.keep();
    waiting?.resolve(answer);
  }

  /** @param {Extract<ServerMessage, {type: "problem"}>} problem */
  retry(problem) {
    if (problem.code === "too-fast") setTimeout(() => this.sayAgain(), A_MOMENT);
    else if (problem.code === "failed" && ++this.failures < MOST_FAILURES) this.hangUp();
    else this.giveUp(problem);
  }

  sayAgain() {
    if (this.isCaughtUp) this.unanswered.forEach((request) => this.say(request));
  }

  /** What the server cannot read, it will not read next time either.
   * @param {ServerMessage} problem
   */
  giveUp(problem) {
    this.failures = 0;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    this.keep();
    all.forEach(({ resolve }) => resolve(problem));
  }

  /** @param {ClientMessage} message */
  say(message) {
    this.line?.send(JSON.stringify(message));
  }

  /** Something was heard: only a long silence from now on is a reason to ask. */
  listen() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), this.heartbeat * 1000);
  }

  /** Ask whether the server is there: without an answer soon, it is not. */
  check() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hangUp(), Math.min(this.heartbeat, 5) * 1000);
    this.say({ type: "ping" });
  }

  hangUp() {
    const line = this.line;
    this.lose();
    line?.close();
  }

  /** The line is dead: dial again, a little later each time. */
  lose() {
    clearTimeout(this.timer);
    this.line = null;
    this.isCaughtUp = false;
    if (isOver(this.status)) return;
    this.change("lost");
    this.timer = setTimeout(() => this.start(), waitFor(this.attempt, Math.random()));
    this.attempt += 1;
  }

  /** @param {Status} status */
  end(status) {
    this.stop();
    this.change(status);
  }

  /** @param {Status} status */
  change(status) {
    this.status = status;
    this.onStatus(status);
  }

  keep() {
    try {
      if (this.waiting.size) this.storage?.setItem(this.key, JSON.stringify(this.unanswered));
      else this.storage?.removeItem(this.key);
    } catch {
      // It is still said again as long as the page is open.
    }
  }

  /** @returns {Request[]} */
  kept() {
    try {
      return JSON.parse(this.storage?.getItem(this.key) ?? "[]");
    } catch {
      return [];
    }
  }
}

/** A line to an address of this server. @param {string} path @returns {Line} */
export function dialled(path) {
  return new WebSocket(location.origin.replace(/^http/, "ws") + path);
}

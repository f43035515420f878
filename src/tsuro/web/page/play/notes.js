// One line for what happens for the first time: each is explained once, one after the other.

/** @import {GameEvent, Position} from "../generated/messages" */
import { h } from "../ui/dom.js";
import { iconButton } from "../ui/icons.js";
import { t } from "../words/language.js";
import { closedExplanation, explanationOf } from "../words/events.js";

const LONG_ENOUGH = 14_000; // milliseconds to read it

/** The explanations that belong to what happened, each once.
 * @param {readonly GameEvent[]} events
 * @param {Position | null} before
 * @param {Position | null} after
 * @returns {string[]}
 */
export function explanationsFor(events, before, after) {
  const keys = events.map(explanationOf).filter((key) => key !== "explain.start-mark"); // it is always said by the hand
  if (after) keys.push(closedExplanation(before, after));
  return [...new Set(keys.filter((key) => key !== null))];
}

/** Shows explanations one after the other, each for a while. */
export class Notes {
  /** @param {{isNew: (what: string) => boolean, say: (sentence: string) => void}} given */
  constructor({ isNew, say }) {
    this.isNew = isNew;
    this.say = say;
    /** @type {string[]} */
    this.waiting = [];
    this.text = h("p", {});
    const close = iconButton("close", t("play.close"), { class: "plain note-close" });
    close.addEventListener("click", () => this.next());
    this.element = h("aside", { class: "note", "aria-label": t("play.note"), hidden: true }, this.text, close);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {readonly string[]} keys */
  explain(keys) {
    const fresh = keys.filter((key) => this.isNew(key));
    this.waiting.push(...fresh);
    if (fresh.length && this.element.hidden) this.next();
  }

  /** The next one, or none. */
  next() {
    clearTimeout(this.timer);
    const key = this.waiting.shift();
    this.element.hidden = key === undefined;
    if (key === undefined) return;
    this.text.textContent = t(key);
    this.say(t(key));
    this.timer = setTimeout(() => this.next(), LONG_ENOUGH);
  }

  clear() {
    this.waiting = [];
    this.next();
  }
}

// The two lines that say whose turn it is, what can be done, and what just happened.

/** @import {TableState} from "../game/table.js" */
/** @import {Look} from "../board/looks.js" */
import { h, put, set } from "../ui/dom.js";
import { iconButton } from "../ui/icons.js";
import { t } from "../words/language.js";
import { markerIcon } from "../board/looks.js";
import { hasChoice, isShared, ownOnTurn } from "../game/table.js";

/** Whose turn it is, and what is to be done.
 * @param {TableState} state
 * @param {readonly Look[]} looks
 * @returns {string}
 */
export function turnInWords(state, looks) {
  const { position } = state;
  if (!position) return "";
  if (position.result) return t("play.over");
  const name = looks[position.active]?.name ?? "";
  const own = ownOnTurn(state);
  if (!own) return othersTurn(position.phase, name);
  if (!hasChoice(own)) return isShared(state) ? othersTurn("play", name) : t("play.your-turn"); // it is being shown
  return isShared(state) ? sharedTurn(position.phase, name) : yourTurn(position.phase);
}

/** @param {string} phase */
function yourTurn(phase) {
  if (phase === "mark") return t("play.your-turn-mark");
  return phase === "exchange" ? t("play.your-turn-exchange") : t("play.your-turn-place");
}

/** @param {string} phase @param {string} name */
function sharedTurn(phase, name) {
  if (phase === "mark") return t("play.name-mark", { name });
  return phase === "exchange" ? t("play.name-exchange", { name }) : t("play.name-place", { name });
}

/** @param {string} phase @param {string} name */
function othersTurn(phase, name) {
  if (phase === "mark") return t("play.others-mark", { name });
  return phase === "exchange" ? t("play.others-exchange", { name }) : t("play.others-turn", { name });
}

/** The two lines as elements. */
export class StatusLine {
  /** @param {() => unknown} onUndo the player takes the last move back */
  constructor(onUndo) {
    this.undo = iconButton("undo", t("undo.ask"), { onclick: () => void onUndo(), hidden: true, "aria-keyshortcuts": "z Control+z" });
    this.icon = h("span", { class: "status-icon" });
    this.turn = h("p", { class: "status-turn" });
    this.news = h("p", { class: "status-news" });
    this.clock = h("span", { class: "status-clock figures" });
    const words = h("div", { class: "status-words" }, this.turn, " ", this.news);
    this.element = h("div", { class: "status" }, this.icon, words, this.clock, this.undo);
    this.key = "";
  }

  /** @param {TableState} state @param {readonly Look[]} looks */
  showTurn(state, looks) {
    const active = state.position && !state.position.result ? looks[state.position.active] : undefined;
    this.turn.textContent = turnInWords(state, looks);
    set(this.element, { class: `status${ownOnTurn(state) && active ? " is-yours" : ""}` });
    const key = active ? `${active.marker} ${active.number}` : "";
    if (key !== this.key) put(this.icon, active ? markerIcon(active, { size: 36 }) : null);
    this.key = key;
  }

  /** The time of the player here, beside the hand; it grows when there is little left. @param {string} text @param {boolean} isLow */
  showClock(text, isLow) {
    if (this.clock.textContent !== text) put(this.clock, text);
    this.clock.classList.toggle("is-low", isLow);
  }

  /** @param {boolean} mayUndo */
  showUndo(mayUndo) {
    this.undo.hidden = !mayUndo;
  }

  /** @param {string} sentence @param {boolean} [isProblem] */
  tell(sentence, isProblem = false) {
    this.news.textContent = sentence;
    set(this.news, { class: `status-news${isProblem ? " problem" : ""}` });
  }
}

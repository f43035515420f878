// The moves so far, the newest in view: pointing at one lights it up on the board. Where there is little room, a sheet.

/** @import {Look} from "../board/looks.js" */
/** @import {Spot} from "../board/spot.js" */
/** @import {Action} from "../game/story.js" */
import { markerIcon } from "../board/looks.js";
import { h, put, set } from "../ui/dom.js";
import { icon, iconButton } from "../ui/icons.js";
import { t } from "../words/language.js";
import { moveOf } from "./moves.js";

/** The moves as a list, and the button that shows all of them. */
export class MoveLog {
  /** @param {(spot: Spot | null) => void} onPoint what somebody points at */
  constructor(onPoint) {
    this.onPoint = onPoint;
    this.list = h("ol", { class: "log-list", onkeydown: (/** @type {KeyboardEvent} */ event) => this.press(event) });
    const close = iconButton("close", t("log.close"), { onclick: () => this.unfold(false) });
    const head = h("div", { class: "log-head" }, h("h2", { id: "log-title" }, t("log.title")), close);
    this.element = h("section", { class: "log", id: "log", "aria-labelledby": "log-title" }, head, this.list);
    this.toggle = this.button();
    new ResizeObserver(() => this.scroll()).observe(this.list);
    /** @type {HTMLButtonElement[]} */
    this.lines = [];
    /** @type {readonly Action[]} what the lines are about */
    this.actions = [];
    this.key = "";
  }

  button() {
    const words = h("span", { class: "sign-words" }, t("log.all"));
    const props = { "aria-expanded": "false", "aria-controls": "log", "data-tip": t("log.all"), onclick: () => this.unfold(!this.isUnfolded) };
    return h("button", { type: "button", class: "plain foot-button", ...props }, icon("moves"), words);
  }

  get isUnfolded() {
    return this.element.classList.contains("is-unfolded");
  }

  /** Show all moves over whatever is needed least; or only those there is room for. @param {boolean} isUnfolded */
  unfold(isUnfolded) {
    if (isUnfolded === this.isUnfolded) return;
    const hadFocus = this.element.contains(document.activeElement);
    this.element.classList.toggle("is-unfolded", isUnfolded);
    set(this.toggle, { "aria-expanded": String(isUnfolded) });
    this.scroll();
    if (isUnfolded) this.lines.at(-1)?.focus({ preventScroll: true });
    else if (hadFocus) this.toggle.focus();
  }

  /** @param {readonly Action[]} actions @param {readonly Look[]} looks @param {readonly number[]} own */
  show(actions, looks, own) {
    const key = JSON.stringify([looks, own]);
    const isGoneOn = key === this.key && this.actions.every((action, at) => action === actions[at]);
    if (isGoneOn && actions.length === this.actions.length) return;
    const isRead = this.list.contains(document.activeElement) || this.list.matches(":hover");
    if (!isGoneOn) this.clear();
    const lines = actions.slice(this.actions.length).flatMap((action) => this.line(action, looks, own) ?? []);
    this.list.append(...lines.map((line) => h("li", {}, line)));
    this.lines.push(...lines);
    [this.key, this.actions] = [key, actions];
    this.stopAt(this.lines.at(-1));
    if (!isRead) this.scroll();
  }

  clear() {
    if (this.list.contains(document.activeElement)) this.onPoint(null);
    put(this.list);
    [this.lines, this.actions] = [[], []];
  }

  /** The newest is in view. */
  scroll() {
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** @param {Action} action @param {readonly Look[]} looks @param {readonly number[]} own */
  line(action, looks, own) {
    const move = moveOf(action, looks, own);
    if (!move || !looks[move.seat]) return null;
    const point = () => this.onPoint(move.spot);
    const leave = () => this.onPoint(null);
    const pointing = { onmouseenter: point, onmouseleave: leave, onfocus: point, onblur: leave, onclick: point };
    const words = h("span", {}, move.text);
    return h("button", { type: "button", class: "plain log-move", ...pointing }, markerIcon(looks[move.seat], { size: 22 }), words);
  }

  /** Up and down from line to line. @param {KeyboardEvent} event */
  press(event) {
    const at = this.lines.findIndex((line) => line === document.activeElement);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: this.lines.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const line = this.lines[to];
    if (!line) return;
    this.stopAt(line);
    line.focus();
  }

  /** The one line that the tab key comes to. @param {HTMLButtonElement | undefined} line */
  stopAt(line) {
    this.lines.forEach((each) => (each.tabIndex = each === line ? 0 : -1));
  }
}

// The learner's side of the lesson: the tiles to select and turn, or to exchange, and the buttons that do it.

/** @import {Own} from "../generated/messages" */
/** @import {Faces} from "../board/faces.js" */
/** @import {Swap} from "../game/actions.js" */
/** @import {Plan} from "../play/plan.js" */
/** @import {Pointer} from "./pointer.js" */
import { exchangeChosen, faceIn, NO_SWAP, swapIn, tileIn, toggle } from "../game/actions.js";
import { turnsOf } from "../board/faces.js";
import { h, put, set } from "../ui/dom.js";
import { t } from "../words/language.js";
import { ExchangePanel } from "../play/exchange.js";
import { Hand } from "../play/hand.js";
import { NO_PLAN, planFor, previewOf, select, turn } from "../play/plan.js";
import { pointerFor } from "./pointer.js";
import { taskOf } from "./steps.js";

/** @typedef {{onPlan: () => void, onPoint: (words: string) => void, onChoose: (action: string) => void}} Listeners */

/** The learner's tiles and buttons; it holds what the learner has in mind. */
export class Desk {
  /** @param {Faces} faces @param {Listeners} listeners */
  constructor(faces, { onPlan, onPoint, onChoose }) {
    this.faces = faces;
    this.onPlan = onPlan;
    this.onPoint = onPoint;
    this.onChoose = onChoose;
    /** @type {Plan} */
    this.plan = NO_PLAN;
    /** @type {string | null} the start mark that is chosen */
    this.mark = null;
    /** @type {Swap} */
    this.swap = NO_SWAP;
    /** @type {Own | null} */
    this.own = null;
    /** @type {string | null} the move of the lesson */
    this.wanted = null;
    this.hand = new Hand(faces, (index) => this.tap(index));
    this.exchange = new ExchangePanel(faces, { onToggle: (side, tile) => this.toggle(side, tile), onChoose });
    this.turnButton = h("button", { type: "button", onclick: () => this.turn(1) }, t("play.turn"));
    this.goButton = h("button", { type: "button", class: "main", onclick: () => this.go() });
    this.buttons = h("div", { class: "learn-act" }, this.turnButton, this.goButton);
    this.element = h("div", { class: "learn-desk" });
  }

  /** A new task, or none: only the hand is shown then.
   * @param {Own | null} own
   * @param {readonly number[]} hand
   * @param {string | null} wanted
   */
  begin(own, hand, wanted) {
    this.own = own;
    this.wanted = wanted;
    this.mark = null;
    this.tiles = own?.hand ?? hand;
    this.plan = own ? unturned(this.faces, own.seat, wanted) : NO_PLAN;
    this.swap = NO_SWAP;
    put(this.element, taskOf(own) === "exchange" ? this.exchange.element : [this.hand.element, this.buttons]);
    this.show();
  }

  show() {
    const task = taskOf(this.own);
    if (this.own && task === "exchange") this.exchange.show({ own: this.own, swap: this.swap });
    else this.hand.show({ tiles: this.tiles ?? [], plan: this.plan });
    set(this.buttons, { hidden: task === "look" });
    set(this.turnButton, { hidden: task !== "tile", "aria-disabled": this.plan.tile === null ? "true" : null });
    this.goButton.textContent = task === "mark" ? t("play.start-here") : t("play.place");
    const isReady = this.action() !== null && !this.preview()?.refused; // pressed all the same, it says why not
    set(this.goButton, { "aria-disabled": isReady ? null : "true" });
    this.point();
  }

  /** Outline what to press next, and say it. */
  point() {
    const pointer = this.pointer();
    const target = pointer && this.targetOf(pointer);
    for (const element of this.element.querySelectorAll("[data-pointed]")) set(element, { "data-pointed": null });
    if (target) set(target, { "data-pointed": true });
    if (pointer) this.onPoint(this.inWords(pointer));
  }

  pointer() {
    const mind = { action: this.action(), tile: this.plan.tile, swap: this.swap };
    return pointerFor(taskOf(this.own), this.wanted, mind);
  }

  /** @param {Pointer} pointer @returns {Element | null | undefined} none: it is a start mark, on the board */
  targetOf(pointer) {
    const { mine, theirs } = this.exchange;
    if (pointer.at === "tile") return this.hand.element.querySelector(`[data-tile="${pointer.tile}"]`);
    if (pointer.at === "give") return mine.children[this.own?.hand.indexOf(pointer.tile ?? 0) ?? -1];
    if (pointer.at === "take") return theirs.children[this.own?.offer.indexOf(pointer.tile ?? 0) ?? -1];
    return pointer.at === "mark" ? null : this.button(pointer.at);
  }

  /** @param {"turn" | "go"} name */
  button(name) {
    if (name === "turn") return this.turnButton;
    return taskOf(this.own) === "exchange" ? this.exchange.go : this.goButton;
  }

  /** @param {Pointer} pointer */
  inWords(pointer) {
    if (pointer.at === "mark") return t("learn.point.mark");
    if (pointer.at === "give") return t("learn.point.give");
    if (pointer.at === "take") return t("learn.point.take");
    if (pointer.at === "tile") return t("learn.point.tile", { number: (this.own?.hand.indexOf(pointer.tile ?? 0) ?? 0) + 1 });
    return t("learn.point.press", { button: this.button(pointer.at).textContent ?? "" });
  }

  /** What would be done now; null: nothing is chosen. */
  action() {
    return taskOf(this.own) === "mark" ? this.mark : (this.preview()?.action ?? null);
  }

  preview() {
    return previewOf(this.plan, this.own, this.faces);
  }

  /** @param {string} action */
  chooseMark(action) {
    this.mark = action;
    this.change();
  }

  /** Lay out a move, ready to be made. @param {string} action */
  propose(action) {
    const task = taskOf(this.own);
    if (task === "mark") this.mark = action;
    else if (task === "exchange") this.swap = swapIn(action) ?? NO_SWAP;
    else if (this.own) this.plan = planFor(this.plan, this.own, action);
    this.change();
  }

  /** @param {"give" | "take"} side @param {number} tile */
  toggle(side, tile) {
    this.swap = toggle(this.swap, side, tile);
    this.show();
  }

  /** A tile was tapped: it is selected, or turned if it was already. @param {number} index */
  tap(index) {
    if (taskOf(this.own) !== "tile" || !this.own) return;
    if (this.own.hand[index] === this.plan.tile) this.turn(1);
    else this.select(index);
  }

  /** @param {number} index */
  select(index) {
    if (taskOf(this.own) !== "tile" || !this.own) return;
    this.plan = select(this.plan, this.own, index);
    this.change();
    if (this.hand.element.contains(document.activeElement)) this.hand.focus(index); // Enter then places this one
  }

  /** @param {number} step */
  turn(step) {
    if (taskOf(this.own) !== "tile") return;
    this.plan = turn(this.plan, this.faces, step);
    this.change();
  }

  go() {
    const task = taskOf(this.own);
    if (task === "exchange") this.exchange.choose(exchangeChosen(this.swap));
    else if (task !== "look") this.onChoose(this.action() ?? "");
  }

  change() {
    this.show();
    this.onPlan();
  }
}

/** Nothing selected, and the tile of the lesson turned another way than wanted, so that there is something to turn.
 * @param {Faces} faces
 * @param {number} seat
 * @param {string | null} wanted
 * @returns {Plan}
 */
function unturned(faces, seat, wanted) {
  if (!wanted || !faceIn(wanted)) return { ...NO_PLAN, seat };
  const tile = tileIn(wanted);
  const turns = turnsOf(faces, tile);
  const other = turns[0] === faceIn(wanted) ? (turns[1] ?? turns[0]) : turns[0];
  return { seat, tile: null, turned: { [tile]: other ?? `${tile}n` } };
}

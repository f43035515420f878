// What the player does with keys, wheel and pointer, as gestures that mean something at the table.

/** @import {Board} from "../board/board.js" */
/** @import {Faces} from "../board/faces.js" */
/** @import {Hand} from "./hand.js" */
import { tilePicture } from "../board/tile.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { t } from "../words/language.js";

/**
 * @typedef {object} Gestures what the player at this device can do
 * @property {(index: number) => void} tap select a tile of the hand, or turn it
 * @property {(step: number) => void} turn
 * @property {() => void} place
 * @property {() => unknown} hint
 * @property {() => unknown} undo take the last move back
 * @property {(action: string) => unknown} send
 * @property {(action: string) => void} chooseMark
 * @property {(side: "give" | "take", tile: number) => void} toggle
 * @property {() => void} liftCurtain
 * @property {() => void} skip
 * @property {() => unknown} skipToEnd
 * @property {() => void} toggleWay show the way that put one out, or no longer
 * @property {(index: number) => string | null} lift begin to drag a tile: its face, or null if it may not be dragged
 * @property {(square: number | null) => boolean} isTarget whether the tile may be dropped there
 */

/**
 * @typedef {object} Dragged
 * @property {(target: EventTarget | null) => number} indexAt which tile of the hand was touched; -1: none
 * @property {(index: number) => Node | null} lift begin to drag it: the copy that follows the finger, null if it may not
 * @property {(x: number, y: number) => void} over where it is now
 * @property {(x: number, y: number) => void} drop it was let go here
 * @property {() => void} cancel it was let go by mistake, or Escape was pressed
 */

/** What a key means; null: nothing, so that the browser does with it what it always does.
 * @typedef {{do: "select", index: number} | {do: "turn", step: number} | {do: "place" | "hint" | "undo" | "skip" | "keys"}} Command */

const FAR = 8; // pixels: a finger that moves less means to tap
const TURN_PAUSE = 140; // milliseconds between two turns by the wheel, which comes in many small steps

/** The command that a key gives. @param {Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">} event @returns {Command | null} */
export function commandOf({ key, shiftKey, ctrlKey, metaKey, altKey }) {
  if ((key === "z" || key === "Z") && !shiftKey && !altKey) return { do: "undo" }; // with or without Ctrl
  if (ctrlKey || metaKey || altKey) return null;
  if (/^[1-3]$/.test(key)) return { do: "select", index: Number(key) - 1 };
  if (key === "r" || key === "R") return { do: "turn", step: shiftKey ? -1 : 1 };
  if (key === "Enter") return { do: "place" };
  if (key === "h" || key === "H") return { do: "hint" };
  if (key === "Escape") return { do: "skip" };
  return key === "?" ? { do: "keys" } : null;
}

/** Whether somebody types, or answers a dialog: then keys are not for the table.
 * @param {EventTarget | null} target
 */
export function isElsewhere(target) {
  if (document.querySelector("dialog[open]")) return true;
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}

/** Whether the key presses what has the focus. @param {EventTarget | null} target */
export function isOnControl(target) {
  return target instanceof Element && target.closest("button, a, summary, [role=button]") !== null;
}

/** The button for the bar above the table that shows all keys: for anyone who does not know of the key for it. */
export function keysButton() {
  const name = t("play.keys");
  const props = { class: "bar-link keys-button", type: "button", "data-tip": `${name} (?)`, "aria-keyshortcuts": "?", onclick: () => void showKeys() };
  return h("button", props, icon("keys", 24), h("span", { class: "bar-label" }, name));
}

async function showKeys() {
  const dialogs = await import("./dialogs.js");
  dialogs.showKeys();
}

/** Do what a key means.
 * @param {Command} command
 * @param {Pick<Gestures, "tap" | "turn" | "place" | "hint" | "undo" | "skip">} gestures
 */
export function perform(command, gestures) {
  if (command.do === "select") gestures.tap(command.index);
  else if (command.do === "turn") gestures.turn(command.step);
  else if (command.do === "place") gestures.place();
  else if (command.do === "hint") void gestures.hint();
  else if (command.do === "undo") void gestures.undo();
  else if (command.do === "keys") void showKeys();
  else gestures.skip();
}

/** Whether arrow keys mean something where the focus is. @param {EventTarget | null} target */
export function usesArrows(target) {
  const roles = ["log", "listbox", "radiogroup", "slider", "tablist", "menu", "grid"].map((role) => `[role=${role}]`);
  return target instanceof Element && target.closest(["audio, video, summary", ...roles].join()) !== null;
}

/** Listen to the keys of the table; gives back how to stop it.
 * @param {Gestures} gestures
 * @param {{onEscape: () => void, onArrow: () => boolean}} also onArrow: bring the focus to the start marks, if there are any
 */
export function listenToKeys(gestures, { onEscape, onArrow }) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || isElsewhere(event.target)) return;
    if (/^Arrow/.test(event.key) && !usesArrows(event.target) && onArrow()) return event.preventDefault();
    if (event.repeat && event.key === "Enter") return event.preventDefault(); // a key that is held presses once
    const command = commandOf(event);
    if (!command) return;
    if (command.do === "place" && isOnControl(event.target) && !isSelected(event.target)) return;
    if (event.repeat && command.do !== "turn") return;
    event.preventDefault();
    if (command.do === "skip") onEscape();
    perform(command, gestures);
  };
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}

/** Listen to taps on the board: while markers walk, they only skip that, since nothing that can be tapped is drawn then.
 * @param {HTMLElement} place
 * @param {Board} board
 * @param {Gestures} gestures
 */
export function listenToBoard(place, board, gestures) {
  board.onMark(({ action }) => gestures.chooseMark(action));
  board.onSquare(() => gestures.turn(1));
  place.addEventListener("click", () => gestures.skip(), { capture: true });
}

/** Turn the selected tile by the wheel, over what is meant by it.
 * @param {HTMLElement} place
 * @param {Pick<Gestures, "turn">} gestures
 * @param {(event: WheelEvent) => boolean} isMeant
 */
export function listenToWheel(place, gestures, isMeant) {
  let turnedAt = 0;
  const wheel = (/** @type {WheelEvent} */ event) => {
    if (!isMeant(event) || event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    if (event.timeStamp - turnedAt < TURN_PAUSE) return;
    turnedAt = event.timeStamp;
    gestures.turn(Math.sign(event.deltaY));
  };
  place.addEventListener("wheel", wheel, { passive: false });
}

/** Let tiles be dragged from the hand to the board; gives back how to cancel a drag.
 * @param {{element: HTMLElement, hand: Hand, board: Board, faces: Faces, gestures: Gestures}} table
 */
export function listenToDrags({ element, hand, board, faces, gestures }) {
  const isOverTarget = (/** @type {number} */ x, /** @type {number} */ y) => gestures.isTarget(board.squareAt(x, y));
  const end = () => element.classList.remove("is-dragging", "is-over-target");
  return dragging(hand.element, {
    indexAt: (target) => hand.indexAt(target),
    lift: (index) => {
      const face = gestures.lift(index);
      element.classList.toggle("is-dragging", face !== null);
      return face === null ? null : tilePicture(faces.get(face));
    },
    over: (x, y) => element.classList.toggle("is-over-target", isOverTarget(x, y)),
    drop: (x, y) => {
      end();
      if (isOverTarget(x, y)) gestures.place();
    },
    cancel: end,
  });
}

/** Whether it is the tile that is selected: Enter on it places it. @param {EventTarget | null} target */
export function isSelected(target) {
  return target instanceof Element && target.closest(".hand-tile[aria-pressed=true]") !== null;
}

/** Let tiles be dragged out of an element; gives back how to stop it.
 * @param {HTMLElement} element
 * @param {Dragged} dragged
 */
function dragging(element, dragged) {
  const drag = new Drag(dragged);
  element.addEventListener("pointerdown", (event) => drag.press(event));
  element.addEventListener("click", (event) => drag.click(event), { capture: true });
  element.addEventListener("dragstart", (event) => event.preventDefault());
  return () => drag.cancel();
}

class Drag {
  /** @param {Dragged} dragged */
  constructor(dragged) {
    this.dragged = dragged;
    this.listening = new AbortController();
    this.from = { x: 0, y: 0, index: -1 };
    /** @type {HTMLElement | null} */
    this.copy = null;
    this.hasMoved = false;
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.hasMoved = false;
    const index = event.isPrimary && event.button === 0 ? this.dragged.indexAt(event.target) : -1;
    this.from = { x: event.clientX, y: event.clientY, index };
    if (index >= 0) this.listen();
  }

  /** A quick hand has left the tile before the browser reports the first move, so the whole window listens. */
  listen() {
    this.listening.abort();
    this.listening = new AbortController();
    const { signal } = this.listening;
    window.addEventListener("pointermove", (event) => event.isPrimary && this.move(event), { signal });
    window.addEventListener("pointerup", (event) => event.isPrimary && this.release(event), { signal });
    window.addEventListener("pointercancel", (event) => event.isPrimary && this.cancel(), { signal });
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { x, y, index } = this.from;
    if (!this.copy && index >= 0 && Math.hypot(event.clientX - x, event.clientY - y) > FAR) this.begin(index);
    if (!this.copy) return;
    this.put(event.clientX, event.clientY);
    this.dragged.over(event.clientX, event.clientY);
  }

  /** @param {number} index */
  begin(index) {
    this.from.index = -1;
    const picture = this.dragged.lift(index);
    if (!picture) return;
    this.hasMoved = true;
    this.copy = h("div", { class: "dragged", "aria-hidden": "true" }, picture);
    document.body.append(this.copy);
  }

  /** @param {PointerEvent} event */
  release(event) {
    this.listening.abort();
    if (!this.copy) return;
    this.lay();
    this.dragged.drop(event.clientX, event.clientY);
  }

  cancel() {
    this.listening.abort();
    if (!this.copy) return;
    this.lay();
    this.dragged.cancel();
  }

  /** The click that ends a drag is none. @param {MouseEvent} event */
  click(event) {
    if (this.hasMoved && event.detail) event.stopPropagation(); // keys press without a detail
    this.hasMoved = false;
  }

  /** @param {number} x @param {number} y */
  put(x, y) {
    this.copy?.style.setProperty("translate", `${x}px ${y}px`);
  }

  lay() {
    this.copy?.remove();
    this.copy = null;
  }
}

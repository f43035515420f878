// Dragging a tile from the hand to the board, with mouse, pen or finger.

import { h } from "../ui/dom.js";

/**
 * @typedef {object} Dragged
 * @property {(target: EventTarget | null) => number} indexAt which tile of the hand was touched; -1: none
 * @property {(index: number) => Node | null} lift begin to drag it: the copy that follows the finger, null if it may not
 * @property {(x: number, y: number) => void} over where it is now
 * @property {(x: number, y: number) => void} drop it was let go here
 * @property {() => void} cancel it was let go by mistake, or Escape was pressed
 */

const FAR = 8; // pixels: a finger that moves less means to tap

/** Let tiles be dragged out of an element; gives back how to stop it.
 * @param {HTMLElement} element
 * @param {Dragged} dragged
 */
export function dragging(element, dragged) {
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

// Tooltips: what has `data-tip` is explained when somebody points at it, or comes to it by keyboard. There is one at a time;
// it never covers what it explains, the pointer may go over it, and Escape takes it away.

import { h, put } from "./dom.js";

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

const PATIENCE = 400; // milliseconds for which the pointer rests before it comes
const LEAVING = 150; // and in which the pointer may reach the tooltip
const GAP = 6; // pixels between the tooltip and what it explains
const MARGIN = 4; // and the edge of the window
const MOVES = /^(Tab|Arrow\w+|Home|End)$/; // keys that take the focus somewhere

/** Where a tooltip goes: below what it explains, or above it, and within the window.
 * @param {Box} box of what it explains
 * @param {{width: number, height: number}} tip
 * @param {{width: number, height: number}} view
 */
export function placeFor(box, tip, view) {
  const isBelow = box.bottom + GAP + tip.height + MARGIN <= view.height;
  const middle = (box.left + box.right - tip.width) / 2;
  const left = Math.max(MARGIN, Math.min(middle, view.width - tip.width - MARGIN));
  return { left, top: isBelow ? box.bottom + GAP : box.top - GAP - tip.height };
}

/** Show tooltips in this document from now on. */
export function watchTips() {
  const tips = new Tips();
  document.addEventListener("pointerover", (event) => tips.point(event));
  document.addEventListener("pointerdown", () => tips.hide());
  document.addEventListener("focusin", (event) => tips.focus(event.target));
  document.addEventListener("focusout", () => tips.hide());
  window.addEventListener("keydown", (event) => tips.press(event), { capture: true });
  window.addEventListener("scroll", () => tips.hide(), { capture: true, passive: true });
}

class Tips {
  constructor() {
    this.element = h("div", { class: "tooltip", role: "tooltip", popover: "manual", "aria-hidden": "true" }); // names say it already
    /** @type {Element | null} what is explained */
    this.shown = null;
    /** @type {Element | null} what is pointed at */
    this.pointed = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.key = ""; // the last one pressed
  }

  /** @param {PointerEvent} event */
  point({ target, pointerType }) {
    if (pointerType === "touch" || !(target instanceof Element) || this.element.contains(target)) {
      clearTimeout(this.timer); // over the tooltip itself, it stays
      return;
    }
    const pointed = target.closest("[data-tip]");
    if (pointed === this.pointed && (pointed || !this.shown)) return;
    this.pointed = pointed;
    clearTimeout(this.timer);
    if (pointed) this.timer = setTimeout(() => this.show(pointed), this.shown ? LEAVING : PATIENCE);
    else if (this.shown && !this.shown.contains(document.activeElement)) this.timer = setTimeout(() => this.hide(), LEAVING);
  }

  /** Whoever comes by keyboard need not wait. What was focused by a dialog, or by a click, was not come to. @param {EventTarget | null} target */
  focus(target) {
    const focused = target instanceof Element ? target.closest("[data-tip]") : null;
    if (focused && MOVES.test(this.key)) this.show(focused);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    this.key = event.key;
    if (event.key !== "Escape" || !this.shown) return;
    event.preventDefault(); // once more for whatever else Escape does here
    event.stopPropagation();
    this.hide();
  }

  /** @param {Element} explained */
  show(explained) {
    const words = explained.getAttribute("data-tip");
    if (!words || !explained.isConnected || isWrittenOn(explained, words)) return this.hide();
    this.shown = explained;
    put(this.element, words);
    (explained.closest("dialog") ?? document.body).append(this.element); // beside a modal dialog nothing can be pointed at
    this.element.showPopover?.();
    const { left, top } = placeFor(explained.getBoundingClientRect(), this.element.getBoundingClientRect(), {
      width: document.documentElement.clientWidth,
      height: window.innerHeight,
    });
    this.element.style.setProperty("left", `${left}px`);
    this.element.style.setProperty("top", `${top}px`);
  }

  hide() {
    clearTimeout(this.timer);
    this.shown = null;
    this.element.remove();
  }
}

/** Whether a button already says it, in letters that are seen. @param {Element} explained @param {string} words */
function isWrittenOn(explained, words) {
  const labels = [explained, ...explained.querySelectorAll("span")];
  return labels.some((label) => label.textContent === words && label instanceof HTMLElement && isSeen(label));
}

/** What is only read aloud is one pixel wide; a name that is cut off is not all there. @param {HTMLElement} label */
function isSeen(label) {
  const isWhole = label.scrollWidth <= label.clientWidth || !label.clientWidth;
  const words = label.querySelector("span") ?? label;
  return isWhole && words.offsetWidth > 1;
}

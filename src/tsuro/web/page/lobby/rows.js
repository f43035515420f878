// A list in which only what changed is drawn, and nothing moves under a finger that is about to press.

/** @import {Child} from "../ui/dom.js" */
import { h, put } from "../ui/dom.js";
import { keepingFocus } from "../ui/focus.js";
import { problemLine } from "../ui/problem.js";
import { orderOf } from "./state.js";

const AFTER_PRESS = 350; // milliseconds until what was pressed has heard of it
const AFTER_SCROLL = 700; // milliseconds in which a finger finds what it was looking for

/** @typedef {{place: HTMLElement, looks: string, problem: ReturnType<typeof problemLine>}} Row */

/** A list of entries, each drawn by `draw`. While it is pointed at, scrolled or has the focus, entries keep their places, and those
 * that are gone stay, without what could be done there; while it is pressed, nothing changes at all.
 * @template {{id: string}} E
 * @param {{draw: (entry: E) => Child[], label: string, onGone: () => void}} how `onGone` is called when what has the focus is gone
 */
export function rowList({ draw, label, onGone }) {
  const element = h("ul", { class: "lobby-rows", "aria-label": label });
  /** @type {Map<string, Row>} */
  const rows = new Map();
  /** @type {readonly E[]} */
  let latest = [];
  let isPressed = false;
  let scrolled = -Infinity;
  const isHeld = () => element.matches(":hover, :focus-within") || performance.now() - scrolled < AFTER_SCROLL;

  /** @param {E} entry */
  function drawn(entry) {
    const row = rows.get(entry.id) ?? { place: h("li", { class: "lobby-row", "data-id": entry.id }), looks: "", problem: problemLine() };
    const looks = JSON.stringify(entry);
    if (row.looks !== looks) keepingFocus(row.place, () => put(row.place, ...draw(entry), row.problem.element));
    row.place.classList.remove("is-gone");
    rows.set(entry.id, { ...row, looks });
  }

  /** @param {boolean} isStill */
  function clear(isStill) {
    const wanted = new Set(latest.map(({ id }) => id));
    for (const [id, row] of rows) {
      if (wanted.has(id)) continue;
      if (!isStill) rows.delete(id);
      else if (!row.place.classList.contains("is-gone")) {
        rows.set(id, { ...row, looks: "" }); // should it come back
        retire(row.place);
        if (row.place.contains(document.activeElement)) onGone();
      }
    }
  }

  function draws() {
    const isStill = isHeld();
    latest.forEach(drawn);
    clear(isStill);
    const shown = [...element.children].map((place) => place.getAttribute("data-id") ?? "").filter((id) => rows.has(id));
    const order = orderOf(shown, latest.map(({ id }) => id), isStill);
    const places = order.flatMap((id) => rows.get(id)?.place ?? []);
    places.forEach((place, i) => place !== element.children[i] && element.insertBefore(place, element.children[i] ?? null));
    while (element.children.length > places.length) element.lastElementChild?.remove();
  }

  /** @param {readonly E[]} entries */
  function update(entries) {
    latest = entries;
    if (!isPressed) draws();
  }

  const settle = () => isPressed || draws();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let settling;
  const scroll = () => {
    scrolled = performance.now();
    clearTimeout(settling);
    settling = setTimeout(settle, AFTER_SCROLL + 1);
  };
  const release = () => setTimeout(() => ((isPressed = false), draws()), AFTER_PRESS);
  element.addEventListener("pointerdown", () => (isPressed = true));
  element.addEventListener("pointerup", release);
  element.addEventListener("pointercancel", release);
  element.addEventListener("pointerleave", () => setTimeout(settle));
  element.addEventListener("focusout", () => setTimeout(settle));
  window.addEventListener("scroll", scroll, { passive: true });
  return {
    element,
    update,
    /** Say in an entry what went wrong there. @param {string} id @param {string | null} sentence */
    tell: (id, sentence) => rows.get(id)?.problem.tell(sentence),
    leave: () => (clearTimeout(settling), window.removeEventListener("scroll", scroll)),
  };
}

/** An entry that is gone keeps the focus, if it has it: what is disabled would lose it. @param {HTMLElement} place */
function retire(place) {
  place.classList.add("is-gone");
  place.querySelectorAll("button, a").forEach((control) => {
    control.setAttribute("aria-disabled", "true");
    control.addEventListener("click", (event) => (event.preventDefault(), event.stopImmediatePropagation()), { capture: true });
  });
}

// A list in which only what changed is drawn, and nothing moves under a finger that is about to press.

/** @import {Child} from "../ui/dom.js" */
import { h, put } from "../ui/dom.js";
import { keepingFocus } from "../ui/focus.js";
import { orderOf } from "./state.js";

/** A list of entries, each drawn by `draw`. While it is pointed at or has the focus, entries keep their places, and those that
 * are gone stay, without what could be done there.
 * @template {{id: string}} E
 * @param {{draw: (entry: E) => Child[], label: string}} how
 */
export function rowList({ draw, label }) {
  const element = h("ul", { class: "lobby-rows", "aria-label": label });
  /** @type {Map<string, {place: HTMLElement, looks: string}>} */
  const rows = new Map();
  /** @type {readonly E[]} */
  let latest = [];
  const isHeld = () => element.matches(":hover, :focus-within");

  /** @param {E} entry */
  function drawn(entry) {
    const row = rows.get(entry.id) ?? { place: h("li", { class: "lobby-row" }), looks: "" };
    const looks = JSON.stringify(entry);
    if (row.looks !== looks) keepingFocus(row.place, () => put(row.place, ...draw(entry)));
    row.place.classList.remove("is-gone");
    rows.set(entry.id, { ...row, looks });
  }

  /** @param {boolean} isStill */
  function clear(isStill) {
    const wanted = new Set(latest.map(({ id }) => id));
    for (const [id, { place }] of rows) {
      if (wanted.has(id)) continue;
      if (isStill) retire(place);
      else rows.delete(id);
    }
  }

  /** @param {readonly E[]} entries */
  function update(entries) {
    latest = entries;
    const isStill = isHeld();
    entries.forEach(drawn);
    clear(isStill);
    const order = orderOf([...rows.keys()].filter((id) => rows.get(id)?.place.isConnected), entries.map(({ id }) => id), isStill);
    const places = order.flatMap((id) => rows.get(id)?.place ?? []);
    places.forEach((place, i) => place !== element.children[i] && element.insertBefore(place, element.children[i] ?? null));
    while (element.children.length > places.length) element.lastElementChild?.remove();
  }

  const settle = () => setTimeout(() => update(latest));
  element.addEventListener("pointerleave", settle);
  element.addEventListener("focusout", settle);
  return { element, update };
}

/** @param {HTMLElement} place */
function retire(place) {
  place.classList.add("is-gone");
  place.querySelectorAll("button").forEach((button) => (button.disabled = true));
}

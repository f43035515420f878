// The moves in words, one below the other; the one that is looked at is marked, and always in sight.

/** @import {Replay} from "../generated/messages" */
/** @import {Look} from "../board/looks.js" */
/** @import {Film} from "./film.js" */
import { h, set } from "../ui/dom.js";
import { t } from "../words/language.js";
import { markerIcon } from "../board/looks.js";

/** The moves as a list; a click leads to the moment.
 * @param {Replay} replay
 * @param {Look[]} looks
 * @param {readonly string[]} sentences what happened, by moment
 * @param {Film} film
 * @returns {{element: HTMLElement, update: () => void}}
 */
export function moveList({ frames }, looks, sentences, film) {
  const buttons = frames.map(({ seat }, at) => {
    const look = seat === null ? undefined : looks[seat];
    return h(
      "button",
      { type: "button", class: "replay-move plain", tabindex: -1, onclick: () => void film.go(at) },
      h("span", { class: "replay-number figures" }, at),
      look ? markerIcon(look, { size: 24 }) : h("span", {}),
      h("span", {}, sentences[at] ?? ""),
    );
  });
  const rows = buttons.map((button) => h("li", {}, button));
  const moves = h("ol", { class: "replay-moves-list", start: 0, onkeydown: upAndDown }, rows);
  const title = h("h2", { id: "replay-moves" }, t("replay.moves"));
  const element = h("section", { class: "replay-moves", "aria-labelledby": "replay-moves" }, title, moves);
  /** @type {HTMLButtonElement | undefined} */
  let current;
  return { element, update };

  function update() {
    if (current) set(current, { "aria-current": null, tabindex: -1 });
    current = buttons[film.at];
    if (!current) return;
    set(current, { "aria-current": "step", tabindex: 0 });
    reveal(moves, current);
  }

  /** @param {KeyboardEvent} event */
  function upAndDown(event) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    void film.step(by);
    current?.focus({ preventScroll: true });
  }
}

/** Scroll within the list only: the page stays where it is. @param {HTMLElement} list @param {HTMLElement} row */
function reveal(list, row) {
  const { top, bottom } = row.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  if (top < frame.top || bottom > frame.bottom) list.scrollTop += (top + bottom) / 2 - (frame.top + frame.bottom) / 2;
}

// The board of a moment for whoever reads or listens: a table of squares, each in words.

/** @import {Frame} from "../messages" */
/** @import {Look} from "../looks.js" */
/** @import {Faces} from "../board/faces.js" */
import { h, put } from "../dom.js";
import { t } from "../language.js";
import { boardInWords, playerInWords } from "../words.js";

const COLUMNS = ["a", "b", "c", "d", "e", "f"];

/**
 * @param {Look[]} looks
 * @param {Faces} faces
 * @returns {{element: HTMLElement, update: (frame: Frame) => void}}
 */
export function wordsPanel(looks, faces) {
  const players = h("ul", {});
  const rows = h("tbody", {});
  const head = h("thead", {}, h("tr", {}, h("td", {}), COLUMNS.map((column) => h("th", { scope: "col" }, column))));
  const table = h("table", { class: "replay-squares" }, h("caption", { class: "unseen" }, t("replay.board")), head, rows);
  const element = h(
    "section",
    { class: "stack", "aria-labelledby": "replay-board" },
    h("h2", { id: "replay-board" }, t("replay.board")),
    players,
    h("div", { class: "replay-squares-box", role: "group", tabindex: 0, "aria-label": t("replay.board") }, table),
  );
  return { element, update };

  /** @param {Frame} frame */
  function update({ position }) {
    put(players, looks.map(({ seat }) => h("li", {}, playerInWords(position, looks, seat))));
    put(rows, boardInWords(position, looks, faces).map((squares, row) =>
      h("tr", {}, h("th", { scope: "row" }, COLUMNS.length - row), squares.map(({ text }) => h("td", {}, text))),
    ));
  }
}

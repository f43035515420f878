// The board as a table that is read square by square.

/** @import {Position} from "../../generated/messages" */
/** @import {Look} from "../../board/looks.js" */
/** @import {Faces} from "../../board/faces.js" */
import { SIDE, squareOf } from "../../board/geometry.js";
import { h } from "../../ui/dom.js";
import { t } from "../../words/language.js";
import { boardInWords } from "../../words/events.js";
import { write } from "./writing.js";

const COLUMNS = ["a", "b", "c", "d", "e", "f"];

/** The text of each of the 36 squares.
 * @param {Position} position
 * @param {readonly Look[]} looks
 * @param {Faces} faces
 * @param {number | null} [you] whose square is pointed out
 * @returns {string[]}
 */
export function squaresInWords(position, looks, faces, you = null) {
  const faced = you === null ? null : position.markers[you] ?? null;
  const here = faced === null ? null : squareOf(faced);
  const squares = boardInWords(position, looks, faces).flat();
  return squares.map(({ text, square }) => (square === here ? `${text} ${t("text.you-face")}` : text));
}

/** The board as a table of squares in words. */
export class Grid {
  constructor() {
    this.squares = Array.from({ length: SIDE * SIDE }, () => h("td", {}));
    const rows = COLUMNS.map((_, row) =>
      h("tr", {}, h("th", { scope: "row" }, SIDE - row), this.squares.slice(row * SIDE, (row + 1) * SIDE)),
    );
    const heads = COLUMNS.map((name) => h("th", { scope: "col" }, name));
    const table = h(
      "table",
      { class: "text-board" },
      h("caption", { class: "unseen" }, t("text.board-caption")),
      h("thead", {}, h("tr", {}, h("td", {}), heads)),
      h("tbody", {}, rows),
    );
    this.element = h("div", { class: "text-scroll", tabindex: 0, role: "region", "aria-label": t("text.board") }, table);
  }

  /** Only what changed is rewritten, so that a reader does not lose the place. @param {readonly string[]} texts */
  show(texts) {
    this.squares.forEach((square, at) => write(square, texts[at] ?? ""));
  }
}

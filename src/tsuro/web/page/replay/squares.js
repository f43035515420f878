// The board of a moment for anyone who reads or listens: a table of squares, each in words.

/** @import {Frame} from "../generated/messages" */
/** @import {Look} from "../board/looks.js" */
/** @import {Faces} from "../board/faces.js" */
import { h } from "../ui/dom.js";
import { t } from "../words/language.js";
import { Grid, squaresInWords } from "../play/text/grid.js";
import { rewrite } from "../play/text/writing.js";
import { playerInWords } from "../words/events.js";

/** The board of a moment in words.
 * @param {Look[]} looks
 * @param {Faces} faces
 * @returns {{element: HTMLElement, update: (frame: Frame) => void}}
 */
export function wordsPanel(looks, faces) {
  const players = h("ul", {});
  const grid = new Grid();
  const element = h("section", { class: "replay-squares stack" }, h("h2", {}, t("replay.board")), players, grid.element);
  return { element, update };

  /** @param {Frame} frame */
  function update({ position }) {
    rewrite(players, looks.map(({ seat }) => playerInWords(position, looks, seat)));
    grid.show(squaresInWords(position, looks, faces));
  }
}

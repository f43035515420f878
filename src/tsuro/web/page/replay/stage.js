// Where a moment is shown: on the board, or in words.

/** @import {App} from "../main.js" */
/** @import {Frame} from "../generated/messages" */
/** @import {Faces} from "../board/faces.js" */
/** @import {Look} from "../board/looks.js" */
import { Board } from "../board/board.js";
import { t } from "../words/language.js";
import { sceneAt } from "./moments.js";
import { wordsPanel } from "./squares.js";

/**
 * @typedef {object} Stage
 * @property {Element} element
 * @property {(at: number, how: {moving: boolean}) => Promise<void>} show
 * @property {(at: number, action: string | null) => void} look show a choice, too
 */

/** The board that shows moments, still or moving.
 * @param {App} app
 * @param {readonly Frame[]} frames
 * @param {Look[]} looks
 * @param {Faces} faces
 * @returns {Stage}
 */
export function stageOf(app, frames, looks, faces) {
  return app.settings.choices.text ? wordsStage(frames, looks, faces) : boardStage(app, frames, looks, faces);
}

/** @param {App} app @param {readonly Frame[]} frames @param {Look[]} looks @param {Faces} faces @returns {Stage} */
function boardStage({ settings }, frames, looks, faces) {
  const board = new Board({ faces, t });
  board.element.addEventListener("click", () => board.skip());
  return { element: board.element, show, look };

  /** @param {number} at @param {{moving: boolean}} how */
  async function show(at, { moving }) {
    const after = sceneAt(frames, at, looks);
    if (!moving) return board.show(after);
    const { events } = /** @type {Frame} */ (frames[at]);
    await board.play({ events, before: sceneAt(frames, at - 1, looks), after }, { speed: settings.choices.speed });
  }

  /** @param {number} at @param {string | null} action */
  function look(at, action) {
    board.show(sceneAt(frames, at, looks, action));
  }
}

/** @param {readonly Frame[]} frames @param {Look[]} looks @param {Faces} faces @returns {Stage} */
function wordsStage(frames, looks, faces) {
  const { element, update } = wordsPanel(looks, faces);
  return { element, show: async (at) => update(/** @type {Frame} */ (frames[at])), look: () => {} };
}

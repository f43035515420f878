// What the player does with keys, wheel and pointer, as gestures that mean something at the table.

/** @import {Board} from "../board/board.js" */
/** @import {Faces} from "../board/faces.js" */
/** @import {Hand} from "./hand.js" */
import { tilePicture } from "../board/tile.js";
import { dragging } from "./drag.js";

/**
 * @typedef {object} Gestures what the player at this device can do
 * @property {(index: number) => void} tap select a tile of the hand, or turn it
 * @property {(step: number) => void} turn
 * @property {() => void} place
 * @property {() => unknown} hint
 * @property {(action: string) => unknown} send
 * @property {(action: string) => void} chooseMark
 * @property {(side: "give" | "take", tile: number) => void} toggle
 * @property {() => void} liftCurtain
 * @property {() => void} skip
 * @property {() => void} tapSquare
 * @property {(index: number) => string | null} lift begin to drag a tile: its face, or null if it may not be dragged
 * @property {(square: number | null) => boolean} isTarget whether the tile may be dropped there
 */

/** What a key means; null: nothing, so that the browser does with it what it always does.
 * @typedef {{do: "select", index: number} | {do: "turn", step: number} | {do: "place" | "hint" | "skip" | "keys"}} Command */

const TURN_PAUSE = 140; // milliseconds between two turns by the wheel, which comes in many small steps

/** The command that a key gives. @param {Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">} event @returns {Command | null} */
export function commandOf({ key, shiftKey, ctrlKey, metaKey, altKey }) {
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

/** Do what a key means.
 * @param {Command} command
 * @param {Pick<Gestures, "tap" | "turn" | "place" | "hint" | "skip">} gestures
 */
export function perform(command, gestures) {
  if (command.do === "select") gestures.tap(command.index);
  else if (command.do === "turn") gestures.turn(command.step);
  else if (command.do === "place") gestures.place();
  else if (command.do === "hint") void gestures.hint();
  else if (command.do === "keys") void import("./dialogs.js").then(({ showKeys }) => showKeys());
  else gestures.skip();
}

/** Listen to the keys of the table; gives back how to stop it.
 * @param {HTMLElement} main inert while keys mean nothing
 * @param {Gestures} gestures
 * @param {() => void} onEscape
 */
export function listenToKeys(main, gestures, onEscape) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    const command = commandOf(event);
    if (!command || event.defaultPrevented || main.inert || isElsewhere(event.target)) return;
    if (command.do === "place" && isOnControl(event.target) && !isSelected(event.target)) return;
    if (event.repeat && command.do !== "turn") return;
    event.preventDefault();
    if (command.do === "skip") onEscape();
    perform(command, gestures);
  };
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}

/** Listen to taps on the board: while markers walk, they only skip that.
 * @param {HTMLElement} place
 * @param {Board} board
 * @param {Gestures} gestures
 */
export function listenToBoard(place, board, gestures) {
  board.onMark(({ action }) => gestures.chooseMark(action));
  board.onSquare(() => gestures.tapSquare());
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

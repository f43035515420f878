// The table screen: where everything stands, and which gesture means what.

/** @import {App} from "../main.js" */
/** @import {Session} from "../net/session.js" */
/** @import {TableState} from "../game/table.js" */
/** @import {Faces} from "../board/faces.js" */
/** @import {Look} from "../board/looks.js" */
/** @import {Own} from "../generated/messages" */
/** @import {Command} from "./keys.js" */
/** @import {Panel} from "./panel.js" */
import { Board } from "../board/board.js";
import { tilePicture } from "../board/tile.js";
import { openDialog } from "../ui/dialog.js";
import { h, put } from "../ui/dom.js";
import { topBar } from "../ui/top-bar.js";
import { t } from "../words/language.js";
import { Controls } from "./controls.js";
import { Curtain } from "./curtain.js";
import { dragging } from "./drag.js";
import { Ending } from "./ending.js";
import { ExchangePanel } from "./exchange.js";
import { Hand } from "./hand.js";
import { commandOf, isElsewhere, isOnControl, keysDialog } from "./keys.js";
import { leaveButton } from "./leaving.js";
import { Notes } from "./notes.js";
import { OutBanner } from "./out.js";
import { playersPanel } from "./players.js";
import { StatusLine } from "./status.js";

/**
 * @typedef {object} Player what the gestures of a player mean
 * @property {(index: number) => void} tile
 * @property {(step: number) => void} turnTile
 * @property {() => void} place
 * @property {() => void} hint
 * @property {(action: string) => void} send
 * @property {(action: string) => void} chooseMark
 * @property {(index: number) => string | null} lift
 * @property {(square: number | null) => boolean} isTarget
 * @property {() => void} liftCurtain
 * @property {(command: Command) => void} command
 * @property {{busy: boolean, skip: () => void}} animator
 */

const TURN_PAUSE = 140; // milliseconds between two turns by the wheel, which comes in many small steps

export class Layout {
  /** @param {App} app @param {Session} session @param {Player} player */
  constructor(app, session, player) {
    this.app = app;
    this.session = session;
    this.player = player;
    /** @type {Panel} */
    this.panel = "hidden";
    this.status = new StatusLine();
    this.players = playersPanel(app, session);
    this.notes = new Notes({ isNew: (key) => app.settings.isNew(key), say: (sentence) => app.say(sentence) });
    this.controls = new Controls({
      onTurn: (step) => player.turnTile(step),
      onPlace: () => player.place(),
      onHint: () => player.hint(),
    });
    this.out = new OutBanner(session);
    this.curtain = new Curtain(() => player.liftCurtain());
    this.boardPlace = h("section", { class: "table-board", "aria-label": t("play.board") });
    this.panelPlace = h("div", { class: "table-room" });
    this.endPlace = h("div", { class: "table-end", hidden: true });
    this.ending = new Ending(app, session, this.endPlace);
    this.main = this.build();
    this.element = h("div", { class: "table" }, this.main, this.curtain.element);
    /** @type {Board | null} */
    this.board = null;
    /** @type {Hand | null} */
    this.hand = null;
    /** @type {ExchangePanel | null} */
    this.exchange = null;
    this.cancelDrag = () => {};
    this.turnedAt = 0;
    this.press = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.press);
  }

  build() {
    const bar = topBar(this.app, { compact: true, extra: [leaveButton(this.app, this.session)] });
    const docked = [this.notes.element, this.status.element, this.panelPlace, this.controls.element];
    const dock = h("section", { class: "table-dock", "aria-label": t("play.dock") }, ...docked);
    const side = h("div", { class: "table-side" }, bar, this.players.element, dock, this.endPlace);
    return h("main", { class: "table-main" }, h("h1", { class: "unseen" }, t("play.title")), this.boardPlace, side);
  }

  /** @param {Faces} faces */
  open(faces) {
    const { player } = this;
    const board = (this.board = new Board({ faces, t }));
    this.hand = new Hand(faces, (index) => player.tile(index));
    this.exchange = new ExchangePanel(faces, (action) => player.send(action), () => player.hint());
    put(this.boardPlace, board.element);
    board.onMark(({ action }) => player.chooseMark(action));
    board.onSquare(() => !player.animator.busy && player.turnTile(1));
    this.boardPlace.addEventListener("click", () => player.animator.busy && player.animator.skip(), { capture: true });
    this.boardPlace.addEventListener("wheel", (event) => this.wheel(event, this.isOverGhost(event)), { passive: false });
    this.panelPlace.addEventListener("wheel", (event) => this.wheel(event, this.panel === "hand"), { passive: false });
    this.letDrag(faces, this.hand, board);
  }

  leave() {
    document.removeEventListener("keydown", this.press);
    this.cancelDrag();
    this.notes.clear();
    this.players.leave?.();
    this.ending.leave();
  }

  /** @param {Panel} panel @param {TableState} state @param {Own | null} own */
  showPanel(panel, state, own) {
    const seat = own?.seat ?? state.you?.seats[0] ?? 0;
    if (panel === "out") this.out.show(state.last, seat);
    this.controls.element.classList.toggle("is-idle", panel !== "hand");
    if (panel === this.panel && this.panelPlace.firstChild) return;
    const hadFocus = this.panelPlace.contains(document.activeElement);
    const isLost = hadFocus || (panel !== "hand" && this.controls.element.contains(document.activeElement));
    this.panel = panel;
    this.element.dataset.room = panel;
    put(this.panelPlace, this.inPanel(panel));
    if (isLost) this.focusPanel(panel);
  }

  /** What had the focus is gone: bring it to what is there instead. @param {Panel} panel */
  focusPanel(panel) {
    const first = this.panelPlace.querySelector("button, a");
    if (panel === "hand") this.hand?.focus(0);
    else if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  /** Whether a start mark has the focus. */
  get isOnBoard() {
    return this.boardPlace.contains(document.activeElement);
  }

  /** @param {Panel} panel */
  inPanel(panel) {
    if (panel === "hand") return this.hand?.element;
    if (panel === "exchange") return this.exchange?.element;
    if (panel === "out") return this.out.element;
    if (panel === "end") return null;
    return h("p", { class: "room-words quiet" }, panel === "watching" ? t("play.watching") : t("play.hidden"));
  }

  /** @param {boolean} isOver @param {TableState} state */
  showEnd(isOver, state) {
    this.element.classList.toggle("is-over", isOver);
    this.endPlace.hidden = !isOver;
    const isLost = this.endPlace.contains(document.activeElement); // on the button for this very game
    if (!this.ending.update(state, null)) return;
    if (isOver) this.notes.clear();
    else if (isLost) this.focusPanel(this.panel);
  }

  /** A hand that has the focus has it on the tile that is selected: Enter places that one. @param {number} index */
  keepFocus(index) {
    if (index >= 0 && this.hand?.element.contains(document.activeElement)) this.hand.focus(index);
  }

  /** Let the curtain down for a player, or take it away. @param {Look | null} look @param {string} news */
  lower(look, news) {
    this.main.inert = look !== null;
    this.curtain.show(look, news);
  }

  showKeys() {
    openDialog(keysDialog());
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const command = commandOf(event);
    if (!command || event.defaultPrevented || this.main.inert || isElsewhere(event.target)) return;
    if (command.do === "place" && isOnControl(event.target) && !this.isSelected(event.target)) return;
    if (event.repeat && command.do !== "turn") return;
    event.preventDefault();
    this.player.command(command);
  }

  /** Whether it is the tile that is selected: Enter on it places it. @param {EventTarget | null} target */
  isSelected(target) {
    return target instanceof Element && target.closest(".hand-tile[aria-pressed=true]") !== null;
  }

  /** @param {WheelEvent} event @param {boolean} isMeant */
  wheel(event, isMeant) {
    if (!isMeant || event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    if (event.timeStamp - this.turnedAt < TURN_PAUSE) return;
    this.turnedAt = event.timeStamp;
    this.player.turnTile(Math.sign(event.deltaY));
  }

  /** @param {WheelEvent} event */
  isOverGhost({ clientX, clientY }) {
    const square = this.board?.squareAt(clientX, clientY) ?? null;
    return square !== null && this.board?.scene?.ghost?.square === square;
  }

  /** @param {Faces} faces @param {Hand} hand @param {Board} board */
  letDrag(faces, hand, board) {
    const { player, element } = this;
    const overTarget = (/** @type {number} */ x, /** @type {number} */ y) => player.isTarget(board.squareAt(x, y));
    this.cancelDrag = dragging(hand.element, {
      indexAt: (target) => hand.indexAt(target),
      lift: (index) => {
        const face = player.lift(index);
        element.classList.toggle("is-dragging", face !== null);
        return face === null ? null : tilePicture(faces.get(face));
      },
      over: (x, y) => element.classList.toggle("is-over-target", overTarget(x, y)),
      drop: (x, y) => {
        element.classList.remove("is-dragging", "is-over-target");
        if (overTarget(x, y)) player.place();
      },
      cancel: () => element.classList.remove("is-dragging", "is-over-target"),
    });
  }
}

// The table screen: where everything stands. It draws the state that it is given, and passes on what is tapped.

/** @import {App} from "../main.js" */
/** @import {Session} from "../net/session.js" */
/** @import {Step} from "../board/walks.js" */
/** @import {Faces} from "../board/faces.js" */
/** @import {Spot} from "../board/spot.js" */
/** @import {Gestures} from "./gestures.js" */
/** @import {Panel} from "./selectors.js" */
/** @import {Moment} from "./queue.js" */
/** @import {PlayState} from "./state.js" */
import { Board } from "../board/board.js";
import { h, put } from "../ui/dom.js";
import { topBar } from "../ui/top-bar.js";
import { t } from "../words/language.js";
import { actionsOf } from "../game/story.js";
import { Controls } from "./controls.js";
import { Curtain, curtainFor } from "./curtain.js";
import { Ending } from "./ending.js";
import { ExchangePanel } from "./exchange.js";
import { keysButton, listenToBoard, listenToDrags, listenToKeys, listenToWheel } from "./gestures.js";
import { Hand } from "./hand.js";
import { isThinkingOf } from "./hint.js";
import { leaveButton } from "./leaving.js";
import { MoveLog } from "./log.js";
import { wayOut } from "./moves.js";
import { Notes } from "./notes.js";
import { OutBanner, WayButton } from "./out.js";
import { indexOf } from "./plan.js";
import { playersPanel } from "./players.js";
import { sceneOf } from "./scene.js";
import { captionIn, explanationsIn, mayAsk, mayUndo, nextHint, outlookIn, panelOf, statusNews } from "./selectors.js";
import { StatusLine } from "./status.js";

/** The elements of the table; `draw` shows a state. */
export class TableView {
  /** @param {App} app @param {Session} session @param {Gestures} gestures what the player does goes there */
  constructor(app, session, gestures) {
    this.app = app;
    this.gestures = gestures;
    /** @type {Panel} */
    this.panel = "hidden";
    this.status = new StatusLine(() => gestures.undo());
    this.log = new MoveLog((spot) => this.point(spot));
    this.players = playersPanel(app, session, this.log.toggle);
    this.players.onClock = (text, isLow) => this.status.showClock(text, isLow);
    this.notes = new Notes({ isNew: (key) => app.settings.isNew(key), say: (sentence) => app.say(sentence) });
    this.controls = new Controls(gestures);
    this.wayButtons = [new WayButton(() => gestures.toggleWay()), new WayButton(() => gestures.toggleWay())];
    this.out = new OutBanner({ app, session, way: this.wayButtons[0].element, skipToEnd: () => gestures.skipToEnd() });
    this.curtain = new Curtain(() => gestures.liftCurtain());
    this.boardPlace = h("section", { class: "table-board", "aria-label": t("play.board") });
    this.panelPlace = h("div", { class: "table-room" });
    this.endPlace = h("div", { class: "table-end", hidden: true });
    this.ending = new Ending(app, session, this.endPlace, this.wayButtons[1].element);
    this.main = this.build(session);
    this.element = h("div", { class: "table" }, this.main);
    /** @type {{board: Board, hand: Hand, exchange: ExchangePanel} | null} what shows tiles, as soon as their faces are known */
    this.tiles = null;
    this.cancelDrag = () => {};
    /** @type {Spot | null} what somebody points at */
    this.pointed = null;
    /** @type {Spot | null} the way that put the player here out */
    this.way = null;
    const onArrow = () => this.tiles?.board.marks.focus() ?? false;
    this.forgetKeys = listenToKeys(gestures, { onEscape: () => this.escape(), onArrow });
  }

  /** @param {Session} session */
  build(session) {
    const bar = topBar(this.app, { compact: true, extra: [keysButton(), leaveButton(this.app, session, () => this.players.state)] });
    const top = h("div", { class: "table-top" }, bar, this.notes.element);
    const docked = [this.status.element, this.panelPlace, this.controls.element];
    const dock = h("section", { class: "table-dock", "aria-label": t("play.dock") }, ...docked);
    this.players.absencePlace = dock;
    const side = h("div", { class: "table-side" }, top, this.players.element, this.log.element, dock, this.endPlace);
    return h("main", { class: "table-main" }, h("h1", { class: "unseen" }, t("play.title")), this.boardPlace, side);
  }

  /** @param {Faces} faces */
  open(faces) {
    const { gestures } = this;
    const board = new Board({ faces, t });
    const hand = new Hand(faces, (index) => gestures.tap(index));
    const exchange = new ExchangePanel(faces, {
      onToggle: (side, tile) => gestures.toggle(side, tile),
      onChoose: (action) => void gestures.send(action),
      onHint: () => void gestures.hint(),
    });
    put(this.boardPlace, board.element);
    listenToBoard(this.boardPlace, board, gestures);
    listenToWheel(this.boardPlace, gestures, ({ clientX, clientY }) => isOverGhost(board, clientX, clientY));
    listenToWheel(this.panelPlace, gestures, () => this.panel === "hand");
    this.cancelDrag = listenToDrags({ element: this.element, hand, board, faces, gestures });
    this.tiles = { board, hand, exchange };
    return this.tiles;
  }

  /** Nothing is drawn any more. */
  leave() {
    this.forgetKeys();
    this.cancelDrag();
    this.notes.clear();
    this.players.leave?.();
    this.ending.leave();
  }

  /** Draw a state. What stands on the board waits until nothing moves. @param {PlayState} state @param {PlayState} before */
  draw(state, before) {
    this.drawPlayers(state, before);
    if (!state.faces || !state.table.position) return;
    const { board, hand } = this.tiles ?? this.open(state.faces);
    const wasOnBoard = this.boardPlace.contains(document.activeElement); // the start marks go when one is sent
    if (state.told !== before.told && before.faces) this.notes.explain(explanationsIn(state));
    this.status.showTurn(state.table, state.looks);
    this.status.tell(state.problem || statusNews(state), state.problem !== "");
    this.status.showUndo(mayUndo(state) !== null);
    this.drawCurtain(state);
    this.drawPanel(panelOf(state.table, state.choice.own), state);
    this.drawHand(state);
    if (!state.queue.now) this.drawBoard(board, state);
    this.log.show(actionsOf(state.table.story, state.earlier), state.looks, state.table.you?.seats ?? []);
    this.drawWay(state);
    this.drawEnd(state.table, before.faces !== null && before.table.table?.game === state.table.table?.game);
    this.moveFocus(hand, state, before, wasOnBoard);
  }

  /** Whatever was told is heard by the players' panel in its order. @param {PlayState} state @param {PlayState} before */
  drawPlayers(state, before) {
    if (state.told !== before.told) state.told.forEach((news) => this.players.update(news?.state ?? state.table, news));
    if (state.table !== this.players.state) this.players.show(state.table);
  }

  /** Show a move: done when everything has moved. @param {Moment} moment @param {(step: Step) => void} onStep */
  async play(moment, onStep) {
    await this.tiles?.board.play(moment, { speed: this.app.settings.choices.speed, onStep });
  }

  /** @param {number} rate how many times faster than usual everything moves from now on */
  hurry(rate) {
    this.tiles?.board.hurry(rate);
  }

  /** Finish at once what moves. */
  skip() {
    this.tiles?.board.skip();
  }

  /** @param {Panel} panel @param {PlayState} state */
  drawPanel(panel, state) {
    if (panel === "out") this.out.show(state.table, wayOut(state));
    this.controls.element.classList.toggle("is-idle", panel !== "hand");
    if (panel === this.panel && this.panelPlace.firstChild) return;
    const hadFocus = this.panelPlace.contains(document.activeElement);
    const isLost = hadFocus || (panel !== "hand" && this.controls.element.contains(document.activeElement));
    this.panel = panel;
    this.element.dataset.room = panel;
    put(this.panelPlace, this.inPanel(panel));
    if (isLost) this.focusPanel();
  }

  /** @param {Panel} panel */
  inPanel(panel) {
    if (panel === "hand") return this.tiles?.hand.element;
    if (panel === "exchange") return this.tiles?.exchange.element;
    if (panel === "out") return this.out.element;
    if (panel === "curtain") return this.curtain.element;
    if (panel === "end") return null;
    return h("p", { class: "room-words quiet" }, panel === "watching" ? t("play.watching") : t("play.hidden"));
  }

  /** @param {PlayState} state */
  drawHand(state) {
    const { choice, table, plan, swap, advised, hint } = state;
    const { hand, exchange } = /** @type {NonNullable<typeof this.tiles>} */ (this.tiles);
    const isAllowed = mayAsk(state);
    const isThinking = isThinkingOf(hint, table.position);
    hand.show({ tiles: choice.own?.hand ?? [], plan });
    if (choice.own && this.panel === "exchange") exchange.show({ own: choice.own, swap, caption: advised ? captionIn(state) : "", isSent: choice.isSent });
    exchange.showHint(isAllowed, isThinking);
    this.controls.show(choice, outlookIn(state));
    this.controls.showHint({ isAllowed, isThinking, next: nextHint(state) });
  }

  /** @param {Board} board @param {PlayState} state */
  drawBoard(board, { table, choice }) {
    const scene = sceneOf(table, choice);
    if (scene) board.show(scene);
  }

  /** It hides hands, and nothing that everybody may see. @param {PlayState} state */
  drawCurtain({ table, lifted, looks }) {
    const seat = curtainFor(table, lifted);
    this.curtain.show(seat === null ? null : looks[seat]);
  }

  /** The way that put the player here out, until it is dismissed. @param {PlayState} state */
  drawWay(state) {
    const out = wayOut(state);
    const isShown = out !== null && out.action !== state.dismissed;
    this.wayButtons.forEach((button) => button.show(out !== null, isShown));
    this.way = isShown ? out.spot : null;
    this.light();
  }

  /** @param {Spot | null} spot */
  point(spot) {
    this.pointed = spot;
    this.light();
  }

  light() {
    this.tiles?.board.light(this.pointed ?? this.way);
  }

  /** Whatever is open or lit is closed, the foremost first. */
  escape() {
    this.cancelDrag();
    if (this.log.isUnfolded) this.log.unfold(false);
    else if (this.way) this.gestures.toggleWay();
  }

  /** @param {PlayState["table"]} table @param {boolean} wasSeen whether the game was seen to end */
  drawEnd(table, wasSeen) {
    const isOver = Boolean(table.position?.result);
    this.element.classList.toggle("is-over", isOver);
    this.endPlace.hidden = !isOver;
    const isLost = this.endPlace.contains(document.activeElement); // on the button for this very game
    if (!this.ending.update(table)) return;
    if (!isOver) return isLost ? this.focusPanel() : undefined;
    this.notes.clear();
    this.log.unfold(false);
    if (wasSeen) this.tiles?.board.trace(table.position?.result?.winners ?? [], this.app.settings.choices.speed);
  }

  /** What had the focus is gone: bring it to what is there instead. */
  focusPanel() {
    const first = this.panelPlace.querySelector("button, a");
    if (this.panel === "hand") this.tiles?.hand.focus(0);
    else if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  /** Enter places the tile that has the focus, so the focus goes with what is selected.
   * @param {Hand} hand
   * @param {PlayState} state
   * @param {PlayState} before
   * @param {boolean} wasOnBoard
   */
  moveFocus(hand, { choice, plan, lifted, touched }, before, wasOnBoard) {
    const index = choice.own ? indexOf(plan, choice.own) : -1;
    const isOther = touched !== before.touched || plan.tile !== before.plan.tile; // which happens by itself, too
    if (isOther && index >= 0 && hand.element.contains(document.activeElement)) hand.focus(index);
    if (lifted !== null && before.lifted === null) hand.focus(Math.max(0, index));
    this.curtain.takeFocus();
    if (choice.isSent && !before.choice.isSent && wasOnBoard) hand.focus(0);
  }
}

/** @param {Board} board @param {number} x @param {number} y */
function isOverGhost(board, x, y) {
  const square = board.squareAt(x, y);
  return square !== null && board.scene?.ghost?.square === square;
}

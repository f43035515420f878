// The table in words: complete for anyone who listens or would rather read.

/** @import {Own} from "../generated/messages" */
/** @import {App} from "../main.js" */
/** @import {News, Session} from "../net/session.js" */
/** @import {TableState} from "../game/table.js" */
/** @import {OnShown, View} from "../screens/table.js" */
/** @import {Earlier} from "../game/story.js" */
/** @import {Faces} from "../board/faces.js" */
/** @import {Input, PlayState} from "./state.js" */
import { adviceAt, inWords, replayOf } from "../net/api.js";
import { loadFaces } from "../board/faces.js";
import { h, put, set } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { topBar } from "../ui/top-bar.js";
import { t } from "../words/language.js";
import { TurnSign } from "../device/notify.js";
import { Sound } from "../device/sound.js";
import { playerInWords } from "../words/events.js";
import { curtainFor } from "./curtain.js";
import { Ending } from "./ending.js";
import { adviceOn, Hints, isThinkingOf, problemOn } from "./hint.js";
import { historian } from "./history.js";
import { leaveButton } from "./leaving.js";
import { wayOut } from "./moves.js";
import { OutBanner } from "./out.js";
import { Player } from "./player.js";
import { playersPanel } from "./players.js";
import { isOnTurn, mayUndo, namesIn, panelOf, undoneLine } from "./selectors.js";
import { BEGINNING, reduce } from "./state.js";
import { turnInWords } from "./status.js";
import { Store } from "./store.js";
import { Grid, squaresInWords } from "./text/grid.js";
import { optionsFor, outlookFor, tileInWords } from "./text/options.js";
import { StoryLog } from "./text/story.js";
import { rewrite, write } from "./text/writing.js";

/** The view of a table while a game is played in words.
 * @param {App} app
 * @param {Session} session
 * @param {OnShown} onShown
 * @returns {View}
 */
export function textView(app, session, onShown) {
  return new TextView(app, session, onShown);
}

class TextView {
  /** @param {App} app @param {Session} session @param {OnShown} onShown */
  constructor(app, session, onShown) {
    this.app = app;
    this.session = session;
    this.players = playersPanel(app, session);
    this.story = new StoryLog(app);
    this.grid = new Grid();
    /** @type {Store<PlayState, Input>} */
    this.store = new Store(BEGINNING, reduce);
    this.hints = new Hints((seat) => adviceAt(session.code, seat), (hint) => this.store.send({ type: "hint-changed", hint }));
    this.asking = h("button", { onclick: () => void this.hint() });
    this.sound = new Sound(app.settings);
    this.sound.wakeOn(document);
    this.sign = new TurnSign(app, session.code);
    this.player = new Player({ app, session, sound: this.sound, hints: this.hints, store: this.store });
    this.out = new OutBanner({ app, session, skipToEnd: () => this.player.skipToEnd() });
    this.undo = h("p", {}, h("button", { type: "button", onclick: () => void this.player.undo() }, icon("undo"), t("undo.ask")));
    this.shown = ""; // what the options are about, so that they are made again only when they change
    this.title = h("h1", {});
    this.status = h("p", { class: "text-status", role: "status" });
    this.endPlace = h("div", {});
    this.ending = new Ending(app, session, this.endPlace);
    this.optionsTitle = h("h2", { tabindex: -1 }, t("text.options"));
    this.options = h("div", { class: "stack text-choices" });
    this.places = h("ul", {});
    this.hand = h("ul", {});
    this.element = this.frame();
    this.store.listen((state, before) => this.draw(state, before));
    const onRead = (/** @type {Earlier} */ earlier) => this.store.send({ type: "history-read", earlier });
    this.store.listen(historian((game) => replayOf(session.code, game), onRead));
    this.store.listen((state, before) => state.table !== before.table && onShown(state.table));
    void loadFaces().then((faces) => this.store.send({ type: "faces-loaded", faces }));
  }

  get state() {
    return this.store.state;
  }

  frame() {
    const bar = topBar(this.app, { compact: true, extra: [leaveButton(this.app, this.session, () => this.state.table)] });
    const main = h(
      "main",
      { class: "text-view column stack" },
      this.title,
      this.status,
      this.endPlace,
      h("section", { class: "stack" }, this.optionsTitle, this.options),
      h("section", { class: "stack" }, h("h2", {}, t("text.happened")), this.story.element),
      h("section", { class: "stack" }, h("h2", {}, t("players.title")), this.players.element, this.places),
      h("section", { class: "stack" }, h("h2", {}, t("text.board")), this.grid.element),
      h("section", { class: "stack" }, h("h2", {}, t("text.hand")), this.hand),
    );
    return h("div", {}, bar, main);
  }

  /** @param {TableState} table @param {News | null} news */
  update(table, news) {
    this.store.send({ type: "heard", table, news, sent: this.session.unansweredMove });
  }

  /** @param {PlayState} state @param {PlayState} before */
  draw(state, before) {
    if (state.told !== before.told) state.told.forEach((news) => this.hear(news?.state ?? state.table, news));
    this.story.update(state, before);
    const { now } = state.queue;
    if (now) return this.store.send({ type: "moment-shown", moment: now }); // words take no time
    this.ending.update(state.table);
    if (isOnTurn(state) && !isOnTurn(before)) this.sound.play("your-turn");
    this.render(state);
  }

  /** @param {TableState} table @param {News | null} news */
  hear(table, news) {
    this.players.update(table, news);
    if (undoneLine(news)) this.app.say(undoneLine(news));
  }

  leave() {
    this.store.close();
    this.sign.leave();
    this.players.leave?.();
    this.ending.leave();
  }

  /** @param {PlayState} state */
  render(state) {
    const { table, looks, faces, choice: { own } } = state;
    const { position } = table;
    if (!position || !faces) return;
    this.showTurn(state);
    this.showOptions(state);
    this.grid.show(squaresInWords(position, looks, faces, own?.seat ?? null));
    rewrite(this.places, looks.map(({ seat }) => playerInWords(position, looks, seat)));
    rewrite(this.hand, tilesInWords(table, own, faces));
  }

  /** @param {PlayState} state */
  showTurn(state) {
    const names = namesIn(state);
    write(this.title, t("text.title", { names }));
    write(this.status, state.problem || turnInWords(state.table, state.looks));
    this.sign.show({ names, isOnTurn: isOnTurn(state) });
  }

  /** @param {PlayState} now */
  showOptions(now) {
    const { table: state, lifted, choice: { own, isSent } } = now;
    const curtain = curtainFor(state, lifted);
    const isOut = panelOf(state, own) === "out";
    const advice = adviceOn(this.hints.now, state.position);
    const isUndo = mayUndo(now) !== null && !state.position?.result; // after the end, the panel there has it
    const shown = JSON.stringify([own, isSent, curtain, state.position?.phase, isOut, advice, isUndo]);
    if (isOut) this.out.show(state, wayOut(now));
    this.showThinking(state);
    if (shown === this.shown) return;
    this.shown = shown;
    const hadFocus = this.options.contains(document.activeElement);
    put(this.options, this.optionsNow(state, { own, isSent, curtain, isOut }), isUndo && this.undo);
    if (hadFocus) this.optionsTitle.focus(); // what had it is gone: go on where the options begin
  }

  /**
   * @param {TableState} state
   * @param {{own: Own | null, isSent: boolean, curtain: number | null, isOut: boolean}} now
   * @returns {(HTMLElement | null)[]}
   */
  optionsNow(state, { own, isSent, curtain, isOut }) {
    if (state.position?.result) return [h("p", {}, t("text.over"))];
    if (isSent) return [h("p", {}, t("text.sent"))];
    if (curtain !== null) return this.curtain(state, curtain);
    if (!state.you?.seats.length) return [h("p", {}, t("text.watching"))];
    if (isOut) return [this.out.element];
    if (!own) return [h("p", {}, t("text.wait"))];
    return own.on_turn ? [...this.given(own, optionsFor), this.hintButton(state, own)] : this.given(own, outlookFor);
  }

  /** @param {Own} own @param {typeof optionsFor} make */
  given(own, make) {
    const { looks, table } = this.state;
    const faces = /** @type {Faces} */ (this.state.faces);
    const act = (/** @type {string} */ action) => void this.player.send(action);
    const advice = adviceOn(this.hints.now, table.position);
    const edition = table.table?.options.edition ?? "";
    return make({ own, looks, edition, faces, advice, act, complain: (words) => this.complain(words) });
  }

  /** @param {string} sentence */
  complain(sentence) {
    put(this.status); // so that the same words are said again
    this.store.send({ type: "refused", sentence });
  }

  /** @param {TableState} state @param {number} seat */
  curtain(state, seat) {
    const name = state.table?.players[seat]?.name ?? "";
    const button = h("button", { class: "main", onclick: () => this.player.liftCurtain() }, t("text.lift", { name }));
    return [h("p", {}, t("text.curtain", { name })), button];
  }

  /** @param {TableState} state @param {Own} own */
  hintButton({ you, position }, own) {
    return you?.practice && own.previews.length && !adviceOn(this.hints.now, position) ? h("p", {}, this.asking) : null;
  }

  /** @param {TableState} state */
  showThinking({ position }) {
    const isThinking = isThinkingOf(this.hints.now, position);
    write(this.asking, isThinking ? t("hint.thinking") : t("text.hint"));
    set(this.asking, { "aria-busy": isThinking ? "true" : null, "aria-disabled": isThinking ? "true" : null });
  }

  async hint() {
    const { position, own } = this.state.table;
    const mine = own.find(({ on_turn }) => on_turn);
    if (!position || !mine || isThinkingOf(this.hints.now, position)) return;
    const advice = await this.hints.want(position, mine.seat);
    if (advice) this.app.say(t("text.hint-there"));
    const problem = problemOn(this.hints.now, position);
    if (problem) this.complain(inWords(problem));
  }
}

/** @param {TableState} table @param {Own | null} own @param {Faces} faces @returns {string[]} */
function tilesInWords({ position }, own, faces) {
  const hand = own?.hand ?? position?.open_hand ?? [];
  return hand.length ? hand.map((tile) => tileInWords(tile, faces)) : [t("text.no-hand")];
}

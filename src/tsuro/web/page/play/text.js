// The table in words: complete for anyone who listens or would rather read.

/** @import {Own} from "../generated/messages" */
/** @import {App} from "../main.js" */
/** @import {News, Session} from "../net/session.js" */
/** @import {TableState} from "../game/table.js" */
/** @import {View} from "../screens/table.js" */
/** @import {Faces} from "../board/faces.js" */
import { adviceAt, inWords, refusalOf } from "../net/api.js";
import { loadFaces } from "../board/faces.js";
import { h, put, set } from "../ui/dom.js";
import { topBar } from "../ui/top-bar.js";
import { t } from "../words/language.js";
import { looksOf } from "../board/looks.js";
import { replayPath } from "../router.js";
import { Sound } from "../device/sound.js";
import { playerInWords } from "../words/events.js";
import { curtainFor, seenNow, stillLifted } from "./curtain.js";
import { Ending } from "./ending.js";
import { adviceOn, Hints, isThinkingOf, problemOn } from "./hint.js";
import { leaveButton } from "./leaving.js";
import { playersPanel } from "./players.js";
import { turnInWords } from "./status.js";
import { Grid, squaresInWords } from "./text/grid.js";
import { optionsFor, outlookFor, tileInWords } from "./text/options.js";
import { Story } from "./text/story.js";
import { rewrite, write } from "./text/writing.js";

/** The view of a table while a game is played in words. @param {App} app @param {Session} session @returns {View} */
export function textView(app, session) {
  return new TextView(app, session);
}

class TextView {
  /** @param {App} app @param {Session} session */
  constructor(app, session) {
    this.app = app;
    this.session = session;
    this.players = playersPanel(app, session);
    this.story = new Story(app, session);
    this.story.onChange = () => this.render(session.state);
    this.grid = new Grid();
    /** @type {Faces | null} */
    this.faces = null;
    /** @type {number | null} for whom the curtain was lifted */
    this.lifted = null;
    this.hints = new Hints((seat) => adviceAt(session.code, seat), () => this.render(session.state));
    this.asking = h("button", { onclick: () => void this.hint() });
    this.sound = new Sound(app.settings);
    this.sound.wakeOn(document);
    this.isYours = false;
    this.problem = "";
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
    void loadFaces().then((faces) => ((this.faces = faces), this.render(session.state)));
  }

  frame() {
    const bar = topBar(this.app, { compact: true, extra: [leaveButton(this.app, this.session)] });
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

  /** @param {TableState} state @param {News | null} news */
  update(state, news) {
    if (news?.message.type === "moved" || news?.message.type === "started") this.problem = "";
    this.players.update(state, news);
    this.story.update(state, news);
    this.ending.update(state);
    this.render(state);
  }

  leave() {
    this.players.leave?.();
    this.ending.leave();
  }

  /** @param {TableState} state */
  render(state) {
    const { position, table } = state;
    if (!position || !table || !this.faces) return;
    const looks = looksOf(table.players);
    this.lifted = stillLifted(state, this.lifted);
    const own = seenNow(state, this.lifted);
    this.showTurn(state);
    this.showOptions(state, own);
    this.grid.show(squaresInWords(position, looks, this.faces, own?.seat ?? null));
    rewrite(this.places, looks.map(({ seat }) => playerInWords(position, looks, seat)));
    rewrite(this.hand, this.tilesInWords(state, own));
  }

  /** @param {TableState} state */
  showTurn(state) {
    const looks = looksOf(state.table?.players ?? []);
    write(this.title, t("text.title", { names: looks.map(({ name }) => name).join(", ") }));
    write(this.status, this.problem || turnInWords(state, looks));
    const isYours = state.own.some(({ on_turn }) => on_turn) && !state.position?.result;
    if (isYours && !this.isYours) this.sound.play("your-turn");
    this.isYours = isYours;
    this.app.title(isYours ? t("text.your-turn") : looks.map(({ name }) => name).join(", "));
  }

  /** @param {TableState} state @param {Own | null} own */
  showOptions(state, own) {
    const isSent = this.session.unansweredMove !== null;
    const curtain = curtainFor(state, this.lifted);
    const { phase, result, out } = state.position ?? {};
    const why = this.whyOut(state);
    const advice = adviceOn(this.hints.now, state.position);
    const shown = JSON.stringify([own, isSent, curtain, phase, result, out, why, advice]);
    this.showThinking(state);
    if (shown === this.shown) return;
    this.shown = shown;
    const hadFocus = this.options.contains(document.activeElement);
    put(this.options, this.optionsNow(state, { own, isSent, curtain, why }));
    if (hadFocus) this.optionsTitle.focus(); // what had it is gone: go on where the options begin
  }

  /**
   * @param {TableState} state
   * @param {{own: Own | null, isSent: boolean, curtain: number | null, why: string}} now
   * @returns {(HTMLElement | null)[]}
   */
  optionsNow(state, { own, isSent, curtain, why }) {
    if (state.position?.result) return [h("p", {}, t("text.over"))];
    if (isSent) return [h("p", {}, t("text.sent"))];
    if (curtain !== null) return this.curtain(state, curtain);
    if (!state.you?.seats.length) return [h("p", {}, t("text.watching"))];
    if (why) return [h("p", {}, why), this.lookBack(state)];
    if (!own) return [h("p", {}, t("text.wait"))];
    return own.on_turn ? [...this.given(own, optionsFor), this.hintButton(state, own)] : this.given(own, outlookFor);
  }

  /** @param {Own} own @param {typeof optionsFor} make */
  given(own, make) {
    const { state } = this.session;
    const looks = looksOf(state.table?.players ?? []);
    const faces = /** @type {Faces} */ (this.faces);
    const act = (/** @type {string} */ action) => void this.act(own.seat, action);
    const advice = adviceOn(this.hints.now, state.position);
    return make({ own, looks, faces, advice, act, complain: (words) => this.complain(words) });
  }

  /** @param {number} seat @param {string} action */
  async act(seat, action) {
    this.problem = "";
    const answer = this.session.move(seat, action);
    this.render(this.session.state);
    const refusal = refusalOf(await answer);
    if (refusal) this.complain(refusal);
    this.render(this.session.state);
  }

  /** @param {string} sentence */
  complain(sentence) {
    this.problem = sentence;
    put(this.status); // so that the same words are said again
    write(this.status, sentence);
  }

  /** @param {TableState} state @param {number} seat */
  curtain(state, seat) {
    const name = state.table?.players[seat]?.name ?? "";
    const lift = () => ((this.lifted = seat), this.render(this.session.state));
    const button = h("button", { class: "main", onclick: lift }, t("text.lift", { name }));
    return [h("p", {}, t("text.curtain", { name })), button];
  }

  /** Why the only player of this device is out, if so. @param {TableState} state */
  whyOut({ you, position }) {
    const out = new Set(position?.out.flat());
    const own = you?.seats ?? [];
    if (!own.length || !own.every((seat) => out.has(seat))) return "";
    return own.map((seat) => this.story.whyOut(seat)).filter(Boolean).join(" ") || t("text.out");
  }

  /** @param {TableState} state */
  lookBack({ table }) {
    return h("p", {}, h("a", { href: replayPath(this.session.code, table?.game ?? 1) }, t("play.look-back")));
  }

  /** @param {TableState} state @param {Own | null} own @returns {string[]} */
  tilesInWords({ position }, own) {
    const hand = own?.hand ?? position?.open_hand ?? [];
    if (!hand.length) return [t("text.no-hand")];
    return hand.map((tile) => tileInWords(tile, /** @type {Faces} */ (this.faces)));
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
    const { position, own } = this.session.state;
    const mine = own.find(({ on_turn }) => on_turn);
    if (!position || !mine || isThinkingOf(this.hints.now, position)) return;
    const advice = await this.hints.want(position, mine.seat);
    if (advice) this.app.say(t("text.hint-there"));
    const problem = problemOn(this.hints.now, position);
    if (problem) this.complain(inWords(problem));
  }
}

// Playing on the board: what is known of the table goes in, what the player here decides comes out.

/** @import {App} from "../main.js" */
/** @import {News, Session} from "../net/session.js" */
/** @import {TableState} from "../game/table.js" */
/** @import {View} from "../screens/table.js" */
/** @import {Faces} from "../board/faces.js" */
/** @import {Happening, Scene} from "../board/board.js" */
/** @import {Step} from "../board/walks.js" */
/** @import {Own} from "../generated/messages" */
/** @import {Command} from "./keys.js" */
import { faceIn, isMark } from "../game/actions.js";
import { adviceAt, inWords, refusalOf } from "../net/api.js";
import { loadFaces } from "../board/faces.js";
import { h } from "../ui/dom.js";
import { t } from "../words/language.js";
import { looksOf } from "../board/looks.js";
import { Sound } from "../device/sound.js";
import { NOTHING_YET, ownOnTurn } from "../game/table.js";
import { headline } from "../words/events.js";
import { Animator } from "./animator.js";
import { moveOf, whyNot } from "./controls.js";
import { curtainFor, seenNow, stillLifted } from "./curtain.js";
import { Hints, chancesOf } from "./hint.js";
import { Layout } from "./layout.js";
import { explanationsFor } from "./notes.js";
import { outlookOf } from "./outlook.js";
import { NO_PLAN, begin, faceOf, follow, indexOf, planFor, previewOf, select, turn } from "./plan.js";
import { panelOf } from "./panel.js";
import { facedBy, pendingOf, sceneOf } from "./scene.js";
import { turnInWords } from "./status.js";

/** @typedef {Happening & {state: TableState}} Episode */

const TWICE = 500; // milliseconds: a start mark that is tapped again so soon was tapped twice by mistake

/** @param {App} app @param {Session} session @returns {View} */
export function playView(app, session) {
  return new Play(app, session);
}

class Play {
  /** @param {App} app @param {Session} session */
  constructor(app, session) {
    this.app = app;
    this.session = session;
    /** @type {TableState} */
    this.state = NOTHING_YET;
    this.plan = NO_PLAN;
    /** @type {{action: string, at: number} | null} the start mark that is chosen */
    this.mark = null;
    /** @type {number | null} for whom the curtain was lifted */
    this.lifted = null;
    this.wasOnTurn = false;
    this.problem = ""; // why the last move was not made; it stays until there is other news
    /** @type {Faces | null} */
    this.faces = null;
    this.sound = new Sound(app.settings);
    this.sound.wakeOn(document);
    this.hints = new Hints((seat) => adviceAt(session.code, seat), () => this.refresh());
    this.animator = new Animator(/** @type {import("./animator.js").Stage<Episode>} */ (this));
    this.layout = new Layout(app, session, this);
    this.element = this.layout.element;
    void loadFaces().then((faces) => this.open(faces));
  }

  /** The faces of the tiles have come. @param {Faces} faces */
  open(faces) {
    this.faces = faces;
    this.layout.open(faces);
    this.refresh();
    this.tellNews(this.state);
  }

  leave() {
    this.animator.skip();
    this.layout.leave();
  }

  /** @param {TableState} state @param {News | null} news */
  update(state, news) {
    const before = news && this.scene(news.before);
    if (state.position !== this.state.position) this.hints.problem = null;
    this.state = state;
    this.lifted = stillLifted(state, this.lifted);
    if (news?.message.type === "moved" || news?.message.type === "started") this.problem = "";
    const after = sceneOf(state);
    if (news?.message.type === "moved" && before && after && this.faces) {
      this.animator.add({ events: news.message.events, before, after, state });
      this.explain(news);
    } else if (this.faces && (!news || news.message.type === "started" || news.message.type === "snapshot")) {
      this.tellNews(state);
      if (news?.message.type === "started") this.explain(news);
    }
    this.layout.players.update(state, news);
    this.refresh();
  }

  /** The looks of the players. */
  get looks() {
    return looksOf(this.state.table?.players ?? []);
  }

  /** Whose tiles may be seen now; none while the curtain is down, or still to come down. */
  get own() {
    return seenNow(this.state, this.lifted);
  }

  /** The board with what is planned. @param {TableState} state @returns {Scene | null} */
  scene(state) {
    const own = seenNow(state, this.lifted);
    const face = this.faces && own && this.plan.tile !== null ? faceOf(this.plan, this.faces, this.plan.tile) : null;
    const preview = this.faces && previewOf(this.plan, own, this.faces);
    return sceneOf(state, { own, face, preview, mark: this.mark?.action ?? null, sent: this.session.unansweredMove });
  }

  /** Everything that stands still: it shows what is known, and what is planned. */
  refresh() {
    if (!this.faces || !this.state.position) return;
    this.follow(this.faces);
    const { layout, own, looks } = this;
    layout.status.showTurn(this.state, looks);
    layout.showPanel(panelOf(this.state, own), this.state, own);
    this.showHand(this.faces, own);
    if (!this.animator.busy) this.showBoard();
    this.announce();
  }

  /** @param {Faces} faces */
  follow(faces) {
    const { own } = this;
    this.plan = follow(this.plan, own);
    if (own && !this.choice(own).isSent) this.plan = begin(this.plan, own, faces);
    if (this.mark && !own?.marks.some(({ action }) => action === this.mark?.action)) this.mark = null;
  }

  /** @param {Faces} faces @param {Own | null} own */
  showHand(faces, own) {
    const { controls, hand, exchange } = this.layout;
    const choice = this.choice(own);
    const advice = this.hints.adviceOn(this.state.position);
    const chances = advice && own ? chancesOf(advice, own, this.plan, faces) : null;
    hand?.show({ tiles: own?.hand ?? [], plan: this.plan, chances });
    if (own?.on_turn && this.state.position?.phase === "exchange") exchange?.show(own, choice.isSent);
    else exchange?.reset();
    controls.show(choice, this.outlook(own));
    const isThinking = this.hints.isThinkingOf(this.state.position);
    controls.showHint({ isAllowed: this.mayAsk, isThinking, isKnown: advice !== null });
    exchange?.showHint(this.mayAsk, isThinking);
  }

  /** @param {Own | null} own */
  outlook(own) {
    const { problem } = this.hints;
    const choice = this.choice(own);
    if (problem && this.mayAsk) return { text: inWords(problem), tone: /** @type {const} */ ("bad") };
    const plain = (/** @type {string} */ text) => ({ text, tone: /** @type {const} */ ("plain") });
    if (!own || choice.isSent) return plain("");
    if (own.marks.length) return plain(whyNot(choice) ?? t("play.mark-chosen"));
    if (!own.on_turn && !choice.preview && own.previews.length) return plain(t("play.plan"));
    return outlookOf(choice.preview, own, this.looks);
  }

  /** What the place button is about. @param {Own | null} own */
  choice(own) {
    const mark = this.mark?.action ?? null;
    const preview = this.faces && previewOf(this.plan, own, this.faces);
    const isSent = pendingOf({ own, face: null, preview, mark, sent: this.session.unansweredMove }) !== null;
    return { own, preview, mark, isSent, active: this.looks[this.state.position?.active ?? -1] };
  }

  /** Whether hints are allowed here and now. */
  get mayAsk() {
    const isMine = this.own?.on_turn && !this.choice(this.own).isSent;
    return Boolean(this.state.you?.practice && isMine && !this.state.position?.result);
  }

  showBoard() {
    const scene = this.scene(this.state);
    if (scene) this.layout.board?.show(scene);
    const seat = curtainFor(this.state, this.lifted);
    this.layout.lower(seat === null ? null : this.looks[seat], headline(this.state.last, this.looks, []));
    this.layout.showEnd(Boolean(this.state.position?.result), this.state);
  }

  /** Say it when a turn begins: in the title, by a sound. */
  announce() {
    const isOnTurn = ownOnTurn(this.state) !== null && !this.state.position?.result;
    if (isOnTurn && !this.wasOnTurn) this.sound.play("your-turn");
    this.wasOnTurn = isOnTurn;
    this.app.title(isOnTurn ? `● ${t("play.your-turn")}` : this.looks.map(({ name }) => name).join(", "));
  }

  /** @param {Episode} episode */
  async play(episode) {
    this.tellNews(episode.state);
    const { speed } = this.app.settings.choices;
    let isHeard = false;
    const onStep = (/** @type {Step} */ step) => ((isHeard = true), this.soundOf(step));
    await this.layout.board?.play(episode, { speed, onStep });
    if (!isHeard) this.sound.play("placed"); // nothing moved, as some like it
  }

  skip() {
    this.layout.board?.skip();
  }

  /** Nothing moves any more. */
  rest() {
    this.refresh();
    const { result } = this.state.position ?? {};
    if (result?.winners.some((seat) => this.state.you?.seats.includes(seat))) this.sound.play("win");
  }

  /** @param {Step} step */
  soundOf(step) {
    if (step.kind === "tile" || step.kind === "start") this.sound.play("placed");
    else this.sound.play(step.kind === "walk" ? "walked" : "eliminated");
  }

  /** @param {TableState} state */
  tellNews(state) {
    if (!state.position) return;
    const sentence = headline(state.last, looksOf(state.table?.players ?? []), state.you?.seats ?? []);
    if (!this.problem) this.layout.status.tell(sentence);
    this.app.say([sentence, turnInWords(this.state, this.looks)].filter(Boolean).join(" "));
  }

  /** @param {News} news */
  explain({ state, before }) {
    this.layout.notes.explain(explanationsFor(state.last, before.position, state.position));
  }

  /** @param {string} sentence */
  complain(sentence) {
    this.problem = sentence;
    this.layout.status.tell(sentence, true);
    this.app.say(sentence);
  }

  /** @param {number} index */
  tile(index) {
    const { own, faces } = this;
    if (!own || !faces) return;
    const isSelected = own.hand[index] === this.plan.tile;
    if (isSelected) this.turnTile(1);
    else this.change(select(this.plan, own, index));
  }

  /** @param {number} step */
  turnTile(step) {
    if (!this.faces || !this.own || this.plan.tile === null) return;
    this.sound.play("turn");
    this.change(turn(this.plan, this.faces, step));
  }

  /** @param {import("./plan.js").Plan} plan */
  change(plan) {
    if (this.choice(this.own).isSent) return;
    this.plan = plan;
    this.hints.problem = null;
    this.animator.skip();
    this.refresh();
    this.layout.keepFocus(this.own ? indexOf(plan, this.own) : -1);
    this.app.say(this.layout.controls.outlook.textContent ?? "");
  }

  /** A start mark; one that was chosen before is taken. @param {string} action */
  chooseMark(action) {
    const isAgain = this.mark?.action === action && performance.now() - this.mark.at > TWICE;
    if (isAgain) return this.place();
    if (this.mark?.action !== action) this.sound.play("turn");
    this.mark = { action, at: performance.now() };
    this.refresh();
  }

  place() {
    const choice = this.choice(this.own);
    if (this.layout.panel === "exchange") return this.layout.exchange?.confirm();
    const action = moveOf(choice);
    if (action) void this.send(action);
    else if (this.layout.panel === "hand") this.app.say(whyNot(choice) ?? "");
  }

  /** @param {string} action */
  async send(action) {
    const { own } = this;
    if (!own?.on_turn || this.choice(own).isSent) return;
    this.problem = "";
    this.animator.skip();
    const { isOnBoard } = this.layout; // the start marks go when one is sent
    const answer = this.session.move(own.seat, action);
    this.refresh();
    if (isOnBoard) this.layout.hand?.focus(0);
    const refusal = refusalOf(await answer);
    if (refusal) this.complain(refusal);
    this.refresh();
  }

  /** Whether a tile may be dropped on the square. @param {number | null} square */
  isTarget(square) {
    const { own, state } = this;
    return own !== null && square !== null && state.position !== null && facedBy(state.position, own.seat) === square;
  }

  /** @param {number} index */
  lift(index) {
    const { own } = this;
    if (!own || !this.faces || !own.previews.length || this.choice(own).isSent) return null;
    this.change(select(this.plan, own, index));
    return faceOf(this.plan, this.faces, own.hand[index]);
  }

  liftCurtain() {
    this.lifted = ownOnTurn(this.state)?.seat ?? null;
    this.refresh();
    this.layout.hand?.focus(this.own ? Math.max(0, indexOf(this.plan, this.own)) : 0);
  }

  async hint() {
    const { own, state } = this;
    if (!this.mayAsk || !own || !state.position) return;
    const known = this.hints.adviceOn(state.position);
    if (known) return this.take(known.chosen);
    const advice = await this.hints.want(state.position, own.seat);
    this.app.say(advice ? t("hint.here") : inWords(this.hints.problem ?? {}));
    if (advice && state.position.phase !== "play") this.take(advice.chosen);
  }

  /** Plan what was advised. @param {string} action */
  take(action) {
    const { own } = this;
    if (!own) return;
    if (faceIn(action)) this.change(planFor(this.plan, own, action));
    else if (isMark(action)) this.chooseMark(action);
    else this.layout.exchange?.propose(action);
  }

  /** @param {Command} command */
  command(command) {
    if (command.do === "select") this.tile(command.index);
    else if (command.do === "turn") this.turnTile(command.step);
    else if (command.do === "place") this.place();
    else if (command.do === "hint") void this.hint();
    else if (command.do === "keys") this.layout.showKeys();
    else this.escape();
  }

  escape() {
    this.layout.cancelDrag();
    this.animator.skip();
  }
}

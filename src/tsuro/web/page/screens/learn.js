// The lesson: the worked example of the rules, in which the learner makes the moves of one player.

/** @import {App, Screen} from "../main.js" */
/** @import {Scene} from "../board/board.js" */
/** @import {Step as Walked} from "../board/walks.js" */
/** @import {Faces} from "../board/faces.js" */
/** @import {Exchange, Lesson, Moment, Step} from "../lesson/steps.js" */
import { faceIn, tileIn } from "../game/actions.js";
import { Board } from "../board/board.js";
import { loadFaces } from "../board/faces.js";
import { h, put, set } from "../ui/dom.js";
import { topBar } from "../ui/top-bar.js";
import { t } from "../words/language.js";
import { choicesInWords } from "../lesson/choices.js";
import { Desk } from "../lesson/desk.js";
import { mistakeIn, momentAt, momentsOf, STEPS, taskOf, wantedIn } from "../lesson/steps.js";
import { looksOf } from "../board/looks.js";
import { commandOf, isElsewhere, isOnControl } from "../play/gestures.js";
import { facedBy } from "../game/table.js";
import { problemLine } from "../ui/problem.js";
import { Sound, STEP_SOUNDS } from "../device/sound.js";
import { effectsInWords, headline, playerInWords, sentencesOf } from "../words/events.js";

const KEPT = "tsuro.lesson"; // the step, so that neither a reload nor another language begins anew
const PATIENCE = 2; // after so many other moves the one of the lesson is laid out

/** @param {App} app @returns {Promise<Screen>} */
export async function screen(app) {
  app.title(t("learn.title"));
  try {
    const [lesson, faces] = await Promise.all([loadLesson(), loadFaces()]);
    const view = new LessonView(app, lesson, faces);
    view.open();
    return { element: view.element, leave: () => view.leave() };
  } catch {
    const sorry = h("main", { class: "notice" }, h("h1", {}, t("learn.title")), problemLine(t("learn.failed")).element);
    return { element: h("div", {}, topBar(app, {}), sorry) };
  }
}

/** @returns {Promise<Lesson>} */
async function loadLesson() {
  const answer = await fetch("/page/generated/lesson.json");
  if (!answer.ok) throw new Error(`lesson: ${answer.status}`);
  return answer.json();
}

class LessonView {
  /** @param {App} app @param {Lesson} lesson @param {Faces} faces */
  constructor(app, lesson, faces) {
    this.app = app;
    this.lesson = lesson;
    this.looks = looksOf(lesson.players);
    this.isText = app.settings.choices.text;
    this.sound = new Sound(app.settings);
    this.board = new Board({ faces, t });
    this.desk = new Desk(faces, { onPlan: () => this.plan(), onChoose: (action) => this.choose(action) });
    /** @type {Exchange | null} */
    this.exchange = null;
    this.number = 0;
    this.mistakes = 0;
    this.isMoving = false;
    this.progress = h("p", { class: "learn-progress figures" });
    this.bar = h("progress", { class: "learn-bar", max: STEPS.length, "aria-hidden": "true" });
    this.words = h("div", { class: "learn-words", "aria-live": this.isText ? null : "polite" }); // in words, the focus goes there
    this.news = h("p", { class: "learn-news", role: "status" });
    this.nav = h("div", { class: "learn-nav" });
    this.choices = h("div", { class: "learn-desk" });
    this.element = this.build();
    this.press = (/** @type {KeyboardEvent} */ event) => this.command(event);
  }

  build() {
    const side = h("section", { class: "learn-side", "aria-label": t("learn.title") },
      h("div", { class: "learn-head" }, this.progress, this.bar), this.words, this.news,
      this.isText ? this.choices : this.desk.element, this.nav);
    const board = !this.isText && h("div", { class: "learn-board", onclick: () => this.isMoving && this.board.skip() }, this.board.element);
    const main = h("main", { class: this.isText ? "learn is-text" : "learn" }, h("h1", { class: "unseen" }, t("learn.title")), board, side);
    return h("div", { class: "learn-screen" }, topBar(this.app, { compact: true }), main);
  }

  open() {
    const kept = Number(this.app.session?.getItem(KEPT) ?? 0);
    document.addEventListener("keydown", this.press);
    this.sound.wakeOn(document);
    this.board.onMark(({ action }) => this.desk.chooseMark(action));
    this.board.onSquare(() => this.desk.turn(1));
    this.show(kept < STEPS.length ? kept : 0);
  }

  leave() {
    document.removeEventListener("keydown", this.press);
    this.isLeft = true;
    this.board.skip();
  }

  /** @returns {Step} */
  get step() {
    return /** @type {Step} */ (STEPS[this.number]);
  }

  get moment() {
    return momentAt(this.lesson, this.step, this.exchange);
  }

  get wanted() {
    return wantedIn(this.lesson, this.step);
  }

  /** Begin a step. @param {number} number */
  show(number) {
    this.number = number;
    this.mistakes = 0;
    this.app.session?.setItem(KEPT, String(number));
    const { own, hand } = this.moment;
    this.progress.textContent = t("learn.progress", { step: number + 1, steps: STEPS.length });
    this.bar.value = number + 1;
    put(this.words, h("h2", { tabindex: -1 }, t(this.step.title)), h("p", {}, t((this.isText && this.step.inWords) || this.step.text)));
    this.desk.begin(own, hand, this.wanted);
    this.showChoices();
    this.showNav();
    this.board.show(this.scene(this.moment));
  }

  showChoices() {
    const { own, position } = this.moment;
    if (!this.isText) return;
    const players = h("ul", {}, ...this.looks.map(({ seat }) => h("li", {}, playerInWords(position, this.looks, seat))));
    const situation = own && this.wanted && { lesson: this.lesson, own, wanted: this.wanted, looks: this.looks };
    put(this.choices, h("h3", {}, t("learn.players")), players,
      situation && [h("h3", {}, t("learn.options")), choicesInWords(situation, (action) => this.choose(action))]);
  }

  showNav() {
    const isLast = this.number === STEPS.length - 1;
    const back = h("button", { type: "button", disabled: this.number === 0, onclick: () => this.back() }, t("learn.back"));
    if (isLast) put(this.nav, this.bots(), back, this.rules());
    else put(this.nav, back, this.wanted ? this.ways() : this.next());
  }

  next() {
    return h("button", { type: "button", class: "main", onclick: () => void this.goOn() }, t("learn.next"));
  }

  /** Out of a task without solving it. */
  ways() {
    const wanted = this.wanted ?? "";
    return [
      !this.isText && h("button", { type: "button", onclick: () => this.desk.propose(wanted) }, t("learn.show-me")),
      h("button", { type: "button", class: "plain", onclick: () => this.choose(wanted) }, t("learn.skip-step")),
    ];
  }

  bots() {
    return h("a", { class: "button main", href: "/#way-bots" }, t("learn.play-bots"));
  }

  rules() {
    return h("a", { class: "button", href: "/rules" }, t("learn.read-rules"));
  }

  back() {
    put(this.news);
    this.show(this.number - 1);
    this.focus();
  }

  /** The learner has something else in mind: show what would come of it. */
  plan() {
    const preview = this.desk.preview();
    this.board.show(this.scene(this.moment));
    put(this.news, preview && (preview.refused ? t("learn.wrong.edge") : effectsInWords(preview, this.looks, this.lesson.you).join(" ")));
  }

  /** @param {string} action */
  choose(action) {
    const { own } = this.moment;
    const wanted = this.wanted;
    if (!own || !wanted || this.isMoving) return;
    const mistake = action ? mistakeIn(own, wanted, action) : unchosen(taskOf(own) === "mark");
    if (mistake) this.answer(mistake, action !== "");
    else {
      if (taskOf(own) === "exchange") this.exchange = this.lesson.exchanges.find((each) => each.action === action) ?? null;
      void this.goOn();
    }
  }

  /** Say kindly why the lesson goes on otherwise. @param {string} mistake @param {boolean} counts */
  answer(mistake, counts) {
    const wanted = this.wanted ?? "";
    const number = (this.moment.own?.hand.indexOf(tileIn(wanted)) ?? 0) + 1;
    if (counts) this.mistakes += 1;
    const isLaid = mistake === "learn.wrong.mark" || this.mistakes >= PATIENCE;
    if (isLaid) this.desk.propose(wanted);
    const more = isLaid && mistake !== "learn.wrong.mark" && !this.isText ? [t("learn.wrong.shown")] : [];
    put(this.news, [t(mistake, { number }), ...more].join(" "));
  }

  /** Let happen what happens next, then begin the next step. */
  async goOn() {
    if (this.isMoving) return;
    this.isMoving = true;
    set(this.element, { "data-moving": true });
    for (const moment of momentsOf(this.lesson, this.step, this.exchange)) {
      if (!this.isText) await this.play(moment);
      if (this.isLeft) return;
    }
    const told = momentsOf(this.lesson, this.step, this.exchange);
    put(this.news, this.tell(told));
    this.isMoving = false;
    set(this.element, { "data-moving": false });
    this.show(this.number + 1);
    this.focus();
  }

  /** What happened: in one line beside the board, or all of it.
   * @param {readonly Moment[]} moments
   */
  tell(moments) {
    const own = [this.lesson.you];
    if (this.isText) return moments.flatMap(({ events }) => sentencesOf(events, this.looks, own)).join(" ");
    return headline(moments.at(-1)?.events ?? [], this.looks, own);
  }

  /** @param {Moment} moment */
  async play(moment) {
    const before = this.board.scene ?? this.scene(moment);
    put(this.news, headline(moment.events, this.looks, [this.lesson.you]));
    const how = { speed: this.app.settings.choices.speed, onStep: (/** @type {Walked} */ { kind }) => this.sound.play(STEP_SOUNDS[kind]) };
    await this.board.play({ events: moment.events, before, after: this.bare(moment) }, how);
  }

  /** Bring the focus on, where the button that had it is gone. */
  focus() {
    if (!this.isText && document.activeElement && document.activeElement !== document.body) return;
    const control = this.nav.querySelector(".main") ?? this.desk.element.querySelector("button");
    const target = this.isText ? this.words.querySelector("h2") : control;
    if (target instanceof HTMLElement) target.focus({ preventScroll: !this.isText });
  }

  /** @param {KeyboardEvent} event */
  command(event) {
    const command = commandOf(event);
    if (!command || isElsewhere(event.target)) return;
    if (this.isMoving) this.board.skip();
    else if (command.do === "select") this.desk.select(command.index);
    else if (command.do === "turn") this.desk.turn(command.step);
    else if (command.do === "hint" && this.wanted) this.desk.propose(this.wanted);
    else if (command.do === "place" && isForLesson(event.target)) {
      event.preventDefault(); // else the tile would be turned, too
      this.enter();
    }
  }

  enter() {
    if (this.wanted) this.desk.go();
    else if (this.number < STEPS.length - 1) void this.goOn();
  }

  /** The board with what the learner has in mind. @param {Moment} moment @returns {Scene} */
  scene(moment) {
    const { own, position } = moment;
    const preview = this.desk.preview();
    const square = facedBy(position, this.lesson.you);
    const face = faceIn(preview?.action ?? "");
    const ghost = preview && square !== null ? { face, square, preview, pending: false } : null;
    return { ...this.bare(moment), marks: own?.marks ?? [], mark: this.desk.mark, ghost };
  }

  /** The board as it is. @param {Moment} moment @returns {Scene} */
  bare({ position, events }) {
    const placed = events.find((event) => event.type === "tile-placed");
    const lit = position.phase === "play" ? facedBy(position, position.active) : null;
    const last = placed?.type === "tile-placed" ? placed.square : null;
    return { position, looks: this.looks, active: position.active, lit, last, marks: [], mark: null, ghost: null };
  }
}

/** Whether Enter goes on, rather than pressing what has the focus: on the selected tile it places that tile, as at a table.
 * @param {EventTarget | null} target
 */
function isForLesson(target) {
  return !isOnControl(target) || (target instanceof Element && target.closest(".hand-tile[aria-pressed=true]") !== null);
}

/** What to say to whoever would act before choosing. @param {boolean} isMark */
function unchosen(isMark) {
  return isMark ? "learn.mark-first" : "learn.select-first";
}

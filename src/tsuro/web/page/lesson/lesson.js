// The lesson as it runs: what the learner does goes into the progress, and the progress is shown.

/** @import {App} from "../main.js" */
/** @import {Step as Walked} from "../board/walks.js" */
/** @import {Faces} from "../board/faces.js" */
/** @import {Answer, Progress} from "./progress.js" */
/** @import {Lesson, Moment} from "./steps.js" */
import { Board } from "../board/board.js";
import { looksOf } from "../board/looks.js";
import { Sound, STEP_SOUNDS } from "../device/sound.js";
import { commandOf, isElsewhere, isOnControl, isSelected } from "../play/gestures.js";
import { h } from "../ui/dom.js";
import { t } from "../words/language.js";
import { effectsInWords, headline, sentencesOf } from "../words/events.js";
import { Desk } from "./desk.js";
import { Layout } from "./layout.js";
import { beginAt, choose, isLast, momentIn, momentsIn, move, wanted } from "./progress.js";
import { bareScene, plannedScene } from "./scene.js";

const KEPT = "tsuro.lesson"; // the step, so that neither a reload nor another language begins again

/** The lesson on the screen: `open` it, and `leave` it. */
export class LessonView {
  /** @param {App} app @param {Lesson} lesson @param {Faces} faces */
  constructor(app, lesson, faces) {
    this.app = app;
    this.lesson = lesson;
    this.looks = looksOf(lesson.players);
    this.isText = app.settings.choices.text;
    this.sound = new Sound(app.settings);
    this.board = new Board({ faces, t });
    this.desk = new Desk(faces, {
      onPlan: () => this.plan(),
      onPoint: (words) => this.layout.sayPoint(words),
      onChoose: (action) => this.choose(action),
    });
    /** @type {Progress} */
    this.progress = beginAt(lesson, Number(app.session?.getItem(KEPT) ?? 0));
    this.isMoving = false;
    this.isLeft = false;
    const place = h("div", { class: "learn-board", onclick: () => this.isMoving && this.board.skip() }, this.board.element);
    this.layout = new Layout(app, { looks: this.looks, board: place, desk: this.desk.element, ways: this.ways() });
    this.element = this.layout.element;
    this.press = (/** @type {KeyboardEvent} */ event) => this.command(event);
  }

  /** Begin where the learner was. */
  open() {
    document.addEventListener("keydown", this.press);
    this.sound.wakeOn(document);
    this.board.onMark(({ action }) => this.desk.chooseMark(action));
    this.board.onSquare(() => this.desk.turn(1));
    this.show(this.progress);
  }

  /** Stop listening and moving. */
  leave() {
    document.removeEventListener("keydown", this.press);
    this.isLeft = true;
    this.board.skip();
  }

  /** @returns {import("./layout.js").Ways} */
  ways() {
    return {
      back: () => this.back(),
      next: () => void this.goOn(),
      showMove: () => this.desk.propose(wanted(this.progress) ?? ""),
      skipStep: () => this.choose(wanted(this.progress) ?? ""),
      choose: (action) => this.choose(action),
    };
  }

  /** Begin a step. @param {Progress} progress */
  show(progress) {
    this.progress = progress;
    this.app.session?.setItem(KEPT, String(progress.number));
    const { own, hand } = momentIn(progress);
    this.layout.show(progress);
    this.desk.begin(own, hand, wanted(progress));
    this.drawBoard();
  }

  drawBoard() {
    const { mark } = this.desk;
    const pointed = this.desk.pointer()?.at === "mark" ? wanted(this.progress) : null;
    const plan = { looks: this.looks, you: this.lesson.you, preview: this.desk.preview(), mark, pointed };
    this.board.show(plannedScene(momentIn(this.progress), plan));
  }

  back() {
    this.layout.say();
    this.show(move(this.progress, -1));
    this.layout.focus();
  }

  /** The learner has something else in mind: show what would come of it. */
  plan() {
    const preview = this.desk.preview();
    this.drawBoard();
    const effects = () => effectsInWords(/** @type {NonNullable<typeof preview>} */ (preview), this.looks, this.lesson.you);
    this.layout.say(preview && (preview.refused ? t("learn.wrong.edge") : effects().join(" ")));
  }

  /** @param {string} action empty: nothing is chosen */
  choose(action) {
    if (this.isMoving || !wanted(this.progress)) return;
    const { progress, answer } = choose(this.progress, action);
    this.progress = progress;
    if (answer) this.answer(answer);
    else void this.goOn();
  }

  /** Say kindly why the lesson goes on otherwise. @param {Answer} answer */
  answer({ key, number, isLaid, isShown }) {
    if (isLaid) this.desk.propose(wanted(this.progress) ?? "");
    const more = isShown && !this.isText ? [t("learn.wrong.shown")] : [];
    this.layout.say([t(key, { number }), ...more].join(" "));
  }

  /** Let happen what happens next, then begin the next step. */
  async goOn() {
    if (this.isMoving) return;
    this.setMoving(true);
    const moments = momentsIn(this.progress);
    for (const moment of moments) {
      if (!this.isText) await this.play(moment);
      if (this.isLeft) return;
    }
    this.layout.say(this.happened(moments));
    this.setMoving(false);
    this.show(move(this.progress, 1));
    this.layout.focus();
  }

  /** @param {boolean} isMoving */
  setMoving(isMoving) {
    this.isMoving = isMoving;
    this.layout.setMoving(isMoving);
  }

  /** What happened: in one line beside the board, or all of it. @param {readonly Moment[]} moments */
  happened(moments) {
    const own = [this.lesson.you];
    if (this.isText) return moments.flatMap(({ events }) => sentencesOf(events, this.looks, own)).join(" ");
    return headline(moments.at(-1)?.events ?? [], this.looks, own);
  }

  /** @param {Moment} moment */
  async play(moment) {
    const after = bareScene(moment, this.looks);
    this.layout.say(headline(moment.events, this.looks, [this.lesson.you]));
    const onStep = (/** @type {Walked} */ { kind }) => this.sound.play(STEP_SOUNDS[kind]);
    const { speed } = this.app.settings.choices;
    await this.board.play({ events: moment.events, before: this.board.scene ?? after, after }, { speed, onStep });
  }

  /** @param {KeyboardEvent} event */
  command(event) {
    const command = commandOf(event);
    if (!command || isElsewhere(event.target)) return;
    const move = wanted(this.progress);
    if (this.isMoving) this.board.skip();
    else if (command.do === "select") this.desk.select(command.index);
    else if (command.do === "turn") this.desk.turn(command.step);
    else if (command.do === "hint" && move) this.desk.propose(move);
    else if (command.do === "place" && isForLesson(event.target)) {
      event.preventDefault(); // else the tile would be turned, too
      this.enter();
    }
  }

  enter() {
    if (wanted(this.progress)) this.desk.go();
    else if (!isLast(this.progress)) void this.goOn();
  }
}

/** Whether Enter goes on, rather than pressing what has the focus: on the selected tile it places that tile, as at a table.
 * @param {EventTarget | null} target
 */
function isForLesson(target) {
  return !isOnControl(target) || isSelected(target);
}

// Where everything stands on the screen of the lesson: the words of a step, what just happened, and the ways on.

/** @import {App} from "../main.js" */
/** @import {Child} from "../ui/dom.js" */
/** @import {Look} from "../board/looks.js" */
/** @import {Progress} from "./progress.js" */
import { h, put, set } from "../ui/dom.js";
import { topBar } from "../ui/top-bar.js";
import { t } from "../words/language.js";
import { playerInWords } from "../words/events.js";
import { choicesInWords } from "./choices.js";
import { isLast, momentIn, stepIn, wanted } from "./progress.js";
import { STEPS } from "./steps.js";

/**
 * @typedef {object} Ways what the learner can do besides moves
 * @property {() => void} back
 * @property {() => void} next
 * @property {() => void} showMove lay out the move of the lesson
 * @property {() => void} skipStep
 * @property {(action: string) => void} choose
 */

/** The elements of the lesson; it shows a progress, and passes on what is pressed. */
export class Layout {
  /**
   * @param {App} app
   * @param {{looks: readonly Look[], board: Element, desk: HTMLElement, ways: Ways}} given
   */
  constructor(app, { looks, board, desk, ways }) {
    this.isText = app.settings.choices.text;
    this.looks = looks;
    this.ways = ways;
    this.desk = desk;
    this.progress = h("p", { class: "learn-progress figures" });
    this.bar = h("progress", { class: "learn-bar", max: STEPS.length, "aria-hidden": "true" });
    this.words = h("div", { class: "learn-words", "aria-live": this.isText ? null : "polite" }); // in words, the focus goes there
    this.news = h("p", { class: "learn-news", role: "status" });
    this.point = h("p", { class: "learn-point", "aria-live": "polite", hidden: this.isText }); // in words, each step says it
    this.nav = h("div", { class: "learn-nav" });
    this.choices = h("div", { class: "learn-desk" });
    this.element = this.build(app, board);
  }

  /** @param {App} app @param {Element} board */
  build(app, board) {
    const head = h("div", { class: "learn-head" }, this.progress, this.bar);
    const desk = this.isText ? this.choices : this.desk;
    const side = h("section", { class: "learn-side", "aria-label": t("learn.title") }, head, this.words, this.news, this.point, desk, this.nav);
    const heading = h("h1", { class: "unseen" }, t("learn.title"));
    const main = h("main", { class: this.isText ? "learn is-text" : "learn" }, heading, !this.isText && board, side);
    return h("div", { class: "learn-screen" }, topBar(app, { compact: true }), main);
  }

  /** Show the words of a step, and what can be done in it. @param {Progress} progress */
  show(progress) {
    const { number } = progress;
    const step = stepIn(progress);
    this.progress.textContent = t("learn.progress", { step: number + 1, steps: STEPS.length });
    this.bar.value = number + 1;
    const edition = step.edition && h("p", { class: "learn-edition" }, t(step.edition));
    put(this.words, h("h2", { tabindex: -1 }, t(step.title)), h("p", {}, t((this.isText && step.inWords) || step.text)), edition);
    if (this.isText) put(this.choices, this.inWords(progress));
    put(this.nav, this.waysFrom(progress));
    this.pointAt(this.nav.querySelector(".main"));
  }

  /** Say what just happened, or what is wrong. @param {...Child} words */
  say(...words) {
    put(this.news, ...words);
  }

  /** Say what to press next; it is outlined, too. @param {string} words */
  sayPoint(words) {
    this.point.textContent = words;
  }

  /** Point at the way on, where there is only something to look at. @param {Element | null} way */
  pointAt(way) {
    if (!way) return;
    set(way, { "data-pointed": true });
    this.sayPoint(t("learn.point.press", { button: way.textContent ?? "" }));
  }

  /** While markers walk, nothing can be chosen. @param {boolean} isMoving */
  setMoving(isMoving) {
    set(this.element, { "data-moving": isMoving });
  }

  /** Bring the focus on, where the button that had it is gone. */
  focus() {
    if (!this.isText && document.activeElement && document.activeElement !== document.body) return;
    const control = this.nav.querySelector(".main") ?? this.desk.querySelector("button");
    const target = this.isText ? this.words.querySelector("h2") : control;
    if (target instanceof HTMLElement) target.focus({ preventScroll: !this.isText });
  }

  /** @param {Progress} progress @returns {(HTMLElement | false)[]} */
  inWords(progress) {
    const { own, position } = momentIn(progress);
    const { looks } = this;
    const move = wanted(progress);
    const players = h("ul", {}, ...looks.map(({ seat }) => h("li", {}, playerInWords(position, looks, seat))));
    const situation = own && move && { lesson: progress.lesson, own, wanted: move, looks };
    const choices = situation && [h("h3", {}, t("learn.options")), choicesInWords(situation, this.ways.choose)];
    return [h("h3", {}, t("learn.players")), players, ...(choices || [])];
  }

  /** @param {Progress} progress @returns {(HTMLElement | false)[]} */
  waysFrom(progress) {
    const { back, next } = this.ways;
    const backButton = h("button", { type: "button", disabled: progress.number === 0, onclick: () => back() }, t("learn.back"));
    if (isLast(progress)) return [botsLink(), backButton, rulesLink()];
    if (wanted(progress)) return [backButton, ...this.waysOut()];
    return [backButton, h("button", { type: "button", class: "main", onclick: () => next() }, t("learn.next"))];
  }

  /** Out of a task without solving it. */
  waysOut() {
    const { showMove, skipStep } = this.ways;
    return [
      !this.isText && h("button", { type: "button", onclick: () => showMove() }, t("learn.show-me")),
      h("button", { type: "button", class: "plain", onclick: () => skipStep() }, t("learn.skip-step")),
    ];
  }
}

function botsLink() {
  return h("a", { class: "button main", href: "/#way-bots" }, t("learn.play-bots"));
}

function rulesLink() {
  return h("a", { class: "button", href: "/rules" }, t("learn.read-rules"));
}

// A game looked at again: the board, what happened move by move, who held what, and what else could have been done.

/** @import {App} from "../main.js" */
/** @import {Frame, Replay} from "../generated/messages" */
/** @import {Faces} from "../board/faces.js" */
/** @import {Look} from "../board/looks.js" */
import { adviceOn } from "../net/api.js";
import { h, put } from "../ui/dom.js";
import { list, t } from "../words/language.js";
import { looksOf } from "../board/looks.js";
import { headline } from "../words/events.js";
import { AdvicePanel } from "./advice.js";
import { controls, listenToKeys } from "./controls.js";
import { Expectations } from "./expectations.js";
import { Film } from "./film.js";
import { handsPanel } from "./hands.js";
import { addressOf, momentIn } from "./moments.js";
import { moveList } from "./moves.js";
import { chooser } from "./panels.js";
import { practicePanel } from "./practice.js";
import { stageOf } from "./stage.js";

/**
 * Where a game comes from.
 * @typedef {object} Source
 * @property {string} path of the screen's address
 * @property {() => Promise<string>} record the game as text
 * @property {HTMLElement} ways what leads on from here: downloads, another game
 */

/** @typedef {{element: HTMLElement, update: (at: number) => void}} Panel */

/** How long the board stays as it is before the next move, in milliseconds. */
const RESTS = { none: 1100, slow: 1100, normal: 600, fast: 250 };

/** A game on the screen, with its board, moves and panels. */
export class Viewer {
  /**
   * @param {App} app
   * @param {Replay} replay
   * @param {Faces} faces
   * @param {Source} source
   */
  constructor(app, replay, faces, source) {
    const { frames } = replay;
    this.app = app;
    this.path = source.path;
    this.shown = -1;
    this.looks = looksOf(replay.players);
    this.sentences = frames.map((frame) => sentenceOf(frame, this.looks));
    this.stage = stageOf(app, frames, this.looks, faces);
    this.film = new Film(frames.length - 1, momentIn(location.search, frames.length - 1), {
      show: (at, how) => this.stage.show(at, how),
      rest: () => rest(app),
      changed: () => this.changed(),
    });
    this.said = h("p", { class: "replay-said" });
    this.steps = controls(app, this.film, (at) => this.sentences[at] ?? "");
    this.moves = moveList(replay, this.looks, this.sentences, this.film);
    this.panels = this.panelsOf(replay, faces, source);
    this.element = this.build(replay, source);
    this.forgetKeys = listenToKeys(this.film);
    void this.film.begin();
    requestAnimationFrame(() => this.moves.update()); // only what is on the page can be scrolled to
  }

  /** Readers come to the moves first, and to the whole board last. @param {Replay} replay @param {Source} source */
  build(replay, source) {
    const beside = h("div", { class: "replay-panels" }, this.panels.map(({ element }) => element), source.ways);
    const side = h("div", { class: "replay-side" }, this.moves.element, beside);
    const head = h("div", { class: "replay-head" }, heading(replay), this.said);
    const stage = h("div", { class: "replay-stage" }, this.stage.element);
    const more = h("div", { class: "replay-more" }, chooser(side, this.panels.length > 1), side);
    const last = this.app.settings.choices.text;
    return h("div", { class: "replay" }, head, !last && stage, this.steps.element, more, last && stage);
  }

  /** What can be weighed, and played on from, is only where the choices are known.
   * @param {Replay} replay
   * @param {Faces} faces
   * @param {Source} source
   * @returns {Panel[]}
   */
  panelsOf(replay, faces, { record }) {
    const { app, looks } = this;
    const { frames } = replay;
    const hands = handsPanel(looks, faces, replay, app.settings.choices.text);
    if (!frames.some(({ own }) => own)) return [hands];
    const expectations = new Expectations(async (at) => adviceOn(await record(), at));
    const look = (/** @type {string | null} */ action) => this.stage.look(this.film.at, action);
    const advice = new AdvicePanel({ app, frames, looks, faces, expectations, look });
    return [hands, advice, practicePanel(app, frames, looks, record)];
  }

  changed() {
    const { at, running } = this.film;
    const sentence = this.sentences[at] ?? "";
    this.steps.update();
    if (at === this.shown) return;
    this.shown = at;
    this.moves.update();
    this.panels.forEach((panel) => panel.update(at));
    put(this.said, sentence);
    if (!running || this.app.settings.choices.text) this.app.say(sentence);
    history.replaceState(null, "", addressOf(this.path, at));
  }

  leave() {
    this.film.stop();
    this.forgetKeys();
  }
}

/** What happened; at the end, also how it came to that. @param {Frame} frame @param {Look[]} looks */
function sentenceOf({ events }, looks) {
  const before = events.filter(({ type }) => type !== "game-over");
  const led = before.length < events.length ? `${headline(before, looks)} ` : "";
  return led + headline(events, looks);
}

/** @param {Replay} replay */
function heading({ edition, players }) {
  const [name = "", ...options] = edition.split("+");
  const played = [t(`edition.${name}.name`), ...options.map((option) => t(`option.${option}.name`))];
  const names = list(players.map((player) => player.name));
  return [h("h1", {}, names), h("p", { class: "quiet replay-edition" }, played.join(" · "))];
}

/** @param {App} app @returns {Promise<void>} */
function rest({ settings }) {
  return new Promise((done) => setTimeout(done, RESTS[settings.choices.speed]));
}

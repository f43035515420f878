// What would the dragon do? Every placement with its chance to win, and each to be looked at on the board.

/** @import {App} from "../main.js" */
/** @import {Advice, Frame} from "../generated/messages" */
/** @import {Look} from "../board/looks.js" */
/** @import {Faces} from "../board/faces.js" */
/** @import {Choice, Expectations} from "./expectations.js" */
import { inWords } from "../net/api.js";
import { h, put, set } from "../ui/dom.js";
import { t } from "../words/language.js";
import { effectsInWords } from "../words/events.js";
import { chart } from "./chart.js";
import { choiceButton } from "./choice.js";
import { choicesOf, spotsOf } from "./expectations.js";
import { doneNext } from "./moments.js";

/**
 * @typedef {object} Setting what the panel is about
 * @property {App} app
 * @property {readonly Frame[]} frames
 * @property {Look[]} looks
 * @property {Faces} faces
 * @property {Expectations} expectations
 * @property {(action: string | null) => void} look show a choice on the board, or none
 */

/** What the dragon says about a moment, and about the whole game. */
export class AdvicePanel {
  /** @param {Setting} setting */
  constructor(setting) {
    this.setting = setting;
    this.at = 0;
    /** @type {string | null} the choice that stays on the board */
    this.picked = null;
    /** @type {string | null} the choice that is on the board */
    this.looked = null;
    this.busy = -1; // the moment that is being thought about
    this.ask = h("button", { type: "button", onclick: () => void this.wonder() }, t("replay.ask"));
    this.status = h("p", { role: "status" });
    const away = () => this.look(this.picked);
    this.list = h("ul", { class: "replay-choices", onpointerleave: away, onfocusout: away });
    this.effects = h("p", { class: "replay-effects" });
    this.curve = h("div", { class: "replay-chart" });
    this.element = this.build();
  }

  build() {
    return h(
      "section",
      { class: "replay-advice", "aria-labelledby": "replay-advice" },
      h("h2", { id: "replay-advice" }, t("replay.advice")),
      h("div", { class: "replay-ask" }, this.ask, this.status),
      this.list,
      this.effects,
      this.curve,
    );
  }

  get frame() {
    return /** @type {Frame} */ (this.setting.frames[this.at]);
  }

  get known() {
    return this.setting.expectations.known.get(this.at);
  }

  /** @param {number} at */
  update(at) {
    this.at = at;
    this.picked = this.looked = null;
    this.say("");
    this.draw();
  }

  draw() {
    const { frames, looks, expectations } = this.setting;
    const { known } = this;
    const open = Boolean(this.frame.own);
    set(this.ask, { hidden: Boolean(known) || !open, disabled: this.busy >= 0 });
    if (!open) this.say(t("replay.nothing-to-weigh"));
    else if (this.busy === this.at) this.say(t("replay.thinking"));
    put(this.list, known ? choicesOf(known, doneNext(frames, this.at)).map((choice) => h("li", {}, this.row(choice))) : []);
    put(this.effects, known ? this.lead(known) : "");
    put(this.curve, chart(spotsOf(expectations.known, frames), looks, frames.length - 1, this.at));
  }

  async wonder() {
    const asked = (this.busy = this.at);
    this.draw();
    const problem = await this.setting.expectations.of(asked).then(() => null, (failed) => failed);
    this.busy = -1;
    if (asked === this.at) this.say(problem ? inWords(problem) : "", Boolean(problem));
    this.draw();
    if (asked === this.at && !problem) this.list.querySelector("button")?.focus({ preventScroll: true });
  }

  /** @param {Choice} choice */
  row(choice) {
    const { action } = choice;
    return choiceButton(choice, this.frame, this.setting, {
      "aria-pressed": "false",
      "data-action": action,
      onpointerenter: () => this.look(action),
      onfocus: () => this.look(action),
      onclick: () => this.pick(action),
    });
  }

  /** @param {string} action */
  pick(action) {
    this.picked = this.picked === action ? null : action;
    for (const button of this.list.querySelectorAll("button")) {
      set(button, { "aria-pressed": String(button.dataset.action === this.picked) });
    }
    this.look(action);
    if (this.picked) this.setting.app.say(this.effects.textContent ?? "");
  }

  /** @param {string | null} action */
  look(action) {
    if (action === this.looked) return; // a list that goes also tells that nothing in it has the focus any more
    this.looked = action;
    this.setting.look(action);
    put(this.effects, (action && this.effectsOf(action)) || (this.known ? this.lead(this.known) : ""));
  }

  /** What a placement would do, in words. @param {string} action */
  effectsOf(action) {
    const preview = this.frame.own?.previews.find((one) => one.action === action);
    return preview ? effectsInWords(preview, this.setting.looks, -1).join(" ") : "";
  }

  /** What to make of the list. @param {Advice} advice */
  lead({ seat, estimates }) {
    const name = this.setting.looks[seat]?.name ?? "";
    return estimates.length ? t("replay.chances-of", { name }) : t("replay.no-chances");
  }

  /** @param {string} sentence @param {boolean} [bad] */
  say(sentence, bad = false) {
    put(this.status, sentence);
    set(this.status, { class: bad ? "problem" : "quiet" });
  }
}

// The buttons below the hand: turn, place, hint; and the line that says what placing would do, or why it cannot be done.

/** @import {Choice} from "./choice.js" */
/** @import {Gestures} from "./gestures.js" */
/** @import {Outlook} from "./outlook.js" */
import { h, set } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { t } from "../words/language.js";
import { whyNot } from "./choice.js";

const HINT_WORDS = { ask: () => t("hint.ask"), take: () => t("hint.take"), back: () => t("hint.back") };

/** The buttons and the line; `show` draws a choice. */
export class Controls {
  /** @param {Pick<Gestures, "turn" | "place" | "hint">} gestures */
  constructor(gestures) {
    const onPlace = () => gestures.place();
    const onHint = () => void gestures.hint();
    this.turn = h("button", { class: "turn", type: "button", onclick: () => gestures.turn(1) }, icon("again"), t("play.turn"));
    this.placeWords = h("span", {});
    const placing = { class: "main place", type: "button", onclick: onPlace, "aria-describedby": "outlook" };
    this.place = h("button", placing, this.placeWords);
    this.hintWords = h("span", {}, t("hint.ask"));
    this.hint = h("button", { class: "plain hint", type: "button", onclick: onHint, hidden: true }, icon("hint"), this.hintWords);
    this.outlook = h("p", { class: "outlook", id: "outlook" });
    this.element = h(
      "div",
      { class: "controls" },
      h("div", { class: "outlook-row" }, this.outlook, this.hint),
      h("div", { class: "controls-row" }, this.turn, this.place),
    );
  }

  /** @param {Choice} choice @param {Outlook} outlook */
  show(choice, outlook) {
    const isMark = Boolean(choice.own?.marks.length);
    const why = whyNot(choice);
    this.placeWords.textContent = choice.isSent ? t("play.sending") : isMark ? t("play.start-here") : t("play.place");
    set(this.place, { "aria-disabled": why === null ? null : "true", "aria-busy": choice.isSent ? "true" : null });
    set(this.turn, { "aria-disabled": choice.preview && !choice.isSent ? null : "true" });
    this.outlook.textContent = outlook.text;
    set(this.outlook, { class: `outlook is-${outlook.tone}` });
  }

  /** @param {{isAllowed: boolean, isThinking: boolean, next: "ask" | "take" | "back"}} how next: what pressing it does */
  showHint({ isAllowed, isThinking, next }) {
    this.hint.hidden = !isAllowed;
    this.hintWords.textContent = isThinking ? t("hint.thinking") : HINT_WORDS[next]();
    set(this.hint, { "data-tip": this.hintWords.textContent });
    set(this.hint, { "aria-busy": isThinking ? "true" : null, "aria-disabled": isThinking ? "true" : null });
  }
}

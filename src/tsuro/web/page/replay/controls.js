// First, back, play, next, last; the slider; how fast. By hand, and by the keys ← → Home End and Space.

/** @import {App} from "../main.js" */
/** @import {IconName} from "../ui/icons.js" */
/** @import {Choices} from "../device/settings.js" */
/** @import {Film} from "./film.js" */
import { h, put, set } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { speedNames } from "../ui/settings-dialog.js";
import { t } from "../words/language.js";

/** The buttons and the slider that move through a game.
 * @param {App} app
 * @param {Film} film
 * @param {(at: number) => string} sentenceAt what happened at a moment, for the slider to say
 * @returns {{element: HTMLElement, update: () => void}}
 */
export function controls(app, film, sentenceAt) {
  const first = button("first", t("replay.first"), () => void film.go(0));
  const back = button("back", t("replay.back"), () => void film.step(-1));
  const play = button("play", t("replay.play"), () => void film.toggle());
  const next = button("next", t("replay.next"), () => void film.step(1));
  const last = button("last", t("replay.last"), () => void film.go(film.last));
  play.classList.add("main");
  const slider = sliderOf(film);
  const pace = speed(app);
  const count = h("span", { class: "replay-count figures", "aria-hidden": "true" });
  const element = h(
    "section",
    { class: "replay-controls", "aria-label": t("replay.controls") },
    h("div", { class: "replay-slide" }, slider, count),
    h("div", { class: "replay-buttons" }, h("div", { class: "replay-steps" }, first, back, play, next, last), pace.element),
  );
  return { element, update };

  function update() {
    for (const control of [first, back]) dim(control, film.at === 0);
    for (const control of [next, last]) dim(control, film.at === film.last);
    name(play, film.running ? "pause" : "play", film.running ? t("replay.pause") : t("replay.play"));
    slider.value = String(film.at);
    set(slider, { "aria-valuetext": t("replay.at", { move: film.at, count: film.last, sentence: sentenceAt(film.at) }) });
    pace.update();
    put(count, `${film.at} / ${film.last}`);
  }
}

/** Listen to the keys of the whole page, until the function it gives is called.
 * @param {Film} film
 */
export function listenToKeys(film) {
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => void film.step(-1),
    ArrowRight: () => void film.step(1),
    Home: () => void film.go(0),
    End: () => void film.go(film.last),
    " ": () => void film.toggle(),
  };
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    const act = keys[event.key];
    if (!act || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTaken(event)) return;
    event.preventDefault();
    act();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

/** Whether the key means something to what has the focus. @param {KeyboardEvent} event */
function isTaken({ target, key }) {
  if (!(target instanceof Element)) return false;
  if (target.closest("input, textarea, select, dialog")) return true;
  return key === " " && target.closest("button, a, summary") !== null;
}

/** @param {Film} film */
function sliderOf(film) {
  return h("input", {
    type: "range",
    class: "replay-slider",
    min: 0,
    max: film.last,
    step: 1,
    value: film.at,
    "aria-label": t("replay.moment"),
    /** @param {Event} event */
    oninput: (event) => void film.go(Number(/** @type {HTMLInputElement} */ (event.target).value)),
  });
}

/** @param {App} app */
function speed({ settings }) {
  const options = Object.entries(speedNames()).map(([value, text]) =>
    h("option", { value, selected: value === settings.choices.speed }, text),
  );
  /** @param {Event} event */
  const onchange = (event) => {
    const { value } = /** @type {HTMLSelectElement} */ (event.target);
    settings.change({ speed: /** @type {Choices["speed"]} */ (value) });
  };
  const select = h("select", { onchange }, options);
  const element = h("label", { class: "replay-speed" }, h("span", { class: "unseen" }, t("settings.speed")), select);
  return { element, update: () => void (select.value = settings.choices.speed) }; // it can be changed in the settings, too
}

/** @param {IconName} drawing @param {string} label @param {() => void} onclick */
function button(drawing, label, onclick) {
  const made = h("button", { type: "button", class: "replay-step", onclick });
  name(made, drawing, label);
  return made;
}

/** @param {HTMLButtonElement} button @param {IconName} drawing @param {string} label */
function name(button, drawing, label) {
  if (button.ariaLabel === label) return;
  set(button, { "data-tip": label, "aria-label": label });
  put(button, icon(drawing, 24));
}

/** Out of use, but still there for the focus that is on it. @param {HTMLButtonElement} button @param {boolean} dimmed */
function dim(button, dimmed) {
  set(button, { "aria-disabled": dimmed ? "true" : null });
}

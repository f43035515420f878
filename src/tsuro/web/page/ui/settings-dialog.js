// The settings of this device, in a dialog over whatever is on the screen.

/** @import {App} from "../main.js" */
/** @import {Choices} from "../device/settings.js" */
import { openDialog } from "./dialog.js";
import { h, put, set } from "./dom.js";
import { answerTo, notifications } from "../device/permission.js";
import { forcedColours } from "../device/settings.js";
import { Sound } from "../device/sound.js";
import { languages, percent, t } from "../words/language.js";
import { segments } from "../options/fields.js";
import { iconButton } from "./icons.js";
import { boardSample } from "../board/sample.js";

const THEMES = /** @type {const} */ (["auto", "light", "dark", "contrast"]);
const BOARDS = /** @type {const} */ (["lacquer", "washi", "garden"]);
const COORDINATES = /** @type {const} */ (["auto", "on", "off"]);
const SPEEDS = /** @type {const} */ (["slow", "normal", "fast", "none"]);

/** Show the settings; they take effect at once.
 * @param {App} app
 */
export function openSettings(app) {
  const dialog = h("dialog", { class: "settings", "aria-labelledby": "settings-title" });
  const draw = () => drawAgain(app, dialog);
  // Another language is there when the document says so: then the dialog speaks it, too.
  const observer = new MutationObserver(draw);
  observer.observe(document.documentElement, { attributeFilter: ["lang"] });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  const stop = app.settings.watch((choices) => allow(dialog, choices));
  draw();
  openDialog(dialog, () => {
    observer.disconnect();
    stop();
    focusOpener();
  });
}

/** What would change nothing cannot be used. @param {HTMLDialogElement} dialog @param {Choices} choices */
function allow(dialog, { theme, sound }) {
  set(/** @type {Element} */ (dialog.querySelector(".boards")), { disabled: theme === "contrast" || forcedColours().matches });
  set(/** @type {Element} */ (dialog.querySelector("#settings-volume")), { disabled: !sound });
}

/** The screen may have been redrawn meanwhile, so the button is looked for. */
function focusOpener() {
  const opener = document.querySelector("[data-settings]");
  if (opener instanceof HTMLElement) opener.focus();
}

/** Draw the dialog without taking the focus from the control that is being used.
 * @param {App} app
 * @param {HTMLDialogElement} dialog
 */
function drawAgain(app, dialog) {
  const used = document.activeElement instanceof HTMLElement ? document.activeElement.id : "";
  put(dialog, ...content(app, dialog));
  allow(dialog, app.settings.choices);
  if (used) document.getElementById(used)?.focus();
}

/** @param {App} app @param {HTMLDialogElement} dialog */
function content(app, dialog) {
  const close = () => dialog.close();
  return [
    h("div", { class: "dialog-head" },
      h("h2", { id: "settings-title" }, t("settings.title")),
      iconButton("close", t("settings.close"), { id: "settings-close", onclick: close })),
    h("div", { class: "stack" },
      languageChoice(app),
      themeChoice(app),
      boardChoice(app),
      speedChoice(app),
      onOff(app, "sound", t("settings.sound"), t("settings.sound-about")),
      volumeChoice(app),
      notifyChoice(app),
      coordinatesChoice(app),
      onOff(app, "text", t("settings.text"), t("settings.text-about"))),
    h("p", { class: "quiet" }, t("settings.kept")),
    h("button", { type: "button", class: "main wide", id: "settings-done", onclick: close }, t("settings.done")),
  ];
}

/** @param {App} app */
function languageChoice(app) {
  const select = h("select", { id: "settings-language" }, h("option", { value: "" }, t("settings.language-auto")));
  select.addEventListener("change", () => app.settings.change({ language: select.value || null }));
  void languages().then((all) => {
    select.append(...all.map(({ code, name }) => h("option", { value: code, lang: code }, name)));
    select.value = app.settings.choices.language ?? "";
  });
  return h("div", { class: "field" }, h("label", { for: "settings-language" }, t("settings.language")), select);
}

/** @param {App} app */
function themeChoice(app) {
  const names = {
    auto: t("settings.theme-auto"),
    light: t("settings.theme-light"),
    dark: t("settings.theme-dark"),
    contrast: t("settings.theme-contrast"),
  };
  const onChoose = (/** @type {Choices["theme"]} */ theme) => app.settings.change({ theme });
  return segments(t("settings.theme"), THEMES, app.settings.choices.theme, { said: (theme) => names[theme], onChoose });
}

/** What the board is made of, with a tile of each. @param {App} app */
function boardChoice(app) {
  const names = { lacquer: t("settings.board-lacquer"), washi: t("settings.board-washi"), garden: t("settings.board-garden") };
  const onChoose = (/** @type {Choices["board"]} */ board) => app.settings.change({ board });
  const said = (/** @type {Choices["board"]} */ board) => [boardSample(board), names[board]];
  const boards = segments(t("settings.board"), BOARDS, app.settings.choices.board, { said, onChoose });
  boards.classList.add("boards");
  boards.append(h("p", { class: "quiet" }, t("settings.board-contrast")));
  return boards;
}

/** @param {App} app */
function speedChoice(app) {
  const names = speedNames();
  const onChoose = (/** @type {Choices["speed"]} */ speed) => app.settings.change({ speed });
  return segments(t("settings.speed"), SPEEDS, app.settings.choices.speed, { said: (speed) => names[speed], onChoose });
}

/** How fast markers may walk. @returns {Record<Choices["speed"], string>} */
export function speedNames() {
  return {
    none: t("settings.speed-none"),
    slow: t("settings.speed-slow"),
    normal: t("settings.speed-normal"),
    fast: t("settings.speed-fast"),
  };
}

/** @param {App} app */
function coordinatesChoice(app) {
  const names = {
    auto: t("settings.coordinates-auto"),
    on: t("settings.coordinates-on"),
    off: t("settings.coordinates-off"),
  };
  const onChoose = (/** @type {Choices["coordinates"]} */ coordinates) => app.settings.change({ coordinates });
  const { coordinates } = app.settings.choices;
  return segments(t("settings.coordinates"), COORDINATES, coordinates, { said: (which) => names[which], onChoose });
}

/** How loud the sounds are; whoever changes it hears one. @param {App} app */
function volumeChoice(app) {
  const sound = new Sound(app.settings);
  const shown = h("output", { class: "figures", for: "settings-volume" });
  const input = h("input", { type: "range", id: "settings-volume", min: 0, max: 100, step: 10, value: app.settings.choices.volume });
  const show = () => {
    put(shown, percent(input.valueAsNumber / 100));
    set(input, { "aria-valuetext": shown.textContent });
  };
  sound.wakeOn(input);
  input.addEventListener("input", () => (show(), app.settings.change({ volume: input.valueAsNumber })));
  input.addEventListener("change", () => sound.play("placed"));
  show();
  return h("div", { class: "volume" }, h("label", { for: "settings-volume" }, t("settings.volume")), shown, input);
}

/** Notifications: the browser is asked when they are wanted, and may say no. @param {App} app */
function notifyChoice(app) {
  const api = notifications();
  if (!api) return null;
  const said = (/** @type {boolean} */ isDenied) => (isDenied ? t("settings.notify-denied") : t("settings.notify-about"));
  const { input, about, element } = toggle("notify", t("settings.notify"), said(api.permission === "denied"));
  about.setAttribute("role", "status"); // what the browser answered is heard
  input.checked = app.settings.choices.notify && api.permission === "granted";
  input.addEventListener("change", async () => {
    const { notify, isDenied } = await answerTo(api, input.checked);
    input.checked = notify;
    about.textContent = said(isDenied);
    app.settings.change({ notify });
  });
  return element;
}

/** @param {App} app @param {"sound" | "text"} name @param {string} label @param {string} about */
function onOff(app, name, label, about) {
  const { input, element } = toggle(name, label, about);
  input.checked = app.settings.choices[name];
  input.addEventListener("change", () => app.settings.change({ [name]: input.checked }));
  return element;
}

/** @param {string} name @param {string} label @param {string} words what it does */
function toggle(name, label, words) {
  const props = { type: "checkbox", role: "switch", id: `settings-${name}`, "aria-describedby": `settings-${name}-about` };
  const input = h("input", props);
  const about = h("p", { class: "quiet", id: `settings-${name}-about` }, words);
  return { input, about, element: h("div", { class: "switch" }, h("label", { for: `settings-${name}` }, label), input, about) };
}

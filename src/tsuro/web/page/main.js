// The page: which screen is shown, the line above it, and what all screens share.

import { languages, pick, useLanguage } from "./words/language.js";
import { put } from "./ui/dom.js";
import { SCREENS } from "./generated/routes.js";
import { focusOn } from "./ui/focus.js";
import { followed, placeOf } from "./router.js";
import { colourBars, watchBars } from "./ui/browser-bar.js";
import { watchTips } from "./ui/tooltip.js";
import { boardOf, forcedColours, Settings, storageOf } from "./device/settings.js";

/**
 * What every screen is given.
 * @typedef {object} App
 * @property {Settings} settings
 * @property {Storage | null} storage what outlives the browser
 * @property {Storage | null} session what outlives a reload
 * @property {(path: string, options?: {replace?: boolean}) => void} go show another screen
 * @property {(sentence: string) => void} say let a screen reader say it
 * @property {(title: string) => void} title of the document
 * @property {(error: unknown) => void} fail say that something could not be loaded, and offer to try again
 */

/** @typedef {{element: HTMLElement, leave?: () => void}} Screen */
/** @typedef {(app: App, params: Record<string, string>) => Screen | Promise<Screen>} MakeScreen */

const settings = new Settings(storageOf("localStorage"));
const page = /** @type {HTMLElement} */ (document.getElementById("page"));
const said = /** @type {HTMLElement} */ (document.getElementById("said"));
const failed = /** @type {HTMLElement} */ (document.getElementById("failed"));

const TOGETHER = 50; // milliseconds

/** @type {Screen | null} */
let shown = null;
/** @type {string[]} what is about to be said */
let saying = [];
let visit = 0; // counts the screens asked for, so that a slow one does not cover a later one

/** @type {App} */
const app = {
  settings,
  storage: storageOf("localStorage"),
  session: storageOf("sessionStorage"),
  go(path, { replace = false } = {}) {
    history[replace ? "replaceState" : "pushState"](null, "", path);
    void show();
  },
  say(sentence) {
    if (!saying.length) setTimeout(speak, TOGETHER);
    saying.push(sentence);
  },
  title(title) {
    document.title = title ? `${title} · Tsuro` : "Tsuro";
  },
  fail(error) {
    console.error(error);
    failed.hidden = false;
  },
};

/** What comes together is said together: one sentence would take the place of the other before it is read. */
function speak() {
  const words = saying.filter(Boolean).join(" ");
  saying = [];
  said.textContent = said.textContent === words ? `${words}\u00a0` : words; // said again if it is the same
}

/** Show the screen of the address; as long as it cannot be had, the one before it stays. */
async function show() {
  const mine = ++visit;
  const { screen, params } = placeOf(location.pathname);
  try {
    const { screen: make } = await SCREENS[screen]();
    const made = await /** @type {MakeScreen} */ (make)(app, params);
    if (mine === visit) change(screen, made);
    else made.leave?.();
  } catch (error) {
    if (mine === visit) app.fail(error);
  }
}

/** @param {string} screen @param {Screen} made */
function change(screen, made) {
  shown?.leave?.();
  shown = made;
  failed.hidden = true;
  document.body.dataset.screen = screen;
  put(page, made.element);
  arrive(made.element);
}

/** Bring reader and focus to where the new screen begins. @param {HTMLElement} element */
function arrive(element) {
  const wanted = document.getElementById(location.hash.slice(1));
  if (visit > 1) focusOn(wanted ?? element.querySelector("h1"));
  if (wanted) wanted.scrollIntoView();
  else window.scrollTo(0, 0);
}

/** @param {import("./device/settings.js").Choices} choices */
function dress(choices) {
  document.documentElement.dataset.theme = choices.theme;
  document.documentElement.dataset.board = boardOf(choices, forcedColours().matches);
  document.documentElement.dataset.mode = choices.text ? "text" : "board";
  document.documentElement.dataset.coordinates = choices.coordinates;
}

async function chosenLanguage() {
  const codes = (await languages()).map(({ code }) => code);
  return pick([...(settings.choices.language ? [settings.choices.language] : []), ...navigator.languages], codes);
}

/** Speak another language, show everything in words or on another board, without losing what is going on: redraw the
 * screen. */
function redrawOnChange() {
  let { language, text } = settings.choices;
  let { board } = document.documentElement.dataset;
  const follow = async (/** @type {import("./device/settings.js").Choices} */ choices) => {
    dress(choices);
    colourBars();
    const shown = document.documentElement.dataset.board;
    const changed = choices.language !== language || choices.text !== text || shown !== board;
    const another = choices.language !== language;
    ({ language, text } = choices);
    board = shown;
    if (another) await chosenLanguage().then(useLanguage).catch(app.fail);
    if (changed) void show();
  };
  settings.watch(follow);
  forcedColours().addEventListener?.("change", () => void follow(settings.choices));
}

async function begin() {
  dress(settings.choices);
  void SCREENS[placeOf(location.pathname).screen]().catch(() => {}); // on its way while the words come
  await useLanguage(await chosenLanguage());
  redrawOnChange();
  watchTips();
  window.addEventListener("popstate", () => void show());
  document.addEventListener("click", (event) => {
    const url = followed(event);
    if (!url) return;
    event.preventDefault();
    app.go(url.pathname + url.search + url.hash);
  });
  await show();
  watchBars();
  if ("serviceWorker" in navigator) void navigator.serviceWorker.register("/worker.js").catch(() => {});
}

begin().catch(app.fail);

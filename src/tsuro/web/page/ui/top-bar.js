// The bar above every screen: the name of the game, ways to learn it, and the settings.

/** @import {Child} from "./dom.js" */
/** @import {App} from "../main.js" */
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "../words/language.js";

/** The bar above a screen.
 * @param {App} app
 * @param {{compact?: boolean, extra?: Child[]}} [options] compact: in as little room as can be; extra: the screen's own buttons
 * @returns {HTMLElement}
 */
export function topBar(app, { compact = false, extra = [] } = {}) {
  const nav = h("nav", { "aria-label": t("frame.nav") }, ...links(app), ...extra);
  return h("header", { class: compact ? "top-bar is-compact" : "top-bar" }, brand(), nav);
}

function brand() {
  const mark = h("img", { src: "/page/icon.svg", width: 32, height: 32, alt: "" });
  return h("a", { class: "brand", href: "/", "data-tip": t("frame.home") }, mark, h("span", {}, "Tsuro"));
}

/** @param {App} app */
function links(app) {
  const settings = { class: "bar-link", type: "button", "data-tip": t("frame.settings"), "data-settings": true, onclick: () => void showSettings(app) };
  return [
    h("a", { class: "bar-link", href: "/learn", "data-tip": t("frame.learn") }, icon("learn"), label("frame.learn")),
    h("a", { class: "bar-link", href: "/rules", "data-tip": t("frame.rules") }, icon("rules"), label("frame.rules")),
    h("button", settings, icon("settings"), label("frame.settings")),
  ];
}

/** Where there is little room, only screen readers get it. @param {string} key */
const label = (key) => h("span", { class: "bar-label" }, t(key));

/** Few open them, so they are fetched then. @param {App} app */
async function showSettings(app) {
  const { openSettings } = await import("./settings-dialog.js");
  openSettings(app);
}

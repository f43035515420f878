// An address at which there is nothing: says so, and leads home.

/** @import {App, Screen} from "../main.js" */
import { h } from "../ui/dom.js";
import { topBar } from "../ui/top-bar.js";
import { t } from "../words/language.js";

/** The screen for an address at which there is nothing. @param {App} app @returns {Screen} */
export function screen(app) {
  app.title(t("missing.title"));
  const home = h("a", { class: "button main", href: "/" }, t("table.to-start"));
  const main = h("main", { class: "notice stack" },
    h("h1", {}, t("missing.title")), h("p", {}, t("missing.why")), h("p", {}, home));
  return { element: h("div", {}, topBar(app), main) };
}

// Where a player arrives with the link that another device showed: the game goes on here.

/** @import {App, Screen} from "../main.js" */
import { inWords, takeHandOver } from "../net/api.js";
import { h } from "../ui/dom.js";
import { topBar } from "../ui/top-bar.js";
import { t } from "../words/language.js";
import { problemLine } from "../ui/problem.js";
import { tablePath } from "../router.js";

/** The screen that takes over from another device.
 * @param {App} app
 * @param {Record<string, string>} params
 * @returns {Screen}
 */
export function screen(app, { code = "" }) {
  const problem = problemLine();
  const button = h("button", { class: "main", onclick: () => void take() }, t("handover.take"));

  // Only a button takes the game over: a link that is merely looked at, by a person or a messenger, must not be used up.
  async function take() {
    button.disabled = true;
    problem.tell();
    try {
      const { play } = await takeHandOver(code);
      app.go(tablePath(play), { replace: true });
    } catch (error) {
      problem.tell(inWords(error));
      button.disabled = false;
      button.focus();
    }
  }

  app.title(t("handover.title"));
  const words = [h("h1", {}, t("handover.title")), h("p", {}, t("handover.what"))];
  const links = h("div", { class: "row handover-row" }, button, h("a", { class: "button", href: "/" }, t("table.to-start")));
  const main = h("main", { class: "column stack handover" }, ...words, problem.element, links);
  return { element: h("div", {}, topBar(app, {}), main) };
}

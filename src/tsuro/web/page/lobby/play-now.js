// A name, and one button that finds a table.

/** @import {App} from "../main.js" */
import { inWords, playNow, sitAt } from "../net/api.js";
import { h, set } from "../ui/dom.js";
import { problemLine } from "../ui/problem.js";
import { t } from "../words/language.js";
import { field } from "../options/fields.js";
import { ownNameField } from "../start/names.js";
import { tablePath } from "../router.js";

/** The card with the name and the button; `sit` takes a seat at a table of the lobby by the same name. @param {App} app */
export function playNowCard(app) {
  const name = ownNameField(app);
  const problem = problemLine();
  const button = h("button", { type: "submit", class: "main big" }, t("lobby.play-now"));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void go(() => playNow(name.read()));
  };
  const element = h("form", { class: "card play-now", onsubmit: submit, novalidate: true },
    field(t("start.your-name"), name.input), button, h("p", { class: "quiet" }, t("lobby.play-now-about")), problem.element);
  let busy = false;
  /** Go to the table that is found; what goes wrong is said beside the button. @param {() => Promise<string>} find */
  async function go(find) {
    if (busy) return; // a double click takes one seat
    busy = true;
    problem.tell();
    set(button, { "aria-busy": "true" });
    try {
      app.go(tablePath(await find()));
    } catch (trouble) {
      problem.tell(inWords(trouble));
      busy = false;
      set(button, { "aria-busy": null });
    }
  }
  return { element, sit: (/** @type {string} */ code) => void go(() => sitAt(code, name.read())) };
}

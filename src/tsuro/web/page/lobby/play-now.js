// A name, and one button that finds a table.

/** @import {App} from "../main.js" */
import { inWords, playNow, Problem, sitAt } from "../net/api.js";
import { h, set } from "../ui/dom.js";
import { problemLine } from "../ui/problem.js";
import { t } from "../words/language.js";
import { field } from "../options/fields.js";
import { ownNameField } from "../start/names.js";
import { tablePath } from "../router.js";

/** @typedef {{button: HTMLElement, tell: (sentence: string | null) => void}} Asked where somebody asked, and hears what went wrong */

/** The card with the name and the button; `sit` takes a seat at a table of the lobby by the same name. @param {App} app */
export function playNowCard(app) {
  const name = ownNameField(app);
  const problem = problemLine();
  const button = h("button", { type: "submit", class: "main big" }, t("lobby.play-now"));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void go(() => playNow(name.read()), own);
  };
  const element = h("form", { class: "card play-now", onsubmit: submit, novalidate: true },
    field(t("start.your-name"), name.input), button, h("p", { class: "quiet" }, t("lobby.play-now-about")), problem.element);
  /** @type {Asked} */
  const own = { button, tell: problem.tell };
  let busy = false;
  let told = own; // where something was last said to have gone wrong
  const clear = () => {
    told.tell(null);
    name.accept();
  };
  /** Go to the table that is found; what goes wrong is said where somebody asked. @param {() => Promise<string>} find @param {Asked} asked */
  async function go(find, asked) {
    if (busy) return; // a double click takes one seat
    busy = true;
    clear();
    told = asked;
    set(asked.button, { "aria-busy": "true" });
    try {
      const code = await find();
      name.keep();
      app.go(tablePath(code));
    } catch (trouble) {
      busy = false;
      set(asked.button, { "aria-busy": null });
      if (isAboutNames(trouble)) name.refuse(problem.element);
      (isAboutNames(trouble) ? own : asked).tell(wordsFor(trouble));
    }
  }
  return { element, clear, sit: (/** @type {string} */ code, /** @type {Asked} */ asked) => void go(() => sitAt(code, name.read()), asked) };
}

/** @param {unknown} trouble */
const isAboutNames = (trouble) => trouble instanceof Problem && trouble.code === "no-name";

/** Somebody who presses once was not too fast: others of the same network were. @param {unknown} trouble */
const wordsFor = (trouble) => (trouble instanceof Problem && trouble.code === "too-fast" ? t("lobby.too-many-tables") : inWords(trouble));

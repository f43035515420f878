// A short form that makes a table: its fields, what is folded away, one main button, and what went wrong.

/** @import {Child} from "../ui/dom.js" */
/** @import {App} from "../main.js" */
import { inWords } from "../net/api.js";
import { h, set } from "../ui/dom.js";
import { t } from "../words/language.js";
import { problemLine } from "../ui/problem.js";
import { tablePath } from "../router.js";

/** A form that makes a table, and goes there.
 * @param {App} app
 * @param {object} parts
 * @param {Child[]} parts.fields
 * @param {Child[]} parts.more what few people change
 * @param {string} parts.button
 * @param {() => Promise<string>} parts.make gives the code of the table; what goes wrong is said beside the button
 */
export function tableForm(app, { fields, more, button, make }) {
  const problem = problemLine();
  const main = h("button", { type: "submit", class: "main big" }, button);
  const folded = h("details", { class: "more" }, h("summary", {}, t("start.more")), h("div", { class: "stack" }, ...more));
  const act = h("div", { class: "door-act" }, problem.element, main);
  const form = h("form", { class: "stack", novalidate: true }, ...fields, folded, act);
  let busy = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (busy) return; // a double click makes one table
    busy = true;
    problem.tell();
    set(main, { "aria-busy": "true" });
    main.textContent = t("start.busy");
    void import("../screens/table.js").then(({ fetchView }) => fetchView(app)).catch(() => {}); // while the table is made
    try {
      app.go(tablePath(await make()));
    } catch (trouble) {
      problem.tell(inWords(trouble));
      busy = false;
      set(main, { "aria-busy": null });
      main.textContent = button;
    }
  });
  return form;
}

// Asking the table for something, and showing why if it is refused.

/** @import {App} from "../main.js" */
/** @import {Session} from "../session.js" */
import { inWords } from "../api.js";
import { h } from "../dom.js";

/** @typedef {(type: string, fields?: Record<string, unknown>) => Promise<boolean>} Ask whether it was done */

/** A way to ask, and the line in which refusals are shown.
 * @param {App} app
 * @param {Session} session
 * @returns {{ask: Ask, line: HTMLElement}}
 */
export function asking(app, session) {
  const line = h("p", { class: "problem" });
  return {
    line,
    async ask(type, fields) {
      line.textContent = "";
      const answer = await session.ask(type, fields);
      const isDone = answer.type !== "refused" && answer.type !== "problem";
      if (!isDone) {
        line.textContent = inWords(answer);
        app.say(line.textContent);
      }
      return isDone;
    },
  };
}

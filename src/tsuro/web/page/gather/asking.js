// Asking the table for something, and showing why if it is refused.

/** @import {Session} from "../net/session.js" */
import { refusalOf } from "../net/api.js";
import { problemLine } from "../ui/problem.js";

/** @typedef {(type: string, fields?: Record<string, unknown>) => Promise<boolean>} Ask whether it was done */

/** A way to ask, and the line in which refusals are shown.
 * @param {Session} session
 * @returns {{ask: Ask, line: HTMLElement}}
 */
export function asking(session) {
  const line = problemLine();
  return {
    line: line.element,
    async ask(type, fields) {
      line.tell();
      const refusal = refusalOf(await session.ask(type, fields));
      line.tell(refusal);
      return refusal === null;
    },
  };
}

// The link to a move, to send to somebody.

/** @import {App} from "../main.js" */
import { h, put, set } from "../dom.js";
import { t } from "../language.js";

/** A button that copies it; where the browser does not allow that, the link is shown to be copied by hand.
 * @param {App} app
 * @param {() => string} address
 * @returns {HTMLElement}
 */
export function linkButton(app, address) {
  const button = h("button", { type: "button", onclick: () => void copy() }, t("replay.link"));
  const shown = h("input", { class: "replay-link", readonly: true, hidden: true, "aria-label": t("replay.link") });
  return h("div", { class: "replay-linking" }, button, shown);

  async function copy() {
    const link = address();
    try {
      await navigator.clipboard.writeText(link);
      put(button, t("replay.copied"));
      app.say(t("replay.copied"));
      setTimeout(() => put(button, t("replay.link")), 2500);
    } catch {
      shown.value = link;
      set(shown, { hidden: false });
      shown.select();
    }
  }
}

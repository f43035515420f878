// The link to a move, to send to somebody.

/** @import {App} from "../main.js" */
import { copying } from "../ui/copy.js";
import { h } from "../ui/dom.js";
import { t } from "../words/language.js";

/** A button that copies it; where the browser does not allow that, the link is shown to be copied by hand.
 * @param {App} app
 * @param {() => string} address
 * @returns {HTMLElement}
 */
export function linkButton(app, address) {
  const shown = h("input", { class: "replay-link", readonly: true, hidden: true, "aria-label": t("replay.link") });
  const { button, note } = copying(app, shown, t("replay.link"), address);
  return h("div", { class: "replay-linking" }, button, shown, note);
}

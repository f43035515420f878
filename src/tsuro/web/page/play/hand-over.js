// Going on with another device: a dialog with a link to open there.

/** @import {App} from "../main.js" */
/** @import {Session} from "../net/session.js" */
/** @import {HandOverLink, ServerMessage} from "../generated/messages" */
import { inWords } from "../net/api.js";
import { isThisDeviceOnly } from "../gather/facts.js";
import { handOverPath } from "../router.js";
import { copying } from "../ui/copy.js";
import { openDialog } from "../ui/dialog.js";
import { h, put } from "../ui/dom.js";
import { problemLine } from "../ui/problem.js";
import { t } from "../words/language.js";

/** Ask the server for a link, and show it. @param {App} app @param {Session} session */
export async function showHandOver(app, session) {
  const place = h("div", { class: "stack", "aria-live": "polite" }, h("p", { class: "quiet" }, t("handover.asking")));
  const close = h("button", { onclick: () => dialog.close() }, t("play.close"));
  const title = h("h2", { id: "hand-over-title" }, t("handover.other-device"));
  const dialog = h("dialog", { class: "stack", "aria-labelledby": "hand-over-title" }, title, place, h("p", {}, close));
  openDialog(dialog);
  put(place, handOverWords(app, await session.ask("hand-over")));
}

/** @param {App} app @param {ServerMessage} answer */
function handOverWords(app, answer) {
  if (answer.type === "hand-over-link") return linkWords(app, answer);
  return problemLine(inWords(answer)).element;
}

/** @param {App} app @param {HandOverLink} link */
function linkWords(app, { code, seconds }) {
  const address = `${location.origin}${handOverPath(code)}`;
  const field = h("input", { value: address, readonly: true, "aria-label": t("handover.link") });
  field.addEventListener("focus", () => field.select());
  const { button, note } = copying(app, field, t("copying.link"));
  button.classList.add("main");
  return [
    h("p", {}, t("handover.how", { count: Math.round(seconds / 60) })),
    h("div", { class: "hand-over-link" }, field, button),
    note,
    isThisDeviceOnly(location.hostname) && h("p", { class: "quiet" }, t("gather.local-only")),
  ];
}

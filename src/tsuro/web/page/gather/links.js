// The link to the table: to copy, to share, to scan with a phone; and another for those who only watch.

/** @import {App} from "../main.js" */
/** @import {You} from "../generated/messages" */
import { copying } from "../ui/copy.js";
import { h, put } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { t } from "../words/language.js";
import { newId } from "../options/fields.js";
import { API } from "../generated/routes.js";
import { fill, tablePath } from "../router.js";
import { isThisDeviceOnly } from "./facts.js";

/** The card with the links for players and watchers. @param {App} app */
export function linksCard(app) {
  const element = h("section", { class: "card links" });
  let drawn = "";
  return {
    element,
    /** @param {You | null} you */
    update(you) {
      const codes = JSON.stringify([you?.play, you?.watch]);
      if (!you || codes === drawn) return;
      drawn = codes;
      put(element, ...(you.play ? invitation(app, you.play, you.watch) : watching(app, you.watch)));
    },
  };
}

/** @param {App} app @param {string} watch */
const watching = (app, watch) => [h("h2", {}, t("gather.watch-title")), ...link(app, watch, t("gather.watch-link"))];

/** @param {App} app @param {string} play @param {string} watch */
function invitation(app, play, watch) {
  const address = fill(API.qr, { code: play });
  return [
    h("h2", {}, t("gather.invite")),
    h("p", { class: "quiet" }, t("gather.invite-about")),
    ...link(app, play, t("gather.link")),
    isThisDeviceOnly(location.hostname) && h("p", { class: "local-only" }, t("gather.local-only")),
    h("img", { class: "qr", src: address, width: 168, height: 168, alt: t("gather.qr") }),
    h("details", {}, h("summary", {}, t("gather.for-watchers")), ...link(app, watch, t("gather.watch-link"))),
  ];
}

/** @param {App} app @param {string} code @param {string} label */
function link(app, code, label) {
  const url = location.origin + tablePath(code);
  const shown = h("input", { type: "text", readonly: true, value: url, id: newId(), onfocus: () => shown.select() });
  const { button, note } = copying(app, shown, t("copying.link"));
  const sharing = { type: "button", onclick: () => shareLink(url) };
  const share = "share" in navigator && h("button", sharing, icon("share"), t("gather.share"));
  return [h("label", { for: shown.id, class: "unseen" }, label), shown, h("div", { class: "row" }, button, share), note];
}

/** @param {string} url */
async function shareLink(url) {
  await navigator.share({ title: "Tsuro", text: t("gather.share-text"), url }).catch(() => {}); // closed again: that is fine
}

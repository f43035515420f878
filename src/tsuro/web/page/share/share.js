// Sharing a game: a picture of one moment, or the whole game as an animation, made by the server.

/** @import {App} from "../main.js" */
/** @import {Wanted} from "./addresses.js" */
import { inWords } from "../net/api.js";
import { API } from "../generated/routes.js";
import { fill, replayPath } from "../router.js";
import { copying } from "../ui/copy.js";
import { openDialog } from "../ui/dialog.js";
import { h, put, set } from "../ui/dom.js";
import { icon, iconButton } from "../ui/icons.js";
import { segments } from "../options/fields.js";
import { t } from "../words/language.js";
import { addressOf, FORMATS, fileOf } from "./addresses.js";
import { fetchedPicture } from "./fetching.js";

const THEMES = /** @type {const} */ (["light", "dark", "contrast"]);

/** Show what can be shared of a game.
 * @param {App} app
 * @param {{code: string, game: number, move?: number}} what without a move: the end of the game
 */
export function openShare(app, { code, game, move }) {
  const dialog = h("dialog", { class: "share", "aria-labelledby": "share-title" });
  const panel = new SharePanel(app, { code, game, move, format: "png", theme: themeNow(app), board: app.settings.choices.board, shape: "tall" });
  const close = () => dialog.close();
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  put(dialog,
    h("div", { class: "dialog-head" },
      h("h2", { id: "share-title" }, t("share.title")),
      iconButton("close", t("settings.close"), { onclick: close })),
    panel.element);
  openDialog(dialog, () => panel.leave());
}

/** The colours of the page, so that the picture looks like it. @param {App} app @returns {Wanted["theme"]} */
function themeNow({ settings }) {
  const { theme } = settings.choices;
  if (theme !== "auto") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

class SharePanel {
  /** @param {App} app @param {Wanted} wanted */
  constructor(app, wanted) {
    this.app = app;
    this.wanted = wanted;
    this.asked = new AbortController();
    /** @type {File | null} */
    this.file = null;
    this.image = h("img", { class: "share-picture", alt: t("share.preview") });
    this.bar = h("progress", { "aria-label": t("share.making"), hidden: true });
    this.line = h("p", { class: "quiet", role: "status" });
    this.save = h("a", { class: "button main" }, icon("keep"), t("share.save"));
    this.send = h("button", { type: "button", hidden: true, onclick: () => void this.sendAway() }, icon("share"), t("share.send"));
    const link = h("input", { class: "replay-link", readonly: true, hidden: true, "aria-label": t("share.link") });
    const { code, game, move } = wanted;
    const copy = copying(app, link, t("share.link"), () => location.origin + replayPath(code, game, move));
    const record = h("a", { class: "button", href: fill(API.record, { code, game }), download: `tsuro-game-${game}.tsuro` }, icon("keep"), t("download.record"));
    this.element = h("div", { class: "stack" },
      h("div", { class: "share-view" }, this.image, this.bar, this.line),
      h("div", { class: "row" }, this.save, this.send, copy.button, record), link, copy.note,
      this.formats(), this.themes(), this.shapes());
    void this.show();
  }

  leave() {
    this.asked.abort();
  }

  /** @param {Partial<Wanted>} changed */
  change(changed) {
    this.wanted = { ...this.wanted, ...changed };
    void this.show();
  }

  formats() {
    const names = { png: t("share.picture"), gif: t("share.gif"), webp: t("share.webp") };
    return segments(t("share.what"), FORMATS, this.wanted.format, { said: (one) => names[one], onChoose: (format) => this.change({ format }) });
  }

  themes() {
    const names = { light: t("settings.theme-light"), dark: t("settings.theme-dark"), contrast: t("settings.theme-contrast") };
    return segments(t("settings.theme"), THEMES, this.wanted.theme, { said: (one) => names[one], onChoose: (theme) => this.change({ theme }) });
  }

  shapes() {
    const names = { tall: t("share.tall"), square: t("share.square") };
    return segments(t("share.shape"), /** @type {const} */ (["tall", "square"]), this.wanted.shape, { said: (one) => names[one], onChoose: (shape) => this.change({ shape }) });
  }

  /** Have it made, and show it. What was asked for before is not waited for any longer. */
  async show() {
    this.asked.abort();
    const { signal } = (this.asked = new AbortController());
    const { wanted } = this;
    this.busy(true);
    try {
      const blob = await fetchedPicture(addressOf(wanted), { signal, onProgress: (done, of) => this.progress(done, of) });
      if (!signal.aborted) this.ready(wanted, blob);
    } catch (problem) {
      if (!signal.aborted) this.failed(problem);
    }
  }

  /** @param {boolean} busy */
  busy(busy) {
    this.file = null;
    this.bar.hidden = !busy;
    this.bar.removeAttribute("value");
    put(this.line, busy ? t("share.making") : null);
    set(this.save, { href: null, download: null, "aria-disabled": "true" });
    this.send.hidden = true;
  }

  /** @param {number} done @param {number} of */
  progress(done, of) {
    set(this.bar, { max: of || 1 });
    this.bar.value = done;
  }

  /** @param {Wanted} wanted @param {Blob} blob */
  ready(wanted, blob) {
    this.busy(false);
    this.file = new File([blob], fileOf(wanted), { type: blob.type });
    this.image.src = addressOf(wanted); // the browser has it already
    set(this.save, { href: addressOf(wanted), download: fileOf(wanted), "aria-disabled": null });
    this.send.hidden = !navigator.canShare?.({ files: [this.file] });
    put(this.line, t("share.ready", { size: Math.max(1, Math.round(blob.size / 1000)) }));
  }

  /** @param {unknown} problem */
  failed(problem) {
    this.busy(false);
    put(this.line, inWords(problem));
  }

  /** The device's own sheet; whoever closes it has not failed. */
  async sendAway() {
    if (this.file) await navigator.share({ files: [this.file], title: t("share.title") }).catch(() => {});
  }
}

// Sharing a game: a picture of one moment, or the whole game as an animation, made by the server.

/** @import {App} from "../main.js" */
/** @import {From, Wanted} from "./addresses.js" */
import { inWords } from "../net/api.js";
import { API } from "../generated/routes.js";
import { fill, replayPath } from "../router.js";
import { copying } from "../ui/copy.js";
import { openDialog } from "../ui/dialog.js";
import { h, put, set } from "../ui/dom.js";
import { icon, iconButton } from "../ui/icons.js";
import { segments } from "../options/fields.js";
import { t } from "../words/language.js";
import { addressOf, FORMATS, fileOf, nameOf, requestOf } from "./addresses.js";
import { fetchedPicture } from "./fetching.js";

const THEMES = /** @type {const} */ (["light", "dark", "contrast"]);

/** Show what can be shared of a game.
 * @param {App} app
 * @param {From} from
 * @param {number} [move] none: the end of the game
 */
export function openShare(app, from, move) {
  const dialog = h("dialog", { class: "share", "aria-labelledby": "share-title" });
  const panel = new SharePanel(app, { from, move, format: "png", theme: themeNow(app), board: app.settings.choices.board, shape: "tall" });
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
    /** @type {string[]} addresses of what this page holds itself */
    this.held = [];
    this.image = h("img", { class: "share-picture", alt: t("share.preview") });
    this.bar = h("progress", { "aria-label": t("share.making"), hidden: true });
    this.line = h("p", { class: "quiet", role: "status" });
    this.save = h("a", { class: "button main" }, icon("keep"), t("share.save"));
    this.send = h("button", { type: "button", hidden: true, onclick: () => void this.sendAway() }, icon("share"), t("share.send"));
    this.copy = h("button", { type: "button", hidden: true, onclick: () => void this.copyPicture() }, icon("copy"), t("share.copy"));
    const link = this.link();
    this.element = h("div", { class: "stack" },
      h("div", { class: "share-view" }, this.image, this.bar, this.line),
      h("div", { class: "row" }, this.save, this.send, this.copy, link?.button, this.record()), link?.shown, link?.note,
      this.formats(), this.themes(), this.shapes());
    void this.show();
  }

  leave() {
    this.asked.abort();
    this.held.forEach((address) => URL.revokeObjectURL(address));
  }

  /** A game that somebody brought has no address that others could open. */
  link() {
    const { from, move } = this.wanted;
    if ("record" in from) return null;
    const shown = h("input", { class: "replay-link", readonly: true, hidden: true, "aria-label": t("share.link") });
    return { shown, ...copying(this.app, shown, t("share.link"), () => location.origin + replayPath(from.code, from.game, move)) };
  }

  /** The game as a file. */
  record() {
    const { from } = this.wanted;
    const href = "record" in from ? this.hold(new Blob([from.record], { type: "text/plain" })) : fill(API.record, from);
    return h("a", { class: "button", href, download: `${nameOf(from)}.tsuro` }, icon("keep"), t("download.record"));
  }

  /** @param {Blob} blob */
  hold(blob) {
    const address = URL.createObjectURL(blob);
    this.held.push(address);
    return address;
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
      const blob = await fetchedPicture(addressOf(wanted), {
        signal, request: requestOf(wanted), onProgress: (done, of) => this.progress(done, of),
      });
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
    this.copy.hidden = true;
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
    const address = this.hold(this.file);
    this.image.src = address;
    set(this.save, { href: address, download: fileOf(wanted), "aria-disabled": null });
    this.copy.hidden = !mayCopy(blob);
    this.send.hidden = !navigator.canShare?.({ files: [this.file] });
    put(this.line, t("share.ready", { size: Math.max(1, Math.round(blob.size / 1000)) }));
  }

  /** @param {unknown} problem */
  failed(problem) {
    this.busy(false);
    put(this.line, inWords(problem));
  }

  /** What came of it is said in the line below the picture. */
  async copyPicture() {
    const { file } = this;
    if (!file) return;
    const isCopied = await navigator.clipboard.write([new ClipboardItem({ [file.type]: file })]).then(() => true, () => false);
    put(this.line, isCopied ? t("share.copied") : t("share.not-copied"));
  }

  /** The device's own sheet; whoever closes it has not failed. */
  async sendAway() {
    if (this.file) await navigator.share({ files: [this.file], title: t("share.title") }).catch(() => {});
  }
}

/** Whether a picture can be put on the clipboard here: browsers take PNG alone, and only from safe pages. @param {Blob} blob */
function mayCopy({ type }) {
  return type === "image/png" && typeof ClipboardItem === "function" && Boolean(navigator.clipboard?.write);
}

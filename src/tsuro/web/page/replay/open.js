// Bring a record: paste it, open a file, or drop one here.

/** @import {App} from "../main.js" */
/** @import {Replay} from "../generated/messages" */
import { inWords, Problem, replayRecord } from "../net/api.js";
import { h, put, set } from "../ui/dom.js";
import { t } from "../words/language.js";
import { RECORD_SIZE } from "../generated/limits.js";

const KEY = "tsuro.record"; // so that a record that was brought is there after a reload

/** The record that was brought last. @param {App} app */
export function broughtRecord({ session }) {
  return session?.getItem(KEY) ?? "";
}

/** @param {App} app @param {string} record */
function keepRecord({ session }, record) {
  try {
    session?.setItem(KEY, record);
  } catch {
    // Then a reload asks for it again.
  }
}

/** A form to open a record: from a file, or pasted. */
export class OpenForm {
  /**
   * @param {App} app
   * @param {(replay: Replay, record: string) => void} opened
   * @param {() => Promise<string>} example a record to try it with
   */
  constructor(app, opened, example) {
    this.app = app;
    this.opened = opened;
    this.text = h("textarea", { id: "record", spellcheck: "false", autocomplete: "off", oninput: () => this.keep() });
    this.text.value = broughtRecord(app);
    this.file = h("input", { type: "file", class: "unseen", id: "record-file", accept: ".tsuro,.txt,.json,text/plain" });
    this.file.addEventListener("change", () => void this.chosen());
    this.problem = h("div", { class: "replay-problem", role: "alert" });
    this.submit = h("button", { type: "submit", class: "main" }, t("replay.open"));
    const tried = () => void example().then((record) => this.read(record), (failed) => this.tell(failed));
    this.element = h(
      "form",
      { class: "replay-open card stack" },
      h("p", { class: "quiet" }, t("replay.open-about")),
      h("label", { for: "record" }, t("replay.record")),
      this.text,
      this.problem,
      h(
        "div",
        { class: "row" },
        this.submit,
        this.file,
        h("label", { class: "button", for: "record-file" }, t("replay.file")),
        h("button", { type: "button", onclick: tried }, t("replay.example")),
      ),
    );
    this.listen();
  }

  listen() {
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.read(this.text.value);
    });
    this.element.addEventListener("dragover", (event) => {
      event.preventDefault();
      this.element.classList.add("is-over");
    });
    this.element.addEventListener("dragleave", () => this.element.classList.remove("is-over"));
    this.element.addEventListener("drop", (event) => this.dropped(event));
  }

  keep() {
    keepRecord(this.app, this.text.value);
  }

  /** @param {DragEvent} event */
  dropped(event) {
    event.preventDefault();
    this.element.classList.remove("is-over");
    const [first] = event.dataTransfer?.files ?? [];
    void (first ? this.readFile(first) : this.read(event.dataTransfer?.getData("text") ?? ""));
  }

  async chosen() {
    const [first] = this.file.files ?? [];
    if (first) await this.readFile(first);
    this.file.value = ""; // so that the same file, corrected, can be chosen again
  }

  /** @param {File} file */
  async readFile(file) {
    if (file.size > RECORD_SIZE) return this.tell(new Problem("too-large", ""));
    await file.text().then((record) => this.read(record), (failed) => this.tell(failed));
  }

  /** @param {string} record */
  async read(record) {
    if (!record.trim()) return this.tell(null);
    this.text.value = record;
    this.keep();
    put(this.problem);
    set(this.submit, { disabled: true });
    await replayRecord(record).then((replay) => this.opened(replay, record), (failed) => this.tell(failed));
    set(this.submit, { disabled: false });
  }

  /** Say what is wrong; what was typed stays. @param {unknown} failed null: there is nothing to read */
  tell(failed) {
    const detail = failed instanceof Problem && failed.code === "not-a-record" ? failed.message : "";
    put(
      this.problem,
      h("p", { class: "problem" }, failed === null ? t("replay.empty") : inWords(failed)),
      detail && h("p", { class: "quiet", lang: "en" }, detail),
    );
    this.text.focus();
  }
}

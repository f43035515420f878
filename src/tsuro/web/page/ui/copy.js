// Copying what stands in a field, by the ways that the browser offers. It says what really came of it.

/** @import {App} from "../main.js" */
import { h, put } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "../words/language.js";

/**
 * The ways of a browser.
 * @typedef {object} Ways
 * @property {Pick<Clipboard, "writeText"> | undefined} clipboard missing where the page came over plain http
 * @property {() => boolean} copySelected whether it did
 */
/** @typedef {Pick<HTMLInputElement, "value" | "hidden" | "focus" | "select">} Field */

const A_WHILE = 2500; // milliseconds, for which the button says that it is done

/** Copy a field. What cannot be copied is shown and stays selected, so that it is one key more.
 * @param {Field} field
 * @param {Ways} ways
 * @returns {Promise<boolean>} whether it was copied
 */
export async function copied(field, { clipboard, copySelected }) {
  if (await clipboard?.writeText(field.value).then(() => true, () => false)) return true;
  const wasHidden = field.hidden;
  field.hidden = false;
  field.focus();
  field.select();
  const isCopied = copySelected();
  field.hidden = isCopied && wasHidden;
  return isCopied;
}

/** A button that copies a field, and the line that says so where it has to be done by hand.
 * @param {App} app
 * @param {HTMLInputElement} field
 * @param {string} label
 * @param {() => string} [address] what to copy, if it changes
 */
export function copying(app, field, label, address = () => field.value) {
  const words = h("span", {}, label);
  const button = h("button", { type: "button", onclick: () => void copy() }, icon("copy"), words);
  const note = h("p", { class: "copy-note quiet", role: "status" });
  return { button, note };

  async function copy() {
    field.value = address();
    const isCopied = await copied(field, browserWays());
    put(note, isCopied ? null : t("copying.by-hand"));
    if (!isCopied) return;
    button.focus();
    put(words, t("copying.done"));
    app.say(t("copying.done"));
    setTimeout(() => put(words, label), A_WHILE);
  }
}

/** @returns {Ways} */
function browserWays() {
  return { clipboard: navigator.clipboard, copySelected: () => document.execCommand("copy") };
}

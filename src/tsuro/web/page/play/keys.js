// The keys of the table, and the list of them.

import { h } from "../ui/dom.js";
import { t } from "../words/language.js";

/** What a key means; null: nothing, so that the browser does with it what it always does.
 * @typedef {{do: "select", index: number} | {do: "turn", step: number} | {do: "place" | "hint" | "skip" | "keys"}} Command */

/** @param {Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">} event @returns {Command | null} */
export function commandOf({ key, shiftKey, ctrlKey, metaKey, altKey }) {
  if (ctrlKey || metaKey || altKey) return null;
  if (/^[1-3]$/.test(key)) return { do: "select", index: Number(key) - 1 };
  if (key === "r" || key === "R") return { do: "turn", step: shiftKey ? -1 : 1 };
  if (key === "Enter") return { do: "place" };
  if (key === "h" || key === "H") return { do: "hint" };
  if (key === "Escape") return { do: "skip" };
  return key === "?" ? { do: "keys" } : null;
}

/** Whether somebody types, or answers a dialog: then keys are not for the table.
 * @param {EventTarget | null} target
 */
export function isElsewhere(target) {
  if (document.querySelector("dialog[open]")) return true;
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}

/** Whether the key presses what has the focus. @param {EventTarget | null} target */
export function isOnControl(target) {
  return target instanceof Element && target.closest("button, a, summary, [role=button]") !== null;
}

/** The dialog with all keys. */
export function keysDialog() {
  const rows = [
    ["1 2 3", t("play.key-select")],
    ["R", t("play.key-turn")],
    ["⇧ R", t("play.key-turn-back")],
    ["↵", t("play.key-place")],
    ["← → ↑ ↓", t("play.key-arrows")],
    ["H", t("play.key-hint")],
    ["Esc", t("play.key-skip")],
    ["?", t("play.key-keys")],
  ];
  const dialog = h(
    "dialog",
    { class: "keys", "aria-labelledby": "keys-title" },
    h("h2", { id: "keys-title" }, t("play.keys")),
    h("dl", { class: "keys-list" }, rows.map(([key, meaning]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, meaning)))),
    h("form", { method: "dialog" }, h("button", { class: "main" }, t("play.close"))),
  );
  return dialog;
}

// Dialogs of the table that few open: they are fetched then.

import { openDialog } from "../ui/dialog.js";
import { h } from "../ui/dom.js";
import { t } from "../words/language.js";

/** Show all keys. */
export const showKeys = () => openDialog(keysDialog());

function keysDialog() {
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
  return h(
    "dialog",
    { class: "keys", "aria-labelledby": "keys-title" },
    h("h2", { id: "keys-title" }, t("play.keys")),
    h("dl", { class: "keys-list" }, rows.map(([key, meaning]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, meaning)))),
    h("form", { method: "dialog" }, h("button", { class: "main" }, t("play.close"))),
  );
}

/** Ask whether to leave the table while a game is played. @returns {Promise<boolean>} */
export function askWhetherToLeave() {
  return new Promise((resolve) => openDialog(leaveDialog(), (answer) => resolve(answer === "leave")));
}

function leaveDialog() {
  return h(
    "dialog",
    { class: "stack", "aria-labelledby": "leave-title" },
    h("h2", { id: "leave-title" }, t("play.leave-question")),
    h("p", {}, t("play.leave-meaning")),
    h(
      "form",
      { method: "dialog", class: "row" },
      h("button", { value: "stay", class: "main" }, t("play.stay")),
      h("button", { value: "leave" }, t("play.leave")),
    ),
  );
}

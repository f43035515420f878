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
    ["Z", t("play.key-undo")],
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

/** Ask whether to leave the table while a game is played.
 * @param {{meaning: string, isMissed: boolean}} leaving isMissed: the others would wait, or go on with a bot
 * @returns {Promise<string>} "go": the seat is kept; "leave": a bot plays on; anything else: stay
 */
export function askWhetherToLeave(leaving) {
  return new Promise((resolve) => openDialog(leaveDialog(leaving), resolve));
}

/** @param {{meaning: string, isMissed: boolean}} leaving */
function leaveDialog({ meaning, isMissed }) {
  return h(
    "dialog",
    { class: "stack", "aria-labelledby": "leave-title" },
    h("h2", { id: "leave-title" }, t("play.leave-question")),
    h("p", {}, meaning),
    h(
      "form",
      { method: "dialog", class: "row" },
      h("button", { value: "stay", class: "main" }, t("play.stay")),
      h("button", { value: "go" }, isMissed ? t("play.leave-keep") : t("play.leave")),
      isMissed && h("button", { value: "leave" }, t("play.leave-bot")),
    ),
  );
}

// The switch that brings a table to the lobby.

import { h } from "../ui/dom.js";
import { t } from "../words/language.js";
import { choice } from "./fields.js";

/** @param {boolean} isOpen @param {(isOpen: boolean) => void} onChange */
export function openSwitch(isOpen, onChange) {
  const input = h("input", { type: "checkbox", checked: isOpen, "data-key": "open", onchange: () => onChange(input.checked) });
  return { element: h("div", { class: "open-switch" }, choice(input, t("options.open"), t("options.open-about"))), input };
}

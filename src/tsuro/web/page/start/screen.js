// The form for a game around one screen: who plays, in clockwise order.

/** @import {App} from "../main.js" */
import { h, put } from "../ui/dom.js";
import { icon, iconButton } from "../ui/icons.js";
import { t } from "../words/language.js";
import { MARKERS, PLAYERS } from "../generated/limits.js";
import { chosenIn } from "../options/edition.js";
import { field, nameInput, numberSelect } from "../options/fields.js";
import { optionsForm, USUAL } from "../options/form.js";
import { markerSelect } from "../options/markers.js";
import { levelChoice } from "./bots.js";
import { tableForm } from "./form.js";
import { begin } from "./making.js";

/** @typedef {{name: string, marker: string}} Row */

/** The form for a game around one screen. @param {App} app */
export function screenForm(app) {
  const people = peopleFields(app.settings.choices.name);
  /** @type {string} */
  let level = "apprentice";
  const levels = h("div", { hidden: true }, levelChoice(level, (chosen) => (level = chosen)));
  const bots = numberSelect(0, PLAYERS.max - PLAYERS.min, 0, String);
  bots.addEventListener("change", () => (levels.hidden = bots.value === "0"));
  const options = optionsForm(USUAL, { solo: true, firsts: ["random", "chosen"] });
  return tableForm(app, {
    fields: [people.element, options.game],
    more: [field(t("start.bots-too"), bots), levels, options.element],
    button: t("start.play"),
    async make() {
      const agreed = options.read();
      const rows = people.read();
      const isSolo = chosenIn(agreed.edition).options.includes("solo");
      const count = isSolo ? 0 : Math.min(Number(bots.value), PLAYERS.max - rows.length);
      return begin(rows, Array(count).fill(level), agreed);
    },
  });
}

/** @param {string} known the name of the person whose device this is, if there is one */
function peopleFields(known) {
  /** @type {Row[]} */
  const rows = [];
  const list = h("ol", { class: "people" });
  const add = h("button", { type: "button", onclick: () => addRow(true) }, icon("add"), t("start.add-player"));
  const draw = () => {
    put(list, ...rows.map((row, i) => personRow(rows, row, i, draw)));
    add.disabled = rows.length >= PLAYERS.max;
  };
  const addRow = (/** @type {boolean} */ withFocus) => {
    rows.push({ name: rows.length ? "" : known, marker: MARKERS.find((marker) => rows.every((row) => row.marker !== marker)) ?? "circle" });
    draw();
    if (withFocus) list.querySelector("li:last-child input")?.scrollIntoView({ block: "nearest" });
  };
  addRow(false);
  addRow(false);
  return {
    element: h("fieldset", { class: "group" }, h("legend", {}, t("start.who")), list, add),
    read: () => rows.map(({ name, marker }, i) => ({ name: name.trim() || defaultName(i), marker })),
  };
}

/** @param {Row[]} rows @param {Row} row @param {number} i @param {() => void} draw */
function personRow(rows, row, i, draw) {
  const number = i + 1;
  const label = t("start.name-of", { number });
  const name = nameInput(row.name, { placeholder: defaultName(i), "aria-label": label, autocomplete: "off" });
  const known = row.name || defaultName(i);
  name.addEventListener("input", () => (row.name = name.value));
  const onChoose = (/** @type {string} */ marker) => {
    exchangeMarkers(rows, row, marker);
    draw();
  };
  const marker = markerSelect({ label: t("start.marker-of", { name: known }), chosen: row.marker, number, onChoose });
  const remove = () => {
    rows.splice(i, 1);
    draw();
  };
  const props = { disabled: rows.length <= PLAYERS.min, onclick: remove };
  return h("li", {}, marker, name, iconButton("close", t("start.remove-player", { name: known }), props));
}

/** The player who had the marker gets the other's. @param {Row[]} rows @param {Row} row @param {string} marker */
function exchangeMarkers(rows, row, marker) {
  const other = rows.find((each) => each.marker === marker);
  if (other) other.marker = row.marker;
  row.marker = marker;
}

/** @param {number} i */
const defaultName = (i) => t("start.player", { number: i + 1 });

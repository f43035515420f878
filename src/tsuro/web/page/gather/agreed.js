// What the table has agreed on; the host may change it.

/** @import {TableState} from "../game/table.js" */
/** @import {Ask} from "./asking.js" */
import { h, put } from "../ui/dom.js";
import { t } from "../words/language.js";
import { PLAYERS } from "../generated/limits.js";
import { segments } from "../options/fields.js";
import { HAS_LOBBY } from "../lobby/offered.js";
import { optionsForm } from "../options/form.js";
import { openSwitch } from "../options/open.js";
import { summary } from "../options/summary.js";
import { taken } from "./facts.js";

/** The card with what the table agrees on. @param {Ask} ask */
export function agreedCard(ask) {
  const line = h("p", {});
  const change = h("button", { type: "button", onclick: () => edit(true) }, t("gather.change-options"));
  const place = h("div", {});
  const open = openSwitch(false, (isOpen) => void publish(isOpen));
  const element = h("section", { class: "card agreed" }, h("h2", {}, t("gather.options")), line, change, open.element, place);
  /** @type {TableState | null} */
  let latest = null;
  let isEdited = false;
  /** @param {boolean} begin */
  function edit(begin) {
    isEdited = begin;
    put(place, begin && latest ? changeForm(latest, ask, () => edit(false)) : null);
    draw();
    /** @type {HTMLElement | null} */ (begin ? place.querySelector("input:checked") : change)?.focus();
  }
  /** @param {boolean} isOpen */
  async function publish(isOpen) {
    const options = latest?.table?.options;
    if (!options || !(await ask("change-options", { options: { ...options, open: isOpen } }))) draw();
  }
  function draw() {
    const { table, you } = latest ?? {};
    if (!table || !you) return;
    line.textContent = summary(table.options).join(" · ");
    line.hidden = isEdited;
    change.hidden = isEdited || !mayChange(latest);
    open.element.hidden = change.hidden || !HAS_LOBBY;
    open.input.checked = table.options.open;
  }
  return {
    element,
    /** @param {TableState} state */
    update(state) {
      latest = state;
      if (isEdited && !mayChange(state)) edit(false);
      draw();
    },
  };
}

/** Whether one may change the options: as host, unless others wait for a game that starts by itself.
 * @param {Pick<TableState, "table" | "you" | "starts"> | null} state
 */
export function mayChange(state) {
  if (!state?.table || !state.you?.host) return false;
  const { seats } = state.you;
  return state.starts === null || state.table.seats.every(({ kind }, seat) => !["person", "program"].includes(kind) || seats.includes(seat));
}

/**
 * @param {TableState} state
 * @param {Ask} ask
 * @param {() => void} done
 */
function changeForm({ table, you }, ask, done) {
  if (!table || !you) return null;
  let { seats } = table.options;
  const sitting = taken(table.seats);
  const least = Math.max(PLAYERS.min, sitting);
  const numbers = Array.from({ length: PLAYERS.max - least + 1 }, (_, i) => least + i);
  const form = optionsForm(table.options, { solo: sitting > 1 && you.seats.length === sitting });
  const places = { said: String, onChoose: (/** @type {number} */ number) => (seats = number) };
  const save = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (await ask("change-options", { options: { ...form.read(), seats, open: table.options.open } })) done();
  };
  return h("form", { class: "stack", onsubmit: save, novalidate: true },
    segments(t("start.seats"), numbers, seats, places),
    form.element,
    h("div", { class: "row" },
      h("button", { type: "submit", class: "main" }, t("gather.save")),
      h("button", { type: "button", onclick: done }, t("gather.cancel"))));
}

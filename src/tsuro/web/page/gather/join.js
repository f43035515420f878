// For anyone who came by the link: a name, and one click to join.

/** @import {App} from "../main.js" */
/** @import {TableState} from "../game/table.js" */
/** @import {Ask} from "./asking.js" */
import { PAGES } from "../generated/routes.js";
import { HAS_LOBBY } from "../lobby/offered.js";
import { h } from "../ui/dom.js";
import { list, t } from "../words/language.js";
import { field } from "../options/fields.js";
import { keepName, ownNameField } from "../start/names.js";
import { firstFree, isNewcomer } from "./facts.js";

/** The card to join with. @param {App} app @param {Ask} ask */
export function joinCard(app, ask) {
  /** @type {TableState | null} */
  let latest = null;
  const name = ownNameField(app);
  const words = h("p", { class: "join-words" });
  const button = h("button", { type: "submit", class: "main" }, t("gather.join"));
  const row = h("div", { class: "join-row" }, field(t("start.your-name"), name.input), button);
  const sit = async (/** @type {number} */ seat) => {
    if (await ask("sit", { seat, name: name.read() })) name.keep();
  };
  const join = (/** @type {Event} */ event) => {
    event.preventDefault();
    const seat = firstFree(latest?.table?.seats ?? []);
    if (seat >= 0) void sit(seat);
  };
  const lobby = h("p", { hidden: true }, h("a", { class: "button", href: PAGES.lobby.path }, t("lobby.title")));
  const element = h("form", { class: "card join stack", onsubmit: join }, words, lobby, row);
  return {
    element,
    sit,
    rename: (/** @type {string} */ typed) => keepName(app, typed),
    words,
    /** @param {TableState} state */
    update(state) {
      latest = state;
      const { table, you } = state;
      element.hidden = !table || !you || you.seats.length > 0;
      if (!table || !you) return;
      words.textContent = invitation(state);
      lobby.hidden = !(you.removed || table.options.open) || !HAS_LOBBY;
      row.hidden = !isNewcomer(you) || firstFree(table.seats) < 0;
    },
  };
}

/** @param {TableState} state */
function invitation({ table, you }) {
  const seats = table?.seats ?? [];
  if (you?.removed) return t("gather.removed");
  if (you?.play === null) return t("gather.watching");
  if (firstFree(seats) < 0) return t("gather.full");
  const people = seats.filter(({ kind }) => kind === "person").map(({ name }) => name);
  return people.length ? t("gather.invited", { names: list(people) }) : t("gather.empty-table");
}

// Who sits where, in clockwise order, with what can be done at each place.

/** @import {TableState} from "../game/table.js" */
/** @import {Ask} from "./asking.js" */
import { h, put } from "../ui/dom.js";
import { focusOn, keepingFocus } from "../ui/focus.js";
import { icon, iconButton } from "../ui/icons.js";
import { t } from "../words/language.js";
import { markerIcon } from "../board/looks.js";
import { BOTS, levelName } from "../options/levels.js";
import { isNewcomer, maySayFirst } from "./facts.js";
import { ownForm } from "./own.js";

/** @typedef {{state: TableState, seat: number}} At */
/** @typedef {{sit: (seat: number) => unknown, rename: (name: string) => void}} OwnName a newcomer sits down by their own name, and may have another from now on */
/** @typedef {{ask: Ask, own: OwnName, onEdit: (seat: number | null) => void}} Doing */

/** The list of places. It draws only those that changed, so nobody loses what they are at.
 * @param {Ask} ask
 * @param {OwnName} own
 */
export function seatList(ask, own) {
  const element = h("ol", { class: "seats" });
  /** @type {string[]} what each place looks like now */
  let drawn = [];
  /** @type {number | null} the place whose name or marker is being changed */
  let edited = null;
  /** @type {TableState | null} */
  let latest = null;
  /** @type {Doing} */
  const doing = {
    ask,
    own,
    onEdit(seat) {
      const before = edited;
      edited = seat;
      drawn = [];
      if (latest) update(latest);
      const target = seat === null ? `[data-key="edit-${before}"]` : "form input";
      /** @type {HTMLElement | null} */ (element.querySelector(target))?.focus();
    },
  };
  /** @param {TableState} state */
  function update(state) {
    latest = state;
    const seats = state.table?.seats ?? [];
    if (edited !== null && !state.you?.seats.includes(edited)) edited = null;
    while (element.children.length > seats.length) element.lastElementChild?.remove();
    while (element.children.length < seats.length) element.append(h("li", { class: "seat" }));
    seats.forEach((_, seat) => drawSeat({ state, seat }));
  }
  /** @param {At} at */
  function drawSeat(at) {
    const isEdited = at.seat === edited;
    const looks = isEdited ? "edited" : JSON.stringify([...drawnFrom(at), at.state.away.includes(at.seat)]);
    if (drawn[at.seat] === looks) return;
    drawn[at.seat] = looks;
    const place = /** @type {HTMLElement} */ (element.children[at.seat]);
    place.classList.toggle("is-own", at.state.you?.seats.includes(at.seat) ?? false);
    const isLeft = place.contains(document.activeElement) && at.state.table?.seats[at.seat]?.kind === "empty";
    keepingFocus(place, () => put(place, ...(isEdited ? [ownForm(at, doing)] : content(at, doing))));
    if (isLeft) focusOn(place.querySelector(".seat-who")); // Enter, pressed again, seats nobody else
  }
  return { element, update };
}

/** Everything that a place's looks depend on. @param {At} at */
function drawnFrom({ state: { table, you }, seat }) {
  return [table?.seats[seat], table?.first, table?.host, table?.options.first, you?.seats, you?.host, you?.play];
}

/** @param {At} at @param {Doing} doing */
function content(at, doing) {
  return at.state.table?.seats[at.seat]?.kind === "empty" ? freePlace(at, doing) : takenPlace(at, doing);
}

/** @param {At} at @param {Doing} doing */
function freePlace({ state, seat }, { ask, own }) {
  const { you } = state;
  const sit = (/** @type {string} */ as) => ask("sit", { seat, name: as });
  const another = () => sit(t("start.player", { number: seat + 1 }));
  const actions = [
    you && isNewcomer(you) && act("sit", seat, t("gather.sit-here"), () => own.sit(seat)),
    you?.host && you.seats.length > 0 && adding("person", seat, [t("gather.person"), t("gather.add-person")], another),
    you?.host && adding("bot", seat, [t("gather.robot"), t("gather.add-bot")], () => ask("add-bot", { seat, bot: "apprentice" })),
  ];
  return [
    h("span", { class: "no-marker", "aria-hidden": "true" }),
    h("span", { class: "seat-who quiet" }, t("gather.free")),
    h("span", { class: "seat-acts" }, ...actions),
  ];
}

/** @param {At} at @param {Doing} doing */
function takenPlace(at, doing) {
  const { state: { table }, seat } = at;
  const sits = table?.seats[seat];
  if (!sits) return [];
  const look = { seat, number: seat + 1, name: sits.name, marker: sits.marker };
  const said = tags(at).join(" · ");
  const who = h("span", { class: "seat-who" }, h("strong", {}, sits.name), said && h("span", { class: "quiet" }, said));
  return [markerIcon(look, { size: 44 }), who, h("span", { class: "seat-acts" }, ...takenActs(at, doing))];
}

/** @param {At} at */
function tags({ state: { table, you, away }, seat }) {
  const sits = table?.seats[seat];
  return [
    you?.seats.includes(seat) && t("gather.you"),
    sits?.kind === "bot" && sits.bot && !you?.host && t("gather.bot", { level: levelName(sits.bot) }),
    sits?.kind === "program" && t("gather.program"),
    table?.host === seat && t("gather.host"),
    table?.first === seat && t("gather.is-first"),
    away.includes(seat) && t("gather.away"),
  ].filter((tag) => tag !== false && tag !== undefined && tag !== null && tag !== "");
}

/** @param {At} at @param {Doing} doing */
function takenActs({ state: { table, you }, seat }, { ask, onEdit }) {
  const sits = table?.seats[seat];
  if (!table || !you || !sits) return [];
  const isOwn = you.seats.includes(seat);
  const first = maySayFirst(table, you, seat);
  const label = isOwn ? t("gather.get-up", { name: sits.name }) : t("gather.remove", { name: sits.name });
  return [
    first && act("first", seat, firstWords[first](), () => ask("choose-first", { seat })),
    you.host && sits.bot && levelSelect(seat, sits.bot, sits.name, ask),
    isOwn && iconButton("edit", t("gather.edit", { name: sits.name }), { "data-key": `edit-${seat}`, onclick: () => onEdit(seat) }),
    (isOwn || you.host) && iconButton("close", label, { "data-key": `remove-${seat}`, onclick: () => ask("remove", { seat }) }),
  ];
}

const firstWords = { me: () => t("gather.i-am-oldest"), them: () => t("gather.make-first") };

/** @param {number} seat @param {string} level @param {string} name @param {Ask} ask */
function levelSelect(seat, level, name, ask) {
  const bots = BOTS.includes(level) ? BOTS : [...BOTS, level]; // it may have been taken away since
  const options = bots.map((each) => h("option", { value: each, selected: each === level }, levelName(each)));
  const select = h("select", { "aria-label": t("gather.level-of", { name }), "data-key": `level-${seat}` }, ...options);
  select.addEventListener("change", () => void ask("add-bot", { seat, bot: select.value }));
  return select;
}

/** @param {string} key @param {number} seat @param {string} text @param {() => unknown} onclick */
const act = (key, seat, text, onclick) => h("button", { type: "button", "data-key": `${key}-${seat}`, onclick }, text);

/** @param {string} key @param {number} seat @param {[string, string]} words short and long @param {() => unknown} onclick */
function adding(key, seat, [short, long], onclick) {
  const props = { type: "button", "data-tip": long, "aria-label": long, "data-key": `${key}-${seat}`, onclick };
  return h("button", props, icon("add", 18), short);
}

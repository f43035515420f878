// Another game: with one click, as soon as all who are there want it.

/** @import {SeatView} from "../generated/messages" */
/** @import {Ask} from "../gather/asking.js" */
/** @import {TableState} from "../game/table.js" */
import { h, put } from "../ui/dom.js";
import { keepingFocus } from "../ui/focus.js";
import { icon } from "../ui/icons.js";
import { list, t } from "../words/language.js";
import { undecided } from "./ranking.js";

/** The button for another game, and who wants one. @param {Ask} ask */
export function rematch(ask) {
  const element = h("div", { class: "rematch" });
  const others = h("div", { class: "rematch-others" });
  let drawn = "";
  return {
    element,
    others,
    /** @param {TableState} state */
    update(state) {
      const now = JSON.stringify([state.table?.seats, state.you, state.away]);
      if (now === drawn) return;
      drawn = now;
      keepingFocus(element, () => put(element, ...buttons(state, ask)));
      put(others, ...wishes(state));
    },
  };
}

/** @param {TableState} state @param {Ask} ask */
function buttons({ table, you }, ask) {
  if (!table || !you) return [];
  const mine = you.seats.map((seat) => table.seats[seat]);
  const waiting = isWaiting(mine);
  return [
    mine.length > 0 && !waiting && button("rematch", t("end.rematch"), () => ask("want-rematch")),
    you.host && (waiting || mine.length === 0) && button("start", t("end.start"), () => ask("start")),
  ];
}

/** Who else wants one, and who has not said so yet. @param {TableState} state */
function wishes({ table, you, away }) {
  if (!table || !you) return [];
  const mine = you.seats.map((seat) => table.seats[seat]);
  const others = undecided(table.seats, away).filter((seat) => !mine.includes(seat));
  const willing = table.seats.filter((seat) => seat.wants_rematch && !mine.includes(seat));
  return [
    willing.length > 0 && h("p", { role: "status" }, t("end.want", { names: names(willing) })),
    isWaiting(mine) && others.length > 0 && h("p", { class: "quiet", role: "status" }, t("end.waiting", { names: names(others) })),
  ];
}

/** @param {readonly (SeatView | undefined)[]} mine */
function isWaiting(mine) {
  return mine.length > 0 && mine.every((seat) => seat?.wants_rematch);
}

/** @param {string} key @param {string} text @param {() => unknown} onclick */
function button(key, text, onclick) {
  return h("button", { type: "button", class: "main", "data-key": key, onclick }, icon("again"), text);
}

/** @param {readonly {name: string}[]} seats */
const names = (seats) => list(seats.map(({ name }) => name));

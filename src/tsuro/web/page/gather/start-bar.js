// The button that begins; or why nobody can yet, who will, or how long it takes until the game starts by itself.

/** @import {TableState} from "../game/table.js" */
/** @import {Ask} from "./asking.js" */
import { h } from "../ui/dom.js";
import { t } from "../words/language.js";
import { secondsUntil } from "../lobby/state.js";
import { firstFree, taken } from "./facts.js";

/** @param {Ask} ask */
export function startBar(ask) {
  /** @type {TableState | null} */
  let latest = null;
  const begin = () => ask("start", latest?.starts === null ? {} : { fill: true });
  const button = h("button", { type: "button", class: "main big", onclick: begin });
  const reason = h("p", { class: "quiet", id: "start-reason" });
  const element = h("div", { class: "start-bar" }, reason, button);
  const draw = () => {
    const shown = latest && shownFor(latest, performance.now());
    if (!shown) return;
    reason.textContent = shown.reason;
    reason.classList.toggle("is-counting", latest?.starts !== null);
    button.textContent = shown.button;
    button.hidden = !shown.mayStart;
    button.disabled = !shown.isEnough;
  };
  const counting = setInterval(() => latest?.starts !== null && draw(), 500);
  return {
    element,
    /** @param {TableState} state */
    update(state) {
      latest = state;
      draw();
    },
    leave: () => clearInterval(counting),
  };
}

/** What the bar says, and who may start; null: nothing is known yet.
 * @param {Pick<TableState, "table" | "you" | "starts">} state
 * @param {number} now
 */
export function shownFor({ table, you, starts }, now) {
  if (!table || !you) return null;
  const isEnough = taken(table.seats) >= 2;
  if (starts === null) {
    const reason = isEnough ? (you.host ? t("gather.ready") : waitingFor(table)) : t("gather.two-needed");
    return { reason, button: t("gather.start"), mayStart: you.host, isEnough };
  }
  const isFull = firstFree(table.seats) < 0;
  const seconds = secondsUntil(starts, now);
  const soon = isFull ? t("lobby.starts-in", { seconds }) : t("gather.starts-in", { seconds });
  const button = isFull ? t("gather.start") : t("gather.start-with-bots");
  return { reason: seconds ? soon : t("lobby.starts-now"), button, mayStart: you.seats.length > 0, isEnough: true };
}

/** @param {NonNullable<TableState["table"]>} table */
function waitingFor(table) {
  const host = table.host === null ? null : table.seats[table.host]?.name;
  return host ? t("gather.host-starts", { name: host }) : t("gather.somebody-starts");
}

// Gathering before a game, or between two: who is there, who may come, what is played, and off they go.

/** @import {App} from "../main.js" */
/** @import {OnShown, View} from "../screens/table.js" */
/** @import {News, Session} from "../net/session.js" */
/** @import {TableState} from "../game/table.js" */
import { h } from "../ui/dom.js";
import { topBar } from "../ui/top-bar.js";
import { t } from "../words/language.js";
import { agreedCard } from "./agreed.js";
import { asking } from "./asking.js";
import { taken } from "./facts.js";
import { joinCard } from "./join.js";
import { linksCard } from "./links.js";
import { seatList } from "./seats.js";

/** The view of a table before a game. @param {App} app @param {Session} session @param {OnShown} onShown @returns {View} */
export function gatherView(app, session, onShown) {
  const { ask, line } = asking(session);
  const join = joinCard(app, ask);
  const seats = seatList(ask, join);
  const links = linksCard(app);
  const agreed = agreedCard(ask);
  const start = startBar(() => ask("start"));
  const count = h("p", { class: "quiet" });
  const back = h("button", { type: "button", hidden: true, onclick: () => session.gather(false) }, t("gather.back"));
  const head = h("div", { class: "gather-head" }, h("h1", {}, t("gather.title")), count, back);
  const main = h("main", { class: "gather" },
    h("div", { class: "gather-who stack" }, head, join.element, seats.element, line, start.element),
    links.element, agreed.element);
  const parts = [join, seats, agreed, start];
  return {
    element: h("div", { class: "gather-screen" }, topBar(app), main),
    update(state, news) {
      if (onShown(state)) return;
      parts.forEach((part) => part.update(state));
      links.update(state.you);
      const all = state.table?.seats ?? [];
      count.textContent = t("gather.taken", { taken: taken(all), count: all.length });
      back.hidden = state.table?.phase !== "over";
      if (news) announce(app, news);
    },
  };
}

/** The button that begins, or why nobody can yet, or who will. @param {() => unknown} begin */
function startBar(begin) {
  const button = h("button", { type: "button", class: "main big", onclick: begin }, t("gather.start"));
  const reason = h("p", { class: "quiet", id: "start-reason" });
  const element = h("div", { class: "start-bar" }, reason, button);
  return {
    element,
    /** @param {TableState} state */
    update({ table, you }) {
      if (!table || !you) return;
      const enough = taken(table.seats) >= 2;
      button.hidden = !you.host;
      button.disabled = !enough;
      const host = table.host === null ? null : table.seats[table.host]?.name;
      const who = host ? t("gather.host-starts", { name: host }) : t("gather.somebody-starts");
      reason.textContent = enough ? (you.host ? t("gather.ready") : who) : t("gather.two-needed");
    },
  };
}

/** Say who came, for those who do not see it; and one's own name, which may have got a number. @param {App} app @param {News} news */
function announce(app, { message, state }) {
  if (message.type !== "changed" || message.seat === null || !["sat", "bot-sat"].includes(message.what)) return;
  const name = state.table?.seats[message.seat]?.name ?? "";
  app.say(state.you?.seats.includes(message.seat) ? t("gather.you-came", { name }) : t("gather.came", { name }));
}

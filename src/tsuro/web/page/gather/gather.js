// Gathering before a game, or between two: who is there, who may come, what is played, and off they go.

/** @import {App} from "../main.js" */
/** @import {OnShown, View} from "../screens/table.js" */
/** @import {News, Session} from "../net/session.js" */
/** @import {TableState} from "../game/table.js" */
import { h } from "../ui/dom.js";
import { focusOn } from "../ui/focus.js";
import { topBar } from "../ui/top-bar.js";
import { t } from "../words/language.js";
import { secondsUntil } from "../lobby/state.js";
import { agreedCard } from "./agreed.js";
import { asking } from "./asking.js";
import { taken } from "./facts.js";
import { joinCard } from "./join.js";
import { linksCard } from "./links.js";
import { seatList } from "./seats.js";
import { startBar } from "./start-bar.js";

/** The view of a table before a game. @param {App} app @param {Session} session @param {OnShown} onShown @returns {View} */
export function gatherView(app, session, onShown) {
  const { ask, line } = asking(session);
  const join = joinCard(app, ask);
  const seats = seatList(ask, join);
  const links = linksCard(app);
  const agreed = agreedCard(ask);
  const start = startBar(ask);
  const count = h("p", { class: "quiet" });
  const back = h("button", { type: "button", hidden: true, onclick: () => session.gather(false) }, t("gather.back"));
  const head = h("div", { class: "gather-head" }, h("h1", {}, t("gather.title")), count, back);
  const main = h("main", { class: "gather" },
    h("div", { class: "gather-who stack" }, head, join.element, seats.element, line, start.element),
    links.element, agreed.element);
  const parts = [join, seats, agreed, start];
  const countdown = spokenOnce(app);
  return {
    element: h("div", { class: "gather-screen" }, topBar(app), main),
    update(state, news) {
      if (onShown(state)) return;
      parts.forEach((part) => part.update(state));
      links.update(state.you);
      const all = state.table?.seats ?? [];
      count.textContent = t("gather.taken", { taken: taken(all), count: all.length });
      back.hidden = state.table?.phase !== "over";
      links.element.hidden = start.element.hidden = state.you?.removed ?? false;
      if (news) announce(app, news);
      if (news && isRemoved(news)) sendAway(app, join.words);
      countdown(state);
    },
    leave: start.leave,
  };
}

/** Say when the game will start by itself; once, since whoever listens can look again. @param {App} app */
function spokenOnce(app) {
  let isSaid = false;
  return (/** @type {TableState} */ { starts }) => {
    if (starts !== null && !isSaid) app.say(t("gather.starts-in", { seconds: secondsUntil(starts, performance.now()) }));
    isSaid = starts !== null;
  };
}

/** Say who came and who left, for those who do not see it; and one's own name, which may have got a number.
 * @param {App} app
 * @param {News} news
 */
function announce(app, { message, state, before }) {
  if (message.type !== "changed" || message.seat === null) return;
  const isOwn = (message.what === "stood-up" ? before : state).you?.seats.includes(message.seat);
  if (message.what === "sat" || message.what === "bot-sat") {
    const name = state.table?.seats[message.seat]?.name ?? "";
    app.say(isOwn ? t("gather.you-came", { name }) : t("gather.came", { name }));
  } else if (message.what === "stood-up" && !isOwn) {
    app.say(t("gather.left", { name: before.table?.seats[message.seat]?.name ?? "" }));
  }
}

/** Whether the host has just removed whoever is here. @param {News} news */
const isRemoved = ({ state, before }) => state.you?.removed === true && before.you?.removed === false;

/** @param {App} app @param {HTMLElement} words */
function sendAway(app, words) {
  app.say(t("gather.sent-away"));
  if (document.activeElement === document.body) focusOn(words);
}

// The bar that says that the line to the table is lost, and what becomes of a move made meanwhile.

/** @import {Session} from "../net/session.js" */
/** @import {App} from "../main.js" */
import { h, put } from "./dom.js";
import { t } from "../words/language.js";

const PATIENCE = 700; // milliseconds: most lines are back before anybody need know

/** What the bar says, as the key of its words.
 * @param {{isOnline: boolean, isMoveKept: boolean}} now
 */
export function barKey({ isOnline, isMoveKept }) {
  if (isOnline) return isMoveKept ? "line.lost-move" : "line.lost";
  return isMoveKept ? "line.offline-move" : "line.offline";
}

/** A bar over the table, or the lobby, that comes when the line is lost for more than a moment, and goes by itself.
 * @param {App} app
 * @param {{connection: Pick<Session["connection"], "nudge">, unansweredMove: unknown, watch: Session["watch"]}} session
 * @returns {{element: HTMLElement, leave: () => void}}
 */
export function lineBar(app, session) {
  const words = h("p", { role: "status" });
  const retry = h("button", { hidden: true, onclick: () => session.connection.nudge() }, t("line.retry"));
  const element = h("div", { class: "line-bar" }, words, retry);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const show = () => {
    const said = t(barKey({ isOnline: navigator.onLine, isMoveKept: session.unansweredMove !== null }));
    if (words.textContent !== said) put(words, said);
    element.classList.add("is-shown");
    retry.hidden = false;
    timer = setTimeout(show, PATIENCE); // the network, or a move made now, may change what is to be said
  };
  const hide = () => {
    clearTimeout(timer);
    timer = undefined;
    if (element.classList.contains("is-shown")) app.say(t("line.back"));
    element.classList.remove("is-shown");
    retry.hidden = true;
    put(words); // it stays in the page, since only then will a screen reader say what comes to stand in it
  };
  const stopWatching = session.watch((status) => {
    if (status !== "lost") hide();
    else timer ??= setTimeout(show, PATIENCE);
  });
  return { element, leave: () => (clearTimeout(timer), stopWatching()) };
}

// The lobby, where strangers meet.

/** @import {App, Screen} from "../main.js" */
/** @import {LobbyState} from "../lobby/state.js" */
import { listenToLobby } from "../net/lobby-line.js";
import { HAS_LOBBY } from "../lobby/offered.js";
import { lobbyAfter } from "../lobby/state.js";
import { lobbyView } from "../lobby/view.js";
import { lineBar } from "../ui/connection-bar.js";
import { h } from "../ui/dom.js";
import { topBar } from "../ui/top-bar.js";
import { t } from "../words/language.js";

/** The screen of the lobby. @param {App} app @returns {Screen} */
export function screen(app) {
  app.title(t("lobby.title"));
  return HAS_LOBBY ? openLobby(app) : { element: noLobby(app) };
}

/** @param {App} app @returns {Screen} */
function openLobby(app) {
  /** @type {LobbyState | null} */
  let state = null;
  const line = listenToLobby({
    onMessage(message) {
      const now = performance.now();
      const before = state;
      state = lobbyAfter(state, message, now);
      if (state && state !== before) view.update(state, now);
    },
  });
  const view = lobbyView(app);
  const bar = lineBar(app, line);
  line.watch((status) => view.lose(status === "lost"));
  view.element.append(bar.element);
  const counting = setInterval(() => view.count(performance.now()), 500);
  return {
    element: view.element,
    leave() {
      clearInterval(counting);
      view.leave();
      bar.leave();
      line.close();
    },
  };
}

/** @param {App} app */
function noLobby(app) {
  const words = [h("h1", {}, t("lobby.off")), h("p", {}, t("lobby.off-about"))];
  const buttons = h("p", { class: "row" },
    h("a", { class: "button main", href: "/#way-friends" }, t("lobby.invite")),
    h("a", { class: "button", href: "/#way-bots" }, t("lobby.against-bots")));
  return h("div", { class: "lobby-screen" }, topBar(app), h("main", { class: "notice stack lobby-off" }, ...words, buttons));
}

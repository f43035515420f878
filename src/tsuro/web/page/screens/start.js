// The start: three ways into a game, each two clicks away.

/** @import {App, Screen} from "../main.js" */
/** @import {IconName} from "../ui/icons.js" */
import { PAGES } from "../generated/routes.js";
import { HAS_LOBBY } from "../lobby/offered.js";
import { h, put } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { topBar } from "../ui/top-bar.js";
import { t } from "../words/language.js";
import { botsForm } from "../start/bots.js";
import { continueList } from "../start/continue.js";
import { friendsForm } from "../start/friends.js";
import { picture } from "../start/picture.js";
import { screenForm } from "../start/screen.js";

/** @typedef {{name: IconName, title: string, about: string, form: (app: App) => HTMLElement}} Way */

/** The first screen. @param {App} app @returns {Screen} */
export function screen(app) {
  app.title("");
  const doors = h("div", { class: "doors" });
  const all = ways().map((way) => door(app, way, (opened) => all.forEach((other) => other !== opened && other.open(false))));
  put(doors, HAS_LOBBY && lobbyDoor(), ...all.map(({ element }) => element));
  all[ways().findIndex(({ name }) => location.hash === `#way-${name}`)]?.open(true); // a link to a way in: /#way-bots
  const words = h("div", { class: "start-words" },
    h("h1", {}, t("start.title")), h("p", { class: "start-line" }, t("start.line")),
    continueList(app), doors, moreLinks());
  const main = h("main", { class: "start" }, words, picture());
  return { element: h("div", { class: "start-screen" }, topBar(app), main, footer()) };
}

/** @returns {Way[]} */
function ways() {
  return [
    { name: "screen", title: t("start.one-screen"), about: t("start.one-screen-about"), form: screenForm },
    { name: "bots", title: t("start.against-bots"), about: t("start.against-bots-about"), form: botsForm },
    { name: "friends", title: t("start.with-friends"), about: t("start.with-friends-about"), form: friendsForm },
  ];
}

/** The way to the lobby, where strangers meet: it needs no form. */
function lobbyDoor() {
  const words = h("span", {}, h("strong", {}, t("start.lobby")), h("span", { class: "quiet" }, t("start.lobby-about")));
  const link = h("a", { class: "door-button", href: PAGES.lobby.path }, icon("lobby", 30), words, icon("go"));
  return h("section", { class: "door door-lobby" }, h("h2", {}, link));
}

/** A way in: a large button under which its form unfolds.
 * @param {App} app
 * @param {Way} way
 * @param {(opened: Door) => void} onOpen
 * @returns {Door}
 * @typedef {{element: HTMLElement, open: (isOpen: boolean) => void}} Door
 */
function door(app, way, onOpen) {
  const id = `way-${way.name}`;
  const inside = h("div", { class: "door-inside", id, hidden: true });
  const button = h("button", { type: "button", class: "door-button", "aria-expanded": "false", "aria-controls": id },
    icon(way.name, 30), h("span", {}, h("strong", {}, way.title), h("span", { class: "quiet" }, way.about)), icon("open"));
  const element = h("section", { class: "door" }, h("h2", {}, button), inside);
  const made = {
    element,
    open(/** @type {boolean} */ isOpen) {
      button.setAttribute("aria-expanded", String(isOpen));
      element.classList.toggle("is-open", isOpen);
      inside.hidden = !isOpen;
      if (isOpen && !inside.hasChildNodes()) inside.append(way.form(app));
    },
  };
  button.addEventListener("click", () => {
    made.open(inside.hidden === true);
    if (inside.hidden) return;
    onOpen(made);
    element.scrollIntoView({ block: "nearest" });
  });
  return made;
}

function moreLinks() {
  return h("nav", { class: "start-links", "aria-label": t("start.links") },
    h("a", { href: "/learn" }, t("start.learn")),
    h("a", { href: "/rules" }, t("start.rules")),
    h("a", { href: "/replay" }, t("start.replay")));
}

function footer() {
  return h("footer", { class: "start-footer quiet" }, t("start.footer"));
}

// One open table, and one game to watch, in words and with what can be done there.

/** @import {RunningGame} from "../generated/messages" */
/** @import {Waiting} from "./state.js" */
import { h } from "../ui/dom.js";
import { isolated, list, t } from "../words/language.js";
import { clockLine, editionParts } from "../options/summary.js";
import { tablePath } from "../router.js";

/** A table where somebody waits. Whoever has been there may go back.
 * @param {Waiting} table
 * @param {{sit: (table: Waiting, button: HTMLElement) => void, isKnown: (table: Waiting) => boolean}} how
 */
export function tableEntry(table, { sit, isKnown }) {
  const names = everybody(table);
  const starts = table.starts !== null && h("span", { class: "lobby-starts", "data-starts": table.starts });
  const said = words(table.id, names, [t("lobby.free", { count: table.free, seats: table.seats }), ...facts(table)], starts);
  const act = { "data-key": "sit", "aria-describedby": factsId(table.id) };
  if (isKnown(table)) {
    const label = t("lobby.back-to", { names });
    return [said, h("a", { class: "button", href: tablePath(table.play), "aria-label": label, ...act }, t("lobby.back"))];
  }
  const button = h("button", { type: "button", "aria-label": t("lobby.sit-with", { names }), ...act, onclick: () => sit(table, button) }, t("lobby.sit"));
  return [said, button];
}

/** A game that can be watched. @param {RunningGame} game */
export function gameEntry(game) {
  const names = everybody(game);
  const watching = game.watchers ? [t("players.watchers", { count: game.watchers })] : [];
  const said = [t("lobby.left", { count: game.left }), ...watching, ...facts(game)];
  const label = t("lobby.watch-them", { names });
  const act = { "data-key": "watch", "aria-label": label, "aria-describedby": factsId(game.id) };
  return [words(game.id, names, said), h("a", { class: "button", href: tablePath(game.id), ...act }, t("lobby.watch"))];
}

/** The people, and how many bots sit with them. @param {Pick<Waiting, "people" | "bots">} there */
function everybody({ people, bots }) {
  return list(bots ? [...people.map(isolated), t("start.so-many-bots", { count: bots })] : people.map(isolated));
}

/** @param {string} id @param {string} names @param {string[]} said @param {HTMLElement | false} [more] */
function words(id, names, said, more = false) {
  return h("div", { class: "lobby-words" }, h("strong", {}, names), h("span", { class: "quiet", id: factsId(id) }, said.join(" · ")), more);
}

/** @param {string} id */
const factsId = (id) => `facts-${id}`;

/** What is played. @param {Pick<Waiting, "edition" | "clock">} played */
const facts = ({ edition, clock }) => [...editionParts(edition), clockLine(clock)];

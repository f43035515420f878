// One open table, and one game to watch, in words and with what can be done there.

/** @import {RunningGame} from "../generated/messages" */
/** @import {Waiting} from "./state.js" */
import { h } from "../ui/dom.js";
import { list, t } from "../words/language.js";
import { clockLine, editionParts } from "../options/summary.js";
import { tablePath } from "../router.js";

/** A table where somebody waits.
 * @param {Waiting} table
 * @param {(table: Waiting) => void} sit
 */
export function tableEntry(table, sit) {
  const names = list(table.people);
  const starts = table.starts !== null && h("span", { class: "lobby-starts", "data-starts": table.starts });
  const label = t("lobby.sit-with", { names });
  return [
    words(names, [t("lobby.free", { count: table.free, seats: table.seats }), ...facts(table)], starts),
    h("button", { type: "button", "data-key": "sit", "aria-label": label, onclick: () => sit(table) }, t("lobby.sit")),
  ];
}

/** A game that can be watched. @param {RunningGame} game */
export function gameEntry(game) {
  const names = list(game.bots ? [...game.people, t("start.so-many-bots", { count: game.bots })] : [...game.people]);
  const watching = game.watchers ? [t("players.watchers", { count: game.watchers })] : [];
  const said = [t("lobby.left", { count: game.left }), ...watching, ...facts(game)];
  const label = t("lobby.watch-them", { names });
  return [words(names, said), h("a", { class: "button", "data-key": "watch", href: tablePath(game.id), "aria-label": label }, t("lobby.watch"))];
}

/** @param {string} names @param {string[]} said @param {HTMLElement | false} [more] */
function words(names, said, more = false) {
  return h("div", { class: "lobby-words" }, h("strong", {}, names), h("span", { class: "quiet" }, said.join(" · ")), more);
}

/** What is played. @param {Pick<Waiting, "edition" | "clock">} played */
const facts = ({ edition, clock }) => [...editionParts(edition), clockLine(clock)];

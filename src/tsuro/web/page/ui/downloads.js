// What can be kept of a game: its record, and a moving picture of it.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "../words/language.js";

/** The links to all of it. @param {string} code of the table @param {number} game */
export function downloadLinks(code, game) {
  const from = `/api/tables/${code}/games/${game}`;
  const name = `tsuro-game-${game}`;
  return [
    link(`${from}/record`, `${name}.tsuro`, t("download.record")),
    link(`${from}/picture.svg?theme=light`, `${name}-light.svg`, t("download.picture-light")),
    link(`${from}/picture.svg?theme=dark`, `${name}-dark.svg`, t("download.picture-dark")),
  ];
}

/** @param {string} href @param {string} file @param {string} text */
function link(href, file, text) {
  return h("a", { class: "button", href, download: file }, icon("keep"), text);
}

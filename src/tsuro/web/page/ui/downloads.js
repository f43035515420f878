// What can be kept of a game: its record, and a moving picture of it.

import { API } from "../generated/routes.js";
import { fill } from "../router.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "../words/language.js";

/** The links to all of it. @param {string} code of the table @param {number} game */
export function downloadLinks(code, game) {
  const picture = fill(API.picture, { code, game });
  const name = `tsuro-game-${game}`;
  return [
    link(fill(API.record, { code, game }), `${name}.tsuro`, t("download.record")),
    link(`${picture}?theme=light`, `${name}-light.svg`, t("download.picture-light")),
    link(`${picture}?theme=dark`, `${name}-dark.svg`, t("download.picture-dark")),
  ];
}

/** @param {string} href @param {string} file @param {string} text */
function link(href, file, text) {
  return h("a", { class: "button", href, download: file }, icon("keep"), text);
}

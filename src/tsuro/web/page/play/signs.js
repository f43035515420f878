// Small pictures beside the players' names. Each is said in words, too.

import { h, s } from "../ui/dom.js";

/** @typedef {keyof typeof PICTURES} SignName */

const PICTURES = {
  plays: "M5 3.5v9l7.5-4.5Z",
  away: "M10.5 2.2A6 6 0 1 0 14 9.6A5 5 0 0 1 10.5 2.2Z",
  stand_in: "M7.4 1h1.2v2.2H13v9.6H3V3.2h4.4ZM5.4 6v2h1.8V6Zm3.4 0v2h1.8V6ZM5.4 10v1.2h5.2V10Z",
  out: "M4.4 3.2L8 6.8l3.6-3.6l1.2 1.2L9.2 8l3.6 3.6l-1.2 1.2L8 9.2l-3.6 3.6l-1.2-1.2L6.8 8L3.2 4.4Z",
  won: "M2 4.5l3.4 2.7L8 2.5l2.6 4.7L14 4.5l-1.2 8.5H3.2Z",
  pile: "M3 3h8v8H3ZM5 12h7V5h1.5v8.5H5Z",
  dragon: "M2 9c1-4 4-6 7-6l-1 2c3 0 5 1 6 3l-3 .4c1 1 1 2.6.4 4.6c-1-2-2.4-3-4.4-3c-2 0-3 1-3 3c-1.4-1-2.2-2.4-2-4Z",
};

/** A small picture with its words: shown beside it where there is room, and always for a screen reader.
 * @param {SignName} name
 * @param {string} words
 */
export function sign(name, words) {
  return h("span", { class: `sign is-${name}`, title: words }, picture(name), h("span", { class: "sign-words" }, words));
}

/** @param {SignName} name */
function picture(name) {
  const props = { class: "sign-picture", viewBox: "0 0 16 16", "aria-hidden": "true" };
  return s("svg", props, s("path", { d: PICTURES[name], "fill-rule": "evenodd" }));
}

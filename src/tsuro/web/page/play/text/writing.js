// Writing only what changed, so that a reader does not lose the place.

import { h, put } from "../../ui/dom.js";

/** Write a text where it is not already. @param {HTMLElement} element @param {string} text */
export function write(element, text) {
  if (element.textContent !== text) put(element, text);
}

/** The items of a list. @param {HTMLElement} list @param {readonly string[]} texts */
export function rewrite(list, texts) {
  if (list.children.length !== texts.length) return put(list, texts.map((text) => h("li", {}, text)));
  texts.forEach((text, at) => write(/** @type {HTMLElement} */ (list.children[at]), text));
}

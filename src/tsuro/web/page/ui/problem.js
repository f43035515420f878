// What went wrong, said where somebody asked for it.

import { h, put } from "./dom.js";

/** A line for it, which screen readers say as soon as something stands in it.
 * @param {string | null} [words] what it says from the beginning
 */
export function problemLine(words = null) {
  const element = h("p", { class: "problem", role: "alert" }, words);
  return {
    element,
    /** @param {string | null} [sentence] none: all is well again */
    tell: (sentence = null) => put(element, sentence),
  };
}

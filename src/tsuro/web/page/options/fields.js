// The parts that forms are made of: a choice with its sentence, a number, a name.

/** @import {Child} from "../ui/dom.js" */
import { h } from "../ui/dom.js";
import { NAME_LENGTH } from "../generated/limits.js";

let count = 0;
/** An id that no other element has. */
export const newId = () => `field-${count++}`;

/** A radio button or a checkbox with its name and a sentence about it.
 * @param {HTMLInputElement} input
 * @param {string} name
 * @param {Child} about
 */
export function choice(input, name, about) {
  const words = h("span", {}, h("strong", {}, name), h("span", { class: "quiet" }, about));
  return h("label", { class: "choice" }, input, words);
}

/** A group of choices under one name.
 * @param {string} legend
 * @param {...Child} children
 */
export function group(legend, ...children) {
  return h("fieldset", { class: "group" }, h("legend", {}, legend), ...children);
}

/** A field under its label.
 * @param {string} label
 * @param {HTMLInputElement | HTMLSelectElement} input
 */
export function field(label, input) {
  input.id ||= newId();
  return h("div", { class: "field" }, h("label", { for: input.id }, label), input);
}

/** Where a name is typed. @param {string} value @param {Record<string, unknown>} [props] */
export function nameInput(value, props = {}) {
  const typing = { autocomplete: "nickname", autocapitalize: "words", spellcheck: "false" };
  return h("input", { type: "text", maxlength: NAME_LENGTH, value, ...typing, ...props });
}

/** Numbers from one to another to choose from.
 * @param {number} from
 * @param {number} to
 * @param {number} value
 * @param {(number: number) => string} said
 */
export function numberSelect(from, to, value, said) {
  const numbers = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const select = h("select", {}, ...numbers.map((number) => h("option", { value: number }, said(number))));
  select.value = String(value);
  return select;
}

/** One of a few, side by side.
 * @template {string | number} V
 * @param {string} legend
 * @param {readonly V[]} values
 * @param {V} chosen
 * @param {{said: (value: V) => Child, onChoose: (value: V) => void}} how
 */
export function segments(legend, values, chosen, { said, onChoose }) {
  const name = newId();
  const all = values.map((value) => {
    const props = { type: "radio", name, id: newId(), value, checked: value === chosen };
    const input = h("input", { ...props, onchange: () => onChoose(value) });
    return h("label", { class: "segment" }, input, h("span", {}, said(value)));
  });
  return h("fieldset", {}, h("legend", {}, legend), h("div", { class: "segments" }, ...all));
}

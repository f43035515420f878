// The words of the page, in the language of whoever reads it. A language is one file in languages/.

/** @typedef {Record<string, string>} Words */
/** @typedef {Record<string, string | number>} Values */

/** @type {Words} */
let words = {};
let code = "en";

/** Say it in the language of the page: `t("hand.tiles", {count: 2})`. A `count` chooses between one and many.
 * @param {string} key
 * @param {Values} [values] what stands for `{name}` in the text
 * @returns {string}
 */
export function t(key, values = {}) {
  return said(words, code, key, values);
}

/**
 * @param {Words} words
 * @param {string} code the language, which knows how to count
 * @param {string} key
 * @param {Values} values
 * @returns {string}
 */
export function said(words, code, key, values) {
  const text = words[key] ?? words[`${key}.${numberForm(code, values.count)}`] ?? words[`${key}.other`] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** Whether there are words for the key.
 * @param {string} key
 */
export function has(key) {
  return key in words;
}

/** Speak another language from now on; screens have to be drawn anew.
 * @param {string} chosen
 */
export async function speak(chosen) {
  words = await fetched(`/page/languages/${chosen}.json`);
  code = chosen;
  document.documentElement.lang = chosen;
}

/** All languages there are.
 * @returns {Promise<{code: string, name: string}[]>}
 */
export function languages() {
  return fetched("/page/languages.json");
}

/** Of the languages a reader wants, in order, the first that there is: `pt-BR` is content with `pt`.
 * @param {readonly string[]} wanted
 * @param {readonly string[]} available
 * @returns {string}
 */
export function pick(wanted, available) {
  const short = wanted.map((tag) => tag.toLowerCase().split("-")[0] ?? "");
  return short.find((tag) => available.includes(tag)) ?? "en";
}

/** A list of names as people say it: Ana, Rui and Léa.
 * @param {readonly string[]} names
 */
export function list(names) {
  return new Intl.ListFormat(code, { type: "conjunction" }).format(names);
}

/** A share as a whole percentage.
 * @param {number} share from 0 to 1
 */
export function percent(share) {
  return new Intl.NumberFormat(code, { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** For tests: these words, without a file.
 * @param {Words} own
 * @param {string} [tag]
 */
export function useWords(own, tag = "en") {
  words = own;
  code = tag;
}

/**
 * @param {string} code
 * @param {string | number | undefined} count
 */
function numberForm(code, count) {
  return typeof count === "number" ? new Intl.PluralRules(code).select(count) : "other";
}

/** @param {string} address */
async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

// The texts of the page in the reader's language. A language is one file in languages/; the server fills its gaps.

/** @typedef {Record<string, string>} Texts */
/** @typedef {Record<string, string | number>} Values */

const FALLBACK = "en";
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** @type {Texts} */
let texts = {};
let tag = FALLBACK; // how the language counts, lists and writes numbers

/** A text in the language of the page: `t("hand.tiles", {count: 2})`. A `count` chooses the plural form.
 * @param {string} key
 * @param {Values} [values] what replaces `{name}` in the text
 * @returns {string}
 */
export function t(key, values = {}) {
  return format(texts, tag, key, values);
}

/**
 * @param {Texts} texts
 * @param {string} tag
 * @param {string} key
 * @param {Values} values
 * @returns {string}
 */
export function format(texts, tag, key, values) {
  const text = texts[`${key}.${pluralForm(tag, values.count)}`] ?? texts[`${key}.other`] ?? texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** Whether there is a text for the key.
 * @param {string} key
 */
export function has(key) {
  return key in texts;
}

/** Use another language from now on; screens have to be drawn again.
 * @param {string} code the name of its file
 */
export async function useLanguage(code) {
  useTexts(await fetchJson(`/page/languages/${code}.json`), code);
  document.documentElement.lang = tag;
  document.documentElement.dir = texts["language.direction"] ?? "ltr";
}

/** All languages there are.
 * @returns {Promise<{code: string, name: string}[]>}
 */
export function languages() {
  return fetchJson("/page/languages.json");
}

/** The first of the wanted languages that there is: `sv-FI`, else `sv`, else Swedish of another region.
 * @param {readonly string[]} wanted
 * @param {readonly string[]} available
 * @returns {string}
 */
export function pick(wanted, available) {
  for (const each of wanted) {
    const found = closest(each.toLowerCase(), available);
    if (found) return found;
  }
  return FALLBACK;
}

/** @param {string} wanted @param {readonly string[]} available */
function closest(wanted, available) {
  for (let part = wanted; part; part = part.slice(0, Math.max(0, part.lastIndexOf("-")))) {
    const found = available.find((code) => code.toLowerCase() === part);
    if (found) return found;
  }
  return available.find((code) => language(code.toLowerCase()) === language(wanted));
}

/** The language of a tag, without script and region. @param {string} tag */
function language(tag) {
  return tag.split("-")[0];
}

/** A list of names as people say it: Ana, Rui and Léa.
 * @param {readonly string[]} names
 */
export function list(names) {
  return new Intl.ListFormat(tag, { type: "conjunction" }).format(names);
}

/** A name that may be written from right to left, so that it does not turn the words around it. @param {string} name */
export const isolated = (name) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

/** A share as a whole percentage.
 * @param {number} share from 0 to 1
 */
export function percent(share) {
  return new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** A rank: 1st, 2nd, 3rd.
 * @param {number} number
 */
export function ordinal(number) {
  const form = new Intl.PluralRules(tag, { type: "ordinal" }).select(number);
  return t(texts[`ordinal.${form}`] ? `ordinal.${form}` : "ordinal", { number });
}

/** Use these texts.
 * @param {Texts} given
 * @param {string} [code] the language, where the texts do not say
 */
export function useTexts(given, code = FALLBACK) {
  texts = given;
  tag = given["language.tag"] ?? code;
}

/**
 * @param {string} tag
 * @param {string | number | undefined} count
 */
function pluralForm(tag, count) {
  return typeof count === "number" ? new Intl.PluralRules(tag).select(count) : "other";
}

/** @param {string} address */
async function fetchJson(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

// The rules in order, and how to find something in them.

/** @typedef {"classic" | "modern"} Edition */
/** @typedef {{title: string, rules: readonly string[]}} Group the key of its heading, and the ids of its rules */
/** @typedef {{text: string, isFound: boolean}} Piece */

/** @type {readonly Group[]} */
export const GROUPS = [
  { title: "rules.group.components", rules: ["C1", "C2", "C3", "C4"] },
  { title: "rules.group.setup", rules: ["S1", "S2", "S3", "S4", "S5", "S6"] },
  { title: "rules.group.play", rules: ["P1", "P2", "P3", "P4"] },
  { title: "rules.group.move", rules: ["M1", "M2", "M3", "M4"] },
  { title: "rules.group.exchange", rules: ["X1", "X2"] },
  { title: "rules.group.draw", rules: ["D1", "D2", "D3", "D4", "D5", "D6", "T1"] },
  { title: "rules.group.end", rules: ["W1", "W2", "W3", "W4"] },
  { title: "rules.group.variants", rules: ["V1", "V2", "V3", "V4"] },
];

/** Rules that the editions do not share: each says more under its own key. */
export const DIFFERENT = ["X1", "D2", "D3", "D6"];

/** @type {readonly Edition[]} */
export const EDITIONS = ["modern", "classic"];

/** The keys of all that a rule says in an edition, its title first.
 * @param {string} rule
 * @param {Edition} edition
 * @returns {string[]}
 */
export function keysOf(rule, edition) {
  const keys = [`rule.${rule}.title`, `rule.${rule}`];
  return DIFFERENT.includes(rule) ? [...keys, `rule.${rule}.${edition}`] : keys;
}

/** The words that somebody looks for.
 * @param {string} query
 */
export function wordsOf(query) {
  return folded(query).split(/\s+/).filter(Boolean);
}

/** Whether every word occurs in one of the texts.
 * @param {readonly string[]} texts
 * @param {readonly string[]} words
 */
export function isFoundIn(texts, words) {
  const all = folded(texts.join("\n"));
  return words.every((word) => all.includes(word));
}

/** A text in pieces: what was looked for, and what lies between.
 * @param {string} text
 * @param {readonly string[]} words
 * @returns {Piece[]}
 */
export function pieces(text, words) {
  const marks = marked([...text], words);
  /** @type {Piece[]} */
  const found = [];
  [...text].forEach((letter, at) => {
    const last = found.at(-1);
    const isFound = marks[at] ?? false;
    if (last && last.isFound === isFound) last.text += letter;
    else found.push({ text: letter, isFound });
  });
  return found;
}

/** Which letters belong to a word that was looked for.
 * @param {readonly string[]} letters
 * @param {readonly string[]} words
 */
function marked(letters, words) {
  const marks = letters.map(() => false);
  const plain = letters.map(folded);
  const starts = plain.map((_, at) => plain.slice(0, at).join("").length); // a letter may fold into two, or none
  const all = plain.join("");
  for (const word of words) {
    for (let from = all.indexOf(word); from >= 0; from = all.indexOf(word, from + 1)) {
      starts.forEach((start, at) => {
        if (start >= from && start < from + word.length) marks[at] = true;
      });
    }
  }
  return marks;
}

/** Small letters without accents, and one kind of apostrophe.
 * @param {string} text
 */
function folded(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase();
}

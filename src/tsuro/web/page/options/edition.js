// The text of an edition, `modern+no-ramming`, and the choices it is put together from.

/** What may be added to an edition, in the order in which it is offered. */
export const OPTIONS = /** @type {const} */ (["bonus", "pass-the-pile", "no-ramming", "open-tiles", "solo"]);
/** What is played for, if not to be the last on the board. */
export const GOALS = /** @type {const} */ (["longest-path", "most-crossings"]);

/** @typedef {typeof OPTIONS[number]} Option */
/** @typedef {typeof GOALS[number]} Goal */
/** @typedef {{name: "modern" | "classic", goal: Goal | null, options: Option[]}} Chosen */

/** Why an option cannot be chosen beside the others, as the end of a key; null: it can.
 * @param {Option} option
 * @param {Chosen} chosen
 */
export function obstacle(option, { name, options }) {
  if (option === "bonus" && name === "classic") return "always-classic";
  if (option === "pass-the-pile" && name === "classic") return "modern-only";
  if (option === "open-tiles" && options.includes("solo")) return "not-solo";
  return null;
}

/** Whether a goal can be chosen beside the others. @param {Chosen} chosen */
export const mayHaveGoal = ({ options }) => !options.includes("solo");

/** The text for the server; what does not fit together is left out.
 * @param {Chosen} chosen
 */
export function editionText(chosen) {
  const options = OPTIONS.filter((option) => chosen.options.includes(option) && obstacle(option, chosen) === null);
  const goal = chosen.goal && mayHaveGoal(chosen) ? [chosen.goal] : [];
  return [chosen.name, ...options, ...goal].join("+");
}

/** The choices that a text tells of.
 * @param {string} text
 * @returns {Chosen}
 */
export function chosenIn(text) {
  const [name, ...added] = text.split("+");
  return {
    name: name === "classic" ? "classic" : "modern",
    goal: GOALS.find((goal) => added.includes(goal)) ?? null,
    options: OPTIONS.filter((option) => added.includes(option)),
  };
}

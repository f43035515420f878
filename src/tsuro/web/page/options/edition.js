// The text of an edition, `modern+no-ramming`, and the choices it is put together from.

import { ALWAYS, EDITIONS, GOALS, OPTIONS } from "../generated/limits.js";

/** @typedef {typeof OPTIONS[number]} Option */
/** @typedef {typeof GOALS[number]} Goal */
/** @typedef {{name: keyof typeof ALWAYS, goal: Goal | null, options: Option[]}} Chosen */

/** Why an option cannot be chosen beside the others: the edition always has it, or never, or others are in its way;
 * null: it can.
 * @param {Option} option
 * @param {Chosen} chosen
 * @returns {"always" | "never" | "others" | null}
 */
export function obstacle(option, chosen) {
  if (ALWAYS[chosen.name].includes(option)) return "always";
  if (!isEdition(chosen.name, [option])) return "never";
  return rivalsOf(option, chosen).length ? "others" : null;
}

/** The options that leave no room for one; of two that do not go together, the one that is offered later stays.
 * @param {Option} option
 * @param {Chosen} chosen
 * @returns {Option[]}
 */
export function rivalsOf(option, { name, options }) {
  const later = OPTIONS.slice(OPTIONS.indexOf(option) + 1).filter((other) => options.includes(other));
  return later.filter((other) => isEdition(name, [other]) && !isEdition(name, [option, other]));
}

/** The goals that can be chosen beside the others.
 * @param {Chosen} chosen
 * @returns {Goal[]}
 */
export function goalsFor(chosen) {
  return GOALS.filter((goal) => isEdition(chosen.name, fitting(chosen), goal));
}

/** The text for the server; what does not fit together is left out.
 * @param {Chosen} chosen
 */
export function editionText(chosen) {
  const goal = goalsFor(chosen).find((each) => each === chosen.goal) ?? null;
  return written(chosen.name, fitting(chosen), goal);
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

/** What can be played, each with a sentence of its own: the usual game, and the variants. */
export const GAMES = /** @type {const} */ (["last-marker", ...GOALS, "open-tiles", "solo"]);
/** @typedef {typeof GAMES[number]} Game */

/** Which of the games the choices come to. @param {Chosen} chosen @returns {Game} */
export function gameIn({ goal, options }) {
  if (options.includes("solo")) return "solo";
  return goal ?? (options.includes("open-tiles") ? "open-tiles" : "last-marker");
}

/** The choices that make another game of it; all else stays. @param {Chosen} chosen @param {Game} game @returns {Partial<Chosen>} */
export function playing({ options }, game) {
  const others = options.filter((option) => option !== "solo" && option !== "open-tiles");
  return {
    goal: GOALS.find((goal) => goal === game) ?? null,
    options: game === "solo" || game === "open-tiles" ? [...others, game] : others,
  };
}

/** @param {Chosen} chosen */
function fitting(chosen) {
  return chosen.options.filter((option) => obstacle(option, chosen) === null);
}

/** @param {Chosen["name"]} name @param {Option[]} options @param {Goal | null} [goal] */
function isEdition(name, options, goal = null) {
  return EDITIONS.includes(written(name, options, goal));
}

/** @param {Chosen["name"]} name @param {Option[]} options @param {Goal | null} goal */
function written(name, options, goal) {
  return [name, ...OPTIONS.filter((option) => options.includes(option)), ...(goal ? [goal] : [])].join("+");
}

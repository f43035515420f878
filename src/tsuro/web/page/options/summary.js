// What a table agreed on, in one line.

/** @import {Clock, TableOptions} from "../generated/messages" */
import { t } from "../words/language.js";
import { chosenIn } from "./edition.js";

/** The parts of the line.
 * @param {TableOptions} options
 * @returns {string[]}
 */
export function summary({ edition, clock, first, open }) {
  const parts = [...editionParts(edition), clockLine(clock), firstLine(first)];
  return open ? [...parts, t("options.line-open")] : parts;
}

/** An edition and its options, by name. @param {string} edition as in records */
export function editionParts(edition) {
  const { name, goal, options } = chosenIn(edition);
  const added = [...options, ...(goal ? [goal] : [])].map((option) => t(`option.${option}.name`));
  return [t(`edition.${name}.name`), ...added];
}

/** How much time there is. @param {Clock} clock */
export function clockLine(clock) {
  if (clock.kind === "turn") return isLong(clock.seconds) ? t("options.line-turn-minutes", { minutes: clock.seconds / 60 }) : t("options.line-turn", { seconds: clock.seconds });
  if (clock.kind === "bank") return t("options.line-bank", { minutes: clock.seconds / 60, increment: clock.increment });
  if (clock.kind === "days") return t("options.line-days", { count: clock.days });
  return t("options.line-no-clock");
}

/** Whether it is rather told in minutes. @param {number} seconds */
const isLong = (seconds) => seconds > 120 && seconds % 60 === 0;

/** @param {TableOptions["first"]} first */
function firstLine(first) {
  if (first === "random") return t("options.line-random");
  return first === "oldest" ? t("options.line-oldest") : t("options.line-chosen");
}

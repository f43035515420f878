// The form for a game against bots.

/** @import {App} from "../main.js" */
/** @import {Person} from "./making.js" */
import { h } from "../ui/dom.js";
import { t } from "../words/language.js";
import { MARKERS, NAME_LENGTH, PLAYERS } from "../generated/limits.js";
import { chosenIn } from "../options/edition.js";
import { field, segments } from "../options/fields.js";
import { optionsForm, USUAL } from "../options/form.js";
import { BOTS, levelAbout, levelName } from "../options/levels.js";
import { markerChoice } from "../options/markers.js";
import { tableForm } from "./form.js";
import { begin } from "./making.js";
import { ownNameField } from "./names.js";

/** The form for a game against bots. @param {App} app */
export function botsForm(app) {
  let bots = 3;
  let level = "apprentice";
  let marker = "circle";
  const name = ownNameField(app);
  let markers = 3;
  const options = optionsForm(USUAL, { solo: true, firsts: ["random", "chosen"] });
  const isSolo = () => chosenIn(options.read().edition).options.includes("solo");
  const others = h("div", { class: "stack" },
    howMany(t("start.bots"), PLAYERS.min - 1, PLAYERS.max - 1, bots, (number) => (bots = number)),
    levelChoice(level, (chosen) => (level = chosen)));
  const alone = h("div", { hidden: true }, howMany(t("start.markers"), PLAYERS.min, PLAYERS.max, markers, (number) => (markers = number)));
  const follow = () => [others.hidden, alone.hidden] = [isSolo(), !isSolo()];
  options.game.addEventListener("change", follow);
  options.element.addEventListener("change", follow);
  return tableForm(app, {
    fields: [field(t("start.your-name"), name.input), others, alone, options.game],
    more: [
      markerChoice({ legend: t("start.marker"), chosen: marker, number: 1, onChoose: (chosen) => (marker = chosen) }),
      options.element,
    ],
    button: t("start.play"),
    async make() {
      const person = { name: name.read(), marker };
      const people = isSolo() ? allOf(person, markers) : [person];
      const code = await begin(people, isSolo() ? [] : Array(bots).fill(level), options.read());
      name.keep();
      return code;
    },
  });
}

/** One person with all markers, told apart by numbers. @param {Person} person @param {number} count @returns {Person[]} */
function allOf({ name, marker }, count) {
  const rest = MARKERS.filter((other) => other !== marker);
  return Array.from({ length: count }, (_, i) => ({ name: `${name.slice(0, NAME_LENGTH - 2)} ${i + 1}`, marker: i ? (rest[i - 1] ?? null) : marker }));
}

/** A number out of a few, side by side.
 * @param {string} legend
 * @param {number} from
 * @param {number} to
 * @param {number} chosen
 * @param {(number: number) => void} onChoose
 */
export function howMany(legend, from, to, chosen, onChoose) {
  const numbers = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  return segments(legend, numbers, chosen, { said: String, onChoose });
}

/** How strong the bots are, with a sentence about the level that is chosen.
 * @param {string} chosen
 * @param {(level: string) => void} onChoose
 */
export function levelChoice(chosen, onChoose) {
  const about = h("p", { class: "quiet level-about", role: "status" }, levelAbout(chosen));
  const choose = (/** @type {string} */ level) => {
    about.textContent = levelAbout(level);
    onChoose(level);
  };
  const element = segments(t("start.level"), BOTS, chosen, { said: levelName, onChoose: choose });
  element.append(about);
  return element;
}

// The form for a game against bots.

/** @import {App} from "../main.js" */
/** @import {BotLevel} from "../generated/messages" */
import { h } from "../ui/dom.js";
import { t } from "../words/language.js";
import { LEVELS, PLAYERS } from "../generated/limits.js";
import { field, segments } from "../options/fields.js";
import { optionsForm, USUAL } from "../options/form.js";
import { markerChoice } from "../options/markers.js";
import { tableForm } from "./form.js";
import { begin } from "./making.js";
import { ownNameField } from "./names.js";

/** The form for a game against bots. @param {App} app */
export function botsForm(app) {
  let bots = 3;
  /** @type {BotLevel} */
  let level = "apprentice";
  let marker = "circle";
  const name = ownNameField(app);
  const options = optionsForm(USUAL, { firsts: ["random", "chosen"] });
  return tableForm(app, {
    fields: [
      field(t("start.your-name"), name.input),
      howMany(t("start.bots"), PLAYERS.min - 1, PLAYERS.max - 1, bots, (number) => (bots = number)),
      levelChoice(level, (chosen) => (level = chosen)),
      options.game,
    ],
    more: [
      markerChoice({ legend: t("start.marker"), chosen: marker, number: 1, onChoose: (chosen) => (marker = chosen) }),
      options.element,
    ],
    button: t("start.play"),
    async make() {
      const person = { name: name.read(), marker };
      return begin([person], Array(bots).fill(level), options.read());
    },
  });
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
 * @param {BotLevel} chosen
 * @param {(level: BotLevel) => void} onChoose
 */
export function levelChoice(chosen, onChoose) {
  const about = h("p", { class: "quiet level-about", role: "status" }, t(`level.${chosen}.about`));
  const choose = (/** @type {BotLevel} */ level) => {
    about.textContent = t(`level.${level}.about`);
    onChoose(level);
  };
  const element = segments(t("start.level"), LEVELS, chosen, { said: (level) => t(`level.${level}`), onChoose: choose });
  element.append(about);
  return element;
}

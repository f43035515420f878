// What a table agrees on, as a form: edition and options, clock, who is first. Everything has a default.

/** @import {Clock, First, TableOptions} from "../generated/messages" */
/** @import {ClockKind, ClockNumbers} from "./clock.js" */
/** @import {Chosen, Game, Goal, Option} from "./edition.js" */
import { h, put } from "../ui/dom.js";
import { keepingFocus } from "../ui/focus.js";
import { list, t } from "../words/language.js";
import { OPTIONS } from "../generated/limits.js";
import { clockOf, KINDS, LIMITS, NUMBERS_OF, numbersIn } from "./clock.js";
import { chosenIn, editionText, gameIn, GAMES, goalsFor, obstacle, playing, rivalsOf } from "./edition.js";
import { choice, field, group, newId } from "./fields.js";

/** @typedef {{edition: string, clock: Clock, first: First}} Agreed */
/** `game` is the one choice that everybody should see, `element` all the rest.
 * @typedef {{element: HTMLElement, game: HTMLElement, read: () => Agreed}} OptionsForm */

/** @type {First[]} */
const FIRSTS = ["random", "oldest", "chosen"];

/** @type {Agreed} */
export const USUAL = { edition: "modern", clock: { kind: "none" }, first: "random" };

/** The form.
 * @param {Pick<TableOptions, "edition" | "clock" | "first">} agreed what holds now
 * @param {{solo?: boolean, clock?: boolean, firsts?: First[]}} [offered] solo: one person may play all markers
 * @returns {OptionsForm}
 */
export function optionsForm(agreed, { solo = false, clock = true, firsts = FIRSTS } = {}) {
  const edition = editionFields(chosenIn(agreed.edition), solo);
  const time = clockFields(agreed.clock);
  const first = firstFields(agreed.first, firsts);
  const parts = [edition.element, clock && time.element, first.element];
  return {
    element: h("div", { class: "options stack" }, ...parts),
    game: edition.game,
    read: () => ({ edition: edition.read(), clock: clock ? time.read() : USUAL.clock, first: first.read() }),
  };
}

/**
 * @param {Chosen} chosen
 * @param {boolean} solo
 */
function editionFields(chosen, solo) {
  const name = newId();
  const rest = h("div", { class: "stack" });
  const change = (/** @type {Partial<Chosen>} */ changes) => {
    Object.assign(chosen, changes);
    draw();
  };
  const game = h("div", {});
  const draw = () => {
    keepingFocus(rest, () => put(rest, optionFields(chosen, solo, change), goalFields(chosen, change)));
    keepingFocus(game, () => put(game, gameField(chosen, solo, change)));
  };
  const editions = /** @type {const} */ (["modern", "classic"]).map((each) => {
    const input = h("input", { type: "radio", name, checked: chosen.name === each, onchange: () => change({ name: each }) });
    return choice(input, t(`edition.${each}.name`), t(`edition.${each}`));
  });
  draw();
  const element = h("div", { class: "stack" }, group(t("options.edition"), ...editions), rest);
  return { element, game, read: () => editionText(chosen) };
}

/** What is played, with a sentence about it. @param {Chosen} chosen @param {boolean} solo @param {(changes: Partial<Chosen>) => void} change */
function gameField(chosen, solo, change) {
  const games = GAMES.filter((game) => game !== "solo" || solo);
  const now = gameIn(chosen);
  const options = games.map((game) => h("option", { value: game, selected: game === now }, gameName(game)));
  const select = h("select", { "data-key": "game" }, ...options);
  select.addEventListener("change", () => change(playing(chosen, /** @type {Game} */ (select.value))));
  const about = now === "last-marker" ? t("options.last-marker-about") : t(`option.${now}`);
  return h("div", {}, field(t("start.game"), select), h("p", { class: "quiet", role: "status" }, about));
}

/** @param {Game} game */
const gameName = (game) => (game === "last-marker" ? t("options.last-marker") : optionName(game));

/** @param {Chosen} chosen @param {boolean} solo @param {(changes: Partial<Chosen>) => void} change */
function optionFields(chosen, solo, change) {
  const offered = OPTIONS.filter((option) => option !== "solo" || solo || chosen.options.includes("solo"));
  const fields = offered.map((option) => {
    const why = obstacle(option, chosen);
    const checked = why === "always" || (why === null && chosen.options.includes(option));
    const props = { type: "checkbox", "data-key": option, disabled: why !== null, checked };
    const input = h("input", { ...props, onchange: () => change({ options: toggled(chosen.options, option) }) });
    return choice(input, optionName(option), why ? whyNot(option, chosen) : t(`option.${option}`));
  });
  return group(t("options.added"), ...fields);
}

/** @param {Option} option @param {Chosen} chosen */
function whyNot(option, chosen) {
  const why = obstacle(option, chosen);
  if (why === "others") return t("options.not-beside", { options: list(rivalsOf(option, chosen).map(optionName)) });
  return why === "always" ? t("options.always") : t("options.never");
}

/** @param {Option | Goal} option */
const optionName = (option) => t(`option.${option}.name`);

/** @param {Option[]} options @param {Option} option */
function toggled(options, option) {
  return options.includes(option) ? options.filter((other) => other !== option) : [...options, option];
}

/** @param {Chosen} chosen @param {(changes: Partial<Chosen>) => void} change */
function goalFields(chosen, change) {
  const goals = goalsFor(chosen);
  if (!goals.length) return null;
  const name = newId();
  const field = (/** @type {Goal | null} */ goal, /** @type {string} */ title, /** @type {string} */ about) => {
    const props = { type: "radio", name, "data-key": goal ?? "last", checked: chosen.goal === goal };
    return choice(h("input", { ...props, onchange: () => change({ goal }) }), title, about);
  };
  const usual = field(null, t("options.last-marker"), t("options.last-marker-about"));
  const others = goals.map((goal) => field(goal, optionName(goal), t(`option.${goal}`)));
  return group(t("options.goal"), usual, ...others);
}

/** @param {Clock} clock */
function clockFields(clock) {
  const name = newId();
  let kind = clock.kind;
  /** @type {Partial<ClockNumbers>} */
  const numbers = { ...numbersIn(clock) };
  const shown = h("div", { class: "row clock-numbers" });
  const draw = () => put(shown, ...NUMBERS_OF[kind].map((number) => numberField(number, numbers)));
  const kinds = KINDS.map((each) => {
    const choose = () => {
      kind = each;
      draw();
    };
    return choice(h("input", { type: "radio", name, checked: each === kind, onchange: choose }), ...clockWords(each));
  });
  draw();
  return { element: group(t("options.clock"), ...kinds, shown), read: () => clockOf(kind, numbers) };
}

/** @param {ClockKind} kind @returns {[string, string]} */
function clockWords(kind) {
  if (kind === "turn") return [t("options.clock-turn"), t("options.clock-turn-about")];
  if (kind === "bank") return [t("options.clock-bank"), t("options.clock-bank-about")];
  if (kind === "days") return [t("options.clock-days"), t("options.clock-days-about")];
  return [t("options.clock-none"), t("options.clock-none-about")];
}

/** @param {keyof ClockNumbers} number @param {Partial<ClockNumbers>} numbers */
function numberField(number, numbers) {
  const input = h("input", { type: "number", inputmode: "decimal", ...LIMITS[number], value: numbers[number] });
  input.addEventListener("input", () => (numbers[number] = input.valueAsNumber));
  return field(numberWords(number), input);
}

/** @param {keyof ClockNumbers} number */
function numberWords(number) {
  if (number === "seconds") return t("options.seconds");
  if (number === "minutes") return t("options.minutes");
  return number === "increment" ? t("options.increment") : t("options.days");
}

/** @param {First} first @param {First[]} firsts */
function firstFields(first, firsts) {
  const name = newId();
  let chosen = first;
  const fields = firsts.map((each) => {
    const choose = () => (chosen = each);
    const input = h("input", { type: "radio", name, checked: each === chosen, onchange: choose });
    return choice(input, ...firstWords(each, firsts));
  });
  return { element: group(t("options.first"), ...fields), read: () => chosen };
}

/** Where nobody is asked later, the first in the list is meant.
 * @param {First} first
 * @param {First[]} firsts
 * @returns {[string, string]}
 */
function firstWords(first, firsts) {
  if (first === "random") return [t("options.first-random"), t("options.first-random-about")];
  if (first === "oldest") return [t("options.first-oldest"), t("options.first-oldest-about")];
  if (!firsts.includes("oldest")) return [t("options.first-listed"), t("options.first-listed-about")];
  return [t("options.first-chosen"), t("options.first-chosen-about")];
}

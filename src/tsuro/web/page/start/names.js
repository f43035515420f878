// The name a person goes by: asked in place, with a friendly one filled in, and known from then on.

/** @import {App} from "../main.js" */
import { t } from "../words/language.js";
import { nameInput } from "../options/fields.js";

const CHANCE = Math.random(); // the same suggestion in every form, until the page is closed

/** A friendly name for somebody who has not said one. @param {number} [chance] from 0 to 1 */
export function suggestedName(chance = CHANCE) {
  const names = t("start.nicknames").split(",");
  return names[Math.floor(chance * names.length)]?.trim() ?? "";
}

/** The field for one's own name. A suggested name is selected on focus: typing replaces it.
 * @param {Pick<App, "settings">} app
 * @returns {{input: HTMLInputElement, read: () => string}} `read` gives the name, and keeps it for the next time
 */
export function ownNameField(app) {
  const known = app.settings.choices.name;
  const input = nameInput(known || suggestedName(), { placeholder: suggestedName() });
  if (!known) input.addEventListener("focus", () => input.value === suggestedName() && input.select());
  return { input, read: () => keptName(app, input.value) };
}

/** What was typed, or the suggestion if that is nothing; it is kept for the next time.
 * @param {Pick<App, "settings">} app
 * @param {string} typed
 */
export function keptName(app, typed) {
  const name = typed.trim() || suggestedName();
  if (name !== app.settings.choices.name) app.settings.change({ name });
  return name;
}

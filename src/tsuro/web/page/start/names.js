// The name a person goes by: asked in place, with a friendly one filled in, and known from then on.

/** @import {App} from "../main.js" */
import { set } from "../ui/dom.js";
import { t } from "../words/language.js";
import { nameInput, newId } from "../options/fields.js";

const CHANCE = Math.random(); // the same suggestion in every form, until the page is closed

/** A friendly name for somebody who has not said one. @param {number} [chance] from 0 to 1 */
export function suggestedName(chance = CHANCE) {
  const names = t("start.nicknames").split(",");
  return names[Math.floor(chance * names.length)]?.trim() ?? "";
}

/** @type {string | null} what is typed and was not used yet: it stays when the page is drawn again, in another language */
let draft = null;

/** The field for one's own name. A suggested name is selected on focus: typing replaces it.
 * @param {Pick<App, "settings">} app
 */
export function ownNameField(app) {
  const known = app.settings.choices.name;
  const input = nameInput(draft ?? (known || suggestedName()), { placeholder: suggestedName() });
  if (!known) input.addEventListener("focus", () => input.value === suggestedName() && input.select());
  const accept = () => set(input, { "aria-invalid": null, "aria-describedby": null });
  input.addEventListener("input", () => ((draft = input.value), accept()));
  return {
    input,
    read: () => input.value.trim() || suggestedName(),
    /** It was taken: it is known the next time. */
    keep: () => void keepName(app, input.value),
    accept,
    /** It cannot be used, and an element says why. @param {HTMLElement} why */
    refuse(why) {
      why.id ||= newId();
      set(input, { "aria-invalid": "true", "aria-describedby": why.id });
    },
  };
}

/** Keep what was typed for the next time, or the suggestion if that is nothing.
 * @param {Pick<App, "settings">} app
 * @param {string} typed
 */
export function keepName(app, typed) {
  draft = null;
  const name = typed.trim() || suggestedName();
  if (name !== app.settings.choices.name) app.settings.change({ name });
}

// The form for a table to which friends come by a link.

/** @import {App} from "../main.js" */
import { t } from "../words/language.js";
import { PLAYERS } from "../generated/limits.js";
import { field } from "../options/fields.js";
import { HAS_LOBBY } from "../lobby/offered.js";
import { optionsForm, USUAL } from "../options/form.js";
import { markerChoice } from "../options/markers.js";
import { openSwitch } from "../options/open.js";
import { howMany } from "./bots.js";
import { tableForm } from "./form.js";
import { invite } from "./making.js";
import { ownNameField } from "./names.js";

/** The form for a game with friends by a link. @param {App} app */
export function friendsForm(app) {
  let seats = 4;
  let marker = "circle";
  const name = ownNameField(app);
  let open = false;
  const options = optionsForm(USUAL);
  return tableForm(app, {
    fields: [
      field(t("start.your-name"), name.input),
      howMany(t("start.seats"), PLAYERS.min, PLAYERS.max, seats, (number) => (seats = number)),
      options.game,
      HAS_LOBBY && openSwitch(open, (isOpen) => (open = isOpen)).element,
    ],
    more: [
      markerChoice({ legend: t("start.marker"), chosen: marker, number: 1, onChoose: (chosen) => (marker = chosen) }),
      options.element,
    ],
    button: t("start.make-table"),
    async make() {
      const person = { name: name.read(), marker };
      const code = await invite(person, seats, { ...options.read(), open });
      name.keep();
      return code;
    },
  });
}

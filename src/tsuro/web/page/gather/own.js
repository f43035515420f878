// Changing one's name, marker or place.

/** @import {At, Doing} from "./seats.js" */
import { h } from "../ui/dom.js";
import { t } from "../words/language.js";
import { field, nameInput, segments } from "../options/fields.js";
import { markerChoice } from "../options/markers.js";
import { openPlaces } from "./facts.js";

/** The form to change one's name, marker or place. @param {At} at @param {Doing} doing */
export function ownForm({ state: { table, you }, seat }, { ask, own, onEdit }) {
  const seats = table?.seats ?? [];
  let marker = seats[seat]?.marker ?? "circle";
  const name = nameInput(seats[seat]?.name ?? "");
  const others = seats.filter((_, other) => other !== seat).map((other) => other.marker);
  const onChoose = (/** @type {string} */ chosen) => (marker = chosen);
  let place = seat;
  const places = openPlaces(seats, seat, you?.host ?? false);
  const moving = { said: (/** @type {number} */ to) => String(to + 1), onChoose: (/** @type {number} */ to) => (place = to) };
  const save = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const isSaved = await ask("sit", { seat, name: name.value, marker });
    if (isSaved && you?.seats.length === 1) own.rename(name.value); // otherwise it may be somebody else's
    if (isSaved && (place === seat || (await ask("change-seat", { seat, to: place })))) onEdit(null);
  };
  return h("form", { class: "own-form stack", onsubmit: save },
    field(t("gather.name"), name),
    markerChoice({ legend: t("gather.marker"), chosen: marker, taken: others, number: seat + 1, onChoose }),
    places.length > 1 && segments(t("gather.place"), places, seat, moving),
    h("div", { class: "row" },
      h("button", { type: "submit", class: "main" }, t("gather.save")),
      h("button", { type: "button", onclick: () => onEdit(null) }, t("gather.cancel"))));
}

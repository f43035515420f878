// Choosing a marker: eight of them, each with its colour and its shape.

import { h } from "../ui/dom.js";
import { t } from "../words/language.js";
import { MARKERS } from "../generated/limits.js";
import { markerIcon } from "../board/looks.js";
import { newId } from "./fields.js";

/** Eight radio buttons; those that others have cannot be chosen.
 * @param {object} how
 * @param {string} how.legend
 * @param {string | null} how.chosen null: any
 * @param {readonly string[]} [how.taken]
 * @param {number} how.number the player's, which is drawn on the marker
 * @param {(marker: string) => void} how.onChoose
 */
export function markerChoice({ legend, chosen, taken = [], number, onChoose }) {
  const name = newId();
  const options = MARKERS.map((marker) => {
    const props = { type: "radio", name, value: marker, checked: marker === chosen, disabled: taken.includes(marker) };
    const input = h("input", { ...props, "aria-label": t(`marker.${marker}`), onchange: () => onChoose(marker) });
    const picture = markerIcon({ seat: 0, number, name: "", marker }, { size: 34 });
    return h("label", { class: "marker-option", "data-tip": t(`marker.${marker}`) }, input, h("span", {}, picture));
  });
  return h("fieldset", { class: "group" }, h("legend", {}, legend), h("div", { class: "marker-options" }, ...options));
}

/** A marker that is also a list of markers: for rows with little room.
 * @param {object} how
 * @param {string} how.label
 * @param {string} how.chosen
 * @param {number} how.number
 * @param {(marker: string) => void} how.onChoose
 */
export function markerSelect({ label, chosen, number, onChoose }) {
  const options = MARKERS.map((marker) => h("option", { value: marker }, t(`marker.${marker}`)));
  const select = h("select", { "aria-label": label, "data-tip": label, onchange: () => onChoose(select.value) }, ...options);
  select.value = chosen;
  const picture = markerIcon({ seat: 0, number, name: "", marker: chosen }, { size: 34 });
  return h("span", { class: "marker-select" }, h("span", {}, picture), select);
}

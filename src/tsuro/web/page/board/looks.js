// How a player is shown: by colour, by shape, by number and by dashes, so that no one of them is needed.

import { s } from "../ui/dom.js";
import { FIGURES, MARKERS, NUMERAL } from "../generated/shapes.js";

/** @typedef {{seat: number, number: number, name: string, marker: string}} Look */

/** How each player is shown, by seat.
 * @param {readonly {name: string, marker: string}[]} players
 * @returns {Look[]}
 */
export function looksOf(players) {
  return players.map(({ name, marker }, seat) => ({ seat, number: seat + 1, name, marker }));
}

/** The dashes of a marker's path; none for an unbroken line.
 * @param {string} marker
 */
export function dashOf(marker) {
  return appearance(marker).dash;
}

/** The pieces of a marker: its shape in its colour, and its number. The class of the marker stands on what holds them.
 * @param {Look} look
 */
export function markerPieces({ marker, number }) {
  const { shape, drop } = appearance(marker);
  return [s("path", { class: "marker-shape", d: shape }), figure(number, drop)];
}

/** A player's number, drawn around the origin.
 * @param {number} number
 * @param {number} [drop] how far below
 */
export function figure(number, drop = 0) {
  return s("path", { class: "marker-number", d: FIGURES[number], transform: `translate(0 ${drop}) scale(${NUMERAL})` });
}

/** A marker for lists and chips; the caller says the player's name beside it.
 * @param {Look} look
 * @param {{size?: number}} [options] in pixels
 */
export function markerIcon(look, { size = 28 } = {}) {
  const props = { class: `marker is-${look.marker}`, viewBox: "-20 -20 40 40", width: size, height: size };
  return s("svg", { ...props, "aria-hidden": "true" }, ...markerPieces(look));
}

/** @param {string} marker */
function appearance(marker) {
  return MARKERS[marker] ?? MARKERS.circle;
}

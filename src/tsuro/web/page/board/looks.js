// How a player is shown: by colour, by shape, by number and by dashes, so that no one of them is needed.

import { s } from "../ui/dom.js";

/** @typedef {{seat: number, number: number, name: string, marker: string}} Look */

/** @type {Record<string, {shape: string, dash: number[], drop: number}>} */
const APPEARANCES = {
  circle: { shape: "M-12.5 0a12.5 12.5 0 1 0 25 0a12.5 12.5 0 1 0-25 0Z", dash: [], drop: 0 },
  square: { shape: "M-11.2-11.2H11.2V11.2H-11.2Z", dash: [16, 4], drop: 0 },
  triangle: { shape: polygon([18.5], 3), dash: [5, 4], drop: 2.4 },
  diamond: { shape: polygon([15.8], 4), dash: [16, 4, 4, 4], drop: 0 },
  pentagon: { shape: polygon([14.4], 5), dash: [28, 4], drop: 0.5 },
  star: { shape: polygon([17.5, 10.4], 10), dash: [9, 4], drop: 0.5 },
  hexagon: { shape: polygon([14], 6, 1 / 6), dash: [16, 4, 4, 4, 4, 4], drop: 0 },
  octagon: { shape: polygon([13.6], 8, 1 / 8), dash: [2.5, 2.5], drop: 0 },
};

// Figures as strokes of our own, so that they sit in the shapes alike in every font. Each is six wide and ten high.
const FIGURES = [
  "M0-5C4-5 4 5 0 5S-4-5 0-5Z",
  "M-2.2-2.8L.8-5V5",
  "M-2.9-2.4C-2.9-6 3-5.8 3-2.3C3 .2-1.4 2-3 5H3.2",
  "M-2.8-5H2.8L-.6-1.2C4.4-1.4 4.2 5 0 5C-1.6 5-2.6 4.3-3 3.2",
  "M1.6 5V-5L-3.2 2.2H3.4",
  "M2.6-5H-2.2L-2.6-.6C-.8-2 3.2-1.6 3.2 1.7C3.2 5.4-1.6 6-3 3.6",
  "M2.2-4.6C-1.6-5.6-3.2-1.6-3.1 1.6C-3 6.2 3.1 6.1 3.1 1.8C3.1-2-2.2-2-3 1.2",
  "M-3-5H3L-1 5",
  "M0-.5C-3.6-1.1-3.4-5 0-5S3.6-1.1 0-.5C-4.2 .2-4.1 5 0 5S4.2 .2 0-.5Z",
];

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
  return s("path", { class: "marker-number", d: FIGURES[number], transform: `translate(0 ${drop}) scale(1.15)` });
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
  return APPEARANCES[marker] ?? APPEARANCES.circle;
}

/** A regular shape with a corner on top, the radii taking turns from corner to corner.
 * @param {number[]} radii
 * @param {number} corners
 * @param {number} [turned] in half turns
 */
function polygon(radii, corners, turned = 0) {
  const spots = Array.from({ length: corners }, (_, i) => {
    const angle = ((2 * i) / corners + turned) * Math.PI;
    const radius = radii[i % radii.length];
    return `${(radius * Math.sin(angle)).toFixed(1)} ${(-radius * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${spots.join("L")}Z`;
}

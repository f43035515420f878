// The markers, and the crosses where eliminated ones ended.

/** @import {Look} from "./looks.js" */
/** @import {Place} from "./geometry.js" */
/** @import {Trail} from "./trails.js" */
import { CROSS, HALO } from "../generated/shapes.js";
import { s, set } from "../ui/dom.js";
import { markerPieces } from "./looks.js";
import { pair } from "./geometry.js";
import { endsOf } from "./trails.js";

/** The markers, and crosses where markers went out. */
export class MarkersLayer {
  constructor() {
    this.crosses = s("g");
    this.markers = s("g");
    this.element = s("g", { class: "layer" }, this.crosses, this.markers);
    /** @type {Map<number, {key: string, element: SVGGElement}>} */
    this.known = new Map();
    /** @type {Map<string, SVGGElement>} */
    this.crossed = new Map();
  }

  /** Show markers where they stand.
   * @param {readonly (Place | null)[]} places by seat
   * @param {readonly Look[]} looks
   * @param {number | null} active
   */
  show(places, looks, active) {
    for (const seat of this.known.keys()) if (!places[seat]) this.take(seat);
    places.forEach((place, seat) => {
      if (!place) return;
      this.put(looks[seat], place).classList.toggle("is-active", seat === active);
    });
    const foremost = active === null ? undefined : this.known.get(active)?.element;
    if (foremost && foremost !== this.markers.lastChild) this.markers.append(foremost);
  }

  /** Put a marker somewhere.
   * @param {Look} look
   * @param {Place} place
   * @param {number} [opacity]
   */
  put(look, place, opacity = 1) {
    const element = this.marker(look);
    set(element, { transform: `translate(${pair(place)})`, opacity: opacity < 1 ? opacity : null });
    return element;
  }

  /** @param {number} seat */
  take(seat) {
    this.known.get(seat)?.element.remove();
    this.known.delete(seat);
  }

  /** @param {Look} look */
  marker(look) {
    const key = `${look.marker} ${look.number}`;
    const known = this.known.get(look.seat);
    if (known?.key === key) return known.element;
    this.take(look.seat);
    const element = s("g", { class: `marker is-${look.marker}` }, halo(), ...markerPieces(look));
    this.known.set(look.seat, { key, element });
    this.markers.append(element);
    return element;
  }

  /** Mark where the trails of eliminated players end.
   * @param {readonly Trail[]} trails
   * @param {readonly Look[]} looks
   */
  cross(trails, looks) {
    const ends = new Map(endsOf(trails).map((end) => [`${end.seats.join()} ${pair(end.place)}`, end]));
    for (const [key, element] of this.crossed) {
      if (ends.has(key)) continue;
      element.remove();
      this.crossed.delete(key);
    }
    for (const [key, { seats, place }] of ends) {
      if (this.crossed.has(key)) continue;
      this.crossed.set(key, this.crosses.appendChild(cross(seats.map((seat) => looks[seat]), place)));
    }
  }
}

/** Around the active marker: dark on light on dark, so that it shows on tiles and on open squares. */
function halo() {
  return s("g", { class: "halo" }, s("circle", { class: "halo-bed", r: HALO }), s("circle", { class: "halo-light", r: HALO }));
}

/** Where a marker was eliminated, or would be; where two met, a stroke of the cross for each.
 * @param {readonly Look[]} looks
 * @param {Place} place
 * @param {number} [size]
 */
export function cross(looks, place, size = 1) {
  const down = `M${-CROSS} ${-CROSS}L${CROSS} ${CROSS}`;
  const up = `M${-CROSS} ${CROSS}L${CROSS} ${-CROSS}`;
  return s(
    "g",
    { class: "cross", transform: `translate(${pair(place)}) scale(${size})` },
    s("path", { class: "cross-bed", d: down + up }),
    s("path", { class: `cross-arm is-${looks[0].marker}`, d: down }),
    s("path", { class: `cross-arm is-${looks[looks.length - 1].marker}`, d: up }),
  );
}

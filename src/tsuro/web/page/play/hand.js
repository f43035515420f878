// The hand: three large tiles, of which one may be selected, each turned as its player has turned it.

/** @import {Faces} from "../board/faces.js" */
/** @import {Plan} from "./plan.js" */
import { h, put, set } from "../ui/dom.js";
import { turnsOf } from "../board/faces.js";
import { tilePicture } from "../board/tile.js";
import { t } from "../words/language.js";
import { describeTile } from "../words/events.js";
import { faceOf } from "./plan.js";

/** @typedef {{tiles: readonly number[], plan: Plan}} Holding */

const PLACES = 3; // room for this many tiles is kept, so that nothing moves when one is played

/** The tiles of a hand as buttons; `show` draws them as they are planned. */
export class Hand {
  /**
   * @param {Faces} faces
   * @param {(index: number) => void} onTile a tile was tapped
   */
  constructor(faces, onTile) {
    this.faces = faces;
    this.onTile = onTile;
    this.element = h("div", { class: "hand", role: "group", "aria-label": t("hand.label") });
    /** @type {Map<number, HandTile>} */
    this.tiles = new Map();
    this.key = "";
  }

  /** @param {Holding} holding */
  show({ tiles, plan }) {
    this.hold(tiles);
    tiles.forEach((tile, i) => {
      const isSelected = plan.tile === tile;
      const name = { number: i + 1, of: tiles.length, tile: describeTile(faceOf(plan, this.faces, tile)) };
      this.tiles.get(tile)?.show({ face: faceOf(plan, this.faces, tile), isSelected, name });
    });
  }

  /** Which tile of the hand an element belongs to; -1: none. @param {EventTarget | null} target */
  indexAt(target) {
    const button = target instanceof Element ? target.closest(".hand-tile") : null;
    return button ? [...this.element.querySelectorAll(".hand-tile")].indexOf(button) : -1;
  }

  /** Bring the focus to a tile. @param {number} index */
  focus(index) {
    const button = this.element.querySelectorAll(".hand-tile")[index];
    if (button instanceof HTMLElement) button.focus({ preventScroll: true });
  }

  /** Keep what was held already as it is, so that it goes on turning smoothly. @param {readonly number[]} tiles */
  hold(tiles) {
    const key = tiles.join();
    if (key === this.key) return;
    this.key = key;
    this.tiles = new Map(tiles.map((tile) => [tile, this.tiles.get(tile) ?? this.newTile(tile)]));
    const rooms = Array.from({ length: Math.max(0, PLACES - tiles.length) }, () => h("div", { class: "hand-room" }));
    const focused = this.indexAt(document.activeElement);
    put(this.element, ...[...this.tiles.values()].map(({ element }) => element), ...rooms);
    if (focused >= 0) this.focus(Math.min(focused, tiles.length - 1)); // the tile that had it was placed
  }

  /** @param {number} tile */
  newTile(tile) {
    return new HandTile(this.faces, tile, (element) => this.onTile(this.indexAt(element)));
  }
}

class HandTile {
  /** @param {Faces} faces @param {number} tile @param {(element: Element) => void} onTap */
  constructor(faces, tile, onTap) {
    this.turns = turnsOf(faces, tile);
    this.turned = 0; // quarter turns, which grow and never go round, so that a tile turns the short way
    this.picture = h("span", { class: "hand-picture" }, tilePicture(faces.get(this.turns[0])));
    this.key = h("span", { class: "hand-key", "aria-hidden": "true" });
    this.element = h("button", { class: "hand-tile", type: "button", "data-tile": tile }, this.picture, this.key);
    this.element.addEventListener("click", () => onTap(this.element));
  }

  /** @param {{face: string, isSelected: boolean, name: {number: number, of: number, tile: string}}} how */
  show({ face, isSelected, name }) {
    this.turned += shortWay(this.turned, this.turns.indexOf(face), this.turns.length);
    this.picture.style.setProperty("--turned", String(this.turned));
    set(this.key, { "data-key": name.number }); // drawn by the stylesheet: the name of the button says it otherwise
    set(this.element, { "aria-pressed": String(isSelected), "data-face": face, "aria-label": t("hand.tile", name) });
  }
}

/** How many quarter turns bring a tile from one way to lie to another, by the shorter way.
 * @param {number} turned quarter turns so far
 * @param {number} wanted which of the ways
 * @param {number} count how many ways there are: after that many quarter turns a tile looks the same
 */
export function shortWay(turned, wanted, count) {
  const ahead = (((wanted - turned) % count) + count) % count;
  return ahead === 3 ? -1 : ahead;
}

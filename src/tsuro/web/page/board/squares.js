// The squares and the tiles on them. What is drawn stays drawn as long as it is true.

/** @import {Face, Faces} from "./faces.js" */
/** @import {Scene} from "./board.js" */
import { CLOSED_INSET, CORNER, INSET } from "../generated/shapes.js";
import { put, s, set } from "../ui/dom.js";
import { corner, TILE } from "./geometry.js";
import { paint } from "./material.js";
import { tilePieces } from "./tile.js";

/** The transform that brings what is drawn at the origin to a square. @param {number} square */
export function moved(square) {
  const { x, y } = corner(square);
  return `translate(${x} ${y})`;
}

/** A rectangle over a square.
 * @param {number} square
 * @param {Record<string, unknown>} props
 * @param {number} [inset]
 * @param {...SVGElement} inside
 */
export function over(square, props, inset = 0, ...inside) {
  const { x, y } = corner(square);
  const size = TILE - 2 * inset;
  return s("rect", { x: x + inset, y: y + inset, width: size, height: size, rx: inset ? CORNER : null, ...props }, ...inside);
}

/** Open squares that are special: closed ones, and the one that the active player's marker faces. */
export class SquaresLayer {
  /** @param {string} closedTitle what a closed square is */
  constructor(closedTitle) {
    this.closedTitle = closedTitle;
    this.closed = s("g");
    this.lit = over(0, { class: "lit", display: "none" }, INSET);
    this.element = s("g", {}, this.closed, this.lit);
    this.key = "";
  }

  /** @param {Scene} scene */
  show({ position, lit }) {
    this.showClosed(position.closed);
    set(this.lit, { transform: lit === null ? null : moved(lit), display: lit === null ? "none" : null });
  }

  /** @param {readonly number[]} squares */
  showClosed(squares) {
    const key = squares.join();
    if (key === this.key) return;
    this.key = key;
    put(this.closed, squares.map((square) => this.closedSquare(square)));
  }

  /** @param {number} square */
  closedSquare(square) {
    return over(square, { class: "closed", fill: paint("hatch") }, CLOSED_INSET, s("title", {}, this.closedTitle));
  }
}

/** The tiles on the board, and the outline of the last one. */
export class TilesLayer {
  /** @param {Faces} faces */
  constructor(faces) {
    this.faces = faces;
    this.tiles = s("g");
    this.last = over(0, { class: "newest", display: "none" }, INSET);
    this.element = s("g", { class: "layer" }, this.tiles, this.last);
    /** @type {Map<number, {face: string, element: SVGGElement}>} */
    this.placed = new Map();
  }

  /** @param {readonly (string | null)[]} board @param {number | null} last */
  show(board, last) {
    board.forEach((face, square) => (face === null ? this.lift(square) : this.put(square, face)));
    this.outline(last);
  }

  /** @param {number | null} square */
  outline(square) {
    set(this.last, { transform: square === null ? null : moved(square), display: square === null ? "none" : null });
  }

  /** @param {number} square */
  lift(square) {
    this.placed.get(square)?.element.remove();
    this.placed.delete(square);
  }

  /** @param {number} square @param {string} face */
  put(square, face) {
    const known = this.placed.get(square);
    if (known?.face === face) {
      set(known.element, { transform: moved(square), opacity: null });
      return known.element;
    }
    this.lift(square);
    const props = { class: "placed", "data-square": square, "data-face": face, transform: moved(square) };
    const element = s("g", props, ...tilePieces(this.faces.get(face)));
    this.placed.set(square, { face, element });
    this.tiles.append(element);
    return element;
  }

  /** A tile on its way to its square: it comes from above, and out of sight or, where it was planned, out of the ghost.
   * @param {number} square
   * @param {string} face
   * @param {number} part from 0 to 1
   * @param {number} seen how much of it was seen before
   */
  settle(square, face, part, seen) {
    const element = this.put(square, face);
    const size = 1 + 0.14 * (1 - part) * (1 - part);
    const shift = (TILE / 2) * (1 - size);
    const transform = `${moved(square)} translate(${shift} ${shift}) scale(${size})`;
    set(element, { transform, opacity: seen + (1 - seen) * part });
  }
}

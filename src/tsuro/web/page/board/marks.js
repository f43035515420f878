// The start marks to choose from: real controls around the edge, one of which is in the order of the tab key.

/** @import {Mark} from "../generated/messages" */
/** @import {Look} from "./looks.js" */
/** @import {Scene} from "./board.js" */
/** @import {Place} from "./geometry.js" */
import { put, s, set } from "../ui/dom.js";
import { markerPieces } from "./looks.js";
import { direction, line, MARGIN, outward, pair, placeOf, spotName, squareName, squareOf, START_MARKS } from "./geometry.js";

/** @type {Record<string, Place>} */
const ARROWS = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
};
const ORDER = new Map(START_MARKS.map((point, i) => [point, i]));
const WIDE = 45; // half a square, which is all the room there is for a finger
const DEEP = 22;

/** The start marks that can be chosen. */
export class MarksLayer {
  /** @param {(key: string, values?: Record<string, string | number>) => string} t */
  constructor(t) {
    this.t = t;
    this.element = s("g", { role: "group", "aria-label": t("board.marks"), display: "none" });
    /** @type {(mark: Mark) => void} */
    this.choose = () => {};
    /** @type {{mark: Mark, element: SVGGElement}[]} clockwise */
    this.buttons = [];
    this.key = "";
  }

  /** @param {Scene} scene */
  show({ marks, mark, pointed, looks, active }) {
    const look = active === null ? undefined : looks[active];
    const key = look ? `${look.marker} ${look.number} ${marks.map(({ point }) => point).join()}` : "";
    if (key !== this.key) this.build(marks, look);
    this.key = key;
    for (const { mark: { action }, element } of this.buttons) {
      set(element, { "aria-pressed": String(action === mark), "data-pointed": action === pointed });
    }
    const chosen = this.buttons.find((button) => button.mark.action === (mark ?? pointed));
    if (chosen) this.rove(chosen.element);
  }

  /** @param {readonly Mark[]} marks @param {Look | undefined} look */
  build(marks, look) {
    const clockwise = [...marks].sort((a, b) => (ORDER.get(a.point) ?? 0) - (ORDER.get(b.point) ?? 0));
    this.buttons = look ? clockwise.map((mark) => ({ mark, element: this.button(mark, look) })) : [];
    put(this.element, ...this.buttons.map(({ element }) => element));
    set(this.element, { display: this.buttons.length ? null : "none" });
    if (this.buttons[0]) this.rove(this.buttons[0].element);
  }

  /** @param {Mark} mark @param {Look} look */
  button(mark, look) {
    const side = this.t("side." + spotName(mark.point));
    const name = this.t("board.mark", { square: squareName(squareOf(mark.point)), side });
    return s(
      "g",
      {
        class: `mark is-${look.marker}`,
        "data-action": mark.action,
        role: "button",
        tabindex: -1,
        "aria-label": name,
        onclick: () => this.choose(mark),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.press(event, mark),
        onfocus: (/** @type {FocusEvent} */ event) => this.rove(/** @type {SVGGElement} */ (event.currentTarget)),
      },
      ...pieces(mark.point, look),
    );
  }

  /** Leave one mark in the order of the tab key. @param {SVGGElement} chosen */
  rove(chosen) {
    for (const { element } of this.buttons) set(element, { tabindex: element === chosen ? 0 : -1 });
  }

  /** Bring the focus to the mark that is in the order of the tab key; returns whether there is one. */
  focus() {
    const here = this.buttons.find(({ element }) => element.getAttribute("tabindex") === "0");
    here?.element.focus({ preventScroll: true });
    return here !== undefined;
  }

  /** @param {KeyboardEvent} event @param {Mark} mark */
  press(event, mark) {
    if (event.key === "Enter" || event.key === " ") this.choose(mark);
    else if (!this.go(event.key, mark)) return;
    event.preventDefault();
    event.stopPropagation(); // the keys of the page mean something else
  }

  /** @param {string} key @param {Mark} mark */
  go(key, mark) {
    const here = this.buttons.findIndex((button) => button.mark === mark);
    const next = nextMark(key, mark.point, here, this.buttons.length);
    if (next === null) return false;
    this.buttons[next].element.focus();
    return true;
  }
}

/** Which of `count` marks a key leads to: arrows go round the edge, towards where they point. Null for other keys.
 * @param {string} key
 * @param {number} point of the mark
 * @param {number} here its number
 * @param {number} count
 * @returns {number | null}
 */
export function nextMark(key, point, here, count) {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const arrow = ARROWS[key];
  if (!arrow) return null;
  const out = direction(point);
  const clockwise = arrow.x * -out.y + arrow.y * out.x;
  return (here + (clockwise || arrow.x + arrow.y) + count) % count;
}

/** @param {number} point @param {Look} look */
function pieces(point, look) {
  const standing = s("g", { class: "mark-marker" }, ...markerPieces(look));
  const at = `translate(${pair(placeOf(point))})`;
  return [
    s("rect", { class: "mark-room", ...room(point) }),
    s("path", { class: "mark-line", d: line(outward(point, 0), outward(point, 14)) }),
    s("circle", { class: "mark-focus", r: 22, transform: at }),
    s("circle", { class: "mark-dot", r: 6, transform: at }),
    s("g", { transform: at }, standing),
  ];
}

/** The room around a start mark in which a tap means it: its half of the side. @param {number} point */
function room(point) {
  const { x, y } = placeOf(point);
  const out = direction(point);
  const shift = (MARGIN - DEEP) / 2;
  const [width, height] = out.x ? [MARGIN + DEEP, WIDE] : [WIDE, MARGIN + DEEP];
  const middle = { x: (out.x ? x : half(x)) + out.x * shift, y: (out.y ? y : half(y)) + out.y * shift };
  return { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
}

/** The middle of the half of a square's side on which a point lies. @param {number} place */
function half(place) {
  return (Math.floor(place / WIDE) + 0.5) * WIDE;
}

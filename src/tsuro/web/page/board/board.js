// The board. It is shown scenes and draws what has changed; it knows no rules.

/** @import {GameEvent, Mark, Position, Preview} from "../generated/messages" */
/** @import {Look} from "./looks.js" */
/** @import {Faces} from "./faces.js" */
/** @import {Place} from "./geometry.js" */
/** @import {Spot} from "./spot.js" */
/** @import {Trail} from "./trails.js" */
/** @import {Speed, Step} from "./walks.js" */
/** @import {Way} from "./ways.js" */
import { GHOST } from "../generated/shapes.js";
import { s, set } from "../ui/dom.js";
import { BOARD, corner, FRAME, MARGIN, outward, placeOf, SHADOW, squareHere } from "./geometry.js";
import { GhostLayer } from "./ghost.js";
import { groundPieces } from "./ground.js";
import { MarkersLayer } from "./markers.js";
import { MarksLayer } from "./marks.js";
import { boardHere, define } from "./material.js";
import { Motion } from "./motion.js";
import { SpotLayer } from "./spot.js";
import { over, SquaresLayer, TilesLayer } from "./squares.js";
import { lengthOf, placeAt, trailsOf } from "./trails.js";
import { plan } from "./walks.js";
import { WaysLayer } from "./ways.js";

/**
 * Everything that a board shows.
 * @typedef {object} Scene
 * @property {Position} position
 * @property {readonly Look[]} looks how the players are shown, by seat
 * @property {number | null} active whose marker breathes
 * @property {number | null} lit the square that is lit
 * @property {number | null} last the square of the last tile
 * @property {readonly Mark[]} marks start marks to choose from
 * @property {string | null} mark the action of the one that is chosen but not yet sent
 * @property {string | null} [pointed] the action of the one that is outlined, to be chosen next
 * @property {{face: string, square: number, preview: Preview | null, pending: boolean} | null} ghost the tile that is
 *   planned; pending: it was sent, and is not yet acknowledged
 */

/** @typedef {{events: readonly GameEvent[], before: Scene, after: Scene}} Happening */

const OUTSIDE = MARGIN + FRAME + SHADOW;

/** A board that draws scenes, and moves from one to the next. */
export class Board {
  /** @param {{faces: Faces, t: (key: string, values?: Record<string, string | number>) => string}} given */
  constructor({ faces, t }) {
    define();
    this.squares = new SquaresLayer(t("board.closed"));
    this.tiles = new TilesLayer(faces);
    this.ghost = new GhostLayer(faces);
    this.ways = new WaysLayer();
    this.spot = new SpotLayer();
    this.markers = new MarkersLayer();
    this.marks = new MarksLayer(t);
    this.target = over(0, { class: "target", display: "none", onclick: () => this.chooseSquare() });
    this.svg = this.build(t("board.label"));
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Motion | null} */
    this.motion = null;
    this.rate = 1; // of all that moves
    /** @type {(square: number) => void} */
    this.squareChosen = () => {};
  }

  /** @param {string} label */
  build(label) {
    const size = BOARD + 2 * OUTSIDE;
    const layers = [this.squares.element, this.tiles.element, this.ghost.tile, this.ways.element, this.spot.element, this.ghost.walks];
    const picture = s("g", { "aria-hidden": "true" }, ...groundPieces(boardHere()), ...layers, this.markers.element, this.target);
    const box = { viewBox: `${-OUTSIDE} ${-OUTSIDE} ${size} ${size}`, role: "group", "aria-label": label };
    return s("svg", { class: "board", "data-board": boardHere(), ...box }, picture, this.marks.element);
  }

  get element() {
    return this.svg;
  }

  /** Draw a scene at once; what was moving stops.
   * @param {Scene} scene
   */
  show(scene) {
    this.motion?.end();
    this.motion = null;
    set(this.svg, { class: "board" });
    this.draw(scene);
  }

  /** Hear which start mark was chosen.
   * @param {(mark: Mark) => void} chosen
   */
  onMark(chosen) {
    this.marks.choose = chosen;
  }

  /** Hear when the square of the ghost is tapped.
   * @param {(square: number) => void} chosen
   */
  onSquare(chosen) {
    this.squareChosen = chosen;
  }

  /** Which square lies at a place of the window, or null.
   * @param {number} clientX
   * @param {number} clientY
   */
  squareAt(clientX, clientY) {
    const toScreen = this.svg.getScreenCTM();
    return toScreen && squareHere(new DOMPoint(clientX, clientY).matrixTransform(toScreen.inverse()));
  }

  /** Show what happened: the scene before, everything that moves, and the scene after.
   * @param {Happening} happening
   * @param {{speed: Speed, onStep?: (step: Step) => void}} how `onStep` hears of each step that is done, for its sound
   */
  async play({ events, before, after }, { speed, onStep }) {
    const steps = plan(events, isStill() ? "none" : speed);
    this.show(steps.duration ? { ...before, marks: [], mark: null, ghost: null } : after);
    if (!steps.duration) return;
    const stage = new Stage(this, before, after);
    const motion = new Motion(steps, { apply: (step, part) => stage.apply(step, part), onStep });
    motion.rate = this.rate;
    this.motion = motion;
    set(this.svg, { class: "board is-moving" });
    await motion.run();
    if (this.motion === motion) this.show(after); // else another scene was shown meanwhile
  }

  /** From now on everything moves this many times faster than usual. @param {number} rate */
  hurry(rate) {
    this.rate = rate;
    if (this.motion) this.motion.rate = rate;
  }

  /** Light up what somebody points at; null: nothing. @param {Spot | null} spot */
  light(spot) {
    this.spot.show(spot, this.scene?.looks ?? []);
  }

  /** Let a light run along the ways of these players, once. @param {readonly number[]} seats @param {Speed} speed */
  trace(seats, speed) {
    if (!this.scene || speed === "none" || isStill()) return;
    const trails = trailsOf(this.scene.position);
    this.spot.trace(seats.flatMap((seat) => trails[seat] ?? []));
  }

  /** Finish what moves at once. */
  skip() {
    this.motion?.end();
  }

  chooseSquare() {
    if (this.scene?.ghost) this.squareChosen(this.scene.ghost.square);
  }

  /** @param {Scene} scene */
  draw(scene) {
    const { position, looks, active, ghost } = scene;
    const trails = trailsOf(position);
    const out = outOf(position);
    this.scene = scene;
    this.squares.show(scene);
    this.tiles.show(position.board, ghost ? null : scene.last);
    this.ghost.show(scene);
    this.ways.show(trails, looks, out);
    this.markers.show(position.markers.map((point) => (point === null ? null : placeOf(point))), looks, active);
    this.markers.cross(ended(trails, out), looks);
    this.marks.show(scene);
    const place = ghost && corner(ghost.square);
    set(this.target, { x: place?.x, y: place?.y, display: place ? null : "none" });
  }
}

/** What moves between two scenes. */
class Stage {
  /** @param {Board} board @param {Scene} before @param {Scene} after */
  constructor(board, before, after) {
    this.board = board;
    this.after = after;
    this.planned = before.ghost;
    this.begun = trailsOf(before.position).map((trail) => (trail ? lengthOf(trail.curves) : 0));
    this.trails = trailsOf(after.position);
    /** @type {Map<number, Place>} where the markers that moved have come to */
    this.places = new Map();
  }

  /** @param {Step} step @param {number} part */
  apply(step, part) {
    if (step.kind === "tile") this.settle(step.square, step.face, part);
    else if (step.kind === "start") this.start(step.seat, part);
    else if (step.kind === "walk") this.walk(step.seat, step.from + (step.to - step.from) * part);
    else this.leave(step.seat, part);
  }

  /** @param {number} square @param {string} face @param {number} part */
  settle(square, face, part) {
    const wasSeen = this.planned?.square === square && this.planned.face === face;
    this.board.tiles.settle(square, face, part, wasSeen ? GHOST : 0 /* it does not vanish before it settles */);
    this.board.tiles.outline(part < 1 ? null : square);
    this.board.squares.show({ ...this.after, lit: null });
  }

  /** @param {number} seat @param {number} part */
  start(seat, part) {
    const way = this.way(seat);
    if (!way) return;
    this.board.ways.grow(way, 0);
    const mark = this.after.position.trails[seat][0];
    this.board.markers.put(this.after.looks[seat], outward(mark, 24 * (1 - part) ** 2), part);
  }

  /** @param {number} seat @param {number} far */
  walk(seat, far) {
    const way = this.way(seat);
    if (!way) return;
    const walked = this.begun[seat] + far;
    this.board.ways.grow(way, walked);
    const place = placeAt(way.trail, walked);
    this.places.set(seat, place);
    this.board.markers.put(this.after.looks[seat], place);
  }

  /** @param {number} seat @param {number} part */
  leave(seat, part) {
    const place = this.places.get(seat);
    if (place) this.board.markers.put(this.after.looks[seat], place, 1 - part);
    this.board.ways.fade(seat, true);
    this.board.markers.cross(ended(this.trails, outOf(this.after.position)), this.after.looks);
  }

  /** @param {number} seat @returns {Way | null} */
  way(seat) {
    const trail = this.trails[seat];
    return trail && this.board.ways.way(trail, this.after.looks[seat]);
  }
}

/** Who is eliminated. @param {Position} position */
function outOf({ out }) {
  return new Set(out.flat());
}

/** The trails of those who are eliminated. @param {readonly (Trail | null)[]} trails @param {ReadonlySet<number>} out */
function ended(trails, out) {
  return trails.flatMap((trail) => (trail && out.has(trail.seat) ? [trail] : []));
}

/** Whether nothing should move: nobody looks, or the person who looks does not like it. */
function isStill() {
  return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

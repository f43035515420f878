// When everything happens that is shown of one action: the tile settles, markers walk one after the other, and those
// who are out fade. All times are in milliseconds.

/** @import {GameEvent, Walk} from "../generated/messages" */
import { TILE } from "./geometry.js";
import { lengthOf, trailOfWalk } from "./trails.js";

/** @typedef {"none" | "slow" | "normal" | "fast"} Speed */
/** `from` and `to` are the distances a marker has walked since all this began.
 * @typedef {{begins: number, ends: number} & ({kind: "start", seat: number} | {kind: "tile", square: number, face: string}
 *   | {kind: "walk", seat: number, from: number, to: number} | {kind: "out", seat: number})} Step */
/** @typedef {{steps: Step[], duration: number}} Plan */

/** How many tiles a marker crosses in a second. */
const TILES_PER_SECOND = { slow: 1.5, normal: 3, fast: 8 };

const START = 250; // a marker on its start mark
const SETTLE = 150; // a tile
const BREATH = 90; // between a tile and the walks, and between walks
const FADE = 450; // an eliminated marker
const REST = 120; // at the end

/** What happens when. With the speed `none`, nothing takes any time.
 * @param {readonly GameEvent[]} events
 * @param {Speed} speed
 * @returns {Plan}
 */
export function plan(events, speed) {
  if (speed === "none") return { steps: [], duration: 0 };
  const planner = new Planner((TILES_PER_SECOND[speed] * TILE) / 1000, speed === "fast" ? 0.5 : 1);
  for (const event of events) planner.tell(event);
  planner.move();
  return { steps: planner.steps, duration: planner.steps.length ? planner.now + REST * planner.pace : 0 };
}

class Planner {
  /**
   * @param {number} speed in lengths per millisecond
   * @param {number} pace of everything but walks: 1, or less when in a hurry
   */
  constructor(speed, pace) {
    this.speed = speed;
    this.pace = pace;
    this.now = 0;
    /** @type {Step[]} */
    this.steps = [];
    /** @type {Walk[]} */
    this.walks = [];
    /** @type {Map<number, number>} */
    this.walked = new Map();
  }

  /** @param {GameEvent} event */
  tell(event) {
    if (event.type === "marker-placed") {
      this.lasting(START, { kind: "start", seat: event.seat });
    } else if (event.type === "tile-placed") {
      this.move();
      this.lasting(SETTLE, { kind: "tile", square: event.square, face: event.tile });
      this.now += BREATH * this.pace;
    } else if (event.type === "marker-walked") {
      this.walks.push(event.walk);
    } else if (event.type === "eliminated") {
      this.move();
      this.eliminate(event.seat);
    }
  }

  /** @param {number} time @param {{kind: "start", seat: number} | {kind: "tile", square: number, face: string}} what */
  lasting(time, what) {
    const ends = this.now + time * this.pace;
    this.steps.push({ ...what, begins: this.now, ends });
    this.now = ends;
  }

  /** All walks that are known, one after the other; but two that meet walk together, to meet in the middle. */
  move() {
    const moved = new Set();
    for (const walk of this.walks) {
      if (moved.has(walk.seat)) continue;
      const together = this.walks.filter(({ seat }) => seat === walk.seat || seat === walk.met);
      for (const { seat } of together) moved.add(seat);
      this.walk(together);
    }
    this.walks = [];
  }

  /** @param {Walk[]} together */
  walk(together) {
    const lengths = together.map((walk) => lengthOf(trailOfWalk(walk).curves));
    const begins = this.now;
    const ends = begins + Math.max(...lengths) / this.speed;
    together.forEach(({ seat }, i) => {
      const from = this.walked.get(seat) ?? 0;
      const to = from + lengths[i];
      this.walked.set(seat, to);
      this.steps.push({ kind: "walk", seat, from, to, begins, ends });
    });
    this.now = ends + BREATH * this.pace;
  }

  /** @param {number} seat */
  eliminate(seat) {
    const last = this.steps.at(-1);
    const begins = last?.kind === "out" ? last.begins : this.now;
    this.steps.push({ kind: "out", seat, begins, ends: begins + FADE * this.pace });
    this.now = begins + FADE * this.pace;
  }
}

/** How much of a step is done.
 * @param {Step} step
 * @param {number} time
 * @returns {number} from 0 to 1
 */
export function partOf({ begins, ends }, time) {
  return ends <= begins ? Number(time >= begins) : Math.min(Math.max((time - begins) / (ends - begins), 0), 1);
}

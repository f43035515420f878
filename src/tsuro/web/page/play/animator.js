// Shows what happened, move after move, and never falls far behind what is known.

/** @import {Happening} from "../board/board.js" */

/**
 * @template {Happening} H
 * @typedef {object} Stage
 * @property {(happening: H) => Promise<void>} play done when everything has moved, or was skipped
 * @property {() => void} skip
 * @property {() => void} rest nothing moves any more: show the newest
 */

const MOST_BEHIND = 3;

/** @template {Happening} H */
export class Animator {
  /** @param {Stage<H>} stage */
  constructor(stage) {
    this.stage = stage;
    /** @type {H[]} */
    this.waiting = [];
    this.busy = false;
  }

  /** @param {H} happening */
  add(happening) {
    this.waiting.push(happening);
    if (this.waiting.length > MOST_BEHIND) this.waiting = this.waiting.slice(-1);
    if (!this.busy) void this.run();
  }

  /** Show the newest at once. */
  skip() {
    this.waiting = [];
    if (this.busy) this.stage.skip();
  }

  async run() {
    this.busy = true;
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) await this.stage.play(next);
    this.busy = false;
    this.stage.rest();
  }
}

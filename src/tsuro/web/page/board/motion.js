// Runs a plan: frame by frame, until it is over or somebody has seen enough.

/** @import {Plan, Step} from "./walks.js" */
import { partOf } from "./walks.js";

/** Runs a plan of steps from its first frame to its last. */
export class Motion {
  /**
   * @param {Plan} plan
   * @param {{apply: (step: Step, part: number) => void, onStep?: (step: Step) => void}} stage draws how much of a step is
   *   done, and hears of those that are
   */
  constructor(plan, { apply, onStep = () => {} }) {
    this.waiting = [...plan.steps];
    this.duration = plan.duration;
    this.apply = apply;
    this.onStep = onStep;
    this.rate = 1; // how fast the time of the plan passes; it may change on the way
    this.time = 0; // of the plan
    this.request = 0;
    /** @type {() => void} */
    this.resolve = () => {};
    this.finish = () => this.end();
  }

  /** Resolves when all is over. */
  run() {
    const over = new Promise((/** @type {(value: void) => void} */ resolve) => (this.resolve = resolve));
    // A page that nobody sees gets no frames, and would wait for ever.
    document.addEventListener("visibilitychange", this.finish, { once: true });
    this.request = requestAnimationFrame((begun) => this.frame(begun, begun));
    return over;
  }

  /** Finish at once. */
  end() {
    cancelAnimationFrame(this.request);
    document.removeEventListener("visibilitychange", this.finish);
    this.resolve();
  }

  /** @param {number} last when the frame before this one was drawn @param {number} now */
  frame(last, now) {
    this.time += (now - last) * this.rate;
    this.draw(this.time);
    if (this.time >= this.duration) this.end();
    else this.request = requestAnimationFrame((next) => this.frame(now, next));
  }

  /** @param {number} time */
  draw(time) {
    const begun = this.waiting.filter((step) => step.begins <= time);
    for (const step of begun) this.apply(step, partOf(step, time));
    const done = begun.filter((step) => step.ends <= time);
    if (!done.length) return;
    this.waiting = this.waiting.filter((step) => step.ends > time);
    done.forEach(this.onStep);
  }
}

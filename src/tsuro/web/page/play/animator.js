// Shows the moves of the queue, one after the other, with their sounds.

/** @import {Sound} from "../device/sound.js" */
/** @import {Step} from "../board/walks.js" */
/** @import {Moment, Queue} from "./queue.js" */
import { STEP_SOUNDS } from "../device/sound.js";
import { rateOf } from "./queue.js";

/**
 * @typedef {object} Stage where they are shown
 * @property {(moment: Moment, onStep: (step: Step) => void) => Promise<void>} play done when everything has moved, or another
 *   scene is shown
 * @property {(rate: number) => void} hurry how many times faster than usual everything moves from now on
 */

/** Plays the current moment of the queue on a stage. */
export class Animator {
  /** @param {{stage: Stage, sound: Pick<Sound, "play">, onShown: (moment: Moment) => void}} given onShown: a moment is over */
  constructor({ stage, sound, onShown }) {
    this.stage = stage;
    this.sound = sound;
    this.onShown = onShown;
  }

  /** Begin what the queue says, as fast as it says. @param {Queue} queue @param {Queue} before */
  follow(queue, before) {
    if (queue.waiting !== before.waiting) this.stage.hurry(rateOf(queue));
    if (queue.now && queue.now !== before.now) void this.play(queue.now);
  }

  /** @param {Moment} moment */
  async play(moment) {
    let isHeard = false;
    const onStep = (/** @type {Step} */ { kind }) => ((isHeard = true), this.sound.play(STEP_SOUNDS[kind]));
    await this.stage.play(moment, onStep);
    if (!isHeard) this.sound.play("placed"); // nothing moved, as some like it
    this.onShown(moment);
  }
}

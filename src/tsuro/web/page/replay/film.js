// Where in a game one looks, and whether it runs on by itself.

/**
 * @typedef {object} Projector what shows the moments
 * @property {(at: number, how: {moving: boolean}) => Promise<void>} show done when the markers have walked
 * @property {() => Promise<void>} rest the pause before the next moment
 * @property {() => void} changed the moment, or whether it runs, is another one now
 */

/** A position in a game that can be moved, and that can run on. */
export class Film {
  /**
   * @param {number} last the number of the last moment
   * @param {number} at where to begin
   * @param {Projector} projector
   */
  constructor(last, at, projector) {
    this.last = last;
    this.at = at;
    this.projector = projector;
    this.running = false;
    this.turn = 0; // counts what was asked for, so that an older run ends when something else is wanted
  }

  /** Show where it begins. */
  begin() {
    this.projector.changed();
    return this.projector.show(this.at, { moving: false });
  }

  /** Look at another moment; a single step forward is shown as it happened. @param {number} at */
  go(at) {
    this.stop();
    return this.to(at);
  }

  /** @param {number} by */
  step(by) {
    return this.go(this.at + by);
  }

  /** Let it run on, from the beginning if it was at the end; or stop it. */
  toggle() {
    return this.running ? this.stop() : this.run();
  }

  stop() {
    this.turn++;
    if (!this.running) return;
    this.running = false;
    this.projector.changed();
  }

  async run() {
    const mine = ++this.turn;
    this.running = true;
    if (this.at === this.last) await this.to(0);
    this.projector.changed();
    while (mine === this.turn && this.at < this.last) {
      await this.projector.rest();
      if (mine === this.turn) await this.to(this.at + 1);
    }
    if (mine === this.turn) this.stop();
  }

  /** @param {number} wanted */
  async to(wanted) {
    const at = Math.max(0, Math.min(this.last, wanted));
    if (at === this.at) return;
    const moving = at === this.at + 1;
    this.at = at;
    this.projector.changed();
    await this.projector.show(at, { moving });
  }
}

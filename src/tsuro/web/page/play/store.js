// One state, changed in one place: inputs go in, and everybody who listens hears of the new state.

/** A state that only inputs change.
 * @template S the state, never changed in place
 * @template I what can change it
 */
export class Store {
  /**
   * @param {S} state
   * @param {(state: S, input: I) => S} reduce pure; it returns the same state where nothing changes
   */
  constructor(state, reduce) {
    this.state = state;
    this.reduce = reduce;
    /** @type {((state: S, before: S) => void)[]} */
    this.listeners = [];
    /** @type {I[]} */
    this.waiting = [];
    this.isSending = false;
  }

  /** Change the state. An input that a listener sends has its turn after all have heard of this one. @param {I} input */
  send(input) {
    this.waiting.push(input);
    if (this.isSending) return;
    this.isSending = true;
    try {
      for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) this.take(next);
    } finally {
      this.isSending = false;
    }
  }

  /** Hear of every change, with the state before it. @param {(state: S, before: S) => void} listener */
  listen(listener) {
    this.listeners.push(listener);
  }

  /** Nobody hears of anything any more. */
  close() {
    this.listeners = [];
  }

  /** @param {I} input */
  take(input) {
    const before = this.state;
    this.state = this.reduce(before, input);
    if (this.state !== before) this.listeners.forEach((listener) => listener(this.state, before));
  }
}

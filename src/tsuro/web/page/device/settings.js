// What a person chose for this device. It is kept in the browser, and all who watch it hear of changes.

/**
 * @typedef {object} Choices
 * @property {string | null} language null: as the browser says
 * @property {"auto" | "light" | "dark" | "contrast"} theme
 * @property {"lacquer" | "washi" | "garden"} board what it is made of
 * @property {"none" | "slow" | "normal" | "fast"} speed how fast markers walk
 * @property {boolean} sound and vibration
 * @property {number} volume of the sounds, from 0 to 100
 * @property {boolean} notify when it is one's turn in a tab that is not seen
 * @property {"auto" | "on" | "off"} coordinates the names of columns and rows on the board; auto: where there is room
 * @property {boolean} text everything in words, for screen readers and anyone who likes it
 * @property {string} name by which the person was last known at a table
 * @property {string[]} explained what was explained already
 */

/** What is chosen until somebody chooses. @type {Choices} */
export const DEFAULTS = {
  language: null,
  theme: "auto",
  board: "lacquer",
  speed: "normal",
  sound: true,
  volume: 50,
  notify: false,
  coordinates: "auto",
  text: false,
  name: "",
  explained: [],
};

/** What the board is made of: high contrast, whether of the page or of the system, has one of its own, which is plain.
 * @param {Pick<Choices, "theme" | "board">} choices
 * @param {boolean} isForced whether the system has the say over colours
 */
export function boardOf({ theme, board }, isForced) {
  return theme === "contrast" || isForced ? DEFAULTS.board : board;
}

/** What the system says about colours, where it has the say over them. @returns {{matches: boolean, addEventListener?: EventTarget["addEventListener"]}} */
export function forcedColours() {
  return globalThis.matchMedia?.("(forced-colors: active)") ?? { matches: false };
}

/** How the server calls a board by day, by night or in high contrast.
 * @param {Choices["board"]} board
 * @param {"light" | "dark" | "contrast"} theme
 */
export function themeName(board, theme) {
  return theme === "contrast" || board === DEFAULTS.board ? theme : `${board}-${theme}`;
}

const KEY = "tsuro.settings";

/** What was chosen for this device: read `choices`, change with `change`. */
export class Settings {
  /** @param {Pick<Storage, "getItem" | "setItem"> | null} [storage] null: nothing is kept */
  constructor(storage = null) {
    this.storage = storage;
    /** @type {Choices} */
    this.choices = { ...DEFAULTS, ...read(storage) };
    /** @type {Set<(choices: Choices) => void>} */
    this.watchers = new Set();
  }

  /** @param {Partial<Choices>} changes */
  change(changes) {
    this.choices = { ...this.choices, ...changes };
    try {
      this.storage?.setItem(KEY, JSON.stringify(this.choices));
    } catch {
      // Private windows and full disks: the choice holds until the page is closed.
    }
    for (const watcher of this.watchers) watcher(this.choices);
  }

  /** Hear of changes, until the function it gives is called.
   * @param {(choices: Choices) => void} watcher
   */
  watch(watcher) {
    this.watchers.add(watcher);
    return () => void this.watchers.delete(watcher);
  }

  /** Whether this is explained for the first time; from now on it was.
   * @param {string} what
   */
  isNew(what) {
    if (this.choices.explained.includes(what)) return false;
    this.change({ explained: [...this.choices.explained, what] });
    return true;
  }
}

/**
 * @param {Pick<Storage, "getItem"> | null} storage
 * @returns {Partial<Choices>}
 */
function read(storage) {
  try {
    const kept = JSON.parse(storage?.getItem(KEY) ?? "{}");
    return Object.fromEntries(Object.entries(kept).filter(([name]) => name in DEFAULTS));
  } catch {
    return {};
  }
}

/** The browser's own store, where it allows one.
 * @param {"localStorage" | "sessionStorage"} which
 * @returns {Storage | null}
 */
export function storageOf(which) {
  try {
    return window[which];
  } catch {
    return null;
  }
}

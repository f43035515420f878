// What the server allows. Written by scripts/page_limits.py: do not edit, run `make protocol`.

/** The version of the protocol that the page speaks. */
export const PROTOCOL = 1;

/** The longest name, in characters. */
export const NAME_LENGTH = 24;

/** The largest request with a record in it, in bytes. */
export const RECORD_SIZE = 65536;

/** How many can play. */
export const PLAYERS = { min: 2, max: 8 };

/** All markers. @type {readonly string[]} */
export const MARKERS = ["circle", "square", "triangle", "diamond", "pentagon", "star", "hexagon", "octagon"];

/** The bots of the server, from the weakest to the strongest. */
export const LEVELS = /** @type {const} */ (["wanderer", "apprentice", "guardian", "dragon"]);

/** What can be set for each clock. */
export const CLOCKS = {
  none: {},
  turn: { seconds: { min: 5, max: 3600 } },
  bank: { seconds: { min: 10, max: 7200 }, increment: { min: 0, max: 60 } },
  days: { days: { min: 1, max: 14 } },
};

/** With up to this many seconds or days on a clock, a player is warned this many milliseconds before the end.
 * @type {Record<keyof typeof CLOCKS, readonly (readonly [number, number])[]>}
 */
export const WARNINGS = {
  none: [],
  turn: [[20, 5000], [3600, 10000]],
  bank: [[20, 5000], [7200, 10000]],
  days: [[14, 7200000]],
};

/** What may be added to an edition, in the order in which its text names it. */
export const OPTIONS = /** @type {const} */ (["bonus", "pass-the-pile", "no-ramming", "open-tiles", "solo"]);

/** Goals other than being the last on the board; the text of an edition ends with it. */
export const GOALS = /** @type {const} */ (["longest-path", "most-crossings"]);

/** What editions always have. @type {Record<"modern" | "classic", readonly string[]>} */
export const ALWAYS = { modern: [], classic: ["bonus"] };

/** The text of every edition there can be. @type {readonly string[]} */
export const EDITIONS = [
  "modern",
  "modern+solo",
  "modern+open-tiles",
  "modern+no-ramming",
  "modern+no-ramming+solo",
  "modern+no-ramming+open-tiles",
  "modern+pass-the-pile",
  "modern+pass-the-pile+no-ramming",
  "modern+bonus",
  "modern+bonus+no-ramming",
  "modern+bonus+pass-the-pile",
  "modern+bonus+pass-the-pile+no-ramming",
  "modern+longest-path",
  "modern+open-tiles+longest-path",
  "modern+no-ramming+longest-path",
  "modern+no-ramming+open-tiles+longest-path",
  "modern+pass-the-pile+longest-path",
  "modern+pass-the-pile+no-ramming+longest-path",
  "modern+bonus+longest-path",
  "modern+bonus+no-ramming+longest-path",
  "modern+bonus+pass-the-pile+longest-path",
  "modern+bonus+pass-the-pile+no-ramming+longest-path",
  "modern+most-crossings",
  "modern+open-tiles+most-crossings",
  "modern+no-ramming+most-crossings",
  "modern+no-ramming+open-tiles+most-crossings",
  "modern+pass-the-pile+most-crossings",
  "modern+pass-the-pile+no-ramming+most-crossings",
  "modern+bonus+most-crossings",
  "modern+bonus+no-ramming+most-crossings",
  "modern+bonus+pass-the-pile+most-crossings",
  "modern+bonus+pass-the-pile+no-ramming+most-crossings",
  "classic",
  "classic+solo",
  "classic+open-tiles",
  "classic+no-ramming",
  "classic+no-ramming+solo",
  "classic+no-ramming+open-tiles",
  "classic+longest-path",
  "classic+open-tiles+longest-path",
  "classic+no-ramming+longest-path",
  "classic+no-ramming+open-tiles+longest-path",
  "classic+most-crossings",
  "classic+open-tiles+most-crossings",
  "classic+no-ramming+most-crossings",
  "classic+no-ramming+open-tiles+most-crossings",
];

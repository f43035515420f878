// What players do, as records write it: `mark c6n1`, `play 17e`, `exchange 4,5 for 8,9`, `exchange nothing`.

/** @typedef {{give: readonly number[], take: readonly number[]}} Swap */

/** To keep all tiles. */
export const KEEP = "exchange nothing";

/** @type {Readonly<Swap>} */
export const NO_SWAP = Object.freeze({ give: [], take: [] });

const PLAY = "play ";
const MARK = "mark ";
const SWAP = /^exchange (\d+(?:,\d+)*) for (\d+(?:,\d+)*)$/;

/** To place a tile. @param {string} face the tile as it is turned: `17e` */
export const placing = (face) => `${PLAY}${face}`;

/** To exchange tiles; null: not as many are taken as given.
 * @param {Swap} swap
 * @returns {string | null}
 */
export function exchanging({ give, take }) {
  if (give.length !== take.length) return null;
  return give.length ? `exchange ${give.join()} for ${take.join()}` : KEEP;
}

/** The tile that an action places, as it is turned; empty for any other action.
 * @param {string} action
 */
export function faceIn(action) {
  return action.startsWith(PLAY) ? action.slice(PLAY.length) : "";
}

/** The number of the tile that an action places; NaN for any other action.
 * @param {string} action
 */
export function tileIn(action) {
  return Number.parseInt(faceIn(action), 10);
}

/** Whether an action chooses a start mark. @param {string} action */
export const isMark = (action) => action.startsWith(MARK);

/** The tiles that an action exchanges; null for any other action.
 * @param {string} action
 * @returns {Swap | null}
 */
export function swapIn(action) {
  if (action === KEEP) return NO_SWAP;
  const [, give, take] = SWAP.exec(action) ?? [];
  return give && take ? { give: numbers(give), take: numbers(take) } : null;
}

/** @param {string} list */
function numbers(list) {
  return list.split(",").map(Number);
}

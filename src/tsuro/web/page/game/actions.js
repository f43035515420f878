// What players do, as records write it: `mark c6n1`, `play 17e`, `exchange 4,5 for 8,9`, `exchange nothing`.

/** @import {Own} from "../generated/messages" */

/** @typedef {{give: readonly number[], take: readonly number[]}} Swap */

/** To keep all tiles. */
export const KEEP = "exchange nothing";

/** No tile is chosen. @type {Readonly<Swap>} */
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

/** To exchange the tiles that are chosen; null while none are, so that no tiles are kept by mistake.
 * @param {Swap} swap
 */
export const exchangeChosen = (swap) => (swap.give.length ? exchanging(swap) : null);

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

/** Choose a tile, or take the choice back.
 * @param {Swap} swap
 * @param {"give" | "take"} side
 * @param {number} tile
 * @returns {Swap}
 */
export function toggle(swap, side, tile) {
  const chosen = swap[side];
  const next = chosen.includes(tile) ? chosen.filter((other) => other !== tile) : [...chosen, tile];
  return { ...swap, [side]: next };
}

/** The swap without tiles that are not there.
 * @param {Swap} swap
 * @param {Own} own
 * @returns {Swap}
 */
export function stillThere({ give, take }, own) {
  return { give: give.filter((tile) => own.hand.includes(tile)), take: take.filter((tile) => own.offer.includes(tile)) };
}

/** @param {string} list */
function numbers(list) {
  return list.split(",").map(Number);
}

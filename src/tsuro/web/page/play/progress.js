// Tells the server whether moves are still being shown: bots that play with one person alone wait for that.

/** @import {PlayState} from "./state.js" */

/** A listener of the store that reports. A move that takes no time is not worth a word.
 * @param {(done: boolean) => void} report
 * @returns {(state: Pick<PlayState, "queue">) => void}
 */
export function progress(report) {
  let isShowing = false;
  let isReported = false;
  const tell = () => {
    if (isShowing !== isReported) report(!isShowing);
    isReported = isShowing;
  };
  return ({ queue }) => {
    isShowing = queue.now !== null;
    if (isShowing) setTimeout(tell);
    else tell();
  };
}

// The part of the game that was played before one came: fetched once the board is there.

/** @import {Replay} from "../generated/messages" */
/** @import {Earlier} from "../game/story.js" */
/** @import {PlayState} from "./state.js" */
import { discreet, isShared } from "../game/table.js";
import { earlierIn } from "../game/story.js";

/** A listener of the store that reads what is missing.
 * @param {(game: number) => Promise<Replay>} fetch
 * @param {(earlier: Earlier) => void} onRead
 * @returns {(state: PlayState) => void}
 */
export function historian(fetch, onRead) {
  /** @type {PlayState["table"]["position"]} */
  let asked = null;
  return ({ faces, table: shown }) => {
    const { story: { since }, table } = shown;
    if (!faces || !since || since === asked) return;
    asked = since;
    void fetch(table?.game ?? 1).then(
      ({ frames }) => {
        const { actions } = earlierIn(frames, since);
        onRead({ since, actions: isShared(shown) ? actions.map(discreet) : actions });
      },
      () => {}, // then the log begins where one came
    );
  };
}

// What is said and sounded when the state changes: for anyone who listens, or looks at another tab.

/** @import {App} from "../main.js" */
/** @import {TurnSign} from "../device/notify.js" */
/** @import {Sound} from "../device/sound.js" */
/** @import {PlayState} from "./state.js" */
import { headlinesIn, isOnTurn, namesIn, outlookIn } from "./selectors.js";
import { turnInWords } from "./status.js";

/** A listener of the store that says what has changed.
 * @param {Pick<App, "say">} app
 * @param {Pick<Sound, "play">} sound
 * @param {Pick<TurnSign, "show">} sign
 * @returns {(state: PlayState, before: PlayState) => void}
 */
export function announcer(app, sound, sign) {
  return (state, before) => {
    if (!state.faces || !state.table.position) return;
    sign.show({ names: namesIn(state), isOnTurn: isOnTurn(state) });
    if (isOnTurn(state) && !(isOnTurn(before) && before.faces)) sound.play("your-turn");
    if (hasWon(state) && before.faces && !before.table.position?.result) sound.play("win");
    const sentence = sentenceFor(state, before);
    if (sentence !== null) app.say(sentence);
  };
}

/** What a screen reader is to say of a change; null: nothing.
 * @param {PlayState} state
 * @param {PlayState} before
 * @returns {string | null}
 */
export function sentenceFor(state, before) {
  if (state.problem && state.problem !== before.problem) return state.problem;
  const news = headlinesIn(state, before);
  const outlook = state.touched !== before.touched ? outlookIn(state).text : null;
  if (!news.length) return outlook;
  return [...news, turnInWords(state.table, state.looks), outlook].filter(Boolean).join(" ");
}

/** @param {PlayState} state */
function hasWon({ table: { position, you } }) {
  return Boolean(position?.result?.winners.some((seat) => you?.seats.includes(seat)));
}

// The steps of the lesson, each with one idea. What may be done, and what comes of it, the server has sent beforehand.

/** @import {Frame, GameEvent, Own, PlayerView} from "../generated/messages" */
import { swapIn, tileIn } from "../game/actions.js";

/** A moment of the worked example, as the learner sees it.
 * @typedef {Omit<Frame, "hands" | "own"> & {hand: readonly number[], own: Own | null}} Moment
 */
/** @typedef {{action: string, events: readonly GameEvent[], hand: readonly number[]}} Exchange */
/** @typedef {{you: number, players: readonly PlayerView[], frames: readonly Moment[], exchanges: readonly Exchange[]}} Lesson */
/** From one moment of the game to another; `inWords` is for anyone who does not look at the board, `edition` says where it holds.
 * @typedef {{title: string, text: string, inWords?: string, edition?: string, from: number, to: number}} Step
 */
/** @typedef {"mark" | "tile" | "exchange" | "look"} Task */

/** All steps. @type {readonly Step[]} */
export const STEPS = [
  { title: "learn.goal.title", text: "learn.goal.text", edition: "learn.goal.edition", from: 0, to: 2 },
  { title: "learn.start.title", text: "learn.start.text", inWords: "learn.start.in-words", from: 2, to: 5 },
  { title: "learn.place.title", text: "learn.place.text", inWords: "learn.place.in-words", from: 5, to: 6 },
  { title: "learn.others.title", text: "learn.others.text", from: 6, to: 8 },
  { title: "learn.edge.title", text: "learn.edge.text", inWords: "learn.edge.in-words", from: 8, to: 9 },
  { title: "learn.closed.title", text: "learn.closed.text", inWords: "learn.closed.in-words", from: 9, to: 11 },
  { title: "learn.push.title", text: "learn.push.text", from: 11, to: 12 },
  {
    title: "learn.exchange.title",
    text: "learn.exchange.text",
    inWords: "learn.exchange.in-words",
    edition: "learn.exchange.edition",
    from: 12,
    to: 13,
  },
  { title: "learn.draw.title", text: "learn.draw.text", edition: "learn.draw.edition", from: 13, to: 13 },
  { title: "learn.win.title", text: "learn.win.text", from: 13, to: 13 },
];

/** What the learner has to do.
 * @param {Own | null} own
 * @returns {Task}
 */
export function taskOf(own) {
  if (!own) return "look";
  if (own.marks.length) return "mark";
  return own.offer.length ? "exchange" : "tile";
}

/** The learner's move that the lesson goes on with; null: there is only something to look at.
 * @param {Lesson} lesson
 * @param {Step} step
 * @returns {string | null}
 */
export function wantedIn({ frames }, { from }) {
  return frames[from]?.own ? (frames[from + 1]?.action ?? null) : null;
}

/** The key of what to say to a choice that the lesson does not go on with; null: it does.
 * @param {Own} own
 * @param {string} wanted
 * @param {string} chosen
 * @returns {string | null}
 */
export function mistakeIn(own, wanted, chosen) {
  const task = taskOf(own);
  if (chosen === wanted || task === "exchange") return null;
  return task === "mark" ? "learn.wrong.mark" : wrongTile(own, wanted, chosen);
}

/**
 * @param {Own} own
 * @param {string} wanted
 * @param {string} chosen
 */
function wrongTile(own, wanted, chosen) {
  const preview = own.previews.find(({ action }) => action === chosen);
  if (preview?.refused) return "learn.wrong.edge"; // the one reason there is in the worked example
  const [mine, ...others] = preview?.walks ?? [];
  if (mine?.end === null) return "learn.wrong.meet";
  if (others.filter(({ end }) => end === null).length > 1) return "learn.wrong.both";
  return tileIn(chosen) === tileIn(wanted) ? "learn.wrong.turn" : "learn.wrong.tile";
}

/** The moments that a step leads through, with the exchange that was chosen.
 * @param {Lesson} lesson
 * @param {Step} step
 * @param {Exchange | null} exchange
 * @returns {Moment[]}
 */
export function momentsOf({ frames }, { from, to }, exchange) {
  return frames.slice(from + 1, to + 1).map((frame) => asChosen(frame, exchange));
}

/** The moment at which a step begins.
 * @param {Lesson} lesson
 * @param {Step} step
 * @param {Exchange | null} exchange
 * @returns {Moment}
 */
export function momentAt({ frames }, { from }, exchange) {
  return asChosen(/** @type {Moment} */ (frames[from]), exchange);
}

/** @param {Moment} frame @param {Exchange | null} exchange @returns {Moment} */
function asChosen(frame, exchange) {
  return exchange && swapIn(frame.action ?? "") ? { ...frame, ...exchange } : frame;
}

// How far the learner has come. Pure: each function gives the next progress, or what follows from it.

/** @import {Exchange, Lesson, Moment, Step} from "./steps.js" */
import { tileIn } from "../game/actions.js";
import { mistakeIn, momentAt, momentsOf, STEPS, taskOf, wantedIn } from "./steps.js";

/**
 * @typedef {object} Progress
 * @property {Lesson} lesson
 * @property {number} number of the step
 * @property {number} mistakes in this step
 * @property {Exchange | null} exchange the one that the learner chose: the game goes on with it
 */

/** What is said to a choice that the lesson does not go on with.
 * @typedef {object} Answer
 * @property {string} key of the words
 * @property {number} number of the tile that is wanted, counted in the hand
 * @property {boolean} isLaid the move of the lesson is laid out now
 * @property {boolean} isShown and the words say so
 */

const PATIENCE = 2; // after this many other moves the one of the lesson is laid out

/** The progress at a step; at the first one where there is no such step.
 * @param {Lesson} lesson
 * @param {number} number
 * @returns {Progress}
 */
export function beginAt(lesson, number) {
  return { lesson, number: number in STEPS ? number : 0, mistakes: 0, exchange: null };
}

/** The progress some steps further, or with -1 one back. @param {Progress} progress @param {number} by @returns {Progress} */
export function move(progress, by) {
  return { ...progress, number: progress.number + by, mistakes: 0 };
}

/** The step that the learner is at. @param {Progress} progress @returns {Step} */
export const stepIn = ({ number }) => /** @type {Step} */ (STEPS[number]);

/** The moment of the game at which the step begins. @param {Progress} progress @returns {Moment} */
export const momentIn = (progress) => momentAt(progress.lesson, stepIn(progress), progress.exchange);

/** The moments that the step leads through. @param {Progress} progress @returns {Moment[]} */
export const momentsIn = (progress) => momentsOf(progress.lesson, stepIn(progress), progress.exchange);

/** The learner's move that the lesson goes on with; null: there is only something to look at. @param {Progress} progress */
export const wanted = (progress) => wantedIn(progress.lesson, stepIn(progress));

/** Whether there is no step after this one. @param {Progress} progress */
export const isLast = ({ number }) => number === STEPS.length - 1;

/** What comes of a choice: the progress after it, and the answer if the lesson does not go on with it.
 * @param {Progress} progress
 * @param {string} action empty: nothing was chosen yet
 * @returns {{progress: Progress, answer: Answer | null}}
 */
export function choose(progress, action) {
  const { own } = momentIn(progress);
  const move = wanted(progress);
  if (!own || move === null) return { progress, answer: null };
  const key = action ? mistakeIn(own, move, action) : unchosen(taskOf(own) === "mark");
  if (!key) return { progress: { ...progress, exchange: exchangeOf(progress, action) }, answer: null };
  const mistakes = progress.mistakes + (action ? 1 : 0);
  const isMark = key === "learn.wrong.mark";
  const isLaid = isMark || mistakes >= PATIENCE;
  const number = own.hand.indexOf(tileIn(move)) + 1;
  return { progress: { ...progress, mistakes }, answer: { key, number, isLaid, isShown: isLaid && !isMark } };
}

/** @param {Progress} progress @param {string} action */
function exchangeOf({ lesson, exchange }, action) {
  return lesson.exchanges.find((each) => each.action === action) ?? exchange;
}

/** What to say to a learner who acts before choosing. @param {boolean} isMark */
function unchosen(isMark) {
  return isMark ? "learn.mark-first" : "learn.select-first";
}

// How a game came to its end, in a sentence or two: the move that decided it, and what decides.

/** @import {GameEvent, Position, Result} from "../generated/messages" */
/** @import {Look} from "../board/looks.js" */
/** @import {Telling} from "./telling.js" */
import { headline } from "./events.js";
import { t } from "./language.js";
import { names, say, tellingTo } from "./telling.js";

/**
 * @typedef {object} Ended
 * @property {readonly GameEvent[]} last what happened in the last action
 * @property {Position} position
 * @property {string | null} goal what counts, where it is not the last marker: `longest-path` or `most-crossings`
 */

/** How it ended: "Ken’s tile on d4 took you to the edge. Ken is the last one on the board."
 * @param {Ended} ended
 * @param {readonly Look[]} looks
 * @param {readonly number[]} own
 * @returns {string}
 */
export function howEnded({ last, position, goal }, looks, own = []) {
  const { result } = position;
  if (!result) return "";
  const telling = tellingTo(looks, own);
  const why = result.scores.length ? byScore(result, goal, telling) : bySurvival(result, position, telling);
  if (!last.some(({ type }) => type === "eliminated")) return why;
  const led = headline(last.filter(({ type }) => type !== "game-over"), looks, own);
  return [led, why].filter(Boolean).join(" ");
}

/** @param {Result} result @param {Position} position @param {Telling} telling */
function bySurvival({ winners, solo }, { markers }, telling) {
  if (solo) return t("end.solo", { markers: solo[0], tiles: solo[1] });
  const left = markers.flatMap((point, seat) => (point === null ? [] : [seat]));
  if (left.length === 1) return say("ended.last", left[0] ?? 0, telling);
  if (left.length) return t("ended.all-tiles");
  return winners.length > 1 ? t("ended.all-out") : "";
}

/** @param {Result} result @param {string | null} goal @param {Telling} telling */
function byScore({ winners, scores }, goal, telling) {
  const isLongest = goal !== "most-crossings";
  const [winner = 0] = winners;
  const count = scores[winner] ?? 0;
  if (winners.length === 1) return say(isLongest ? "ended.longest" : "ended.crossings", winner, telling, { count });
  const values = { names: names(winners, telling), count };
  return isLongest ? t("ended.longest-shared", values) : t("ended.crossings-shared", values);
}

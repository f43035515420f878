// Who has won, in a sentence.

/** @import {Result} from "../generated/messages" */
/** @import {Telling} from "./telling.js" */
import { t } from "./language.js";
import { names, say } from "./telling.js";

/** Who has won.
 * @param {Result} result
 * @param {Telling} telling
 */
export function ending({ winners, scores, solo }, telling) {
  const [winner] = winners;
  if (solo && winner !== undefined) return t("event.solo-won", { count: solo[0] ?? 0 });
  if (solo) return t("event.solo-over", { count: solo[1] ?? 0 });
  const won = winners.length === 1 && winner !== undefined
    ? say("event.won", winner, telling)
    : t("event.won-shared", { names: names(winners, telling) });
  return scores.length ? `${won} ${t("event.scores", { scores: scoreList(scores, telling) })}` : won;
}

/**
 * @param {readonly number[]} scores
 * @param {Telling} telling
 */
function scoreList(scores, { looks }) {
  return scores.map((score, seat) => t("event.score", { name: looks[seat]?.name ?? "", score })).join(", ");
}

// Scores in words, where something counts besides being the last on the board. The server tells the numbers.

/** @import {Position, Preview} from "../generated/messages" */
import { chosenIn } from "../options/edition.js";
import { t } from "./language.js";

/** Tiles walked over, or crossings. @param {number} count @param {string} edition */
export function scoreInWords(count, edition) {
  return chosenIn(edition).goal === "longest-path" ? t("end.tiles", { count }) : t("end.crossings", { count });
}

/** The same beside a player's hand, where "tiles" would be taken for those in it. @param {number} count @param {string} edition */
export function shortScore(count, edition) {
  return chosenIn(edition).goal === "longest-path" ? t("players.path", { count }) : t("players.crossings", { count });
}

/** What a solo game has come to so far; empty in any other game. @param {Pick<Position, "solo">} position */
export function soloInWords({ solo }) {
  return solo ? t("players.solo", { markers: solo[0], tiles: solo[1] }) : "";
}

/** What a placement would make of the score; empty where none counts. @param {Preview} preview @param {string} edition */
export function scoreThen({ scores = [], solo = null }, edition) {
  const score = scores[0] === undefined ? soloInWords({ solo }) : scoreInWords(scores[0], edition);
  return score && t("play.score-then", { score });
}

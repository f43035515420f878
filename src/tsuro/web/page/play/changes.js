// What happens at the table and not in the game, in words: time that runs out, stand-ins, votes.

/** @import {News} from "../net/session.js" */
import { t } from "../words/language.js";

/** @type {Record<string, {them: (name: string) => string, you: () => string}>} */
const CHANGES = {
  "time-ran-out": { them: (name) => t("text.time-ran-out", { name }), you: () => t("text.time-ran-out.you") },
  voted: { them: (name) => t("text.voted", { name }), you: () => t("players.you-voted") },
  "stand-in-started": { them: (name) => t("text.stand-in-started", { name }), you: () => t("players.stand-in-for-you") },
  "stand-in-ended": { them: (name) => t("text.stand-in-ended", { name }), you: () => t("text.stand-in-ended.you") },
};

/** What a message says of the table; empty: nothing that is worth a line. @param {News} news */
export function changeInWords({ message, state: { you } }) {
  if (message.type !== "changed" || message.seat === null) return "";
  const failure = message.table.seats[message.seat]?.failure;
  if (message.what === "stand-in-started" && failure) {
    return t(`text.bot-failed.${failure}`, { name: message.table.seats[message.seat]?.name ?? "" });
  }
  const words = CHANGES[message.what];
  const isYou = you?.seats.length === 1 && you.seats[0] === message.seat;
  return (isYou ? words?.you() : words?.them(message.table.seats[message.seat]?.name ?? "")) ?? "";
}

/** That a bot made a move in somebody's place; empty: nobody's. @param {News | null} news */
export function standInWords(news) {
  if (news?.message.type !== "moved" || news.message.played !== "stand-in") return "";
  const { message: { seat }, state: { table, you } } = news;
  const isYou = you?.seats.length === 1 && you.seats[0] === seat;
  return isYou ? t("play.stand-in-moved.you") : t("play.stand-in-moved", { name: table?.players[seat]?.name ?? "" });
}

/** That a bot was not itself in the last move, for the first time; empty: it plays as before. @param {News | null} news */
export function belowWords(news) {
  if (news?.message.type !== "moved") return "";
  const { message: { seat }, state, before } = news;
  const [now, then] = [state, before].map(({ table }) => table?.seats[seat]);
  return now?.below && now.below !== then?.below ? t(`text.below.${now.below}`, { name: now.name }) : "";
}

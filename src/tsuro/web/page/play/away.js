// For players who are not there: a vote for a stand-in, and taking one's place back.

/** @import {Session} from "../net/session.js" */
/** @import {TableState} from "../game/table.js" */
/** @import {View} from "../screens/table.js" */
/** @import {Absent} from "./facts.js" */
import { refusalOf } from "../net/api.js";
import { h, put } from "../ui/dom.js";
import { t } from "../words/language.js";
import { problemLine } from "../ui/problem.js";
import { absentOf, standInsOf } from "./facts.js";

/** The card with what can be done about it. @param {Session} session @returns {View} */
export function absenceView(session) {
  const problem = problemLine();
  const choices = h("div", { class: "stack" });
  const element = h("div", { class: "players-absence card stack", hidden: true }, choices, problem.element);
  let shown = "";

  /** @param {string} type @param {number} seat */
  const ask = async (type, seat) => {
    problem.tell();
    problem.tell(refusalOf(await session.ask(type, { seat })));
  };

  return {
    element,
    update(state) {
      const absent = absentOf(state);
      const standIns = standInsOf(state);
      const now = JSON.stringify([absent, standIns]);
      if (now === shown) return;
      shown = now;
      problem.tell();
      element.hidden = !absent && !standIns.length;
      put(choices, absent && voteFor(absent, ask), standIns.map((own) => backFrom(own, state, ask)));
    },
  };
}

/** @param {Absent} absent @param {(type: string, seat: number) => void} ask */
function voteFor({ seat, name, votes, hasVoted, canVote }, ask) {
  return [
    h("p", {}, t("players.is-away", { name }), votes > 0 && ` ${t("players.votes", { count: votes })}`),
    canVote
      ? h("button", { onclick: () => ask("vote", seat) }, t("players.vote"))
      : h("p", { class: "quiet" }, hasVoted ? t("players.you-voted") : t("players.vote-soon")),
  ];
}

/**
 * @param {{seat: number, name: string}} own
 * @param {TableState} state
 * @param {(type: string, seat: number) => void} ask
 */
function backFrom({ seat, name }, { you }, ask) {
  const isShared = (you?.seats.length ?? 0) > 1;
  return [
    h("p", {}, isShared ? t("players.stand-in-for", { name }) : t("players.stand-in-for-you")),
    h("button", { class: "main", onclick: () => ask("take-back", seat) }, t("players.take-back")),
  ];
}

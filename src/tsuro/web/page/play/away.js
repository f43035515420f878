// For players who are not there: a vote for a stand-in, taking one's place back, and going on with another device.

/** @import {App} from "../main.js" */
/** @import {Session} from "../net/session.js" */
/** @import {TableState} from "../game/table.js" */
/** @import {View} from "../screens/table.js" */
/** @import {HandOverLink, SeatView, ServerMessage} from "../generated/messages" */
import { inWords, refusalOf } from "../net/api.js";
import { copying } from "../ui/copy.js";
import { openDialog } from "../ui/dialog.js";
import { h, put } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { isThisDeviceOnly } from "../gather/facts.js";
import { handOverPath } from "../router.js";
import { t } from "../words/language.js";
import { problemLine } from "../ui/problem.js";

/** @typedef {{seat: number, name: string, votes: number, hasVoted: boolean}} Absent */

/** The player on turn whom everybody waits for and who is not there; null if nobody can vote about it.
 * @param {TableState} state
 * @returns {Absent | null}
 */
export function absentOf({ table, you, away, position }) {
  if (!table || !you?.seats.length || !position || table.phase !== "playing") return null;
  const seat = position.active;
  const absent = table.seats[seat];
  const canVote = table.options.clock.kind === "none" && you.seats.some((own) => table.seats[own]?.kind === "person");
  if (!canVote || !absent || absent.stand_in || !away.includes(seat) || you.seats.includes(seat)) return null;
  const hasVoted = you.seats.some((own) => absent.votes.includes(own));
  return { seat, name: absent.name, votes: absent.votes.length, hasVoted };
}

/** The own places that a stand-in plays.
 * @param {TableState} state
 * @returns {{seat: number, name: string}[]}
 */
export function standInsOf({ table, you }) {
  if (table?.phase !== "playing") return [];
  const own = (you?.seats ?? []).map((seat) => ({ seat, there: /** @type {SeatView} */ (table.seats[seat]) }));
  return own.filter(({ there }) => there?.stand_in).map(({ seat, there }) => ({ seat, name: there.name }));
}

/** @param {App} app @param {Session} session @returns {View} */
export function absenceView(app, session) {
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
function voteFor({ seat, name, votes, hasVoted }, ask) {
  return [
    h("p", {}, t("players.is-away", { name }), votes > 0 && ` ${t("players.votes", { count: votes })}`),
    hasVoted
      ? h("p", { class: "quiet" }, t("players.you-voted"))
      : h("button", { onclick: () => ask("vote", seat) }, t("players.vote")),
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

/** The way to another device: a link that is good once, and not for long.
 * @param {App} app
 * @param {Session} session
 */
export function handOverButton(app, session) {
  const open = () => void showHandOver(app, session);
  const name = t("handover.other-device");
  const words = h("span", { class: "sign-words" }, name);
  return h("button", { class: "plain hand-over", title: name, onclick: open }, icon("device"), words);
}

/** @param {App} app @param {Session} session */
async function showHandOver(app, session) {
  const place = h("div", { class: "stack", "aria-live": "polite" }, h("p", { class: "quiet" }, t("handover.asking")));
  const close = h("button", { onclick: () => dialog.close() }, t("play.close"));
  const title = h("h2", { id: "hand-over-title" }, t("handover.other-device"));
  const dialog = h("dialog", { class: "stack", "aria-labelledby": "hand-over-title" }, title, place, h("p", {}, close));
  openDialog(dialog);
  put(place, handOverWords(app, await session.ask("hand-over")));
}

/** @param {App} app @param {ServerMessage} answer */
function handOverWords(app, answer) {
  if (answer.type === "hand-over-link") return linkWords(app, answer);
  return problemLine(inWords(answer)).element;
}

/** @param {App} app @param {HandOverLink} link */
function linkWords(app, { code, seconds }) {
  const address = location.origin + handOverPath(code);
  const field = h("input", { value: address, readonly: true, "aria-label": t("handover.link") });
  field.addEventListener("focus", () => field.select());
  const { button, note } = copying(app, field, t("copying.link"));
  button.classList.add("main");
  return [
    h("p", {}, t("handover.how", { count: Math.round(seconds / 60) })),
    h("div", { class: "hand-over-link" }, field, button),
    note,
    isThisDeviceOnly(location.hostname) && h("p", { class: "quiet" }, t("gather.local-only")),
  ];
}

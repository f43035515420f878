// What is asked of the server over HTTP. What goes wrong is a Problem, with a code that the page has words for.

/** @import {Advice, NewTable, Replay, Snapshot, TableMade} from "../generated/messages" */
import { API } from "../generated/routes.js";
import { fill } from "../router.js";
import { has, t } from "../words/language.js";
import { Contributor } from "./contributor.js";
import { newId } from "./id.js";
import { Parts } from "./parts.js";
import { storageOf } from "../device/settings.js";

/** An answer that is none, with the code of the reason. */
export class Problem extends Error {
  /**
   * @param {string} code
   * @param {string} sentence as the server said it, in English
   */
  constructor(code, sentence) {
    super(sentence);
    this.code = code;
  }
}

/** What went wrong, in the reader's language.
 * @param {{code: string, sentence?: string, message?: string} | unknown} problem a Problem, a refusal, or any error
 * @returns {string}
 */
export function inWords(problem) {
  const { code, sentence, message } = /** @type {{code?: string, sentence?: string, message?: string}} */ (problem);
  if (code && has(`refusal.${code}`)) return t(`refusal.${code}`);
  return sentence ?? message ?? t("refusal.failed");
}

/** Why what was asked for was not done, in the reader's language; null: it was.
 * @param {{type: string}} answer as it came from the table, or from a line that gave up
 * @returns {string | null}
 */
export function refusalOf(answer) {
  return answer.type === "refused" || answer.type === "problem" ? inWords(answer) : null;
}

/** @type {{body: string, id: string} | null} the table that was asked for last, while no answer came */
let unanswered = null;

/** Make a table, with its seats, and begin the game if wanted. If an answer is lost, asking again gives the same table.
 * @param {NewTable} wanted
 * @returns {Promise<string>} its code
 */
export async function makeTable(wanted) {
  const body = JSON.stringify(wanted);
  const { id } = (unanswered = unanswered?.body === body ? unanswered : { body, id: newId() });
  const { start = false, ...table } = wanted;
  try {
    const made = await post(API.tables, { ...table, id });
    return entered(start ? await begun(made) : made);
  } catch (problem) {
    if (problem instanceof Problem && problem.code !== "offline") unanswered = null;
    throw problem;
  }
}

/** The game of a new table begins, with this device's part of the deal: the server has committed to its own by now.
 * @param {TableMade} made
 * @returns {Promise<TableMade>}
 */
async function begun(made) {
  const { play, snapshot } = made;
  const contributor = new Contributor(new Parts(play, storageOf("localStorage")), () => {});
  const start = { type: "start", id: newId(), ...contributor.fieldsFor("start", snapshot) };
  const begins = post(fill(API.requests, { code: play }), start, { Prefer: "return=representation" });
  const then = await begins.catch((problem) => {
    if (problem.code !== "game-running") throw problem;
    return look(play); // the answer was lost, not the request
  });
  return { ...made, snapshot: then };
}

/** @type {Map<string, Snapshot>} of tables that were just made: what is known of them before the line is there */
const fresh = new Map();

/** @param {TableMade} made @returns {string} the code of the table */
function entered({ play, snapshot }) {
  unanswered = null;
  fresh.set(play, snapshot);
  return play;
}

/** What the server said of a table when it made it; only once, since the table goes on. @param {string} code */
export function takeFresh(code) {
  const snapshot = fresh.get(code) ?? null;
  fresh.delete(code);
  return snapshot;
}

/** What is known of a table without being at it. @param {string} code @returns {Promise<Snapshot>} */
export const look = (code) => get(fill(API.table, { code }));

/** A game of a table, moment by moment. @param {string} code @param {number} game @returns {Promise<Replay>} */
export const replayOf = (code, game) => get(fill(API.gameReplay, { code, game }));

/** The record of a game of a table, as text. @param {string} code @param {number} game */
export async function recordOf(code, game) {
  const answer = await fetched(fill(API.record, { code, game }));
  return answer.text();
}

/** A record that somebody has, moment by moment. @param {string} record @returns {Promise<Replay>} */
export const replayRecord = (record) => post(API.replays, { record });

/** What the strongest bot thinks of the choices in a game against bots. @param {string} code @param {number} seat
 * @returns {Promise<Advice>} */
export const adviceAt = (code, seat) => get(`${fill(API.tableAdvice, { code })}?seat=${seat}`);

/** The same for a moment of a record. @param {string} record @param {number} move @returns {Promise<Advice>} */
export const adviceOn = (record, move) => post(API.advice, { record, move });

/** A new table that goes on from a moment of a record, against bots.
 * @param {{record: string, move: number, seat: number, bot: string, name: string}} from
 * @returns {Promise<string>} its code
 */
export const playFrom = async (from) => entered(await post(API.practice, from));

/** A seat at a table where somebody waits for others, or at a new one. @param {string} name @returns {Promise<string>} its code */
export const playNow = async (name) => entered(await post(API.playNow, { name }));

/** Take a free seat at a table, whichever it is. @param {string} code @param {string} name @returns {Promise<string>} the code */
export async function sitAt(code, name) {
  await post(fill(API.requests, { code }), { type: "sit", id: newId(), name });
  return code;
}

/** Take the seats that another device hands over. @param {string} code @returns {Promise<{play: string}>} */
export const takeHandOver = (code) => post(fill(API.handOvers, { code }), {});

/** @param {string} address */
async function get(address) {
  return (await fetched(address)).json();
}

/** @param {string} address @param {unknown} body @param {Record<string, string>} [wishes] */
async function post(address, body, wishes) {
  const headers = { "Content-Type": "application/json", ...wishes };
  return (await fetched(address, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

/** @param {string} address @param {RequestInit} [how] */
async function fetched(address, how) {
  const answer = await fetch(address, how).catch(() => {
    throw new Problem("offline", "The server cannot be reached.");
  });
  if (answer.ok) return answer;
  const { code, sentence } = await answer.json().catch(() => ({}));
  throw new Problem(code ?? "failed", sentence ?? `${answer.status}`);
}

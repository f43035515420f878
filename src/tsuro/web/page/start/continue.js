// The games that were begun on this device and are not over; also those that others began at a table where one was over.

/** @import {App} from "../main.js" */
/** @import {Snapshot} from "../generated/messages" */
/** @import {Visit} from "../device/recent.js" */
import { look } from "../net/api.js";
import { h, put } from "../ui/dom.js";
import { iconButton } from "../ui/icons.js";
import { list, t } from "../words/language.js";
import { forget, visits } from "../device/recent.js";
import { tablePath } from "../router.js";

const SHOWN = 3;

/** The list; it stays away while there is nothing to go on with.
 * @param {App} app
 */
export function continueList(app) {
  const items = h("ul", { class: "visits" });
  const element = h("section", { class: "continue", hidden: true, "aria-labelledby": "continue-title" },
    h("h2", { id: "continue-title" }, t("start.continue")), items);
  const remove = (/** @type {Visit} */ visit) => {
    forget(app.storage, visit.code);
    void draw();
  };
  const draw = async () => {
    const going = await unfinished(app);
    element.hidden = going.length === 0;
    put(items, ...going.map(([visit, snapshot]) => item(visit, snapshot, () => remove(visit))));
  };
  void draw();
  return element;
}

/** The tables that still play, or wait for players: the latest few.
 * @param {App} app
 * @returns {Promise<[Visit, Snapshot][]>}
 */
async function unfinished(app) {
  const seen = await Promise.all(visits(app.storage).map((visit) => seenAt(app, visit)));
  return seen.filter((each) => each !== null).slice(0, SHOWN);
}

/** A table as it is now; null: nothing goes on there. One that is gone is forgotten.
 * @param {App} app
 * @param {Visit} visit
 * @returns {Promise<[Visit, Snapshot] | null>}
 */
async function seenAt(app, visit) {
  const snapshot = await look(visit.code).catch((problem) => {
    if (problem.code === "no-such-table") forget(app.storage, visit.code);
    return null;
  });
  return snapshot && snapshot.table.phase !== "over" ? [visit, snapshot] : null;
}

/** @param {Visit} visit @param {Snapshot} snapshot @param {() => void} remove */
function item(visit, snapshot, remove) {
  const names = namesAt(snapshot);
  const link = h("a", { class: "visit", href: tablePath(visit.code) },
    h("strong", {}, names || t("start.nobody-yet")), h("span", { class: "quiet" }, stateOf(snapshot)));
  return h("li", {}, link, iconButton("close", t("start.forget", { names }), { onclick: remove }));
}

/** The people by name, the bots by number. @param {Snapshot} snapshot */
function namesAt({ table }) {
  const people = table.seats.filter(({ kind }) => kind === "person" || kind === "program").map(({ name }) => name);
  const bots = table.seats.filter(({ kind }) => kind === "bot").length;
  return list(bots ? [...people, t("start.so-many-bots", { count: bots })] : people);
}

/** @param {Snapshot} snapshot */
function stateOf({ table, own, you }) {
  if (table.phase === "gathering") return t("start.is-gathering");
  const mine = you.seats.length === 1 && own.some(({ on_turn }) => on_turn);
  return mine ? t("start.is-your-turn") : t("start.is-playing");
}

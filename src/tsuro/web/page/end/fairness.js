// Was the deal fair? This device checks by itself, and says so in a line; how it does is folded below it.

/** @import {TableView} from "../generated/messages" */
/** @import {Session} from "../net/session.js" */
/** @import {Verdict} from "./deal-check.js" */
import { recordOf } from "../net/api.js";
import { h, put } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { list, t } from "../words/language.js";
import { checkDeal, withheldIn } from "./deal-check.js";

/** @type {Record<Verdict, string>} */
const ABOUT = {
  checked: "end.fair.checked",
  others: "end.fair.others",
  server: "end.fair.server",
  unknown: "end.fair.unknown",
  insecure: "end.fair.insecure",
  wrong: "end.fair.wrong",
};

/** @param {Session} session @param {TableView} table after a game */
export function fairness(session, table) {
  const summary = h("summary", {}, t("end.fair"));
  const about = h("div", { class: "stack quiet" });
  const element = h("details", { class: "fairness" }, summary, about);
  void check(session, table).then(
    ({ verdict, withheld }) => {
      element.dataset.verdict = verdict;
      put(summary, verdict === "checked" && icon("check", 18), t(headOf(verdict)));
      put(about,
        h("p", {}, t(ABOUT[verdict])),
        withheld.length > 0 && h("p", {}, t("end.fair-withheld", { names: list(withheld) })),
        h("p", {}, t("end.fair-how"), " ", h("code", { class: "commitment" }, table.commitment ?? "")));
    },
    () => put(about, h("p", {}, t("end.fair.unknown"))), // the server cannot be reached
  );
  return element;
}

/** @param {Verdict} verdict */
function headOf(verdict) {
  if (verdict === "checked") return "end.fair-checked";
  return verdict === "wrong" ? "end.fair-wrong" : "end.fair";
}

/** @param {Session} session @param {TableView} table @returns {Promise<{verdict: Verdict, withheld: string[]}>} */
async function check({ code, parts }, { game }) {
  const record = await recordOf(code, game);
  return { verdict: await checkDeal(record, parts.inGame(game)), withheld: withheldIn(record) };
}

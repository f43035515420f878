// Play on from a moment, against bots, in the place of the player to act.

/** @import {App} from "../main.js" */
/** @import {Frame} from "../generated/messages" */
/** @import {Look} from "../board/looks.js" */
import { inWords, playFrom } from "../net/api.js";
import { h, put, set } from "../ui/dom.js";
import { t } from "../words/language.js";
import { BOTS, levelName } from "../options/levels.js";
import { problemLine } from "../ui/problem.js";
import { tablePath } from "../router.js";
import { nextToAct } from "./moments.js";

/** The panel that leads to playing on against bots.
 * @param {App} app
 * @param {readonly Frame[]} frames
 * @param {Look[]} looks
 * @param {() => Promise<string>} record
 * @returns {{element: HTMLElement, update: (at: number) => void}}
 */
export function practicePanel(app, frames, looks, record) {
  const level = h("select", {}, BOTS.map(levelOption));
  const whose = h("p", { class: "quiet" });
  const play = h("button", { type: "button", class: "main", onclick: () => void begin() }, t("replay.practice-play"));
  const problem = problemLine();
  const strength = h("label", { class: "replay-level" }, t("replay.level"), level);
  const form = h("div", { class: "stack" }, whose, strength, play, problem.element);
  const summary = h("summary", {}, h("h2", {}, t("replay.practice")));
  const element = h("section", { class: "replay-practice" }, h("details", {}, summary, form));
  let at = 0;
  return { element, update };

  /** @param {number} moment */
  function update(moment) {
    at = moment;
    const frame = /** @type {Frame} */ (frames[at]);
    const seat = nextToAct(frame);
    set(element, { hidden: !frame.own || seat === null });
    put(whose, seat === null ? "" : t("replay.practice-about", { name: looks[seat]?.name ?? "" }));
    problem.tell();
  }

  async function begin() {
    const seat = nextToAct(/** @type {Frame} */ (frames[at]));
    if (seat === null) return;
    play.disabled = true;
    const name = app.settings.choices.name || looks[seat]?.name || "";
    try {
      const code = await playFrom({ record: await record(), move: at, seat, bot: level.value, name });
      app.go(tablePath(code));
    } catch (failed) {
      problem.tell(inWords(failed));
      play.disabled = false;
    }
  }
}

/** @param {string} bot */
function levelOption(bot) {
  return h("option", { value: bot, selected: bot === "guardian" }, levelName(bot));
}

// Leaving the table: asked once, and what it means is said as it is at this table.

/** @import {App} from "../main.js" */
/** @import {Session} from "../net/session.js" */
/** @import {TableState} from "../game/table.js" */
import { isAgainstBots, isOut } from "../game/table.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { t } from "../words/language.js";

const LONG_ENOUGH = 1500; // milliseconds to wait for the server: without a line to it, one may still leave

/** The button for the bar above the table.
 * @param {App} app
 * @param {Session} session
 * @param {() => TableState} shown
 */
export function leaveButton(app, session, shown) {
  const name = t("play.leave");
  const props = { class: "bar-link leave", type: "button", "data-tip": name, onclick: () => void leave(app, session, shown()) };
  return h("button", props, icon("leave", 24), h("span", { class: "bar-label" }, name));
}

/** What leaving means here: the sentence, and whether a bot could play on; null: nothing, so nobody asks.
 * @param {TableState} state
 * @returns {{meaning: string, isMissed: boolean} | null}
 */
export function leavingFrom(state) {
  const { you, table, position } = state;
  if (!you?.seats.length || !table || table.phase !== "playing") return null;
  const isTimed = table.options.clock.kind !== "none";
  const isPlaying = you.seats.some((seat) => !position || !isOut(position, seat));
  if (isAgainstBots(state)) return { meaning: isTimed && isPlaying ? t("play.leave-bots-clock") : t("play.leave-bots"), isMissed: false };
  if (!isPlaying) return { meaning: t("play.leave-out"), isMissed: false };
  return { meaning: isTimed ? t("play.leave-people-clock") : t("play.leave-people"), isMissed: true };
}

/** @param {App} app @param {Session} session @param {TableState} shown */
async function leave(app, session, shown) {
  const leaving = leavingFrom(shown);
  if (!leaving) return app.go("/");
  const { askWhetherToLeave } = await import("./dialogs.js");
  const answer = await askWhetherToLeave(leaving);
  if (answer === "leave") await Promise.race([session.ask("leave"), new Promise((resolve) => setTimeout(resolve, LONG_ENOUGH))]);
  if (answer === "leave" || answer === "go") app.go("/");
}

// Leaving the table: asked once, since others would play on with a stand-in.

/** @import {App} from "../main.js" */
/** @import {Session} from "../net/session.js" */
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { t } from "../words/language.js";

const LONG_ENOUGH = 1500; // milliseconds to wait for the server: without a line to it, one may still leave

/** The button for the bar above the table.
 * @param {App} app
 * @param {Session} session
 */
export function leaveButton(app, session) {
  const name = t("play.leave");
  const props = { class: "bar-link leave", type: "button", title: name, onclick: () => void leave(app, session) };
  return h("button", props, icon("leave", 24), h("span", { class: "bar-label" }, name));
}

/** @param {App} app @param {Session} session */
async function leave(app, session) {
  const { you, table } = session.state;
  if (!you?.seats.length || table?.phase !== "playing") return app.go("/");
  const { askWhetherToLeave } = await import("./dialogs.js");
  if (!(await askWhetherToLeave())) return;
  await Promise.race([session.ask("leave"), new Promise((resolve) => setTimeout(resolve, LONG_ENOUGH))]);
  app.go("/");
}

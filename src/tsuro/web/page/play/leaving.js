// Leaving the table: asked once, since others would play on with a stand-in.

/** @import {App} from "../main.js" */
/** @import {Session} from "../session.js" */
import { h, s } from "../dom.js";
import { t } from "../language.js";

/** The button for the bar above the table.
 * @param {App} app
 * @param {Session} session
 */
export function leaveButton(app, session) {
  const name = t("play.leave");
  const props = { class: "bar-link leave", type: "button", title: name, onclick: () => leave(app, session) };
  return h("button", props, door(), h("span", { class: "bar-label" }, name));
}

/** @param {App} app @param {Session} session */
function leave(app, session) {
  const { you, table } = session.state;
  if (!you?.seats.length || table?.phase !== "playing") return app.go("/");
  const dialog = question(async () => {
    await Promise.race([session.ask("leave"), new Promise((resolve) => setTimeout(resolve, 1500))]);
    app.go("/");
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {() => void} onYes */
function question(onYes) {
  const dialog = h(
    "dialog",
    { class: "stack", "aria-labelledby": "leave-title" },
    h("h2", { id: "leave-title" }, t("play.leave-question")),
    h("p", {}, t("play.leave-meaning")),
    h(
      "form",
      { method: "dialog", class: "row" },
      h("button", { value: "stay", class: "main" }, t("play.stay")),
      h("button", { value: "leave" }, t("play.leave")),
    ),
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (dialog.returnValue === "leave") onYes();
  });
  return dialog;
}

function door() {
  const lines = s("path", { d: "M10 4H5v16h5M14 8l4 4-4 4M9 12h9" });
  return s("svg", { class: "icon", viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true" }, lines);
}

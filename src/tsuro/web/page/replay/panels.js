// On a narrow screen there is room for one panel at a time: which one is chosen here. On a wide one all are shown.

import { h, set } from "../ui/dom.js";
import { t } from "../words/language.js";

/** The tabs that choose a panel where there is little room.
 * @param {HTMLElement} side what holds the panels
 * @param {boolean} analysed whether there is an analysis
 * @returns {HTMLElement}
 */
export function chooser(side, analysed) {
  const names = {
    moves: t("replay.moves"),
    hands: t("replay.hands"),
    ...(analysed ? { advice: t("replay.analysis") } : {}),
    ways: t("replay.more"),
  };
  const buttons = Object.entries(names).map(([panel, name]) =>
    h("button", { type: "button", "data-panel": panel, onclick: () => choose(panel) }, name),
  );
  choose("moves");
  return h("div", { class: "replay-chooser", role: "group", "aria-label": t("replay.show") }, buttons);

  /** @param {string} panel */
  function choose(panel) {
    side.dataset.panel = panel;
    set(side, { tabindex: panel === "hands" ? 0 : null }); // nothing in it takes the focus, so keys could not scroll it
    for (const button of buttons) set(button, { "aria-pressed": String(button.dataset.panel === panel) });
  }
}

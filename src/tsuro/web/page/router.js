// Which address shows which screen, and the addresses of links.

import { MISSING, PAGES } from "./generated/routes.js";

/** @typedef {keyof typeof import("./generated/routes.js").SCREENS} ScreenName */
/** @typedef {{screen: ScreenName, params: Record<string, string>}} Place */

const PATTERNS = Object.values(PAGES).map(({ path, screen }) => ({
  pattern: new RegExp(`^${path.replace(/{(\w+)}/g, "(?<$1>[^/]+)")}$`),
  screen,
}));

/** The screen at an address; the one that says so where there is none.
 * @param {string} path
 * @returns {Place}
 */
export function placeOf(path) {
  for (const { pattern, screen } of PATTERNS) {
    const found = pattern.exec(path);
    if (found) return { screen: /** @type {ScreenName} */ (screen), params: { ...found.groups } };
  }
  return { screen: MISSING, params: {} };
}

/** A path of the table of routes, with values for its parameters.
 * @param {string} path
 * @param {Record<string, string | number>} params
 */
export const fill = (path, params) => path.replace(/{(\w+)}/g, (_, name) => String(params[name]));

/** The address of a table. @param {string} code */
export const tablePath = (code) => fill(PAGES.table.path, { code });

/** The address at which another device takes over. @param {string} code */
export const handOverPath = (code) => fill(PAGES.handOver.path, { code });

/** The address of a game played again, at a move if one is given.
 * @param {string} code
 * @param {number} game
 * @param {number} [move]
 */
export function replayPath(code, game, move) {
  return fill(PAGES.game.path, { code, game }) + (move === undefined ? "" : `?move=${move}`);
}

/** Whether a click on a link is ours to follow without reloading the page.
 * @param {MouseEvent} event
 * @returns {URL | null} where it leads
 */
export function followed(event) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download")) return null;
  const url = new URL(link.href);
  const ours = url.origin === location.origin && placeOf(url.pathname).screen !== MISSING;
  return ours && !(url.hash && url.pathname === location.pathname) ? url : null;
}

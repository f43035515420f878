// Which address shows which screen.

/** @typedef {{screen: string, params: Record<string, string>}} Place */

/** @type {[RegExp, string][]} */
const ROUTES = [
  [/^\/$/, "start"],
  [/^\/table\/(?<code>[\w-]+)$/, "table"],
  [/^\/table\/(?<code>[\w-]+)\/replay\/(?<game>\d+)$/, "replay"],
  [/^\/replay$/, "replay"],
  [/^\/learn$/, "learn"],
  [/^\/rules$/, "rules"],
  [/^\/hand-over\/(?<code>[\w-]+)$/, "handover"],
];

/** The screen at an address; the start screen where there is none.
 * @param {string} path
 * @returns {Place}
 */
export function placeOf(path) {
  for (const [pattern, screen] of ROUTES) {
    const found = pattern.exec(path);
    if (found) return { screen, params: { ...found.groups } };
  }
  return { screen: "start", params: {} };
}

/** The address of a table. @param {string} code */
export const tablePath = (code) => `/table/${code}`;

/** The address of a game played again, at a move if one is given.
 * @param {string} code
 * @param {number} game
 * @param {number} [move]
 */
export function replayPath(code, game, move) {
  return `/table/${code}/replay/${game}${move === undefined ? "" : `?move=${move}`}`;
}

/** Whether a click on a link is ours to follow without loading the page anew.
 * @param {MouseEvent} event
 * @returns {URL | null} where it leads
 */
export function followed(event) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download")) return null;
  const url = new URL(link.href);
  const ours = url.origin === location.origin && !url.pathname.startsWith("/api/") && !url.pathname.startsWith("/page/");
  return ours && !(url.hash && url.pathname === location.pathname) ? url : null;
}

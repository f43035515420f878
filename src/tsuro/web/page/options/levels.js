// The bots of this server: ours, and those that whoever runs it has added. The document names the latter.

import { LEVELS } from "../generated/limits.js";
import { t } from "../words/language.js";

/** @typedef {{id: string, name: string, about: string}} Offered */

/** Empty outside a browser, too, where there is no document. @type {readonly Offered[]} */
const OFFERED = JSON.parse(globalThis.document?.querySelector('meta[name="tsuro-bots"]')?.getAttribute("content") ?? "[]");

/** All bots that can be chosen: ours from the weakest to the strongest, then the others. @type {readonly string[]} */
export const BOTS = [...LEVELS, ...OFFERED.map(({ id }) => id)];

/** What a bot is called; one that the server has no more is only a bot. @param {string} bot */
export function levelName(bot) {
  if (isOurs(bot)) return t(`level.${bot}`);
  return offered(bot)?.name ?? t("level.unknown");
}

/** How a bot plays, in a sentence. @param {string} bot */
export function levelAbout(bot) {
  return isOurs(bot) ? t(`level.${bot}.about`) : offered(bot)?.about || t("level.unknown.about");
}

/** @param {string} bot @returns {bot is typeof LEVELS[number]} */
function isOurs(bot) {
  return LEVELS.some((level) => level === bot);
}

/** @param {string} bot */
const offered = (bot) => OFFERED.find(({ id }) => id === bot);

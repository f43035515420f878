// Where the server has what is to be shared, and what the file is called.

/** @import {Choices} from "../device/settings.js" */
import { themeName } from "../device/settings.js";
import { API } from "../generated/routes.js";
import { fill } from "../router.js";

export const FORMATS = /** @type {const} */ (["png", "gif", "webp"]);

/** A game of a table, or one that somebody brought. @typedef {{code: string, game: number} | {record: string}} From */

/**
 * @typedef {object} Wanted
 * @property {From} from
 * @property {number | undefined} move of a picture; none: the end
 * @property {"png" | "gif" | "webp"} format
 * @property {"light" | "dark" | "contrast"} theme
 * @property {Choices["board"]} board
 * @property {"tall" | "square"} shape
 */

/** The address of the picture or the animation. @param {Wanted} wanted */
export function addressOf({ from, move, format, theme, board, shape }) {
  const still = format === "png";
  const asked = new URLSearchParams({ theme: themeName(board, theme), shape });
  if (still && move !== undefined) asked.set("move", String(move));
  if (!still) asked.set("format", format);
  const [snapshot, film] = "record" in from ? [API.recordSnapshot, API.recordFilm] : [fill(API.snapshot, from), fill(API.film, from)];
  return `${still ? snapshot : film}?${asked}`;
}

/** What is sent there: a record that the server does not have. @param {Wanted} wanted @returns {RequestInit} */
export function requestOf({ from }) {
  if (!("record" in from)) return {};
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ record: from.record }) };
}

/** The name of the file. @param {Wanted} wanted */
export function fileOf({ from, move, format }) {
  return `${nameOf(from)}${format === "png" && move !== undefined ? `-move-${move}` : ""}.${format}`;
}

/** What files of the game are called, up to the dot. @param {From} from */
export function nameOf(from) {
  return "record" in from ? "tsuro-game" : `tsuro-game-${from.game}`;
}

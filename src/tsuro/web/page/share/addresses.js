// Where the server has what is to be shared, and what the file is called.

/** @import {Choices} from "../device/settings.js" */
import { themeName } from "../device/settings.js";
import { API } from "../generated/routes.js";
import { fill } from "../router.js";

export const FORMATS = /** @type {const} */ (["png", "gif", "webp"]);

/**
 * @typedef {object} Wanted
 * @property {string} code of the table
 * @property {number} game
 * @property {number | undefined} move of a picture; none: the end
 * @property {"png" | "gif" | "webp"} format
 * @property {"light" | "dark" | "contrast"} theme
 * @property {Choices["board"]} board
 * @property {"tall" | "square"} shape
 */

/** The address of the picture or the animation. @param {Wanted} wanted */
export function addressOf({ code, game, move, format, theme, board, shape }) {
  const still = format === "png";
  const asked = new URLSearchParams({ theme: themeName(board, theme), shape });
  if (still && move !== undefined) asked.set("move", String(move));
  if (!still) asked.set("format", format);
  return `${fill(still ? API.snapshot : API.film, { code, game })}?${asked}`;
}

/** The name of the file. @param {Wanted} wanted */
export function fileOf({ game, move, format }) {
  return `tsuro-game-${game}${format === "png" && move !== undefined ? `-move-${move}` : ""}.${format}`;
}

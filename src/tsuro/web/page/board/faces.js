// The faces of the tiles: which points each turned tile joins. The server knows them, and tells them once.

import { API } from "../generated/routes.js";

/** @typedef {{name: string, tile: number, paths: readonly (readonly [number, number])[]}} Face */
/** @typedef {ReadonlyMap<string, Face>} Faces */

const BUSY = new Set([429, 503]); // many behind one address, as in a school: without tiles there is no board
const TRIES = 10;

/** @type {Promise<Faces> | null} */
let loading = null;

/** All 105 turned tiles by name: `17e` is tile 17 with its top to the right. They are fetched once.
 * @returns {Promise<Faces>}
 */
export function loadFaces() {
  loading ??= fetchFaces().catch((problem) => {
    loading = null; // the next caller tries again
    throw problem;
  });
  return loading;
}

/** @param {number} [tries] that are left
 * @returns {Promise<Faces>}
 */
async function fetchFaces(tries = TRIES) {
  const answer = await fetch(API.tiles);
  if (BUSY.has(answer.status) && tries > 1) {
    const seconds = Number(answer.headers.get("Retry-After") ?? 1);
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
    return fetchFaces(tries - 1);
  }
  if (!answer.ok) throw new Error(`${API.tiles}: ${answer.status}`);
  return facesOf(await answer.json());
}

/** The faces by name, such as `17e`.
 * @param {readonly Face[]} list
 * @returns {Faces}
 */
export function facesOf(list) {
  return new Map(list.map((face) => [face.name, face]));
}

/** The names of the ways in which a tile can lie, each a quarter turn to the right of the one before.
 * @param {Faces} faces
 * @param {number} tile
 * @returns {string[]}
 */
export function turnsOf(faces, tile) {
  return ["n", "e", "s", "w"].map((turn) => `${tile}${turn}`).filter((name) => faces.has(name));
}

// What a player has in mind: which tile of the hand, turned how. It outlives the moves of others, and holds no rules:
// what would come of it is in the previews that the server sends.

/** @import {Own, Preview} from "../generated/messages" */
/** @import {Faces} from "../board/faces.js" */
import { faceIn, placing, tileIn } from "../game/actions.js";
import { turnsOf } from "../board/faces.js";

/**
 * @typedef {object} Plan
 * @property {number | null} seat whose plan it is
 * @property {number | null} tile the tile that is selected; null: none yet
 * @property {Readonly<Record<number, string>>} turned how each tile was turned: `{17: "17e"}`
 */

/** Nothing is planned. @type {Readonly<Plan>} */
export const NO_PLAN = Object.freeze({ seat: null, tile: null, turned: {} });

/** The plan for what a player sees now: it stays as long as the tile is in hand.
 * @param {Plan} plan
 * @param {Own | null} own
 * @returns {Plan}
 */
export function follow(plan, own) {
  if (!own) return plan.seat === null && plan.tile === null ? plan : NO_PLAN;
  const isTheSame = plan.seat === own.seat;
  const stays = isTheSame && plan.tile !== null && own.hand.includes(plan.tile);
  if (isTheSame && (stays || plan.tile === null)) return plan;
  return { seat: own.seat, tile: null, turned: isTheSame ? plan.turned : {} };
}

/** Select a tile of the hand.
 * @param {Plan} plan
 * @param {Own} own
 * @param {number} index where in the hand it is
 * @returns {Plan}
 */
export function select(plan, own, index) {
  const tile = own.hand[index];
  return tile === undefined ? plan : { ...plan, seat: own.seat, tile };
}

/** Turn the selected tile to its next way to lie, or with -1 back to the one before.
 * @param {Plan} plan
 * @param {Faces} faces
 * @param {number} step
 * @returns {Plan}
 */
export function turn(plan, faces, step) {
  if (plan.tile === null) return plan;
  const turns = turnsOf(faces, plan.tile);
  const at = turns.indexOf(faceOf(plan, faces, plan.tile));
  const next = turns[(at + step + turns.length) % turns.length] ?? "";
  return { ...plan, turned: { ...plan.turned, [plan.tile]: next } };
}

/** Plan this very placement: `play 17e`.
 * @param {Plan} plan
 * @param {Own} own
 * @param {string} action
 * @returns {Plan}
 */
export function planFor(plan, own, action) {
  const tile = tileIn(action);
  if (!own.hand.includes(tile)) return plan;
  return { seat: own.seat, tile, turned: { ...plan.turned, [tile]: faceIn(action) } };
}

/** How a tile of the hand is turned: `17e`.
 * @param {Plan} plan
 * @param {Faces} faces
 * @param {number} tile
 * @returns {string}
 */
export function faceOf(plan, faces, tile) {
  return plan.turned[tile] ?? turnsOf(faces, tile)[0] ?? `${tile}n`;
}

/** What would come of the plan; null where nothing is selected, or nothing can be placed yet.
 * @param {Plan} plan
 * @param {Own | null} own
 * @param {Faces} faces
 * @returns {Preview | null}
 */
export function previewOf(plan, own, faces) {
  if (!own || plan.tile === null || plan.seat !== own.seat) return null;
  return previewAs(own, faceOf(plan, faces, plan.tile));
}

/** Where the selected tile is in the hand; -1: none is selected.
 * @param {Plan} plan
 * @param {Own} own
 */
export function indexOf(plan, own) {
  return plan.tile === null || plan.seat !== own.seat ? -1 : own.hand.indexOf(plan.tile);
}

/** A plan to begin a turn with: what was planned, else the first tile in a way that is allowed.
 * @param {Plan} plan
 * @param {Own} own
 * @param {Faces} faces
 * @returns {Plan}
 */
export function begin(plan, own, faces) {
  if (!own.on_turn || !own.previews.length || indexOf(plan, own) >= 0) return plan;
  const ways = own.hand.flatMap((tile) => waysFrom(plan, faces, tile));
  const face = ways.find((way) => previewAs(own, way)?.refused === null) ?? ways[0];
  return face === undefined ? plan : planFor(plan, own, placing(face));
}

/** Whether every way to place a tile leads out, so that all are allowed.
 * @param {Own} own
 */
export function isDoomed(own) {
  return own.previews.length > 0 && own.previews.every(({ walks, refused }) => !refused && walks[0]?.end === null);
}

/** The ways a tile can lie, the one it has now first.
 * @param {Plan} plan
 * @param {Faces} faces
 * @param {number} tile
 */
function waysFrom(plan, faces, tile) {
  const turns = turnsOf(faces, tile);
  const at = Math.max(0, turns.indexOf(faceOf(plan, faces, tile)));
  return [...turns.slice(at), ...turns.slice(0, at)];
}

/** @param {Own} own @param {string} face */
function previewAs(own, face) {
  return own.previews.find(({ action }) => action === placing(face)) ?? null;
}

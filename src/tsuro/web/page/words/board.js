// The board, the tiles and what can be done with them, in words: for anyone who would rather listen than look.

/** @import {Position, Preview, Walk} from "../generated/messages" */
/** @import {Look} from "../board/looks.js" */
/** @import {Faces, Face} from "../board/faces.js" */
import { faceIn } from "../game/actions.js";
import { beyond, SIDE, spotName, spotOf, squareName, squareOf } from "../board/geometry.js";
import { t } from "./language.js";

/** @typedef {{square: number, name: string, text: string}} SquareInWords */

/** A place where a marker stands, or may start: the square it faces, and by which of its points it would enter.
 * @param {number} point
 */
export function describePoint(point) {
  return t("words.point", { square: squareName(squareOf(point)), spot: spotWords(point) });
}

/** A tile as it lies: its number and how it is turned.
 * @param {string} name such as 17e
 */
export function describeTile(name) {
  return t("words.tile", { tile: name.slice(0, -1), turned: t(`words.turned.${name.slice(-1)}`) });
}

/** The four paths of a tile.
 * @param {Face} face
 */
export function describePaths(face) {
  return face.paths.map(([one, other]) => pathWords(one, other)).join("; ");
}

/** What a placement would do: the tile, every walk, and why it is not allowed if it is not.
 * @param {Preview} preview
 * @param {readonly Look[]} looks
 * @param {number} seat who would place it
 */
export function optionsInWords(preview, looks, seat) {
  return [`${describeTile(faceIn(preview.action))}.`, ...effectsInWords(preview, looks, seat)].join(" ");
}

/** The same without the tile, a sentence for each walk.
 * @param {Preview} preview
 * @param {readonly Look[]} looks
 * @param {number} seat
 * @returns {string[]}
 */
export function effectsInWords({ walks, refused }, looks, seat) {
  const told = walks.filter((walk, at) => walk.met === null || !walks.slice(0, at).some(({ seat }) => seat === walk.met));
  const sentences = told.map((walk) => walkInWords(walk, looks, seat));
  return refused ? [...sentences, refusedInWords(refused.code)] : sentences;
}

/** Short where it can be: a list of options says it again and again. @param {string} code */
function refusedInWords(code) {
  if (code === "takes-you-to-the-edge") return t("words.refused-edge");
  if (code === "runs-into-marker") return t("words.refused-marker");
  return t("words.refused", { why: t(`refusal.${code}`) });
}

/**
 * @param {Walk} walk
 * @param {readonly Look[]} looks
 * @param {number} you
 */
function walkInWords({ seat, end, met }, looks, you) {
  const player = playerName(looks, seat);
  if (met !== null) return meetingInWords(seat, met, looks, you);
  if (end === null) return t(seat === you ? "words.to-the-edge.you" : "words.to-the-edge", { player });
  return t(seat === you ? "words.goes.you" : "words.goes", { player, place: describePoint(end) });
}

/**
 * @param {number} seat
 * @param {number} met
 * @param {readonly Look[]} looks
 * @param {number} you
 */
function meetingInWords(seat, met, looks, you) {
  if (seat === you) return t("words.meet.you", { other: playerName(looks, met) });
  if (met === you) return t("words.meet.you", { other: playerName(looks, seat) });
  return t("words.meet", { player: playerName(looks, seat), other: playerName(looks, met) });
}

/** The board row by row from the top, square by square: tiles with their paths, who waits where, what is closed.
 * @param {Position} position
 * @param {readonly Look[]} looks
 * @param {Faces} faces
 * @returns {SquareInWords[][]}
 */
export function boardInWords(position, looks, faces) {
  const owners = ownersOf(position.trails);
  return Array.from({ length: SIDE }, (_, row) =>
    Array.from({ length: SIDE }, (_, column) => squareInWords(row * SIDE + column, position, looks, faces, owners)),
  );
}

/**
 * @param {number} square
 * @param {Position} position
 * @param {readonly Look[]} looks
 * @param {Faces} faces
 * @param {Map<number, number>} owners
 * @returns {SquareInWords}
 */
function squareInWords(square, position, looks, faces, owners) {
  const name = squareName(square);
  const face = faces.get(position.board[square] ?? "");
  const text = face ? placedInWords(square, face, looks, owners) : openInWords(square, position, looks);
  return { square, name, text };
}

/**
 * @param {number} square
 * @param {Face} face
 * @param {readonly Look[]} looks
 * @param {Map<number, number>} owners
 */
function placedInWords(square, face, looks, owners) {
  const paths = face.paths.map(([one, other]) => {
    const path = pathWords(one, other);
    const owner = owners.get(square * 8 + one);
    return owner === undefined ? path : t("words.path-of", { path, owner: playerName(looks, owner) });
  });
  return t("words.square-tile", { square: squareName(square), tile: describeTile(face.name), paths: paths.join("; ") });
}

/**
 * @param {number} square
 * @param {Position} position
 * @param {readonly Look[]} looks
 */
function openInWords(square, position, looks) {
  const closed = position.closed.includes(square);
  const standing = position.markers.flatMap((point, seat) =>
    point !== null && squareOf(point) === square
      ? [t("words.stands", { player: playerName(looks, seat), spot: spotWords(point) })]
      : [],
  );
  return [t(closed ? "words.square-closed" : "words.square-open", { square: squareName(square) }), ...standing].join(" ");
}

/** Whose path leads over a point: each player's, where the marker entered and left a tile.
 * @param {Position["trails"]} trails
 */
function ownersOf(trails) {
  /** @type {Map<number, number>} */
  const owners = new Map();
  trails.forEach((trail, seat) => {
    trail.slice(1).forEach((leaving, crossed) => {
      const before = /** @type {number} */ (trail[crossed]);
      owners.set(leaving, seat).set(crossed === 0 ? before : beyond(before) ?? before, seat);
    });
  });
  return owners;
}

/** Where a player is, and with what.
 * @param {Position} position
 * @param {readonly Look[]} looks
 * @param {number} seat
 */
export function playerInWords(position, looks, seat) {
  const player = playerName(looks, seat);
  const score = position.scores[seat];
  const point = position.markers[seat] ?? null;
  const state = position.trails[seat]?.length ? "words.out" : "words.not-placed";
  const parts = [point === null ? t(state, { player }) : t("words.at", { player, place: describePoint(point) })];
  if (score !== undefined) parts.push(t("words.score", { count: score }));
  if (point !== null && !position.open_hand.length) parts.push(t("words.holds", { count: position.hands[seat] ?? 0 }));
  if (position.dragon === seat) parts.push(t("words.dragon"));
  return `${parts.join("; ")}.`;
}

/** @param {readonly Look[]} looks @param {number} seat */
function playerName(looks, seat) {
  return t("words.player", { name: looks[seat]?.name ?? "", number: seat + 1 });
}

/** @param {number} point */
function spotWords(point) {
  return t(`words.spot.${spotName(point)}`);
}

/** @param {number} one @param {number} other */
function pathWords(one, other) {
  return t("words.path", { from: spotWords(spotOf(one)), to: spotWords(spotOf(other)) });
}

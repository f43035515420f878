// A tile that is planned: seen through, with every walk it would cause and where each would end.

/** @import {Preview, Walk} from "../generated/messages" */
/** @import {Look} from "./looks.js" */
/** @import {Faces} from "./faces.js" */
/** @import {Scene} from "./board.js" */
import { FORBIDDEN, GHOST, INSET, RING, WARNING } from "../generated/shapes.js";
import { put, s } from "../ui/dom.js";
import { figure } from "./looks.js";
import { pair, TILE } from "./geometry.js";
import { cross } from "./markers.js";
import { paint } from "./material.js";
import { moved, over } from "./squares.js";
import { tilePieces } from "./tile.js";
import { dataOf, endOf, endsOf, runsOf, trailOfWalk } from "./trails.js";

/** The planned tile, and where the markers would walk. */
export class GhostLayer {
  /** @param {Faces} faces */
  constructor(faces) {
    this.faces = faces;
    this.tile = s("g"); // below the players' paths
    this.walks = s("g"); // above them
    this.key = "";
  }

  /** @param {Scene} scene */
  show({ ghost, looks }) {
    const key = ghost ? JSON.stringify([ghost, looks.map(({ marker }) => marker)]) : "";
    if (key === this.key) return;
    this.key = key;
    put(this.tile, ghost ? this.tilePieces(ghost) : []);
    put(this.walks, ghost?.preview ? walkPieces(ghost.preview, looks) : [], ghost?.preview?.refused && forbidden(ghost.square));
  }

  /** @param {NonNullable<Scene["ghost"]>} ghost */
  tilePieces({ face, square, preview, pending }) {
    const refused = Boolean(preview?.refused);
    const state = `${refused ? " is-refused" : ""}${pending ? " is-pending" : ""}`;
    return s(
      "g",
      { class: `ghost${state}` },
      s("g", { class: "ghost-tile", opacity: GHOST, transform: moved(square) }, ...tilePieces(this.faces.get(face))),
      refused ? over(square, { fill: paint("ban") }, INSET) : null,
      over(square, { class: "ghost-edge-bed" }, INSET),
      over(square, { class: "ghost-edge" }, INSET),
    );
  }
}

/** The sign for what is not allowed, in the tile's middle. @param {number} square */
function forbidden(square) {
  const transform = `${moved(square)} translate(${TILE / 2} ${TILE / 2})`;
  const reach = FORBIDDEN * 0.707;
  const bar = s("path", { class: "forbidden-bar", d: `M${-reach} ${-reach}L${reach} ${reach}` });
  const sign = [s("circle", { class: "forbidden-disc", r: FORBIDDEN }), bar];
  return s("g", { class: "forbidden", transform }, ...sign);
}

/** @param {Preview} preview @param {readonly Look[]} looks */
function walkPieces({ walks }, looks) {
  const out = walks.filter((walk) => walk.end === null).map(trailOfWalk);
  return [
    ...walks.map((walk) => dotted(walk, looks[walk.seat])),
    ...walks.filter((walk) => walk.end !== null).map((walk) => ring(walk, looks[walk.seat])),
    ...endsOf(out).map(({ seats, place }) => cross(seats.map((seat) => looks[seat]), place, WARNING)),
  ];
}

/** A walk that would be: dotted, as no path that was walked is. @param {Walk} walk @param {Look} look */
function dotted(walk, look) {
  const d = runsOf(trailOfWalk(walk)).map((run) => dataOf(run)).join("");
  const strokes = [s("path", { class: "would-bed", d }), s("path", { class: "would-dots", d })];
  return s("g", { class: `would is-${look.marker}` }, ...strokes);
}

/** Where a marker would stop. @param {Walk} walk @param {Look} look */
function ring(walk, look) {
  const place = `translate(${pair(endOf(trailOfWalk(walk)))})`;
  const circles = [s("circle", { class: "ring-bed", r: RING }), s("circle", { class: "ring-edge", r: RING })];
  return s("g", { class: `ring is-${look.marker}`, transform: place }, ...circles, figure(look.number));
}

// What happened in the game, in sentences. Events come from the server; nothing is worked out here but how to say it.

/** @import {GameEvent} from "../generated/messages" */
/** @import {Look} from "../board/looks.js" */
/** @import {Telling} from "./telling.js" */
import { squareName } from "../board/geometry.js";
import { describePoint } from "./board.js";
import { ending } from "./ending.js";
import { list, t } from "./language.js";
import { find, nameOf, names, say, tellingTo } from "./telling.js";

export * from "./board.js";
export * from "./explaining.js";

/** @typedef {Extract<GameEvent, {type: "eliminated"}>} Elimination */

/** The events worth telling, a sentence for each.
 * @param {readonly GameEvent[]} events
 * @param {readonly Look[]} looks
 * @param {readonly number[]} own the players whom the reader plays; on a screen that several share nobody is “you”
 * @returns {string[]}
 */
export function sentencesOf(events, looks, own = []) {
  const telling = tellingTo(looks, own);
  return events.map((event) => sentence(event, telling)).filter((text) => text !== "");
}

/** The one line that says what just happened; empty where nothing did.
 * @param {readonly GameEvent[]} events what happened in one action
 * @param {readonly Look[]} looks
 * @param {readonly number[]} own
 * @returns {string}
 */
export function headline(events, looks, own = []) {
  const telling = tellingTo(looks, own);
  const over = find(events, "game-over");
  if (over) return ending(over.result, telling);
  const out = events.filter((event) => event.type === "eliminated");
  if (out.length) return elimination(events, out, telling);
  if (find(events, "tiles-dealt")) return t("event.dealt");
  const moved = find(events, "dragon-taken") ?? find(events, "dragon-returned");
  if (moved) return dragonMoved(events, moved, telling);
  return find(events, "tile-placed") ? placement(events, telling) : sentencesOf(events, looks, own)[0] ?? "";
}

/** Why a player is out, in a sentence; empty if these events do not tell.
 * @param {readonly GameEvent[]} events
 * @param {readonly Look[]} looks
 * @param {number} seat
 * @param {readonly number[]} own
 * @returns {string}
 */
export function whyOut(events, looks, seat, own = []) {
  const telling = tellingTo(looks, own);
  const out = events.find((event) => event.type === "eliminated" && event.seat === seat);
  if (!out || out.type !== "eliminated") return "";
  if (out.met !== null) return whyMet(events, seat, out.met, telling);
  const placed = find(events, "tile-placed");
  if (!placed || placed.seat === seat) return say("event.why-own", seat, telling);
  const square = squareName(placed.square);
  if (placed.seat === telling.you) return t("event.why-took-by-you", { name: nameOf(seat, telling), square });
  return say("event.why-took", seat, telling, { by: nameOf(placed.seat, telling), square });
}

/** By whose tile, and whom.
 * @param {readonly GameEvent[]} events
 * @param {number} seat
 * @param {number} met
 * @param {Telling} telling
 */
function whyMet(events, seat, met, telling) {
  const placed = find(events, "tile-placed");
  const by = placed ? `${say("event.placed", placed.seat, telling, { square: squareName(placed.square) })} ` : "";
  return by + say("event.why-met", seat, telling, { other: nameOf(met, telling) });
}

/**
 * @param {GameEvent} event
 * @param {Telling} telling
 * @returns {string}
 */
function sentence(event, telling) {
  switch (event.type) {
    case "tiles-dealt":
      if (event.seat === null) return t("event.tiles-dealt-open", { tiles: list(event.tiles.map(String)) });
      return say("event.tiles-dealt", event.seat, telling, { count: event.tiles.length });
    case "marker-placed":
      return say("event.marker-placed", event.seat, telling, { place: describePoint(event.mark) });
    case "tile-placed":
      return say("event.tile-placed", event.seat, telling, {
        tile: event.tile.slice(0, -1),
        square: squareName(event.square),
      });
    case "marker-walked":
      if (event.walk.end === null) return ""; // its elimination is told
      return say("event.marker-walked", event.walk.seat, telling, { place: describePoint(event.walk.end) });
    case "eliminated":
      return outAlone(event, telling);
    case "exchange-offered":
      return say("event.exchange-offered", event.seat, telling, { count: event.tiles.length });
    case "tiles-exchanged":
      return exchange(event, telling);
    case "dragon-passed":
      return dragonPassed(event, telling);
    case "pile-shuffled":
      return event.tiles ? t("event.pile-shuffled", { count: event.tiles }) : "";
    case "pile-passed":
      return say("event.pile-passed", event.to, telling);
    case "tile-drawn":
      return draw(event, telling);
    case "dragon-taken":
      return say("event.dragon-taken", event.seat, telling);
    case "dragon-returned":
      return say("event.dragon-returned", event.seat, telling);
    case "hand-empty":
      return say("event.hand-empty", event.seat, telling);
    case "turn-passed":
      return say("event.turn-passed", event.to, telling);
    case "game-over":
      return ending(event.result, telling);
    default:
      return ""; // a later server may tell more
  }
}

/** A meeting is told once, by the first of the two.
 * @param {Elimination} out
 * @param {Telling} telling
 */
function outAlone({ seat, met, forced }, telling) {
  if (met !== null) return seat < met ? meeting(seat, met, telling) : "";
  return say(forced ? "event.eliminated-forced" : "event.eliminated", seat, telling);
}

/**
 * @param {number} seat
 * @param {number} met
 * @param {Telling} telling
 */
function meeting(seat, met, telling) {
  const [one, other] = met === telling.you ? [met, seat] : [seat, met];
  return say("event.met", one, telling, { other: nameOf(other, telling) });
}

/**
 * @param {Extract<GameEvent, {type: "tiles-exchanged"}>} event
 * @param {Telling} telling
 */
function exchange({ seat, gave, took }, telling) {
  if (!gave.length) return say("event.exchange-declined", seat, telling);
  if (gave.includes(0)) return t("event.tiles-exchanged", { name: nameOf(seat, telling), count: gave.length });
  return say("event.tiles-exchanged-known", seat, telling, { gave: tileList(gave), took: tileList(took) });
}

/**
 * @param {Extract<GameEvent, {type: "dragon-passed"}>} event
 * @param {Telling} telling
 */
function dragonPassed({ seat, to }, telling) {
  if (to === null) return say("event.dragon-set-aside", seat, telling);
  if (to === telling.you) return t("event.dragon-passed-to-you", { name: nameOf(seat, telling) });
  return say("event.dragon-passed", seat, telling, { other: nameOf(to, telling) });
}

/**
 * @param {Extract<GameEvent, {type: "tile-drawn"}>} event
 * @param {Telling} telling
 */
function draw({ seat, tile }, telling) {
  if (seat === null) return t("event.tile-drawn-open", { tile });
  return say(tile === 0 ? "event.tile-drawn" : "event.tile-drawn-known", seat, telling, { tile });
}

/** Who is out by the placement, in one line.
 * @param {readonly GameEvent[]} events
 * @param {readonly Elimination[]} out
 * @param {Telling} telling
 */
function elimination(events, out, telling) {
  const [first] = out;
  const placed = find(events, "tile-placed");
  if (out.length === 2 && first && first.met !== null && first.met === out[1]?.seat) {
    return meeting(first.seat, first.met, telling);
  }
  if (out.length === 1 && first && first.seat === placed?.seat) return outAlone(first, telling);
  const seats = out.map(({ seat }) => seat);
  if (!placed || seats.includes(placed.seat) || out.some(({ met }) => met !== null)) {
    return t("event.out-together", { names: names(seats, telling) });
  }
  const square = squareName(placed.square);
  if (seats.length === 1 && seats[0] === telling.you) return t("event.took-you", { name: nameOf(placed.seat, telling), square });
  return say("event.took", placed.seat, telling, { others: names(seats, telling), square });
}

/** A placement that eliminates nobody: whom it took along, or where it lies.
 * @param {readonly GameEvent[]} events
 * @param {Telling} telling
 */
function placement(events, telling) {
  const placed = find(events, "tile-placed");
  if (!placed) return "";
  const walked = events.flatMap((event) => (event.type === "marker-walked" ? [event.walk.seat] : []));
  const carried = walked.filter((seat) => seat !== placed.seat);
  const square = squareName(placed.square);
  if (!carried.length) return say("event.placed", placed.seat, telling, { square });
  if (carried.length === 1 && carried[0] === telling.you) {
    return t("event.carried-you", { name: nameOf(placed.seat, telling), square });
  }
  return say("event.carried", placed.seat, telling, { others: names(carried, telling), square });
}

/** The Dragon tile came to somebody, or went, after a placement: both in one line.
 * @param {readonly GameEvent[]} events
 * @param {Extract<GameEvent, {type: "dragon-taken" | "dragon-returned"}>} moved
 * @param {Telling} telling
 */
function dragonMoved(events, moved, telling) {
  const placed = find(events, "tile-placed");
  const hasCarried = events.some((event) => event.type === "marker-walked" && event.walk.seat !== placed?.seat);
  if (placed?.seat !== moved.seat || hasCarried) {
    return [placement(events, telling), sentence(moved, telling)].filter(Boolean).join(" ");
  }
  const key = moved.type === "dragon-taken" ? "event.placed-dragon-taken" : "event.placed-dragon-returned";
  return say(key, moved.seat, telling, { square: squareName(placed.square) });
}

/** @param {readonly number[]} tiles */
export function tileList(tiles) {
  return list(tiles.map((tile) => t("event.tile", { tile })));
}

// What a player can do, as buttons in words that say what would come of each.

/** @import {Advice, Own, Preview} from "../../generated/messages" */
/** @import {Look} from "../../board/looks.js" */
/** @import {Faces} from "../../board/faces.js" */
import { exchanging, KEEP, tileIn } from "../../game/actions.js";
import { squareOf, spotOf } from "../../board/geometry.js";
import { turnsOf } from "../../board/faces.js";
import { h } from "../../ui/dom.js";
import { percent, t } from "../../words/language.js";
import { describePaths, describePoint, optionsInWords } from "../../words/events.js";
import { scoreThen } from "../../words/score.js";
import { isDoomed } from "../plan.js";

/**
 * What the options are made of.
 * @typedef {object} Given
 * @property {Own} own
 * @property {readonly Look[]} looks
 * @property {string} edition
 * @property {Faces} faces
 * @property {Advice | null} advice what the strongest bot expects, if it was asked
 * @property {(action: string) => void} act
 * @property {(sentence: string) => void} complain why nothing was done
 */

/** The controls for a player on turn. @param {Given} given @returns {HTMLElement[]} */
export function optionsFor(given) {
  const { own } = given;
  if (own.marks.length) return [markOptions(given)];
  return own.offer.length ? [exchangeOptions(given)] : placements(given);
}

/** What the tiles would do, for a player who waits. @param {Given} given @returns {HTMLElement[]} */
export function outlookFor({ own, looks, edition }) {
  if (!own.previews.length) return [];
  const ways = own.previews.map((preview) => h("li", {}, wordsFor(preview, looks, own.seat, edition)));
  return [h("details", {}, h("summary", {}, t("text.outlook")), h("ul", {}, ways))];
}

/** A tile of a hand in words: its number and its paths.
 * @param {number} tile
 * @param {Faces} faces
 */
export function tileInWords(tile, faces) {
  const face = faces.get(turnsOf(faces, tile)[0] ?? "");
  return face ? t("text.tile-paths", { tile, paths: describePaths(face) }) : t("words.hidden-tile");
}

/** Every way to place a tile: those that are allowed as buttons, the others with the reason. @param {Given} given */
function placements(given) {
  const { own } = given;
  const tiles = own.hand.flatMap((tile) => tilePlacements(tile, given));
  return isDoomed(own) ? [h("p", {}, t("play.doomed")), ...tiles] : tiles;
}

/** @param {number} tile @param {Given} given */
function tilePlacements(tile, given) {
  const mine = given.own.previews.filter(({ action }) => tileIn(action) === tile);
  const allowed = mine.filter(({ refused }) => !refused);
  const refused = mine.filter(({ refused }) => refused);
  return [
    h("h3", {}, t("text.tile", { tile })),
    h("ul", { class: "text-options" }, [...allowed, ...refused].map((preview) => h("li", {}, placement(preview, given)))),
  ];
}

/** @param {Preview} preview @param {readonly Look[]} looks @param {number} seat @param {string} edition */
function wordsFor(preview, looks, seat, edition) {
  const score = preview.refused ? "" : scoreThen(preview, edition);
  return [optionsInWords(preview, looks, seat), score].filter(Boolean).join(" ");
}

/** @param {Preview} preview @param {Given} given */
function placement(preview, { own, looks, edition, advice, act }) {
  const words = wordsFor(preview, looks, own.seat, edition);
  if (preview.refused) return h("p", { class: "quiet" }, words);
  return h("button", { onclick: () => act(preview.action) }, words, chanceOf(preview.action, advice));
}

/** @param {string} action @param {Advice | null} advice */
function chanceOf(action, advice) {
  const expected = advice?.estimates.find((estimate) => estimate.action === action);
  if (!expected) return null;
  const chance = t("text.chance", { share: percent(expected.share) });
  return ` ${action === advice?.chosen ? t("text.best", { chance }) : chance}`;
}

/** The free start marks, side by side of the board. @param {Given} given */
function markOptions({ own, act }) {
  const sides = [t("text.side-top"), t("text.side-right"), t("text.side-bottom"), t("text.side-left")];
  const groups = sides.map((label, side) => {
    const marks = own.marks.filter(({ point }) => sideOf(point) === side);
    return h("optgroup", { label }, marks.map(({ action, point }) => h("option", { value: action }, markWords(point))));
  });
  const select = h("select", { id: "start-mark" }, groups);
  return h(
    "div",
    { class: "stack" },
    h("label", { for: "start-mark" }, t("text.choose-mark")),
    select,
    h("p", {}, h("button", { class: "main", onclick: () => act(select.value) }, t("play.start-here"))),
  );
}

/** A start mark: the square, the mark, and how far along its side it is.
 * @param {number} point
 */
export function markWords(point) {
  const square = squareOf(point);
  const at = sideOf(point) % 2 === 0 ? square % 6 : Math.floor(square / 6);
  return t("text.mark", { place: describePoint(point), number: at + 1 });
}

/** The side of the board, clockwise from the top. @param {number} point */
function sideOf(point) {
  return spotOf(point) >> 1;
}

/** Tiles to give and tiles to take, as boxes to tick. @param {Given} given */
function exchangeOptions({ own, faces, act, complain }) {
  const give = tickBoxes(t("text.give"), own.hand, faces);
  const take = tickBoxes(t("text.take"), own.offer, faces);
  const exchange = () => {
    const action = exchanging({ give: give.ticked(), take: take.ticked() });
    if (action === null) complain(t("refusal.unequal-exchange"));
    else if (action === KEEP) complain(t("text.nothing-ticked"));
    else act(action);
  };
  return h(
    "div",
    { class: "stack" },
    give.element,
    take.element,
    h(
      "div",
      { class: "row" },
      h("button", { class: "main", onclick: exchange }, t("text.exchange")),
      h("button", { onclick: () => act(KEEP) }, t("exchange.keep")),
    ),
  );
}

/** @param {string} title @param {readonly number[]} tiles @param {Faces} faces */
function tickBoxes(title, tiles, faces) {
  const boxes = tiles.map((tile) => h("input", { type: "checkbox", value: tile }));
  const labels = boxes.map((box, at) => h("label", { class: "tick" }, box, tileInWords(tiles[at] ?? 0, faces)));
  return {
    element: h("fieldset", {}, h("legend", {}, title), labels),
    ticked: () => boxes.filter(({ checked }) => checked).map(({ value }) => Number(value)),
  };
}

// Exchanging tiles with the eliminated: as many as one gives, one takes.

/** @import {Own} from "../generated/messages" */
/** @import {Swap} from "../game/actions.js" */
/** @import {Faces} from "../board/faces.js" */
import { exchanging, KEEP, NO_SWAP, swapIn } from "../game/actions.js";
import { h, put, set } from "../ui/dom.js";
import { turnsOf } from "../board/faces.js";
import { tilePicture } from "../board/tile.js";
import { t } from "../words/language.js";

/** Choose a tile, or take the choice back.
 * @param {Swap} swap
 * @param {"give" | "take"} side
 * @param {number} tile
 * @returns {Swap}
 */
export function toggle(swap, side, tile) {
  const chosen = swap[side];
  const next = chosen.includes(tile) ? chosen.filter((other) => other !== tile) : [...chosen, tile];
  return { ...swap, [side]: next };
}

/** The swap without tiles that are not there.
 * @param {Swap} swap
 * @param {Own} own
 * @returns {Swap}
 */
export function stillThere({ give, take }, own) {
  return { give: give.filter((tile) => own.hand.includes(tile)), take: take.filter((tile) => own.offer.includes(tile)) };
}

export class ExchangePanel {
  /** @param {Faces} faces @param {(action: string) => void} onChoose @param {() => void} [onHint] */
  constructor(faces, onChoose, onHint = () => {}) {
    this.faces = faces;
    this.onChoose = onChoose;
    /** @type {Swap} */
    this.swap = NO_SWAP;
    /** @type {Own | null} */
    this.own = null;
    this.isSent = false;
    this.hint = "";
    this.mine = h("div", { class: "exchange-tiles" });
    this.theirs = h("div", { class: "exchange-tiles" });
    this.words = h("p", { class: "exchange-words" });
    this.ask = h("button", { class: "plain hint", type: "button", onclick: onHint, hidden: true }, t("hint.ask"));
    this.keep = h("button", { type: "button", onclick: () => this.choose(KEEP) }, t("exchange.keep"));
    this.go = h("button", { class: "main", type: "button", onclick: () => this.choose(exchanging(this.swap)) });
    this.element = h(
      "section",
      { class: "exchange", "aria-label": t("exchange.label") },
      h("div", { class: "exchange-row" }, h("h2", {}, t("exchange.mine")), this.mine),
      h("div", { class: "exchange-row" }, h("h2", {}, t("exchange.theirs")), this.theirs),
      this.words,
      h("div", { class: "exchange-buttons" }, this.ask, this.keep, this.go),
    );
  }

  /** @param {Own} own @param {boolean} isSent the choice is on its way */
  show(own, isSent) {
    this.isSent = isSent;
    this.own = own;
    this.swap = stillThere(this.swap, own);
    this.fill(this.mine, "give", own.hand);
    this.fill(this.theirs, "take", own.offer);
    this.tell();
  }

  /** @param {boolean} isAllowed @param {boolean} isThinking */
  showHint(isAllowed, isThinking) {
    this.ask.hidden = !isAllowed;
    this.ask.textContent = isThinking ? t("hint.thinking") : t("hint.ask");
  }

  /** Lay out what an adviser would do. @param {string} action */
  propose(action) {
    this.swap = swapIn(action) ?? NO_SWAP;
    this.hint = action === KEEP ? t("hint.keep") : t("hint.swap");
    if (this.own) this.show(this.own, this.isSent);
  }

  reset() {
    this.swap = NO_SWAP;
    this.hint = "";
  }

  /** @param {string | null} action */
  choose(action) {
    if (action && !this.isSent) this.onChoose(action);
  }

  /** Enter: swap what is chosen; with nothing chosen it does nothing, lest tiles are kept by mistake. */
  confirm() {
    if (this.swap.give.length) this.choose(exchanging(this.swap));
  }

  /** @param {HTMLElement} row @param {"give" | "take"} side @param {readonly number[]} tiles */
  fill(row, side, tiles) {
    const key = tiles.join();
    if (row.dataset.tiles !== key) put(row, tiles.map((tile) => this.button(side, tile)));
    row.dataset.tiles = key;
    tiles.forEach((tile, i) => set(row.children[i], { "aria-pressed": String(this.swap[side].includes(tile)) }));
  }

  /** @param {"give" | "take"} side @param {number} tile */
  button(side, tile) {
    const name = t(side === "give" ? "exchange.give" : "exchange.take", { tile });
    const props = { class: "exchange-tile", type: "button", "aria-label": name, onclick: () => this.tap(side, tile) };
    return h("button", props, tilePicture(this.faces.get(turnsOf(this.faces, tile)[0])));
  }

  /** @param {"give" | "take"} side @param {number} tile */
  tap(side, tile) {
    this.hint = "";
    this.swap = toggle(this.swap, side, tile);
    if (this.own) this.show(this.own, this.isSent);
  }

  tell() {
    const { give, take } = this.swap;
    const isReady = give.length > 0 && give.length === take.length;
    this.words.textContent = this.hint || wordsFor(give.length, take.length);
    this.go.textContent = t("exchange.go", { count: Math.max(1, give.length) });
    set(this.go, { "aria-disabled": isReady && !this.isSent ? null : "true" });
    set(this.keep, { "aria-disabled": this.isSent ? "true" : null });
  }
}

/** What is still to choose. @param {number} gives @param {number} takes */
function wordsFor(gives, takes) {
  if (gives > takes) return t("exchange.take-more", { count: gives - takes });
  if (takes > gives) return t("exchange.give-more", { count: takes - gives });
  return gives ? t("exchange.ready") : t("exchange.choose");
}

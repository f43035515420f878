// Exchanging tiles with the eliminated: as many as one gives, one takes.

/** @import {Own} from "../generated/messages" */
/** @import {Swap} from "../game/actions.js" */
/** @import {Faces} from "../board/faces.js" */
import { exchanging, KEEP, NO_SWAP } from "../game/actions.js";
import { h, put, set } from "../ui/dom.js";
import { turnsOf } from "../board/faces.js";
import { tilePicture } from "../board/tile.js";
import { t } from "../words/language.js";

/** Shows a swap that is chosen elsewhere, and passes on what is pressed. */
export class ExchangePanel {
  /**
   * @param {Faces} faces
   * @param {{onToggle: (side: "give" | "take", tile: number) => void, onChoose: (action: string) => void, onHint?: () => void}} listeners
   */
  constructor(faces, { onToggle, onChoose, onHint = () => {} }) {
    this.faces = faces;
    this.onToggle = onToggle;
    this.onChoose = onChoose;
    /** @type {Swap} */
    this.swap = NO_SWAP;
    this.isSent = false;
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

  /** @param {{own: Own, swap: Swap, caption?: string, isSent?: boolean}} now caption: what a hint says of it */
  show({ own, swap, caption = "", isSent = false }) {
    this.isSent = isSent;
    this.swap = swap;
    this.fill(this.mine, "give", own.hand);
    this.fill(this.theirs, "take", own.offer);
    this.showButtons();
    this.words.textContent = caption || wordsFor(swap);
  }

  /** @param {boolean} isAllowed @param {boolean} isThinking */
  showHint(isAllowed, isThinking) {
    this.ask.hidden = !isAllowed;
    this.ask.textContent = isThinking ? t("hint.thinking") : t("hint.ask");
  }

  /** @param {string | null} action */
  choose(action) {
    if (action && !this.isSent) this.onChoose(action);
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
    const props = { class: "exchange-tile", type: "button", "aria-label": name, onclick: () => this.onToggle(side, tile) };
    return h("button", props, tilePicture(this.faces.get(turnsOf(this.faces, tile)[0])));
  }

  showButtons() {
    const { give, take } = this.swap;
    const isReady = give.length > 0 && give.length === take.length;
    this.go.textContent = t("exchange.go", { count: Math.max(1, give.length) });
    set(this.go, { "aria-disabled": isReady && !this.isSent ? null : "true" });
    set(this.keep, { "aria-disabled": this.isSent ? "true" : null });
  }
}

/** What is still to choose. @param {Swap} swap */
function wordsFor({ give, take }) {
  const more = give.length - take.length;
  if (more > 0) return t("exchange.take-more", { count: more });
  if (more < 0) return t("exchange.give-more", { count: -more });
  return give.length ? t("exchange.ready") : t("exchange.choose");
}

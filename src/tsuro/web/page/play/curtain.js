// Around one screen, a curtain hides each hand until only its player looks.

/** @import {Own} from "../generated/messages" */
/** @import {Look} from "../board/looks.js" */
/** @import {TableState} from "../game/table.js" */
import { h, put } from "../ui/dom.js";
import { t } from "../words/language.js";
import { markerIcon } from "../board/looks.js";
import { isOut, isShared, ownOnTurn } from "../game/table.js";

/** For whom the curtain has to come down now; null: for nobody.
 * @param {TableState} state
 * @param {number | null} lifted for whom it was lifted last
 * @returns {number | null}
 */
export function curtainFor(state, lifted) {
  const next = ownOnTurn(state);
  return next && hasSecrets(state) && next.seat !== lifted ? next.seat : null;
}

/** For whom the curtain is still lifted: as soon as somebody else is on turn, for nobody.
 * @param {TableState} state
 * @param {number | null} lifted
 * @returns {number | null}
 */
export function stillLifted(state, lifted) {
  return ownOnTurn(state)?.seat === lifted ? lifted : null;
}

/** The player of this device whose tiles may be seen now.
 * @param {TableState} state
 * @param {number | null} lifted
 * @returns {Own | null}
 */
export function seenNow(state, lifted) {
  if (!isShared(state)) return state.own[0] ?? null;
  if (hasSecrets(state)) return curtainFor(state, lifted) === null ? ownOnTurn(state) : null;
  return ownOnTurn(state) ?? state.own.find(({ seat }) => state.position && !isOut(state.position, seat)) ?? null;
}

/** Whether several people at this device have hands to hide from each other.
 * @param {TableState} state
 */
function hasSecrets(state) {
  const { position } = state;
  if (!position || position.result || position.open_hand.length) return false;
  return isShared(state) && state.own.filter(({ seat }) => !isOut(position, seat)).length > 1;
}

/** The curtain itself, in the place of the hand; `show` lets it down for a player. */
export class Curtain {
  /** @param {() => void} onLift the player says that nobody else is looking */
  constructor(onLift) {
    this.button = h("button", { class: "main", type: "button", onclick: onLift }, t("curtain.lift"));
    this.who = h("div", { class: "curtain-who" });
    this.element = h("section", { class: "curtain", "aria-label": t("curtain.label") }, this.who, this.button);
    /** @type {number | null} */
    this.seat = null;
    this.isNew = false; // it came down, and has not taken the focus yet
  }

  /** Let it down for a player, or with null take it away. @param {Look | null} look */
  show(look) {
    const seat = look?.seat ?? null;
    if (seat === this.seat) return;
    this.seat = seat;
    this.isNew = look !== null;
    const name = look && h("h2", {}, markerIcon(look, { size: 28 }), t("curtain.turn", { name: look.name }));
    put(this.who, name, look && h("p", { class: "quiet" }, t("curtain.alone")));
  }

  /** Bring the focus to its button, once it is there. */
  takeFocus() {
    if (this.isNew && this.element.isConnected) this.button.focus({ preventScroll: true });
    this.isNew &&= !this.element.isConnected;
  }
}

// What this device contributes to deals, so that nobody can choose the tiles; kept until it can be checked in the record.

/** @import {TableView} from "../generated/messages" */
import { sha256 } from "./hash.js";
import { randomHex } from "./id.js";

/**
 * This device's part of one deal.
 * @typedef {object} Part
 * @property {string} commitment the server's, made before
 * @property {string} value random
 * @property {number | null} game in which it was used; null: it is still this device's secret
 * @property {[name: string, bound: string][]} others everybody at the table, in their order, when it was given away, and what
 *   each was bound to by then: a seal, a contribution that was open, or nothing
 */

const KEPT = 3; // deals of one table

/** The parts of one table's deals. */
export class Parts {
  /** @param {string} code of the table @param {Pick<Storage, "getItem" | "setItem"> | null} storage */
  constructor(code, storage) {
    this.key = `tsuro.parts.${code}`;
    this.storage = storage;
    /** @type {Part[]} */
    this.parts = read(storage, this.key);
  }

  /** This device's part of the deal to which the server has committed; new, if there is none yet. @param {string} commitment */
  of(commitment) {
    const known = this.parts.find((part) => part.commitment === commitment);
    if (known) return known;
    /** @type {Part} */
    const part = { commitment, value: randomHex(16), game: null, others: [] };
    this.parts = [...this.parts.slice(1 - KEPT), part];
    this.keep();
    return part;
  }

  /** The part is given away now: note what everybody is bound to. @param {Part} part @param {TableView} table */
  open(part, table) {
    part.game ??= table.game + 1;
    part.others = table.seats.filter(({ kind }) => kind !== "empty").map(({ name, seal, contribution }) => [name, contribution ?? seal ?? ""]);
    this.keep();
  }

  /** What this device contributed to a game; null: nothing. @param {number} game */
  inGame(game) {
    return this.parts.find((part) => part.game === game) ?? null;
  }

  keep() {
    try {
      this.storage?.setItem(this.key, JSON.stringify(this.parts));
    } catch {
      // It is known as long as the page is open.
    }
  }
}

/** The hash that binds a device to its part without giving it away. @param {{commitment: string, value: string}} part */
export const sealOf = ({ commitment, value }) => sha256(`tsuro contribution 1\n${commitment}\n${value}`);

/** @param {Pick<Storage, "getItem"> | null} storage @param {string} key @returns {Part[]} */
function read(storage, key) {
  try {
    return JSON.parse(storage?.getItem(key) ?? "[]");
  } catch {
    return [];
  }
}

// Takes part in the deals of a table: seals this device's part of the next one, and opens it when the tiles are dealt.

/** @import {ClientMessage, TableView, You} from "../generated/messages" */
/** @import {TableState} from "../game/table.js" */
/** @import {Part, Parts} from "./parts.js" */
import { isAgainstBots } from "../game/table.js";
import { canHash } from "./hash.js";
import { newId } from "./id.js";
import { sealOf } from "./parts.js";

/** Contributes to deals, without anybody noticing. */
export class Contributor {
  /** @param {Parts} parts @param {(message: ClientMessage) => void} tell */
  constructor(parts, tell) {
    this.parts = parts;
    this.tell = tell;
    this.said = ""; // what was said last: not again, unless the line was new
  }

  /** Do what the table waits for, if anything. @param {TableState} state */
  async follow({ table, you }) {
    if (!table?.next_commitment || table.phase === "playing" || !you?.seats.length || !canHash()) return;
    const part = this.parts.of(table.next_commitment);
    const seal = await sealOf(part);
    const own = you.seats.map((seat) => table.seats[seat]).find((seat) => seat?.seal);
    if (table.dealing) {
      if (own?.seal === seal && !own.contribution) this.open(part, table);
    } else if (!own && !isAgainstBots({ table, you })) {
      this.once({ type: "seal", id: newId(), commitment: part.commitment, seal });
    }
  }

  /** @param {Part} part @param {TableView} table */
  open(part, table) {
    this.parts.open(part, table);
    this.once({ type: "contribute", id: newId(), commitment: part.commitment, value: part.value });
  }

  /** @param {Extract<ClientMessage, {commitment: string}>} message */
  once(message) {
    const words = `${message.type} ${message.commitment}`;
    if (words !== this.said) this.tell(message);
    this.said = words;
  }

  /** A new line: what was said on the last one may be lost. */
  restart() {
    this.said = "";
  }

  /** What a request that begins a game brings along: this device's part, if it is not sealed.
   * @param {string} type
   * @param {{table: TableView | null, you: You | null}} state
   */
  fieldsFor(type, { table, you }) {
    const isAlone = isAgainstBots({ table, you });
    const begins = type === "start" || (type === "want-rematch" && isAlone);
    if (!begins || !table?.next_commitment || !you?.seats.length || you.seats.some((seat) => table.seats[seat]?.seal)) return {};
    const part = this.parts.of(table.next_commitment);
    this.parts.open(part, table);
    return { contribution: { commitment: part.commitment, value: part.value } };
  }
}

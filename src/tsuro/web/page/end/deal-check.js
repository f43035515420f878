// Whether the tiles of a game were dealt as they should: from the server's part, fixed before, and the players' parts.
// How it is hashed is in docs/record-format.md.

/** @import {Part} from "../net/parts.js" */
import { canHash, digest, sha256, unhex } from "../net/hash.js";
import { sealOf } from "../net/parts.js";

/**
 * checked: this device's part is in it, and everything follows; others: everything follows, but this device had no part; server: nobody
 * had; unknown: the record does not tell, as in games of earlier versions; insecure: this browser cannot check without https; wrong: it does not fit.
 * @typedef {"checked" | "others" | "server" | "unknown" | "insecure" | "wrong"} Verdict
 */

const TILES = Array.from({ length: 35 }, (_, i) => i + 1);

/** Who kept back what they had sealed, which leaves them a choice between two deals. @param {string} record @returns {string[]} */
export function withheldIn(record) {
  const { tags, names } = read(record);
  return [...(tags.get("contributions") ?? "").matchAll(/(\d) withheld/g)].map(([, number]) => names[Number(number) - 1] ?? "");
}

/** @param {string} record as text, of a game that is over @param {Part | null} part this device's @returns {Promise<Verdict>} */
export async function checkDeal(record, part) {
  const game = read(record);
  const contributions = game.tags.get("contributions");
  if (contributions === undefined) return part ? "wrong" : "unknown";
  if (!canHash()) return "insecure";
  if (!(await follows(game, contributions))) return "wrong";
  if (contributions === "none") return part ? "wrong" : "server";
  if (!part) return "others";
  return (await isKept(game, contributions, part)) ? "checked" : "wrong";
}

/** @typedef {{tags: Map<string, string>, names: string[], hands: number[][]}} Game */

/** @param {string} record @returns {Game} */
function read(record) {
  const lines = record.split("\n").map((line) => /^([a-z0-9 -]+): (.*)$/.exec(line));
  const said = lines.flatMap((found) => (found ? [[found[1] ?? "", found[2] ?? ""]] : []));
  const values = (/** @type {RegExp} */ keys) => said.filter(([key = ""]) => keys.test(key)).map(([, value = ""]) => value);
  return {
    tags: new Map(said.map(([key = "", value = ""]) => [key, value])),
    names: values(/^player \d$/).map((value) => value.replace(/ \([a-z]+\)$/, "")),
    hands: values(/^deal( \d)?$/).map((value) => value.split(",").map(Number)),
  };
}

/** Whether commitment, secret, first player and hands follow from the parts. @param {Game} game @param {string} contributions */
async function follows({ tags, names, hands }, contributions) {
  const told = (/** @type {string} */ key) => tags.get(key) ?? "";
  const secret = unhex(told("secret"));
  if (contributions !== "none") {
    if ((await commitmentOf(told("dealer-secret"))) !== told("dealer-commitment")) return false;
    if ((await sha256(`tsuro shared deal 1\n${told("dealer-secret")}\n${contributions}`)) !== told("secret")) return false;
  }
  if ((await commitmentOf(told("secret"))) !== told("commitment")) return false;
  const first = Number(told("first")) - 1;
  if (told("first-by") === "chance") {
    const [chosen] = await drawn(await digest("tsuro first 1\n", secret), [...names.keys()], 1);
    if (chosen !== first) return false;
  }
  const order = hands.map((_, i) => hands[(first + i) % hands.length] ?? []).flat();
  const dealt = hands.length === 1 ? hands.flat() : order;
  return String(await drawn(secret, TILES, dealt.length)) === String(dealt);
}

/** @param {string} secret in hexadecimal */
const commitmentOf = (secret) => sha256("tsuro commitment 1\n", unhex(secret));

/** Some of a pile, as a secret draws them. @param {Uint8Array} secret @param {readonly number[]} from @param {number} count */
async function drawn(secret, from, count) {
  const pile = [...from];
  /** @type {number[]} */
  const taken = [];
  for (let block = 0; taken.length < count; block++) {
    for (const byte of await digest(`tsuro draw 1\n${block}\n`, secret)) {
      if (taken.length < count && byte < 256 - (256 % pile.length)) taken.push(...pile.splice(byte % pile.length, 1));
    }
  }
  return taken;
}

/** Whether this device's part is in the deal, and everybody else kept to what they were bound to when it was given away.
 * @param {Game} game
 * @param {string} contributions
 * @param {Part} part
 */
async function isKept({ tags, names }, contributions, part) {
  if (tags.get("dealer-commitment") !== part.commitment) return false;
  const known = part.others.map(([name]) => name);
  if (known.filter((name) => names.includes(name)).join("\n") !== names.join("\n")) return false; // others play, or elsewhere
  const made = contributions.split(", ").map((each) => each.split(" "));
  if (!made.some(([, value]) => value === part.value)) return false;
  const fits = made.map(async ([number, value = ""]) => {
    const [, bound = ""] = part.others.find(([name]) => name === names[Number(number) - 1]) ?? [];
    if (value === part.value || value === bound) return true;
    return bound !== "" && (value === "withheld" || bound === (await sealOf({ commitment: part.commitment, value })));
  });
  const isThere = (/** @type {string} */ name) => made.some(([number]) => names[Number(number) - 1] === name);
  const isComplete = part.others.every(([name, bound]) => bound === "" || !names.includes(name) || isThere(name));
  return isComplete && (await Promise.all(fits)).every(Boolean);
}

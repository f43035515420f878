// Whether a deal was fair: the same record that Python verifies, and what could be wrong with it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checkDeal, withheldIn } from "../../../src/tsuro/web/page/end/deal-check.js";
import { sealOf } from "../../../src/tsuro/web/page/net/parts.js";

const RECORD = readFileSync(new URL("shared-deal.tsuro", import.meta.url), "utf8");
const [ANA, RUI] = ["00112233445566778899aabbccddeeff", "ffeeddccbbaa99887766554433221100"];
const commitment = /^dealer-commitment: (.*)$/m.exec(RECORD)[1];

/** What Rui's device knew when it opened its part: Ana's was open, Eva's sealed. */
function part(changes = {}) {
  return { commitment, value: RUI, game: 1, others: [["Ana", ANA], ["Bot", ""], ["Rui", "own seal"], ["Eva (the second)", "sealed"]], ...changes };
}

test("a deal that this device took part in is checked", async () => {
  assert.equal(await checkDeal(RECORD, part()), "checked");
  const sealed = await sealOf({ commitment, value: ANA });
  assert.equal(await checkDeal(RECORD, part({ others: [["Ana", sealed], ["Rui", ""], ["Eva (the second)", "sealed"]] })), "checked");
});

test("a deal of others is checked as far as it can be", async () => {
  assert.equal(await checkDeal(RECORD, null), "others");
});

test("who withheld a part is told", () => {
  assert.deepEqual(withheldIn(RECORD), ["Eva (the second)"]);
  assert.deepEqual(withheldIn(""), []);
});

for (const [what, changes] of Object.entries({
  "this device's part is missing": { value: "0".repeat(32) },
  "the server had committed to something else": { commitment: "0".repeat(64) },
  "somebody opened another part than was sealed": { others: [["Ana", "another seal"], ["Rui", ""], ["Eva (the second)", "sealed"]] },
  "somebody contributed when this device had opened its part": { others: [["Ana", ""], ["Rui", ""], ["Eva (the second)", "sealed"]] },
  "the players sit in another order": { others: [["Rui", ""], ["Ana", ANA], ["Eva (the second)", "sealed"]] },
  "somebody plays who was not there": { others: [["Ana", ANA], ["Rui", ""]] },
})) {
  test(`it is wrong if ${what}`, async () => assert.equal(await checkDeal(RECORD, part(changes)), "wrong"));
}

for (const [what, from, to] of [
  ["the server's secret does not fit", /^dealer-secret: 5e/m, "dealer-secret: 5f"],
  ["the secret does not follow", /^secret: ./m, "secret: f"],
  ["the commitment is another", /^commitment: ../m, "commitment: 00"],
  ["a hand is another", /^deal 1: \d+/m, "deal 1: 99"],
  ["another player is first", /^first: .*$/m, (line) => `first: ${(Number(line.slice(7)) % 3) + 1}`],
  ["a sealed part was dropped", ", 3 withheld", ""],
  ["nobody is said to have contributed", /^contributions: .*$/m, "contributions: none"],
  ["the record does not tell", /^contributions: .*\n/m, ""],
]) {
  test(`it is wrong if ${what}`, async () => {
    assert.notEqual(RECORD.replace(from, to), RECORD);
    assert.equal(await checkDeal(RECORD.replace(from, to), part()), "wrong");
  });
}

test("games of earlier versions do not tell", async () => {
  assert.equal(await checkDeal("tsuro record 2\nedition: modern\ncommitment: 00\n", null), "unknown");
});

test("without https a browser cannot check", async () => {
  const { crypto } = globalThis;
  Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true });
  assert.equal(await checkDeal(RECORD, null), "insecure");
  Object.defineProperty(globalThis, "crypto", { value: crypto, configurable: true });
});

// Asking the server over HTTP, and what is said of what went wrong.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { inWords, makeTable, Problem, refusalOf, takeFresh } from "../../../src/tsuro/web/page/net/api.js";
import { useTexts } from "../../../src/tsuro/web/page/words/language.js";

beforeEach(() => useTexts({ "refusal.failed": "Something went wrong.", "refusal.not-your-turn": "It is not your turn." }));

test("a refusal is told in the reader's language", () => {
  const refused = { type: "refused", id: "1", code: "not-your-turn", sentence: "Ana acts now." };
  assert.equal(refusalOf(refused), "It is not your turn.");
});

test("a request that the line gave up on is not lost in silence", () => {
  assert.equal(refusalOf({ type: "problem", code: "failed", sentence: "Failed." }), "Something went wrong.");
  assert.equal(refusalOf({ type: "problem", code: "unheard-of", sentence: "As the server says it." }), "As the server says it.");
});

test("what was done is no refusal", () => {
  assert.equal(refusalOf({ type: "accepted", id: "1" }), null);
  assert.equal(refusalOf({ type: "hand-over-link", id: "1", code: "CODE", seconds: 600 }), null);
});

test("a problem without words of its own is told as the server said it, any other error at least somehow", () => {
  assert.equal(inWords(new Problem("unheard-of", "As the server says it.")), "As the server says it.");
  assert.equal(inWords({}), "Something went wrong.");
});

/** What is posted while the server answers like this, one answer after the other. */
async function posted(answers, ask) {
  const bodies = [];
  const fetching = globalThis.fetch;
  globalThis.fetch = async (_, { body = "null" } = {}) => {
    bodies.push(JSON.parse(body));
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  try {
    await ask();
  } finally {
    globalThis.fetch = fetching;
  }
  return bodies;
}

const made = () => Response.json({ play: "PLAY", watch: "WATCH", snapshot: { seq: 5 } }, { status: 201 });
const refused = () => Response.json({ code: "marker-taken", sentence: "Taken." }, { status: 409 });

test("a table is made with one request, and shown from its answer once", async () => {
  const bodies = await posted([made()], async () => assert.equal(await makeTable({ seats: 2 }), "PLAY"));
  assert.equal(bodies.length, 1);
  assert.deepEqual({ ...bodies[0], id: "" }, { seats: 2, id: "" });
  assert.deepEqual(takeFresh("PLAY"), { seq: 5 });
  assert.equal(takeFresh("PLAY"), null);
});

const COMMITMENT = "c".repeat(64);
const committed = () => {
  const table = { game: 0, next_commitment: COMMITMENT, seats: [{ kind: "person", name: "Ana" }, { kind: "bot", name: "Aki" }] };
  return Response.json({ play: "PLAY", watch: "WATCH", snapshot: { seq: 5, table, you: { seats: [0] } } }, { status: 201 });
};

test("a game against bots begins when the server has committed to its part of the deal", async () => {
  const answers = [committed(), Response.json({ seq: 7 })];
  const [table, start] = await posted(answers, () => makeTable({ seats: 2, start: true }));
  assert.deepEqual({ ...table, id: "" }, { seats: 2, id: "" });
  assert.equal(start.type, "start");
  assert.equal(start.contribution.commitment, COMMITMENT);
  assert.match(start.contribution.value, /^[0-9a-f]{32}$/);
  assert.deepEqual(takeFresh("PLAY"), { seq: 7 });
});

test("if only the answer to the start was lost, the game goes on", async () => {
  const running = Response.json({ code: "game-running", sentence: "A game." }, { status: 409 });
  await posted([committed(), running, Response.json({ seq: 9 })], () => makeTable({ seats: 2, start: true }));
  assert.deepEqual(takeFresh("PLAY"), { seq: 9 });
  await posted([committed(), refused()], () => assert.rejects(makeTable({ seats: 2, start: true }), { code: "marker-taken" }));
});

test("while no answer comes, the same table is asked for with the same id", async () => {
  const bodies = await posted([new TypeError("offline"), made(), made()], async () => {
    await assert.rejects(makeTable({ seats: 2 }), { code: "offline" });
    await makeTable({ seats: 2 });
    await makeTable({ seats: 2 });
  });
  assert.equal(bodies[0].id, bodies[1].id);
  assert.notEqual(bodies[1].id, bodies[2].id);
});

test("another table, and one that was refused, is asked for with another id", async () => {
  const bodies = await posted([new TypeError("offline"), refused(), made()], async () => {
    await assert.rejects(makeTable({ seats: 2 }), { code: "offline" });
    await assert.rejects(makeTable({ seats: 3 }), { code: "marker-taken" });
    await makeTable({ seats: 3 });
  });
  assert.equal(new Set(bodies.map(({ id }) => id)).size, 3);
});

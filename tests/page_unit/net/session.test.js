// Being at a table: news for whoever listens, and nothing of other people's tiles around one screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { makeTable } from "../../../src/tsuro/web/page/net/api.js";
import { Session } from "../../../src/tsuro/web/page/net/session.js";
import { position, tableState } from "../fakes.js";

const DRAWN = { type: "tile-drawn", seat: 0, tile: 9 };

function snapshot(changes = {}) {
  const { clocksAt, ...known } = tableState(changes);
  return { type: "snapshot", ...known };
}

function moved(changes = {}) {
  return { type: "moved", seq: 8, seat: 0, played: "person", action: "play 3n", events: [DRAWN], position: position({ active: 1 }), own: [], clocks: null, table: null, ...changes };
}

/** A session, and what its connection was asked to say. */
function opened(first = snapshot()) {
  const session = new Session("CODE", null);
  const said = [];
  session.connection.say = (message) => said.push(message);
  const news = [];
  session.listen((one) => news.push(one));
  session.hear(first);
  return { session, said, news };
}

test("listeners hear what is known now, what was before, and why", () => {
  const { session, news } = opened();
  session.hear(moved());
  assert.equal(news.length, 2);
  assert.equal(news[1].before.seq, 7);
  assert.equal(news[1].state.seq, 8);
  assert.equal(news[1].message.type, "moved");
});

test("what changes nothing is no news, and who stops listening hears no more", () => {
  const { session, news } = opened();
  session.hear({ type: "pong" });
  session.hear(moved({ seq: 7 }));
  assert.equal(news.length, 1);
  const late = [];
  session.listen((one) => late.push(one))();
  session.hear(moved());
  assert.equal(late.length, 0);
});

test("a gap is closed by asking for everything anew", () => {
  const { session, said, news } = opened();
  session.hear(moved({ seq: 10 }));
  assert.deepEqual(said, [{ type: "resync" }]);
  assert.equal(news.length, 1);
  assert.equal(session.state.seq, 7);
});

test("a move says what it was made on, and is known until it is answered", async () => {
  const { session } = opened();
  const answer = session.move(0, "play 3n");
  const { id, ...move } = session.unansweredMove;
  assert.deepEqual(move, { type: "move", seq: 7, seat: 0, action: "play 3n" });
  session.connection.answer({ type: "accepted", id, seq: 8 });
  assert.equal((await answer).type, "accepted");
  assert.equal(session.unansweredMove, null);
});

test("one player of a device learns which tile was drawn, several around one screen do not", () => {
  const alone = opened();
  alone.session.hear(moved());
  assert.equal(alone.session.state.last[0].tile, 9);
  const shared = opened(snapshot({ you: { seats: [0, 1], host: true, play: "P", watch: "W" }, last: [DRAWN] }));
  assert.equal(shared.session.state.last[0].tile, 0);
  shared.session.hear(moved());
  assert.equal(shared.session.state.last[0].tile, 0);
  assert.equal(shared.news[1].message.events[0].tile, 0);
});

test("players can be gathered again after a game", () => {
  const { session } = opened();
  let calls = 0;
  session.onGather = () => calls++;
  session.gather(true);
  assert.deepEqual([session.isGathering, calls], [true, 1]);
});

test("a table that was just made is known before the line is there, and whoever made it is not away", async () => {
  const fetching = globalThis.fetch;
  globalThis.fetch = async () => Response.json({ play: "NEW", watch: "W", snapshot: snapshot({ away: [0] }) });
  await makeTable({ seats: 2 });
  globalThis.fetch = fetching;
  const session = new Session("NEW", null);
  session.connection.start = () => {};
  globalThis.document ??= new EventTarget();
  globalThis.window ??= new EventTarget();
  session.open();
  assert.deepEqual([session.state.seq, session.state.away, session.status], [7, [], "connecting"]);
  session.close();
});

for (const [code, status] of [["no-such-table", "gone"], ["table-damaged", "damaged"], ["not-stored", "lost"]]) {
  test(`a table that is not there because of ${code} is ${status}`, async (context) => {
    const { session } = opened();
    const answer = { ok: false, json: async () => ({ type: "problem", code, sentence: "…" }) };
    context.mock.method(globalThis, "fetch", async () => answer);
    session.connection.status = "lost";
    await session.isThere();
    assert.equal(session.connection.status, status);
  });
}

test("a table is not asked for again before it has answered", async (context) => {
  const { session } = opened();
  /** @type {((answer: unknown) => void)[]} */
  const answers = [];
  context.mock.method(globalThis, "fetch", () => new Promise((resolve) => answers.push(resolve)));
  session.state = { ...session.state, seq: -1 };
  session.notice("lost");
  session.notice("lost");
  assert.equal(answers.length, 1);
  answers[0]?.({ ok: false, json: async () => ({ type: "problem", code: "not-stored", sentence: "…" }) });
  await new Promise((resolve) => setTimeout(resolve, 0));
  session.notice("lost");
  assert.equal(answers.length, 2);
});

test("a damaged table is not asked for again", () => {
  const { session } = opened();
  session.connection.end("damaged");
  session.connection.start = () => assert.fail("it was tried again");
  session.connection.nudge();
  session.connection.lose();
  assert.equal(session.connection.status, "damaged");
});

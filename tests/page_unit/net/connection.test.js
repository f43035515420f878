// The line to a table: it comes back, and says again what was not answered.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { Connection, waitFor } from "../../../src/tsuro/web/page/net/connection.js";
import { FakeStorage } from "../fakes.js";

/** A line that remembers what was said on it. */
class FakeLine {
  constructor() {
    this.said = [];
    this.isClosed = false;
  }

  send(text) {
    this.said.push(JSON.parse(text));
  }

  close() {
    this.isClosed = true;
  }

  hear(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  drop() {
    this.onclose({});
  }

  catchUp(heartbeat = 20) {
    this.hear({ type: "welcome", protocol: 1, server: "1", heartbeat });
    this.hear({ type: "snapshot", seq: 3 });
  }
}

const SNAPSHOT = { type: "snapshot", seq: 3 };

function dialled({ storage = null, onLate } = {}) {
  const told = { lines: [], statuses: [], messages: [], late: [] };
  const connection = new Connection("CODE", {
    onMessage: (message) => told.messages.push(message),
    onStatus: (status) => told.statuses.push(status),
    onLate: onLate ?? ((answer) => told.late.push(answer)),
    storage,
    dial: () => told.lines[told.lines.push(new FakeLine()) - 1],
  });
  connection.start();
  return { connection, ...told };
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
});

test("in the lobby, what it shows makes up for everything that was missed", () => {
  const { lines, statuses } = dialled();
  lines[0].hear({ type: "welcome", protocol: 1, server: "1", heartbeat: 20 });
  lines[0].hear({ type: "lobby", here: 1, tables: [], games: [], more_tables: 0, more_games: 0 });
  assert.deepEqual(statuses, ["open"]);
});

test("what is true only now is not said on a line that is not there", () => {
  const { connection, lines } = dialled();
  connection.tell({ type: "showing", done: false });
  lines[0].catchUp();
  connection.tell({ type: "showing", done: true });
  assert.deepEqual(lines[0].said, [{ type: "showing", done: true }]);
});

test("waits longer each time, up to ten seconds, and never exactly as long", () => {
  assert.deepEqual([waitFor(0, 0), waitFor(0, 1)], [0, 1000]); // the first try is quick, and spread over a second
  assert.deepEqual([waitFor(2, 0.5), waitFor(2, 1)], [1125, 2250]);
  assert.deepEqual([waitFor(20, 0), waitFor(20, 1)], [0, 10_000]);
});

test("is open with the first snapshot, not before", () => {
  const { lines, statuses } = dialled();
  lines[0].hear({ type: "welcome", protocol: 1, server: "1", heartbeat: 20 });
  assert.deepEqual(statuses, []);
  lines[0].hear(SNAPSHOT);
  assert.deepEqual(statuses, ["open"]);
});

test("a request is sent and its answer given to whoever asked", async () => {
  const { connection, lines } = dialled();
  lines[0].catchUp();
  const answer = connection.ask({ type: "vote", seat: 2 });
  const [request] = lines[0].said;
  assert.equal(request.seat, 2);
  assert.match(request.id, /^[\w-]{1,40}$/);
  lines[0].hear({ type: "accepted", id: request.id, seq: 4 });
  assert.deepEqual(await answer, { type: "accepted", id: request.id, seq: 4 });
  assert.deepEqual(connection.unanswered, []);
});

test("what was not answered is said again on the next line, first, with the same id, in the same order", () => {
  const { connection, lines } = dialled();
  lines[0].catchUp();
  connection.ask({ type: "move", action: "play 3n" });
  connection.ask({ type: "vote", seat: 1 });
  lines[0].drop();
  mock.timers.tick(2000);
  assert.equal(lines.length, 2);
  assert.deepEqual(lines[1].said, []);
  lines[1].catchUp();
  assert.deepEqual(lines[1].said, lines[0].said);
});

test("what is asked while the line is lost is kept and sent later", () => {
  const { connection, lines, statuses } = dialled();
  lines[0].catchUp();
  lines[0].drop();
  assert.deepEqual(statuses, ["open", "lost"]);
  connection.ask({ type: "move", action: "play 3n" });
  assert.equal(lines[0].said.length, 0);
  mock.timers.tick(2000);
  lines[1].catchUp();
  assert.equal(lines[1].said[0].action, "play 3n");
});

test("an unanswered move outlives the page, and its late answer is told", () => {
  const storage = new FakeStorage();
  const first = dialled({ storage });
  first.lines[0].catchUp();
  first.connection.ask({ type: "move", action: "play 3n" });
  const [{ id }] = first.lines[0].said;

  const second = dialled({ storage });
  assert.equal(second.connection.unanswered[0].id, id);
  second.lines[0].catchUp();
  assert.equal(second.lines[0].said[0].id, id);
  second.lines[0].hear({ type: "accepted", id, seq: 4 });
  assert.equal(second.late[0].type, "accepted");
  assert.equal(storage.getItem("tsuro.unanswered.CODE"), null);
});

test("a store that is broken, full or missing is no reason to stop", () => {
  const broken = {
    getItem: () => "{not json",
    setItem() {
      throw new Error("full");
    },
    removeItem() {},
  };
  const { connection, lines } = dialled({ storage: broken });
  lines[0].catchUp();
  connection.ask({ type: "vote", seat: 1 });
  assert.equal(lines[0].said.length, 1);
});

test("after a long silence it asks whether anybody is there, and hangs up if not", () => {
  const { lines, statuses } = dialled();
  lines[0].catchUp(20);
  mock.timers.tick(20_000);
  assert.deepEqual(lines[0].said, [{ type: "ping" }]);
  mock.timers.tick(5000);
  assert.ok(lines[0].isClosed);
  assert.equal(statuses.at(-1), "lost");
});

test("a pong in time keeps the line, and a ping is answered", () => {
  const { lines, statuses } = dialled();
  lines[0].catchUp(20);
  mock.timers.tick(20_000);
  lines[0].hear({ type: "pong" });
  lines[0].hear({ type: "ping" });
  mock.timers.tick(6000);
  assert.deepEqual(lines[0].said, [{ type: "ping" }, { type: "pong" }]);
  assert.deepEqual(statuses, ["open"]);
});

test("a line that never opens is given up", () => {
  const { lines } = dialled();
  mock.timers.tick(30_000);
  assert.ok(lines[0].isClosed);
  mock.timers.tick(2000);
  assert.equal(lines.length, 2);
});

test("a nudge dials at once, or checks a line that may be dead", () => {
  const { connection, lines } = dialled();
  lines[0].catchUp();
  connection.nudge();
  assert.deepEqual(lines[0].said, [{ type: "ping" }]);
  lines[0].drop();
  connection.nudge();
  assert.equal(lines.length, 2);
  mock.timers.tick(2000);
  assert.equal(lines.length, 2, "the attempt that was planned is not made besides");
});

test("a line that was given up is not listened to any more", () => {
  const { lines, messages, statuses } = dialled();
  lines[0].catchUp();
  lines[0].drop();
  mock.timers.tick(2000);
  const before = messages.length;
  lines[0].hear({ type: "presence", away: [], watchers: 0 });
  lines[0].drop();
  assert.equal(messages.length, before);
  assert.deepEqual(statuses, ["open", "lost"]);
});

test("a table that is gone is not asked for again", () => {
  const { connection, lines, statuses } = dialled();
  lines[0].catchUp();
  lines[0].hear({ type: "goodbye", reason: "removed", sentence: "" });
  assert.equal(statuses.at(-1), "gone");
  connection.nudge();
  mock.timers.tick(60_000);
  assert.equal(lines.length, 1);
});

test("a restart of the server is no end", () => {
  const { lines, statuses } = dialled();
  lines[0].catchUp();
  lines[0].hear({ type: "goodbye", reason: "restarting", sentence: "" });
  lines[0].drop();
  mock.timers.tick(2000);
  assert.equal(statuses.at(-1), "lost");
  assert.equal(lines.length, 2);
});

test("another version of the protocol ends it", () => {
  const { lines, statuses } = dialled();
  lines[0].hear({ type: "welcome", protocol: 2, server: "9", heartbeat: 20 });
  assert.deepEqual(statuses, ["outdated"]);
  assert.ok(lines[0].isClosed);
});

test("what came too fast is said again after a moment", () => {
  const { connection, lines } = dialled();
  lines[0].catchUp();
  connection.ask({ type: "vote", seat: 1 });
  lines[0].hear({ type: "problem", code: "too-fast", sentence: "" });
  mock.timers.tick(1000);
  assert.deepEqual(lines[0].said[1], lines[0].said[0]);
});

test("what cannot be read is given up, and so is what fails again and again", async () => {
  const { connection, lines } = dialled();
  lines[0].catchUp();
  const unread = connection.ask({ type: "vote", seat: 1 });
  lines[0].hear({ type: "problem", code: "malformed", sentence: "?" });
  assert.equal((await unread).code, "malformed");

  const failing = connection.ask({ type: "vote", seat: 1 });
  for (const at of [0, 1, 2]) {
    lines[at].hear({ type: "problem", code: "failed", sentence: "" });
    mock.timers.tick(2000);
    lines[at + 1]?.catchUp();
  }
  assert.equal((await failing).code, "failed");
  assert.deepEqual(connection.unanswered, []);
});

test("after stop nothing happens any more", () => {
  const { connection, lines, statuses } = dialled();
  lines[0].catchUp();
  connection.stop();
  lines[0].drop();
  mock.timers.tick(60_000);
  assert.equal(lines.length, 1);
  assert.deepEqual(statuses, ["open"]);
});

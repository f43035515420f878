// The game so far: what was heard, what was fetched, and what each move lights up.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { actionsOf, begun, earlierIn, foundAt, goneOn, NO_STORY } from "../../../src/tsuro/web/page/game/story.js";
import { tableAfter } from "../../../src/tsuro/web/page/game/table.js";
import { historian } from "../../../src/tsuro/web/page/play/history.js";
import { moveOf, wayOut } from "../../../src/tsuro/web/page/play/moves.js";
import { useTexts } from "../../../src/tsuro/web/page/words/language.js";
import { position, tableState } from "../fakes.js";

const ENGLISH = new URL("../../../src/tsuro/web/page/languages/en.json", import.meta.url);
useTexts(JSON.parse(readFileSync(ENGLISH, "utf8")));

const LOOKS = ["Ana", "Rui"].map((name, seat) => ({ seat, number: seat + 1, name, marker: "circle" }));
const DEAL = [{ type: "tiles-dealt", seat: 0, tiles: [1, 2, 3] }];
const MARK = [{ type: "marker-placed", seat: 0, mark: 16 }];
const WALK = { seat: 0, points: [16, 19], end: null, met: null };
const OWN_WALK = { seat: 1, points: [139, 140], end: 140, met: null };
const PLACED = [
  { type: "tile-placed", seat: 1, square: 2, tile: "17e" },
  { type: "marker-walked", walk: OWN_WALK },
  { type: "marker-walked", walk: WALK },
  { type: "eliminated", seat: 0, met: null, forced: false },
];
const DEALT = position({ trails: [[], []], markers: [null, null] });
const frames = [
  { position: DEALT, events: DEAL },
  { position: position({ trails: [[16], []] }), events: MARK },
  { position: position({ out: [[0]] }), events: PLACED },
];

test("a game that was followed from the deal is known whole", () => {
  const story = goneOn(begun(DEAL), MARK);
  assert.deepEqual(actionsOf(story, null), [DEAL, MARK]);
  assert.deepEqual(foundAt(DEALT, DEAL), begun(DEAL));
  assert.equal(foundAt(null, []), NO_STORY);
});

test("what happened before one came is put before what was heard", () => {
  const since = position({ trails: [[16], []] });
  const story = goneOn(foundAt(since, MARK), PLACED);
  assert.deepEqual(actionsOf(story, null), [MARK, PLACED]);
  assert.deepEqual(actionsOf(story, earlierIn(frames, since)), [DEAL, MARK, PLACED]);
  assert.deepEqual(actionsOf(story, earlierIn(frames, position())), [MARK, PLACED], "of another position");
});

test("a table's story goes on with its moves, and begins anew where some were missed", () => {
  const before = tableState({ story: begun(DEAL) });
  const moved = { type: "moved", seq: 8, events: MARK, position: position(), own: [], clocks: null, table: null };
  const state = tableAfter(before, moved, 0);
  assert.deepEqual(state.story.actions, [DEAL, MARK]);
  const snapshot = { type: "snapshot", ...tableState({ seq: 8, last: MARK }) };
  assert.equal(tableAfter(state, snapshot, 0).story, state.story, "nothing has happened meanwhile");
  assert.equal(tableAfter(state, { ...snapshot, seq: 9 }, 0).story.since, snapshot.position);
});

test("the past is fetched once, when there is a board, and tells no tile that others on this screen may not know", async () => {
  const since = frames[2].position;
  const drew = [{ type: "tile-drawn", seat: 0, tile: 9 }];
  const read = [];
  const asked = [];
  const fetch = async (game) => (asked.push(game), { frames: [{ position: DEALT, events: drew }, frames[2]] });
  const listen = historian(fetch, (earlier) => read.push(earlier));
  const table = tableState({ story: { since, actions: [PLACED] }, you: { seats: [0, 1] } });
  listen({ faces: null, table });
  listen({ faces: new Map(), table });
  listen({ faces: new Map(), table });
  await Promise.resolve();
  await Promise.resolve();
  assert.deepEqual(asked, [1]);
  assert.deepEqual(read, [{ since, actions: [[{ type: "tile-drawn", seat: 0, tile: 0 }]] }]);
});

test("a move: who made it, what it did, and what lights up", () => {
  assert.equal(moveOf(DEAL, LOOKS, []), null);
  assert.deepEqual(moveOf(MARK, LOOKS, [1]), { seat: 0, text: "Ana starts at c6, top left.", spot: { squares: [], walks: [], mark: 16 } });
  const move = moveOf([...PLACED, { type: "game-over", result: {} }], LOOKS, [0]);
  assert.equal(move.text, "Rui’s tile on c6 took you to the edge.");
  assert.deepEqual(move.spot, { squares: [2], walks: [OWN_WALK, WALK], mark: null });
});

test("the way that put the player here out", () => {
  const story = { since: null, actions: [DEAL, MARK, PLACED] };
  const table = tableState({ story, position: position({ out: [[0]] }) });
  const out = wayOut({ table, earlier: null });
  assert.equal(out.action, PLACED);
  assert.deepEqual(out.spot, { squares: [2], walks: [WALK], mark: null });
  assert.equal(wayOut({ table: { ...table, position: position() }, earlier: null }), null, "still in play");
  assert.equal(wayOut({ table: { ...table, you: { seats: [0, 1] } }, earlier: null }), null, "another player here is in play");
  assert.equal(wayOut({ table: { ...table, you: { seats: [] } }, earlier: null }), null, "only watching");
  assert.equal(wayOut({ table: { ...table, story: NO_STORY }, earlier: null }), null, "not known yet");
});

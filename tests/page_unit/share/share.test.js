// Where shared pictures come from, and waiting for one that is still being made.

import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, fileOf, requestOf } from "../../../src/tsuro/web/page/share/addresses.js";
import { fetchedPicture } from "../../../src/tsuro/web/page/share/fetching.js";

const CODE = "A".repeat(22);
/** @type {import("../../../src/tsuro/web/page/share/addresses.js").Wanted} */
const PICTURE = { from: { code: CODE, game: 2 }, move: 7, format: "png", theme: "dark", board: "lacquer", shape: "square" };

test("a picture is of its move, an animation of the whole game", () => {
  assert.equal(addressOf(PICTURE), `/api/tables/${CODE}/games/2/snapshot.png?theme=dark&shape=square&move=7`);
  assert.equal(addressOf({ ...PICTURE, format: "gif" }), `/api/tables/${CODE}/games/2/film?theme=dark&shape=square&format=gif`);
  assert.equal(addressOf({ ...PICTURE, board: "washi", move: undefined }), `/api/tables/${CODE}/games/2/snapshot.png?theme=washi-dark&shape=square`);
  assert.equal(addressOf({ ...PICTURE, board: "washi", theme: "contrast" }), `/api/tables/${CODE}/games/2/snapshot.png?theme=contrast&shape=square&move=7`);
  assert.equal(fileOf(PICTURE), "tsuro-game-2-move-7.png");
  assert.equal(fileOf({ ...PICTURE, format: "webp" }), "tsuro-game-2.webp");
});

test("a record that somebody brought is sent along, and has no number", () => {
  const brought = { ...PICTURE, from: { record: "tsuro record 2" } };
  assert.equal(addressOf(brought), "/api/snapshots?theme=dark&shape=square&move=7");
  assert.equal(addressOf({ ...brought, format: "webp" }), "/api/films?theme=dark&shape=square&format=webp");
  assert.equal(requestOf(brought).body, '{"record":"tsuro record 2"}');
  assert.deepEqual(requestOf(PICTURE), {});
  assert.equal(fileOf(brought), "tsuro-game-move-7.png");
});

test("what is being made is asked for until it is there, and its progress is told", async () => {
  const answers = [
    new Response(JSON.stringify({ done: 3, of: 9 }), { status: 202 }),
    new Response(JSON.stringify({ done: 8, of: 9 }), { status: 202 }),
    new Response("picture", { status: 200 }),
  ];
  /** @type {number[][]} */
  const told = [];
  const ask = async () => /** @type {Response} */ (answers.shift());
  const { signal } = new AbortController();
  const blob = await fetchedPicture("/x", { signal, ask, pause: 0, onProgress: (...far) => told.push(far) });
  assert.equal(await blob.text(), "picture");
  assert.deepEqual(told, [[3, 9], [8, 9]]);
});

test("what cannot be made says why", async () => {
  const { signal } = new AbortController();
  const refused = async () => new Response(JSON.stringify({ code: "too-fast", sentence: "Wait." }), { status: 429 });
  const how = { signal, pause: 0, onProgress: () => {} };
  await assert.rejects(fetchedPicture("/x", { ...how, ask: refused }), { code: "too-fast" });
  const gone = async () => Promise.reject(new Error("no line"));
  await assert.rejects(fetchedPicture("/x", { ...how, ask: gone }), { code: "offline" });
});

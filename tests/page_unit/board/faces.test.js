// The tiles are fetched once, and again if the server is too busy to tell them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { loadFaces } from "../../../src/tsuro/web/page/board/faces.js";

const FACE = { name: "1n", tile: 1, paths: [] };

/** @param {number[]} statuses of the answers, one after the other */
function answering(statuses) {
  globalThis.fetch = async () => {
    const status = statuses.shift() ?? 500;
    return new Response(JSON.stringify([FACE]), { status, headers: { "Retry-After": "0" } });
  };
}

test("a server that cannot help is an error, and the next caller asks again", async () => {
  answering([500]);
  await assert.rejects(loadFaces(), /500/);
});

test("a page that is told to wait asks again, up to a point", async () => {
  answering(Array(20).fill(429));
  await assert.rejects(loadFaces(), /429/);
  const statuses = [429, 503, 200];
  answering(statuses);
  assert.deepEqual((await loadFaces()).get("1n"), FACE);
  assert.deepEqual(statuses, []);
});

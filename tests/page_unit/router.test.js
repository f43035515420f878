// Which address shows which screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { placeOf, replayPath, tablePath } from "../../src/tsuro/web/page/router.js";

test("every address has its screen", () => {
  assert.deepEqual(placeOf("/"), { screen: "start", params: {} });
  assert.deepEqual(placeOf("/table/aB-_9"), { screen: "table", params: { code: "aB-_9" } });
  assert.deepEqual(placeOf("/table/X/replay/2"), { screen: "replay", params: { code: "X", game: "2" } });
  assert.deepEqual(placeOf("/replay"), { screen: "replay", params: {} });
  assert.equal(placeOf("/learn").screen, "learn");
  assert.equal(placeOf("/rules").screen, "rules");
  assert.deepEqual(placeOf("/hand-over/c0de"), { screen: "handover", params: { code: "c0de" } });
});

test("an address that the table does not have is missing", () => {
  for (const path of ["/tables", "/table/", "/table/a/b", "/rules/", "/nonsense"]) {
    assert.equal(placeOf(path).screen, "missing", path);
  }
});

test("addresses lead back to their screens", () => {
  assert.deepEqual(placeOf(tablePath("X")).params, { code: "X" });
  assert.deepEqual(placeOf(replayPath("X", 3)).params, { code: "X", game: "3" });
  assert.equal(replayPath("X", 3, 0), "/table/X/replay/3?move=0");
});

// Where a tooltip goes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { placeFor } from "../../../src/tsuro/web/page/ui/tooltip.js";

const TIP = { width: 100, height: 30 };
const VIEW = { width: 320, height: 568 };
/** @param {number} left @param {number} top */
const box = (left, top) => ({ left, top, right: left + 44, bottom: top + 44 });

test("a tooltip stands below the middle of what it explains", () => {
  assert.deepEqual(placeFor(box(100, 10), TIP, VIEW), { left: 72, top: 60 });
});

test("at the bottom of the window it stands above", () => {
  assert.deepEqual(placeFor(box(100, 500), TIP, VIEW), { left: 72, top: 464 });
});

test("it never leaves the window, nor covers what it explains", () => {
  for (const left of [0, 150, 276]) {
    for (const top of [0, 262, 524]) {
      const place = placeFor(box(left, top), TIP, VIEW);
      assert.ok(place.left >= 0 && place.left + TIP.width <= VIEW.width);
      assert.ok(place.top >= top + 44 || place.top + TIP.height <= top);
    }
  }
});

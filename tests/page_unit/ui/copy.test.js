// Copying a link: by the clipboard, by the old way, or by hand.

import assert from "node:assert/strict";
import { test } from "node:test";
import { copied } from "../../../src/tsuro/web/page/ui/copy.js";

class FakeField {
  constructor(hidden = false) {
    Object.assign(this, { value: "http://here/table/CODE", hidden, isFocused: false, isSelected: false });
  }

  focus() {
    this.isFocused = true;
  }

  select() {
    this.isSelected = !this.hidden;
  }
}

const never = () => assert.fail("not needed");
const refusing = { writeText: async () => Promise.reject(new Error("not allowed")) };

test("where there is a clipboard, the link goes there and nothing else moves", async () => {
  const field = new FakeField(true);
  const written = [];
  const clipboard = { writeText: async (text) => void written.push(text) };
  assert.equal(await copied(field, { clipboard, copySelected: never }), true);
  assert.deepEqual(written, ["http://here/table/CODE"]);
  assert.deepEqual([field.hidden, field.isFocused, field.isSelected], [true, false, false]);
});

for (const [why, clipboard] of [["there is none", undefined], ["it is refused", refusing]]) {
  test(`where the clipboard is out of reach since ${why}, the selected link is copied`, async () => {
    const field = new FakeField(true);
    assert.equal(await copied(field, { clipboard, copySelected: () => field.isSelected }), true);
    assert.equal(field.hidden, true); // as it was before
  });

  test(`where nothing copies, and ${why}, the link is left selected in sight and nobody says it was copied`, async () => {
    const field = new FakeField(true);
    assert.equal(await copied(field, { clipboard, copySelected: () => false }), false);
    assert.deepEqual([field.hidden, field.isFocused, field.isSelected], [false, true, true]);
  });
}

// One's turn, for whoever looks elsewhere.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isNews, titleOf, TurnSign } from "../../../src/tsuro/web/page/device/notify.js";
import { answerTo, notifications } from "../../../src/tsuro/web/page/device/permission.js";
import { useTexts } from "../../../src/tsuro/web/page/words/language.js";

useTexts(JSON.parse(readFileSync(new URL("../../../src/tsuro/web/page/languages/en.json", import.meta.url), "utf8")));

const WAITING = { names: "Ana, Rui", isOnTurn: false };
const ON_TURN = { names: "Ana, Rui", isOnTurn: true };

/** A browser that writes down what it is asked for. */
class FakeBrowser {
  constructor({ isHidden = true, fails = false } = {}) {
    this.hidden = isHidden;
    this.fails = fails;
    this.badges = [];
    this.notices = [];
    this.heard = null;
  }

  isHidden() {
    return this.hidden;
  }

  onSight(heard) {
    this.heard = heard;
    return () => void (this.heard = null);
  }

  look(isHidden) {
    this.hidden = isHidden;
    this.heard?.();
  }

  badge(count) {
    this.badges.push(count);
  }

  async notify(notice) {
    if (this.fails) throw new TypeError("not from a page");
    const shown = { ...notice, isOpen: true };
    this.notices.push(shown);
    return () => void (shown.isOpen = false);
  }
}

const titles = [];
const signAt = (browser, notify = true) =>
  new TurnSign({ title: (title) => titles.push(title), settings: { choices: { notify } } }, "CODE", browser);
const soon = () => new Promise((done) => setTimeout(done));

test("the title counts only where nobody looks", () => {
  assert.equal(titleOf({ ...ON_TURN, isHidden: false }), "● Your turn");
  assert.equal(titleOf({ ...ON_TURN, isHidden: true }), "(1) ● Your turn");
  assert.equal(titleOf({ ...WAITING, isHidden: true }), "Ana, Rui");
});

test("whoever leaves during their turn is not told of it again", () => {
  const unseen = { ...ON_TURN, isHidden: true };
  assert.equal(isNews(unseen, { ...ON_TURN, isHidden: false }), false);
  assert.equal(isNews(unseen, { ...WAITING, isHidden: true }), true);
  assert.equal(isNews({ ...ON_TURN, isHidden: false }, { ...WAITING, isHidden: true }), false);
});

test("a turn is notified once, and taken back when it is seen", async () => {
  const browser = new FakeBrowser();
  const sign = signAt(browser);
  sign.show(WAITING);
  sign.show(ON_TURN);
  sign.show(ON_TURN);
  assert.deepEqual(browser.notices, [{ title: "Your turn", body: "Ana, Rui", tag: "CODE", isOpen: true }]);
  assert.equal(titles.at(-1), "(1) ● Your turn");
  browser.look(false);
  await soon();
  assert.equal(browser.notices[0].isOpen, false);
  assert.deepEqual(browser.badges, [1, 0]);
  assert.equal(titles.at(-1), "● Your turn");
});

test("every turn is notified, and what is over is taken back", async () => {
  const browser = new FakeBrowser();
  const sign = signAt(browser);
  for (const shown of [ON_TURN, WAITING, ON_TURN]) sign.show(shown);
  await soon();
  assert.deepEqual(browser.notices.map(({ isOpen }) => isOpen), [false, true]);
  sign.leave();
  await soon();
  assert.equal(browser.notices[1].isOpen, false);
  assert.deepEqual(browser.badges, [1, 0, 1, 0]);
  assert.equal(browser.heard, null);
});

test("without the setting there is the count alone, and a tab that is seen has none", () => {
  const unseen = new FakeBrowser();
  signAt(unseen, false).show(ON_TURN);
  assert.deepEqual([unseen.notices, unseen.badges], [[], [1]]);
  const seen = new FakeBrowser({ isHidden: false });
  const sign = signAt(seen);
  sign.show(ON_TURN);
  assert.deepEqual([seen.notices, seen.badges], [[], []]);
  seen.look(true);
  assert.deepEqual([seen.notices, seen.badges], [[], [1]]);
});

test("before anything is shown, the title is left alone", () => {
  const browser = new FakeBrowser();
  signAt(browser);
  const before = titles.length;
  browser.look(false);
  assert.equal(titles.length, before);
});

test("a browser that refuses harms nobody", async () => {
  const browser = new FakeBrowser({ fails: true });
  const sign = signAt(browser);
  sign.show(ON_TURN);
  sign.show(WAITING);
  await soon();
  assert.equal(titles.at(-1), "Ana, Rui");
});

test("the browser is asked by those who want it, and its answer holds", async () => {
  const answering = (answer) => ({ requestPermission: async () => answer });
  assert.deepEqual(await answerTo(answering("granted"), true), { notify: true, isDenied: false });
  assert.deepEqual(await answerTo(answering("denied"), true), { notify: false, isDenied: true });
  assert.deepEqual(await answerTo(answering("default"), true), { notify: false, isDenied: false });
  const unasked = { requestPermission: () => assert.fail("asked") };
  assert.deepEqual(await answerTo(unasked, false), { notify: false, isDenied: false });
});

test("where there are no notifications, none are offered", () => {
  assert.equal(notifications(), null);
});

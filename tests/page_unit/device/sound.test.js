// Sounds are off by one switch, wait for a gesture, and never get in the way.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BUZZES, NOTES, Sound } from "../../../src/tsuro/web/page/device/sound.js";

const ON = { choices: { sound: true } };
const OFF = { choices: { sound: false } };

class Silence {
  static made = 0;

  constructor() {
    Silence.made += 1;
    this.state = "suspended";
  }

  async resume() {
    this.state = "running";
  }
}

/** @param {{choices: {sound: boolean}}} settings @param {unknown} [Context] */
function device(settings, Context = Silence) {
  /** @type {number[][]} */
  const buzzes = [];
  const vibrate = (/** @type {number[]} */ pattern) => buzzes.push(pattern);
  const sound = new Sound(settings, { Context: /** @type {typeof AudioContext} */ (Context), vibrate });
  return { sound, buzzes };
}

test("all is calm: no note is loud, and none lasts long", () => {
  for (const notes of Object.values(NOTES)) {
    assert.ok(notes.reduce((sum, { loud }) => sum + loud, 0) <= 0.5);
    for (const { at, lasts, loud } of notes) assert.ok(loud <= 0.25 && at + lasts <= 2);
  }
});

test("nothing is made before the first gesture, and it is made once", () => {
  Silence.made = 0;
  const { sound } = device(ON);
  const target = new EventTarget();
  sound.wakeOn(target);
  sound.play("turn");
  assert.equal(Silence.made, 0);
  target.dispatchEvent(new Event("keydown"));
  target.dispatchEvent(new Event("pointerdown"));
  assert.equal(Silence.made, 1);
});

test("who switches the sound on later hears it", () => {
  Silence.made = 0;
  const settings = { choices: { sound: false } };
  const { sound } = device(settings);
  const target = new EventTarget();
  sound.wakeOn(target);
  target.dispatchEvent(new Event("pointerdown"));
  assert.equal(Silence.made, 0);
  settings.choices.sound = true;
  sound.play("turn");
  assert.equal(Silence.made, 1);
});

test("a telephone buzzes with the sound, and not when it is off", () => {
  const on = device(ON);
  on.sound.play("placed");
  on.sound.play("walked");
  assert.deepEqual(on.buzzes, [BUZZES.placed]);
  const off = device(OFF);
  off.sound.wake();
  off.sound.play("placed");
  off.sound.buzz("win");
  assert.deepEqual([off.buzzes, off.sound.context], [[], null]);
});

test("where there is no audio, and nothing that buzzes, nothing happens", () => {
  const { sound } = device(ON, undefined);
  sound.vibrate = () => {
    throw new Error("not here");
  };
  sound.Context = /** @type {typeof AudioContext} */ (/** @type {unknown} */ (undefined));
  sound.mayWake = true;
  sound.play("win");
  assert.equal(sound.context, null);
});

// Sounds are off by one switch, wait for a gesture, and never get in the way.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BUZZES, gainOf, NOTES, Sound } from "../../../src/tsuro/web/page/device/sound.js";

const ON = { choices: { sound: true, volume: 50 } };
const OFF = { choices: { sound: false, volume: 50 } };

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

/** @param {{choices: {sound: boolean, volume: number}}} settings @param {unknown} [Context] */
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

/** How loud the notes of a sound get, at a volume. @param {number} volume */
function heardAt(volume) {
  /** @type {number[]} */
  const peaks = [];
  const parameter = { setValueAtTime() {}, exponentialRampToValueAtTime() {}, linearRampToValueAtTime: (/** @type {number} */ peak) => peaks.push(peak) };
  const node = { frequency: parameter, gain: parameter, connect: (/** @type {unknown} */ next) => next, start() {}, stop() {} };
  Object.assign(globalThis, { OscillatorNode: class { constructor() { return node; } }, GainNode: class { constructor() { return node; } } });
  const { sound } = device({ choices: { sound: true, volume } });
  sound.context = /** @type {AudioContext} */ (/** @type {unknown} */ ({ state: "running", currentTime: 1, destination: {} }));
  sound.play("placed");
  return peaks;
}

test("the volume makes notes louder and quieter; at its middle they are as written", () => {
  assert.deepEqual(heardAt(50), NOTES.placed.map(({ loud }) => loud));
  assert.ok(heardAt(20)[0] < heardAt(50)[0] && heardAt(50)[0] < heardAt(100)[0]);
  assert.deepEqual(heardAt(0), []);
});

test("no volume is so loud that a sound is cut off", () => {
  for (const notes of Object.values(NOTES)) assert.ok(notes.reduce((most, { loud }) => Math.max(most, loud), 0) * gainOf(100) < 1);
  assert.deepEqual([gainOf(-5), gainOf(400)], [0, gainOf(100)]);
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
  const settings = { choices: { sound: false, volume: 50 } };
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

// Sounds, made as they are needed: wood, warm notes, a low gong. Calm and quiet, and off by one switch.

/** @typedef {"placed" | "turn" | "walked" | "eliminated" | "your-turn" | "win"} Kind */
/** A note: when it begins and how long it sounds, in seconds; its pitch in Hertz, and where that glides to.
 * @typedef {{at: number, lasts: number, pitch: number, to?: number, loud: number, wave?: OscillatorType}} Note */

/** @type {Record<Kind, Note[]>} */
export const NOTES = {
  placed: [
    { at: 0, lasts: 0.09, pitch: 320, to: 170, loud: 0.22, wave: "triangle" },
    { at: 0.004, lasts: 0.03, pitch: 1150, to: 700, loud: 0.05 },
  ],
  turn: [{ at: 0, lasts: 0.035, pitch: 880, to: 620, loud: 0.06, wave: "triangle" }],
  walked: [{ at: 0, lasts: 0.12, pitch: 290, to: 460, loud: 0.09 }],
  eliminated: [
    { at: 0, lasts: 1.6, pitch: 98, loud: 0.16 },
    { at: 0, lasts: 1.1, pitch: 146.8, to: 145, loud: 0.07 },
    { at: 0, lasts: 0.6, pitch: 233, to: 230, loud: 0.04 },
  ],
  "your-turn": [
    { at: 0, lasts: 0.4, pitch: 392, loud: 0.09 },
    { at: 0.14, lasts: 0.6, pitch: 523.3, loud: 0.09 },
  ],
  win: [392, 440, 523.3, 587.3, 784].map((pitch, i) => ({ at: i * 0.15, lasts: i === 4 ? 1.3 : 0.5, pitch, loud: 0.09 })),
};

/** The sound of each kind of step on the board. */
export const STEP_SOUNDS = /** @type {const} */ ({ tile: "placed", start: "placed", walk: "walked", out: "eliminated" });

/** What a telephone does besides, in milliseconds on and off.
 * @type {Partial<Record<Kind, number[]>>} */
export const BUZZES = {
  placed: [12],
  turn: [6],
  eliminated: [40, 60, 90],
  "your-turn": [25, 70, 25],
  win: [25, 60, 25, 60, 80],
};

const TOGETHER = 0.05; // seconds
const MIDDLE = 50; // the volume at which notes are as loud as they are written
const GESTURES = ["pointerdown", "keydown"];

/** Plays the sounds, unless they are switched off. */
export class Sound {
  /**
   * @param {{choices: {sound: boolean, volume: number}}} settings
   * @param {{Context?: typeof AudioContext, vibrate?: (pattern: number[]) => unknown}} [device]
   */
  constructor(settings, { Context = globalThis.AudioContext, vibrate } = {}) {
    this.settings = settings;
    this.Context = Context;
    // A browser complains about devices that shake before anybody has touched the page.
    const isTouched = () => globalThis.navigator?.userActivation?.hasBeenActive !== false;
    this.vibrate = vibrate ?? ((/** @type {number[]} */ pattern) => isTouched() && globalThis.navigator?.vibrate?.(pattern));
    /** @type {AudioContext | null} */
    this.context = null;
    this.mayWake = false;
    /** @type {Map<Kind, number>} when each was last heard */
    this.sounded = new Map();
  }

  /** Browsers let a page sound only after somebody has touched it: wait for the first gesture.
   * @param {EventTarget} target
   */
  wakeOn(target) {
    const wake = () => {
      this.mayWake = true;
      this.wake();
      for (const gesture of GESTURES) target.removeEventListener(gesture, wake);
    };
    for (const gesture of GESTURES) target.addEventListener(gesture, wake, { passive: true });
  }

  wake() {
    if (!this.settings.choices.sound || !this.mayWake) return;
    try {
      this.context ??= new this.Context();
      if (this.context.state !== "running") void this.context.resume().catch(() => {});
    } catch {
      // No audio here. The page says everything in pictures and words, too.
    }
  }

  /** @param {Kind} kind */
  play(kind) {
    if (!this.settings.choices.sound) return;
    this.buzz(kind);
    this.wake(); // it may have been switched on since, or put to sleep with the telephone
    try {
      if (this.context?.state === "running") this.sound(this.context, kind);
    } catch {
      // A device that went away.
    }
  }

  /** Two that are out at once make one sound, not one twice as loud.
   * @param {AudioContext} context
   * @param {Kind} kind
   */
  sound(context, kind) {
    if (context.currentTime - (this.sounded.get(kind) ?? -1) < TOGETHER) return;
    this.sounded.set(kind, context.currentTime);
    const gain = gainOf(this.settings.choices.volume);
    if (gain) for (const note of NOTES[kind]) sound(context, { ...note, loud: note.loud * gain });
  }

  /** @param {Kind} kind */
  buzz(kind) {
    const pattern = BUZZES[kind];
    if (!pattern || !this.settings.choices.sound) return;
    try {
      this.vibrate(pattern);
    } catch {
      // Not allowed in this frame or on this device.
    }
  }
}

/** How much louder than written the notes of a volume are. Ears hear ratios, so the steps grow.
 * @param {number} volume from 0 to 100
 */
export function gainOf(volume) {
  return (Math.min(100, Math.max(0, volume)) / MIDDLE) ** 1.5;
}

/** Let one note sound: a quick beginning, and an end that fades.
 * @param {AudioContext} context
 * @param {Note} note
 */
function sound(context, { at, lasts, pitch, to = pitch, loud, wave = "sine" }) {
  const begins = context.currentTime + at;
  const tone = new OscillatorNode(context, { type: wave, frequency: pitch });
  const volume = new GainNode(context, { gain: 0 });
  tone.frequency.setValueAtTime(pitch, begins);
  tone.frequency.exponentialRampToValueAtTime(to, begins + lasts);
  volume.gain.setValueAtTime(0, begins);
  volume.gain.linearRampToValueAtTime(loud, begins + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.0001, begins + lasts);
  tone.connect(volume).connect(context.destination);
  tone.start(begins);
  tone.stop(begins + lasts);
}

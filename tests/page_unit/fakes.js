// What tests of the page put in the place of what a browser has.

/** A store that forgets with the test. */
export class FakeStorage {
  constructor(kept = {}) {
    this.kept = new Map(Object.entries(kept));
  }

  getItem(key) {
    return this.kept.get(key) ?? null;
  }

  setItem(key, value) {
    this.kept.set(key, value);
  }

  removeItem(key) {
    this.kept.delete(key);
  }
}

/** A table for two, one of whom is at this device, in the middle of a game. */
export function tableState(changes = {}) {
  const seat = { kind: "person", name: "Ana", marker: "circle", bot: null, stand_in: false, wants_rematch: false, votes: [] };
  return {
    seq: 7,
    table: {
      phase: "playing",
      options: { edition: "modern", seats: 2, clock: { kind: "none" }, first: "random" },
      seats: [seat, { ...seat, name: "Rui", marker: "star" }],
      host: 0,
      first: null,
      game: 1,
      players: [{ name: "Ana", marker: "circle" }, { name: "Rui", marker: "star" }],
      commitment: null,
    },
    you: { seats: [0], host: true, play: "PLAY", watch: "WATCH" },
    away: [],
    missing: [],
    watchers: 0,
    clocks: null,
    clocksAt: 0,
    starts: null,
    position: position(),
    own: [],
    last: [],
    story: { since: null, actions: [] },
    ...changes,
  };
}

/** A position before the first tile. */
export function position(changes = {}) {
  return {
    phase: "play",
    active: 0,
    board: Array(36).fill(null),
    markers: [16, 139],
    trails: [[16], [139]],
    hands: [3, 3],
    open_hand: [],
    pile: 29,
    dragon: null,
    out: [],
    closed: [],
    scores: [],
    solo: null,
    result: null,
    ...changes,
  };
}

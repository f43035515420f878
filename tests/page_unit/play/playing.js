// A game in which it is Ana's turn at this device, for tests of the table screen.

import { facesOf } from "../../../src/tsuro/web/page/board/faces.js";
import { BEGINNING, reduce } from "../../../src/tsuro/web/page/play/state.js";
import { position, tableState } from "../fakes.js";

export const FACES = facesOf(["17n", "17e", "4n", "4e"].map((name) => ({ name, tile: Number.parseInt(name, 10), paths: [] })));
export const REFUSED = { code: "takes-you-to-the-edge", sentence: "", rule: "P2" };

/** What placing a tile would do: the player stays in play. */
export const preview = (face, refused = null) => ({
  action: `play ${face}`,
  walks: [{ seat: 0, points: [16, 12], end: 12, met: null }],
  refused,
});

/** What Ana sees: two tiles, the second of which may not be placed as it lies. */
export const own = (changes = {}) => ({
  seat: 0,
  hand: [17, 4],
  on_turn: true,
  previews: [preview("17n"), preview("17e"), preview("4n", REFUSED), preview("4e")],
  marks: [],
  offer: [],
  ...changes,
});

/** A table on which Ana sees this. */
export const table = (changes = {}, at = {}) => tableState({ own: [own(changes)], position: position(at) });

/** The news that a move was made. */
export const moved = (before, state) => ({ state, before, message: { type: "moved", events: state.last } });

/** Several inputs, one after the other. */
export const after = (state, ...inputs) => inputs.reduce(reduce, state);

/** It is known of the table, and the faces are loaded. */
export const playing = (known = table(), sent = null) =>
  after(BEGINNING, { type: "faces-loaded", faces: FACES }, { type: "heard", table: known, news: null, sent });

/** The input that news were heard. */
export const heard = (table, news = null, sent = null) => ({ type: "heard", table, news, sent });

/** The move that moves has been shown. */
export const shown = (state) => reduce(state, { type: "moment-shown", moment: state.queue.now });

// The picture on the start screen: a game in its middle, which was really played.

/** @import {Position} from "../generated/messages" */
import { Board } from "../board/board.js";
import { loadFaces } from "../board/faces.js";
import { h, set } from "../ui/dom.js";
import { t } from "../words/language.js";
import { MARKERS } from "../generated/limits.js";
import { looksOf } from "../board/looks.js";

const TILES = [
  null, null, null, null, "30n", null,
  null, "5n", "20n", "15w", "31e", "19n",
  "34n", "18e", "21e", "8w", "26s", null,
  "4e", "17s", "16w", "32n", "33e", null,
  null, "24n", "6e", "28n", "25s", null,
  null, "23e", "14e", null, "3s", "35n",
];
const TRAILS = [
  [102, 99, 105, 58, 69, 115, 127, 116, 164, 214, 200, 152, 104, 62],
  [285, 286, 272, 224, 176, 128, 83, 92],
  [32, 36, 87, 77, 124, 173, 219, 226],
  [252, 250, 257, 215, 201, 158, 146, 155, 160, 119, 108, 154, 162, 171, 178],
];
const STANDING = [51, 137, 239, 191];

/** @type {Position} */
const POSITION = {
  phase: "play",
  active: 0,
  board: TILES,
  markers: STANDING,
  trails: TRAILS,
  hands: [3, 3, 3, 3],
  open_hand: [],
  pile: 0,
  dragon: null,
  out: [],
  closed: [],
  scores: [],
  solo: null,
  result: null,
};

/** The picture; it comes as soon as the tiles are known, into room that is kept for it. */
export function picture() {
  const room = h("div", { class: "start-picture", "aria-hidden": "true" });
  const looks = looksOf(MARKERS.slice(0, STANDING.length).map((marker) => ({ name: "", marker })));
  void loadFaces().then((faces) => {
    const board = new Board({ faces, t });
    board.show({ position: POSITION, looks, active: null, lit: null, last: null, marks: [], mark: null, ghost: null });
    set(board.element, { role: null, "aria-label": null, preserveAspectRatio: "xMidYMid slice" });
    room.append(board.element);
  }, () => {}); // without the server there is no picture, and the forms say why nothing works
  return room;
}

// Who holds what at a moment: all tiles where they are known, the draw pile, the Dragon tile, and who acts next.

/** @import {Frame} from "../generated/messages" */
/** @import {Look} from "../board/looks.js" */
/** @import {Faces} from "../board/faces.js" */
import { tilePicture } from "../board/tile.js";
import { h, put } from "../ui/dom.js";
import { t } from "../words/language.js";
import { markerIcon } from "../board/looks.js";
import { isOut } from "../game/table.js";
import { shortScore, soloInWords } from "../words/score.js";
import { nextToAct } from "./moments.js";

const SIZE = 34;

/** The panel with all hands at a moment.
 * @param {Look[]} looks
 * @param {Faces} faces
 * @param {{frames: readonly Frame[], edition: string}} replay
 * @param {boolean} words rather than pictures
 * @returns {{element: HTMLElement, update: (at: number) => void}}
 */
export function handsPanel(looks, faces, { frames, edition }, words) {
  const shown = words ? undefined : faces;
  const rows = h("ul", { class: "replay-hands-list" });
  const pile = h("p", { class: "quiet figures" });
  const element = h(
    "section",
    { class: "replay-hands", "aria-labelledby": "replay-hands" },
    h("h2", { id: "replay-hands" }, t("replay.hands")),
    rows,
    pile,
  );
  return { element, update };

  /** @param {number} at */
  function update(at) {
    const frame = /** @type {Frame} */ (frames[at]);
    const { open_hand: open, pile: left, closed } = frame.position;
    put(rows, looks.map((look) => playerRow(look, frame, edition, shown)), open.length > 0 && openRow(open, shown));
    const counted = closed.length ? [t("replay.closed", { count: closed.length })] : [];
    put(pile, [soloInWords(frame.position), t("replay.pile", { count: left }), ...counted].filter(Boolean).join(" · "));
  }
}

/** @param {Look} look @param {Frame} frame @param {string} edition @param {Faces | undefined} faces */
function playerRow(look, frame, edition, faces) {
  const { position, hands } = frame;
  const { seat } = look;
  const out = isOut(position, seat);
  const next = nextToAct(frame) === seat;
  const won = position.result?.winners.includes(seat) ?? false;
  const score = position.scores[seat];
  const states = [
    score !== undefined && shortScore(score, edition),
    won && t("replay.won"),
    out && !won && t("replay.out"),
    next && t("replay.next-to-act"),
    position.dragon === seat && t("replay.dragon"),
  ];
  return h(
    "li",
    { class: `replay-player${next ? " is-next" : ""}${out && !won ? " is-out" : ""}` },
    markerIcon(look, { size: 28 }),
    h("span", { class: "replay-name" }, look.name),
    h("span", { class: "replay-state" }, states.filter(Boolean).join(" · ")),
    h("span", { class: "replay-tiles" }, tiles(hands[seat] ?? [], faces)),
  );
}

/** @param {readonly number[]} open @param {Faces | undefined} faces */
function openRow(open, faces) {
  return h(
    "li",
    { class: "replay-player" },
    h("span", { class: "replay-name" }, t("replay.open-hand")),
    h("span", { class: "replay-tiles" }, tiles(open, faces)),
  );
}

/** @param {readonly number[]} held @param {Faces | undefined} faces undefined: in words */
function tiles(held, faces) {
  const labels = held.map((tile) => (tile === 0 ? t("replay.face-down") : t("replay.tile", { tile })));
  if (!faces) return labels.join(", ");
  return held.map((tile, i) => tilePicture(faces.get(`${tile}n`), { label: labels[i], size: SIZE }));
}

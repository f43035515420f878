// Compares what a page wrote with what it drew, frame by frame, and with the game as the server replays it afterwards.
// Reads {replay, seat, samples, sounds, said} from its input, and writes what does not agree.

import { readFileSync } from "node:fs";
import { looksOf } from "../../src/tsuro/web/page/board/looks.js";
import { pair, placeOf } from "../../src/tsuro/web/page/board/geometry.js";
import { BUZZES } from "../../src/tsuro/web/page/device/sound.js";
import { factsOf } from "../../src/tsuro/web/page/play/facts.js";
import { countsOf } from "../../src/tsuro/web/page/play/players.js";
import { moveOf } from "../../src/tsuro/web/page/play/moves.js";
import { explanationsFor } from "../../src/tsuro/web/page/play/notes.js";
import { isOnTurn, newsLine, panelOf } from "../../src/tsuro/web/page/play/selectors.js";
import { turnInWords } from "../../src/tsuro/web/page/play/status.js";
import { t, useTexts } from "../../src/tsuro/web/page/words/language.js";

const MOST = 3; // complaints
const LANGUAGE = new URL("../../src/tsuro/web/page/languages/en.json", import.meta.url);

useTexts(JSON.parse(readFileSync(LANGUAGE, "utf8")));
const { replay, seat, samples, sounds, said } = JSON.parse(readFileSync(0, "utf8"));
const looks = looksOf(replay.players);
const tables = replay.frames.map(tableOf);
const still = tables.map((table) => ({ written: written(table), ...drawn(table.position) }));
const moving = tables.map((table, at) => written(during(table, tables[at + 1]?.last ?? [])));

/** The table after a frame of the replay, as the person who played knew it. */
function tableOf({ position, events, hands }) {
  const isNow = (phase) => (position.phase === phase && position.active === seat ? [{}] : []);
  const own = {
    seat,
    hand: hands[seat],
    on_turn: position.active === seat && !position.result,
    previews: isNow("play"),
    marks: isNow("mark"),
    offer: isNow("exchange"),
  };
  const table = { players: replay.players, seats: [], options: { edition: replay.edition } };
  return { table, you: { seats: [seat] }, away: [], watchers: 0, position, own: [own], last: events };
}

/** The same while the next move is drawn: its tile is on the board, so it is in no hand, and there is nothing to do. */
function during({ position, own: [own], ...table }, events) {
  const placed = events.find(({ type }) => type === "tile-placed");
  const hands = position.hands.map((count, one) => count - Number(one === placed?.seat));
  return { ...table, position: { ...position, hands }, own: [{ ...own, previews: [], marks: [], offer: [] }] };
}

/** What is to be read, as the page's observer gathers it. */
function written(table) {
  const facts = factsOf(table, null);
  return JSON.stringify({
    turn: turnInWords(table, looks),
    news: newsLine({ table, looks }),
    log: moveOf(table.last, looks, [seat])?.text ?? "",
    counts: countsOf(table),
    players: facts.map((fact) => [fact.isActive, fact.isOut && !fact.isWinner, fact.isWinner, fact.tiles, fact.hasDragon]),
    isCalled: isOnTurn({ table }),
    room: panelOf(table, table.own[0]),
    isOver: table.position.result !== null,
  });
}

/** What is to be seen: tiles by their squares, and markers by their shapes. */
function drawn({ board, markers, trails }) {
  const tiles = board.flatMap((face, square) => (face === null ? [] : [`${square} ${face}`])).sort();
  const at = markers.flatMap((point, one) => (point === null ? [] : [`${looks[one].marker} translate(${pair(placeOf(point))})`]));
  const ways = trails.filter(({ length }) => length > 0).length;
  return { ways, tiles: tiles.join(), markers: at.sort().join(), shapes: markers.map((point, one) => point !== null && looks[one].marker) };
}

/** Whether a sample belongs to a frame. */
function fits(sample, at) {
  if (sample.note && !explained(at).includes(sample.note)) return false;
  if (!sample.isMoving) {
    const { tiles, markers, ways, written: words } = still[at];
    return sample.tiles === tiles && sample.ways === ways && sample.markers === markers && sample.written === words;
  }
  const next = still[at + 1];
  const isThere = next && [still[at].tiles, next.tiles].includes(sample.tiles) && sample.written === moving[at] && [still[at].ways, next.ways].includes(sample.ways);
  return isThere && sample.shapes.every((shape) => still[at].shapes.includes(shape) || next.shapes.includes(shape));
}

/** All that has been explained up to a frame. */
function explained(at) {
  const until = tables.slice(0, at + 1);
  return until.flatMap(({ last, position }, one) => explanationsFor(last, tables[one - 1]?.position ?? null, position)).map((key) => t(key));
}

const complaints = [];
let [at, first] = [0, null];
const frames = []; // of each sample
for (const sample of samples) {
  let found = at;
  while (found < tables.length && !fits(sample, found)) found += 1;
  if (found < tables.length) at = found;
  else complaints.push({ sample, frame: at, expected: [still[at], moving[at], still[at + 1] ?? null] });
  first ??= at;
  frames.push(at);
  if (complaints.length === MOST) break;
}
if (!complaints.length && at !== tables.length - 1) complaints.push({ ended: at, of: tables.length - 1 });

/** Whether any of the frames from the one sample to the next, or the move after it, is a reason for a sound. */
function isReason({ pattern, before }) {
  const [from, to] = [frames[Math.max(0, before - 1)], frames[Math.min(before, frames.length - 1)]];
  const near = tables.slice(from, to + 2);
  switch (pattern.join()) {
    case BUZZES.eliminated.join():
      return near.some(({ last }) => last.some(({ type }) => type === "eliminated"));
    case BUZZES["your-turn"].join():
      return near.some((table) => isOnTurn({ table }));
    case BUZZES.win.join():
      return near.some(({ position }) => position.result?.winners.includes(seat));
    case BUZZES.placed.join():
      return near.some(({ last }) => last.some(({ type }) => type === "tile-placed" || type === "marker-placed"));
    default:
      return true; // a tile that somebody turns
  }
}
if (!complaints.length) complaints.push(...sounds.filter((sound) => !isReason(sound)).map((sound) => ({ sound, near: frames[sound.before] })));

let heard = 0;
for (const { last } of tables.slice(first + 1)) {
  const sentence = newsLine({ table: { last, you: { seats: [seat] } }, looks });
  const found = said.indexOf(sentence, heard);
  if (found < 0) complaints.push({ unsaid: sentence, after: said.slice(Math.max(0, heard - 200), heard) });
  else heard = found + sentence.length;
}
process.stdout.write(JSON.stringify(complaints.slice(0, MOST), null, 1));

// Compares what a page wrote with what it drew, frame by frame, and with the game as the server replays it afterwards.
// Reads {replay, seat, samples, said} from its input, and writes what does not agree.

import { readFileSync } from "node:fs";
import { looksOf } from "../../src/tsuro/web/page/board/looks.js";
import { pair, placeOf } from "../../src/tsuro/web/page/board/geometry.js";
import { factsOf } from "../../src/tsuro/web/page/play/facts.js";
import { countsOf } from "../../src/tsuro/web/page/play/players.js";
import { isOnTurn, newsLine, panelOf } from "../../src/tsuro/web/page/play/selectors.js";
import { turnInWords } from "../../src/tsuro/web/page/play/status.js";
import { useTexts } from "../../src/tsuro/web/page/words/language.js";

const MOST = 3; // complaints
const LANGUAGE = new URL("../../src/tsuro/web/page/languages/en.json", import.meta.url);

useTexts(JSON.parse(readFileSync(LANGUAGE, "utf8")));
const { replay, seat, samples, said } = JSON.parse(readFileSync(0, "utf8"));
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
    counts: countsOf(table),
    players: facts.map((fact) => [fact.isActive, fact.isOut && !fact.isWinner, fact.isWinner, fact.tiles, fact.hasDragon]),
    isCalled: isOnTurn({ table }),
    room: panelOf(table, table.own[0]),
    isOver: table.position.result !== null,
  });
}

/** What is to be seen: tiles by their squares, and markers by their shapes. */
function drawn({ board, markers }) {
  const tiles = board.flatMap((face, square) => (face === null ? [] : [`${square} ${face}`])).sort();
  const at = markers.flatMap((point, one) => (point === null ? [] : [`${looks[one].marker} translate(${pair(placeOf(point))})`]));
  return { tiles: tiles.join(), markers: at.sort().join(), shapes: markers.map((point, one) => point !== null && looks[one].marker) };
}

/** Whether a sample belongs to a frame. */
function fits(sample, at) {
  if (!sample.isMoving) {
    const { tiles, markers, written: words } = still[at];
    return sample.tiles === tiles && sample.markers === markers && sample.written === words;
  }
  const next = still[at + 1];
  const isThere = next && [still[at].tiles, next.tiles].includes(sample.tiles) && sample.written === moving[at];
  return isThere && sample.shapes.every((shape) => still[at].shapes.includes(shape) || next.shapes.includes(shape));
}

const complaints = [];
let [at, first] = [0, null];
for (const sample of samples) {
  let found = at;
  while (found < tables.length && !fits(sample, found)) found += 1;
  if (found < tables.length) at = found;
  else complaints.push({ sample, frame: at, expected: [still[at], moving[at], still[at + 1] ?? null] });
  first ??= at;
  if (complaints.length === MOST) break;
}
if (!complaints.length && at !== tables.length - 1) complaints.push({ ended: at, of: tables.length - 1 });

let heard = 0;
for (const { last } of tables.slice(first + 1)) {
  const sentence = newsLine({ table: { last, you: { seats: [seat] } }, looks });
  const found = said.indexOf(sentence, heard);
  if (found < 0) complaints.push({ unsaid: sentence, after: said.slice(Math.max(0, heard - 200), heard) });
  else heard = found + sentence.length;
}
process.stdout.write(JSON.stringify(complaints.slice(0, MOST), null, 1));

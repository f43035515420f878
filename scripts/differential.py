"""Plays the same choices through `tsuro.game` and through the simulation core, and compares them move for move.

Every edition with its options and variants, two to eight players, any first player. After every action both must
agree on who is to move, the legal placements, who is out, the markers, hands, draw pile, Dragon tile
and the far ends of all paths; at the end, on the winners. The draws are the core's, repeated in the game. A third
form of the same game is played by action ids, tile by tile: it must agree, too, and on trails and ranks.

Run it with `make differential`: it plays 100,000 games on all cores and writes docs/differential.md.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import astuple, dataclass
from functools import partial
from itertools import product
from pathlib import Path
from random import Random

from rich.console import Console
from rich.progress import track

from tsuro.fast import kernel
from tsuro.fast.batch import seeds_from
from tsuro.fast.core import INTERPRETED, Core
from tsuro.fast.ids import DONE, ID_OF, action_ids
from tsuro.fast.layout import (
    ACTIVE,
    DRAGON,
    DRAWER,
    DRAWN,
    EDGE,
    GIVE,
    HAND,
    HELD,
    IN_PILE,
    IN_PLAY,
    MARK,
    NOBODY_WINS,
    ONE_HAND,
    PHASE,
    PILE,
    SIZE,
    WINNERS,
    Position,
)
from tsuro.fast.legal import is_legal, list_placements
from tsuro.fast.loader import best_core
from tsuro.fast.position import flatten, row_of, shape_of, tile_of
from tsuro.fast.search import share
from tsuro.fast.steps import draw_tile, try_id
from tsuro.fast.trails import draw_trails
from tsuro.game.actions import ExchangeTiles, PlayTile
from tsuro.game.edition import Edition, Goal
from tsuro.game.errors import ImpossibleSetup
from tsuro.game.legal import legal_actions
from tsuro.game.outcome import Outcome, outcome
from tsuro.game.state import Phase, Setup, State
from tsuro.game.tiles import TILES, Tile
from tsuro.game.turn import act, start
from tsuro.notation import write_edition, write_position

REPORT = Path(__file__).parent.parent / "docs" / "differential.md"
CHUNK = 140  # games that a process plays before it reports
MANNERS = ("any", "careful", "fierce")  # placements spare any number of players, the most, or the fewest


def _editions() -> Iterator[Edition]:
    """Every edition with every option and variant that can be chosen with it."""
    for name, goal in product(("classic", "modern"), Goal):
        for bonus, passed, no_ramming, open_tiles, solo in product((False, True), repeat=5):
            with suppress(ImpossibleSetup):
                yield Edition(
                    name=name,
                    elimination_bonus=bonus,
                    pass_the_pile=passed,
                    no_ramming=no_ramming,
                    goal=goal,
                    open_tiles=open_tiles,
                    solo=solo,
                )


EDITIONS = list(_editions())
TABLES = list(product(EDITIONS, range(2, 9)))


class Disagreement(Exception):
    """The game and the core see it differently."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What was compared."""

    games: int = 0
    placements: int = 0
    exchanges: int = 0
    eliminations: int = 0
    dragons: int = 0  # games in which somebody held the Dragon tile
    played_on: int = 0  # games in which a marker was alone on the board and played on (V1, V2, V4)

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(mine + theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True)))


class Twins:
    """One game in both forms."""

    def __init__(self, core: Core, setup: Setup, random: Random) -> None:
        self.core = core
        self.random = random
        self.manner = random.choice(MANNERS)
        self.seed = seeds_from(random.getrandbits(32), 1)[0]
        self.exchanges = 0
        self.saw_dragon = False
        self.played_on = False
        self.out = 0
        self.drawn: list[Tile] | None = None
        self.state = _after_the_start_marks(setup, random)
        self.g = core.position(flatten(self.state))
        self.row = core.position(row_of(self.state, asks_chance=True))  # the same game, played by action ids

    def play(self) -> Tally:
        """The whole game."""
        while self.state.phase is not Phase.OVER:
            self.turn()
        self.compare_ends()
        return Tally(
            games=1,
            placements=self.state.tiles_placed,
            exchanges=self.exchanges,
            eliminations=sum(len(group) for group in self.state.out),
            dragons=int(self.saw_dragon),
            played_on=int(self.played_on),
        )

    def turn(self) -> None:
        shapes = self.legal()
        shape, seat = self.choose(shapes), self.state.active
        at_once = self.core.position(self.g)
        after = self.core[kernel.play](at_once, shape, self.seed)
        self.drawn = None
        self.out = int(self.core[kernel.place](self.g, shape))
        self.by_id(ID_OF[shape >> 3])
        self.state, _ = act(self.state, seat, PlayTile(tile_of(shape)), self.chance)
        if self.state.phase is Phase.EXCHANGE:
            self.exchange(seat)
        else:
            self.finish()
            _agree("seeds", after, self.seed)
            _agree("a turn at once and in steps", _known(_row(at_once)), _known(_row(self.g)))
            _agree("trails at once and in steps", _row(at_once)[SIZE:DRAWN], _row(self.g)[SIZE:DRAWN])
        _agree("draws", self.drawn, [])
        self.compare()

    def exchange(self, seat: int) -> None:
        self.compare()
        action = self.random.choice(legal_actions(self.state))
        if isinstance(action, ExchangeTiles):
            for give, take in zip(action.give, action.take, strict=True):
                self.core[kernel.swap](self.g, give, take)
            self.exchanges += 1
            for part in action_ids(action):
                if part != DONE or self.row[PHASE] == GIVE:  # it may have ended by itself
                    self.by_id(part)
        self.state, _ = act(self.state, seat, action, self.chance)
        self.finish()

    def finish(self) -> None:
        """Play the core's second half of the turn, unless that is done; notes what it draws."""
        if self.drawn is None:
            before = _row(self.g)
            self.seed = int(self.core[kernel.end_turn](self.g, self.out, self.seed))
            after = _row(self.g)
            hands = 0 if before[ONE_HAND] else self.out  # whose tiles are shuffled in
            top = before[IN_PILE] + sum(before[HELD + seat] for seat in range(8) if hands >> seat & 1)
            self.drawn = [] if after[WINNERS] else after[PILE + after[IN_PILE] : PILE + top][::-1]

    def chance(self, pile: tuple[Tile, ...]) -> Tile:
        """The game draws what the core has drawn."""
        self.finish()
        if not self.drawn or self.drawn[0] not in pile:
            raise Disagreement(f"the game draws from {pile}, the core {self.drawn}")
        self.core[draw_tile](self.row, self.drawn[0], 1)
        return self.drawn.pop(0)

    def by_id(self, action: int) -> None:
        """The same decision in the game that is played by action ids."""
        _agree("ids", int(self.core[try_id](self.row, action, 1)), 1)

    def legal(self) -> list[int]:
        """The legal placements, once both agree on them."""
        shapes = self.core.integers([0] * 12)
        number = self.core[list_placements](self.g, self.state.active, shapes)
        found = sorted(int(shape) for shape in shapes[:number])
        expected = sorted(
            shape_of(action.tile) for action in legal_actions(self.state) if isinstance(action, PlayTile)
        )
        _agree("legal placements", found, expected)
        others = [
            shape for tile in range(36) for shape in range(tile * 32, tile * 32 + 32, 8) if shape not in found
        ]
        _agree("legal ones refused", [s for s in found if not self.core[is_legal](self.g, s)], [])
        _agree(
            "illegal ones allowed",
            [s for s in self.random.sample(others, 3) if self.core[is_legal](self.g, s)],
            [],
        )
        return found

    def choose(self, shapes: list[int]) -> int:
        """One of them, as the manner asks; each is laid and lifted again, which must change nothing."""
        base = int(self.g[MARK + self.state.active]) & ~7
        looped, before = bool(self.core[kernel.loops](self.g, base)), _row(self.g)
        losses = {}
        for shape in shapes:
            self.core[kernel.lay](self.g, base, shape, looped)
            losses[shape] = int(self.core[kernel.ended](self.g)).bit_count()
            self.core[kernel.lift](self.g, base, shape)
        _agree("tiles lifted", _without_sink(_row(self.g)), _without_sink(before))
        if self.manner == "any":
            return self.random.choice(shapes)
        wanted = (min if self.manner == "careful" else max)(losses.values())
        return self.random.choice([shape for shape in shapes if losses[shape] == wanted])

    def compare(self) -> None:
        state, g = self.state, _row(self.g)
        self.saw_dragon |= state.dragon is not None
        self.played_on |= len(state.in_play) == 1 and state.phase is Phase.PLAY_TILE
        _agree("active", g[ACTIVE], state.active)
        eliminated = sum(1 << seat for seat in state.out[-1]) if self.out else 0
        _agree("eliminated", self.out, eliminated)
        for seat, marker in enumerate(state.markers):
            if marker is not None:
                _agree("marker", g[MARK + seat], marker)
        expected = flatten(state)
        _agree("position", _known(g), _known(expected))
        _agree("trails", g[SIZE:DRAWN], expected[SIZE:DRAWN])
        row, whole = self.looked_at(), row_of(state, asks_chance=True)
        _agree("by ids", (row[ACTIVE], _known(row)), (state.active, _known(expected)))
        _agree("what stands outside", _outside(row), _outside(whole))
        for square, tile in enumerate(state.board):
            if tile is None:
                points = slice(square * 8, square * 8 + 8)
                _agree("far ends", g[points], expected[points])

    def looked_at(self) -> list[int]:
        """The game that is played by action ids, with its trails, which otherwise wait, some for several turns."""
        looked = self.core.position(self.row)
        self.core[draw_trails](looked)
        if self.state.tiles_placed % 3 == 0:
            self.row = looked
        return _row(looked)

    def compare_ends(self) -> None:
        end = outcome(self.state)
        winners = sum(1 << seat for seat in end.winners) or NOBODY_WINS if end else 0
        _agree("winners", int(self.g[WINNERS]), winners)
        for seat in self.state.setup.seats:
            _agree("shares", self.core[share](self.g, seat), end and _worth(end, seat, self.state.setup.players))


def _worth(end: Outcome, seat: int, players: int) -> float:
    """What the end is worth to the seat: its share of the win or, alone, half for tiles, half for markers."""
    if end.solo is None:
        return end.share(seat)
    markers, tiles = end.solo
    return tiles / (2 * len(TILES)) + markers / (2 * players)


def _after_the_start_marks(setup: Setup, random: Random) -> State:
    state, _ = start(setup, random.choice)
    while state.phase is Phase.PLACE_MARKER:
        _agree("in play", flatten(state)[IN_PLAY], sum(1 << seat for seat in state.in_play))
        state, _ = act(state, state.active, random.choice(legal_actions(state)), random.choice)
    return state


def _row(g: Position) -> list[int]:
    """The position as plain integers, also when it is an array."""
    as_list: Callable[[], list[int]] | None = getattr(g, "tolist", None)
    return list(g) if as_list is None else as_list()


def _outside(row: list[int]) -> list[int]:
    """What a game that is played by action ids has besides its position, but for whose draw was the last."""
    return row[SIZE:DRAWER] + row[DRAWER + 1 : DRAWN]


def _without_sink(g: list[int]) -> list[int]:
    return g[:EDGE] + g[EDGE + 1 :]


def _known(g: list[int]) -> tuple[object, ...]:
    """What both must agree on, whatever the order of tiles in hands and pile."""
    hands = [sorted(g[HAND + seat * 3 : HAND + seat * 3 + g[HELD + seat]]) for seat in range(8)]
    return g[IN_PLAY], hands, sorted(g[PILE : PILE + g[IN_PILE]]), g[DRAGON]


def _agree(what: str, found: object, expected: object) -> None:
    if found != expected:
        raise Disagreement(f"{what}: {found}, not {expected}")


def play_both(number: int, *, seed: int, core: Core) -> Tally:
    """Game `number` of the run, in both forms. Raises `Disagreement`, with all that is needed to reproduce it."""
    random = Random(f"{seed} {number}")
    edition, players = TABLES[number % len(TABLES)]
    twins = Twins(core, Setup(edition=edition, players=players, first=random.randrange(players)), random)
    try:
        return twins.play()
    except Disagreement as error:
        where = f"game {number} of seed {seed}, {write_edition(edition)}"
        raise Disagreement(f"{where}: {error}; {write_position(twins.state)}") from None


def _play_chunk(first: int, *, last: int, seed: int, core: Core | None = None) -> tuple[Tally, list[str]]:
    """Some games, alternately interpreted and compiled."""
    tally, disagreements = Tally(), []
    for number in range(first, min(first + CHUNK, last)):
        forms = (INTERPRETED, core or best_core(wait=True))
        try:
            tally += play_both(number, seed=seed, core=forms[number // len(TABLES) % 2])
        except Disagreement as error:
            disagreements.append(str(error))
    return tally, disagreements


def run(games: int, *, seed: int, processes: int) -> tuple[Tally, list[str]]:
    """Play this many games, with a progress bar."""
    tally, disagreements = Tally(), []
    chunks = range(0, games, CHUNK)
    with ProcessPoolExecutor(processes) as pool:
        done = pool.map(partial(_play_chunk, last=games, seed=seed), chunks)
        for some, wrong in track(
            done, "comparing", total=len(chunks), console=Console(stderr=True), transient=True
        ):
            tally += some
            disagreements += wrong
    return tally, disagreements


def report(tally: Tally, disagreements: list[str], *, seed: int) -> str:
    return "\n".join(_report_lines(tally, disagreements, seed=seed)) + "\n"


def _report_lines(tally: Tally, disagreements: list[str], *, seed: int) -> Iterator[str]:
    others = "the other half compiled" if best_core(wait=True).compiled else "and so was the rest"
    yield from (
        "# The simulation core against the rules",
        "",
        "`make differential` plays the same choices through `tsuro.game` and through `tsuro.fast`. It compares",
        "legal placements, eliminations, markers, far ends of paths, hands, draw pile and Dragon holder after",
        "every action, and the winners, also those of variants; and, played by action ids with explicit draws,",
        f"phases, trails and who was eliminated when. Half of the games were interpreted, {others}. The last run:",
        "",
        "| | |",
        "|---|---:|",
        f"| games | {tally.games:,} |",
        f"| placements | {tally.placements:,} |",
        f"| exchanges, some declined | {tally.exchanges:,} |",
        f"| eliminations | {tally.eliminations:,} |",
        f"| games with a Dragon holder | {tally.dragons:,} |",
        f"| games with a last marker that played on | {tally.played_on:,} |",
        "| players | 2 to 8 |",
        f"| editions with options and variants | {len(EDITIONS)} |",
        f"| seed | {seed} |",
        f"| **disagreements** | **{len(disagreements)}** |",
        "",
        f"Editions: {', '.join(f'`{write_edition(edition)}`' for edition in EDITIONS)}.",
    )
    yield from (f"\n* {wrong}" for wrong in disagreements[:10])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=100_000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--report", type=Path, default=REPORT, metavar="FILE")
    options = parser.parse_args()
    best_core(wait=True)  # compiled once, not in every process
    tally, disagreements = run(options.games, seed=options.seed, processes=options.processes)
    options.report.write_text(report(tally, disagreements, seed=options.seed), encoding="utf-8")
    print(f"{tally.games:,} games, {len(disagreements)} disagreements: see {options.report}")
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())

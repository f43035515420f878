"""How a position is laid out in one row of integers, and the tables that the kernel looks things up in.

The first 288 numbers are the points of the board, as `game` numbers them (`square * 8 + spot`). At the
points of an open square is **the far end of the path** that leaves the square there: another such
point, the `EDGE` of the board, or the start of a marker's path, `MARK + seat`. At `MARK + seat` is where
that path ends: the point that the marker is on, unless it is out. The numbers at the points of a square
with a tile no longer mean anything. The number at `EDGE` is a sink.

Everything is a plain list of small integers, fast in the interpreter; `compiled` turns the lists of
this module into arrays.
"""

from __future__ import annotations

from typing import TypeAlias

from tsuro.game.board import BEYOND, START_MARKS
from tsuro.game.tiles import ORIENTATIONS, TILES

__all__ = [
    "ACROSS",
    "ACTIVE",
    "ALL_TURNS",
    "ASKS_CHANCE",
    "BASE",
    "CLASSIC",
    "COVERED",
    "CROSSED",
    "DEAL",
    "DRAGON",
    "DRAW",
    "DRAWER",
    "DRAWN",
    "EDGE",
    "ELIMINATED",
    "EMPTY_BOARD",
    "FIRST",
    "GIVE",
    "GOAL",
    "GROUPS",
    "HAND",
    "HAS_BONUS",
    "HAS_DRAGON",
    "HELD",
    "IN_PILE",
    "IN_PLAY",
    "LAST",
    "LEADS_TO",
    "LONGEST_PATH",
    "MARK",
    "MARKS",
    "MARKS_ARE_DRAWN",
    "MOST_CROSSINGS",
    "NAMED",
    "NEXT",
    "NOBODY",
    "NOBODY_WINS",
    "NO_RAMMING",
    "NTH",
    "ONE_HAND",
    "ON_BOARD",
    "OUT",
    "OVER",
    "PAIRS",
    "PASSES_PILE",
    "PATHS",
    "PHASE",
    "PILE",
    "PLAY",
    "PLAYERS",
    "ROW",
    "SAFE_TURNS",
    "SIZE",
    "SOLO",
    "START",
    "STARTED",
    "START_AT",
    "STOOD",
    "SWAPS",
    "TAKE",
    "TILE_KINDS",
    "TURNS",
    "WALKED",
    "WHO_BEGINS",
    "WINNERS",
    "Position",
]

Position: TypeAlias = list[int]
"""A game at one moment; when compiled, an array of 16-bit integers. Changed in place."""

EDGE = 288
MARK = 289  # by seat: where the marker's path ends
HAND = 297  # by seat: three tiles; 0 where there is none; one open hand is the active player's (V3, V4)
HELD = 321  # by seat: how many
PILE = 329  # the draw pile, in no order
IN_PILE = 364
PLAYERS = 365
ACTIVE = 366
IN_PLAY = 367  # a bit for each seat
DRAGON = 368  # who holds the Dragon tile, or NOBODY
WINNERS = 369  # a bit for each seat; 0 while the game goes on; NOBODY_WINS when a solo game is lost
CLASSIC = 370  # the rules: 0 or 1
HAS_DRAGON = 371
NO_RAMMING = 372
GOAL = 373  # 0: the last marker wins; LONGEST_PATH or MOST_CROSSINGS (V1, V2)
ONE_HAND = 374  # all play from one open hand (V3, V4)
SOLO = 375  # one person plays all markers (V4)
SIZE = 376

NOBODY = 8
NOBODY_WINS = 1 << NOBODY
LONGEST_PATH = 1
MOST_CROSSINGS = 2

# A game that is played by action ids (`steps`) has more in its row, and so has one with a goal, which counts what
# lies on the board. What stands above is enough to search any other.
PHASE = 376  # what is to be decided: MARKS to OVER
FIRST = 377  # the first player
OUT = 378  # who was eliminated by the last placement, as bits, while tiles may be exchanged or are drawn
GROUPS = 379  # how often somebody was eliminated
DRAWER = 380  # whose draw it is, where chance is asked tile by tile
LAST = 381  # the square of the newest tile, + 1
NAMED = 382  # how many tiles have been named in this exchange …
SWAPS = 383  # … and which: given, taken, given, taken, given, taken
WHO_BEGINS = 389  # options: the first player, or NOBODY if drawn
HAS_BONUS = 390  # whether there are exchanges
PASSES_PILE = 391
MARKS_ARE_DRAWN = 392  # start marks are not chosen
ASKS_CHANCE = 393  # draws are decided by the caller, tile by tile
ELIMINATED = 394  # by seat: in which group, from 1 on; 0 in play
STARTED = 402  # by seat: the start mark, + 1
WALKED = 410  # by seat: how many tiles the marker has crossed
ON_BOARD = 418  # by tile: whether it is on the board
PATHS = 454  # by point: the spot that its tile joins it to, + 1, and 16 * (who walked there, + 1)
CROSSED = 742  # by seat: how often its path crosses itself, where that is the goal
DRAWN = 750  # by seat: up to where its trail is drawn in `PATHS`, and counted: see `trails`
STOOD = 758  # by seat: where the marker was before the last placement at which it could meet another
ROW = 766

MARKS, PLAY, GIVE, TAKE, DEAL, DRAW, OVER = range(7)  # phases; in DEAL and DRAW chance decides
BASE = 0x1F8  # the bits of a point that say which square it is on: its base
TILE_KINDS = 36  # 35 tiles, and none
COVERED = 0xFFF8  # at the points of a square with a tile, in a game that is played by ids


def _across() -> list[int]:
    """By shape and spot: the spot at the other end of the path. A shape is (tile * 4 + turns) * 8."""
    table = [0] * ((len(TILES) + 1) * 4 * 8)
    for tile, orientations in ORIENTATIONS.items():
        for turns in range(4):
            shape = (tile * 4 + turns) * 8
            table[shape : shape + 8] = orientations[turns % len(orientations)].across
    return table


def _pairs() -> list[int]:
    """By shape: the spots that its four paths join, one path after the other."""
    table = [0] * 32  # no tile
    for shape in range(32, len(ACROSS), 8):
        for spot, other in enumerate(ACROSS[shape : shape + 8]):
            table += [spot, other] if spot < other else []
    return table


def _safe_turns() -> list[int]:
    """By set of bad exits, spot of entry and tile: the turns that lead to none, as bits, + 16 * their number.

    What a turn looks up for the three tiles of a hand is close together, for the sake of the processor's cache.
    """
    table = [0] * (256 * 8 * TILE_KINDS)
    for tile, orientations in ORIENTATIONS.items():
        for spot in range(8):
            leading_to = [0] * 8  # by exit: the turns
            for turns, way in enumerate(orientations):
                leading_to[way.across[spot]] |= 1 << turns
            harmful = [0]  # by set of bad exits, which grows from one exit to the next: the turns
            for turns in leading_to:
                harmful += [others | turns for others in harmful]
            table[spot * TILE_KINDS + tile :: 8 * TILE_KINDS] = [SETS[harmful[-1] & ~turns] for turns in harmful]
    return table


def _leads_to() -> list[int]:
    """By spot and far end, a bit: 0 to 7, the spot leads to the edge; 8 to 15, to a marker; 16 on, to a square."""
    table = []
    for spot in range(8):
        table += [1 << 16 + (point >> 3) for point in range(EDGE)]
        table += [1 << spot, *[1 << 8 + spot] * 8]
    return table


def _next() -> list[int]:
    """By set of seats in play and seat: the next of them clockwise."""
    table = [0] * (256 * 8)
    for in_play in range(1, 256):
        for seat in range(8):
            later = (later for later in range(seat + 1, seat + 9) if in_play >> later % 8 & 1)
            table[in_play * 8 + seat] = next(later) % 8
    return table


def _nth(bits: int) -> list[int]:
    """By set of four and n: its n-th member."""
    members = [member for member in range(4) if bits >> member & 1]
    return members + [0] * (4 - len(members))


EMPTY_BOARD = [EDGE if beyond is None else beyond for beyond in BEYOND]
START = list(START_MARKS)
START_AT = [START.index(point) + 1 if point in START else 0 for point in range(EDGE)]  # by point: the mark, + 1
ACROSS = _across()
PAIRS = _pairs()
TURNS = [0, *(len(ORIENTATIONS[tile]) for tile in TILES)]  # by tile: its distinct orientations
SETS = [bits + 16 * bits.bit_count() for bits in range(16)]  # by bits: the same, + 16 * their number
ALL_TURNS = [SETS[(1 << turns) - 1] for turns in TURNS]
LEADS_TO = _leads_to()
SAFE_TURNS = _safe_turns()
NEXT = _next()
NTH = [member for bits in range(16) for member in _nth(bits)]

"""What a seat sees of a game, as one row of small numbers: nothing that is hidden from it, and all that is not.

Seats are counted from the one that looks: it is 0, the next one clockwise 1. The board comes first, then tiles and
rules, then what there is to say of every seat. `SECTIONS` has the order; `Game` and `Batch` write such rows.
"""

from __future__ import annotations

from dataclasses import dataclass

from tsuro.fast.layout import (
    ACTIVE,
    CLASSIC,
    DRAGON,
    ELIMINATED,
    FIRST,
    GIVE,
    HAND,
    HAS_BONUS,
    HELD,
    IN_PILE,
    IN_PLAY,
    LAST,
    MARK,
    NAMED,
    NO_RAMMING,
    ON_BOARD,
    OUT,
    PASSES_PILE,
    PATHS,
    PHASE,
    PLAYERS,
    STARTED,
    SWAPS,
    TAKE,
    WALKED,
    Position,
)
from tsuro.fast.trails import draw_trails

__all__ = ["FAR_EDGE", "FAR_MARKER", "SECTIONS", "Section", "observe", "observe_games", "row_size"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of an observation."""

    name: str
    shape: tuple[int, ...]  #: empty for a single number; -1 stands for the number of seats
    most: int  #: the greatest number that may stand there
    meaning: str


FAR_EDGE = 37  # in far_square: the edge of the board
FAR_MARKER = 38  # … and a marker: + its seat, counted from the one that looks

SECTIONS = (
    Section(name="joined", shape=(6, 6, 8), most=8, meaning="the spot that the tile joins it to, + 1"),
    Section(name="trail", shape=(6, 6, 8), most=8, meaning="the seat whose marker walked there, + 1"),
    Section(
        name="far_square",
        shape=(6, 6, 8),
        most=45,
        meaning="where the path that leaves the open square there ends: square + 1; 37: edge; 38 + seat: marker",
    ),
    Section(name="far_spot", shape=(6, 6, 8), most=7, meaning="… and the spot of that square"),
    Section(name="unseen", shape=(35,), most=1, meaning="1 for each tile that the seat does not see"),
    Section(name="offered", shape=(35,), most=1, meaning="1 for each tile that may be taken in an exchange"),
    Section(name="hand", shape=(3,), most=35, meaning="the seat's own tiles, ascending"),
    Section(name="given", shape=(3,), most=35, meaning="the tiles named so far in an exchange: to give"),
    Section(name="taken", shape=(3,), most=35, meaning="… and to take"),
    Section(name="rules", shape=(4,), most=1, meaning="classic, elimination bonus, pass the pile, no ramming"),
    Section(name="phase", shape=(), most=6, meaning="what is to be decided: a number of `Phase`"),
    Section(name="players", shape=(), most=8, meaning="how many play"),
    Section(name="pile", shape=(), most=35, meaning="how many tiles are in the draw pile"),
    Section(name="active", shape=(), most=7, meaning="the seat that is on turn"),
    Section(name="first", shape=(), most=7, meaning="the first player"),
    Section(name="last", shape=(), most=36, meaning="the square of the newest tile, + 1"),
    Section(name="marker_square", shape=(-1,), most=36, meaning="the square that the marker faces, + 1"),
    Section(name="marker_spot", shape=(-1,), most=7, meaning="… and the spot where the marker stands"),
    Section(name="start", shape=(-1,), most=48, meaning="the start mark, + 1"),
    Section(name="hand_size", shape=(-1,), most=3, meaning="how many tiles the seat holds"),
    Section(name="in_play", shape=(-1,), most=1, meaning="1 until the seat is eliminated"),
    Section(name="dragon", shape=(-1,), most=1, meaning="1 for the holder of the Dragon tile"),
    Section(name="walked", shape=(-1,), most=140, meaning="how many tiles the marker has crossed"),
    Section(name="out", shape=(-1,), most=8, meaning="when the seat was eliminated: 1 for the first; 0 in play"),
)

TRAIL, FAR_SQUARE, FAR_SPOT, UNSEEN, OFFERED = 288, 576, 864, 1152, 1187
OWN_HAND, GIVEN, TAKEN, RULES, TABLE, SEATS = 1222, 1225, 1228, 1231, 1235, 1241
FIELDS = 8  # for each seat


def row_size(seats: int) -> int:
    """How many numbers an observation has in which there is room for this many seats."""
    return SEATS + FIELDS * seats


def observe(g: Position, me: int, seats: int, out: list[int]) -> None:
    """Write what the seat sees; the row has room for this many seats."""
    draw_trails(g)
    show_board(g, me, out)
    show_tiles(g, me, out)
    show_table(g, me, out)
    for seat in range(SEATS, SEATS + FIELDS * seats):
        out[seat] = 0
    for seat in range(g[PLAYERS]):
        show_seat(g, seat, relative(g, me, seat), seats, out)


def relative(g: Position, me: int, seat: int) -> int:
    """The seat, counted clockwise from the one that looks."""
    return seat - me if seat >= me else seat - me + g[PLAYERS]


def show_board(g: Position, me: int, out: list[int]) -> None:
    players, shift = g[PLAYERS] + 0, g[PLAYERS] - me
    for point in range(288):
        out[point] = g[PATHS + point] & 15
    for point in range(288):
        trail = g[PATHS + point] >> 4
        seat = trail + shift
        out[TRAIL + point] = (seat - players * (seat > players)) * (trail > 0)
    for point in range(288):
        out[FAR_SQUARE + point] = (g[point] >> 3) + 1 & 255
    for point in range(288):
        out[FAR_SPOT + point] = g[point] & 7


def show_tiles(g: Position, me: int, out: list[int]) -> None:
    for tile in range(35):
        out[UNSEEN + tile] = 1 - g[ON_BOARD + 1 + tile]
    for at in range(OFFERED, RULES):
        out[at] = 0
    show_hand(g, me, out)
    if g[ACTIVE] == me and (g[PHASE] == GIVE or g[PHASE] == TAKE):
        for seat in range(g[PLAYERS]):
            if g[OUT] >> seat & 1:
                for at in range(HAND + seat * 3, HAND + seat * 3 + g[HELD + seat]):
                    out[UNSEEN - 1 + g[at]] = 0
                    out[OFFERED - 1 + g[at]] = 1
        for n in range(g[NAMED]):
            out[(TAKEN if n & 1 else GIVEN) + (n >> 1)] = g[SWAPS + n]


def show_hand(g: Position, me: int, out: list[int]) -> None:
    """The tiles in ascending order, whatever the order in which they came."""
    hand = HAND + me * 3
    for at in range(hand, hand + g[HELD + me]):
        tile = g[at] + 0
        place = OWN_HAND
        for other in range(hand, hand + g[HELD + me]):
            place += g[other] < tile
        out[place] = tile
        out[UNSEEN - 1 + tile] = 0


def show_table(g: Position, me: int, out: list[int]) -> None:
    out[RULES], out[RULES + 1] = g[CLASSIC], g[HAS_BONUS]
    out[RULES + 2], out[RULES + 3] = g[PASSES_PILE], g[NO_RAMMING]
    hidden = g[PHASE] == TAKE and g[ACTIVE] != me  # nobody else knows how far an exchange is
    out[TABLE] = GIVE if hidden else g[PHASE]
    out[TABLE + 1], out[TABLE + 2] = g[PLAYERS], g[IN_PILE]
    out[TABLE + 3], out[TABLE + 4] = relative(g, me, g[ACTIVE] + 0), relative(g, me, g[FIRST] + 0)
    out[TABLE + 5] = g[LAST]


def show_seat(g: Position, seat: int, place: int, seats: int, out: list[int]) -> None:
    """What there is to say of a seat, and its marker among the far ends."""
    at = SEATS + place
    in_play = g[IN_PLAY] >> seat & 1
    if in_play and g[STARTED + seat] > 0:
        point = g[MARK + seat] + 0
        out[at], out[at + seats] = (point >> 3) + 1, point & 7
        out[FAR_SQUARE + point], out[FAR_SPOT + point] = FAR_MARKER + place, 0
    out[at + seats * 2], out[at + seats * 3] = g[STARTED + seat], g[HELD + seat]
    out[at + seats * 4], out[at + seats * 5] = in_play, g[DRAGON] == seat
    out[at + seats * 6], out[at + seats * 7] = g[WALKED + seat], g[ELIMINATED + seat]


def observe_games(games: list[Position], who: list[int], seats: int, out: list[list[int]]) -> None:
    """Write what a seat of each game sees: the given one, or the one on turn where that is more than 7."""
    for i in range(len(games)):
        g = games[i]
        observe(g, who[i] + 0 if who[i] < 8 else g[ACTIVE] + 0, seats, out[i])


INLINED = {relative}

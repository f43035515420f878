"""A moment in numbers: the pieces of an observation tensor, which are all 0 or 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tsuro.fast.layout import (
    DRAGON,
    ELIMINATED,
    HELD,
    IN_PILE,
    IN_PLAY,
    MARK,
    OVER,
    PATHS,
    PHASE,
    STARTED,
)
from tsuro.game.board import SIDE, START_MARKS, Seat
from tsuro.game.state import HAND_SIZE
from tsuro.game.tiles import TILES
from tsuro.rl.openspiel.moment import Moment
from tsuro.rl.openspiel.tensors import NAMED, Pieces, Shapes
from tsuro.rl.options import Options

__all__ = ["draw_private", "draw_public", "private_planes", "public_planes"]

_PHASES = OVER + 1
_SPOTS = 8
_POINTS = SIDE * SIDE * _SPOTS


def public_planes(options: Options) -> Shapes:
    """What everybody sees now. On the board there is a plane for each spot of a square, or each two of them."""
    n = options.players
    return {
        "phase": (_PHASES,),
        "active": (n,),
        "drawer": (n,),  # whose draw it is
        "start_marks": (n, len(START_MARKS)),
        "out": (n, n),  # by which of the placements that eliminated anybody
        "dragon": (n,),
        "held": (n, HAND_SIZE + 1),  # how many tiles
        "pile": (len(TILES) + 1,),  # how many tiles
        "named": (1 + NAMED,),  # how many tiles, in an exchange
        "joined": (_SPOTS * _SPOTS, SIDE, SIDE),  # by a tile's path: from spot, to spot
        "trails": (n * _SPOTS, SIDE, SIDE),  # by seat, and spot where the marker came by
        "markers": (n * _SPOTS, SIDE, SIDE),  # by seat, and spot of the square that the marker faces
    }


def private_planes(options: Options, seats: int) -> Shapes:
    """What some seats alone see now, by seat: their hand; in an exchange, who holds what, and what was named."""
    tiles = len(TILES)
    shapes: Shapes = {"hand": (seats, tiles)}
    if options.edition.has_bonus(options.players):
        shapes |= {"offered": (seats, options.players, tiles), "given": (seats, tiles), "taken": (seats, tiles)}
    return shapes


def draw_public(pieces: Pieces, moment: Moment, players: int) -> None:
    """Write what everybody sees into the pieces, which must be all 0."""
    row = np.asarray(moment.row_with_trails())
    pieces["phase"][row[PHASE]] = 1
    if moment.is_draw:
        pieces["drawer"][moment.drawer] = 1
    pieces["active"][moment.active] = 1
    pieces["pile"][row[IN_PILE]] = 1
    pieces["named"][len(moment.named)] = 1
    if row[DRAGON] < players:
        pieces["dragon"][row[DRAGON]] = 1
    for seat in range(players):
        pieces["held"][seat, row[HELD + seat]] = 1
        _draw_seat(pieces, row, seat)
    _draw_board(pieces, row)


def _draw_seat(pieces: Pieces, row: Any, seat: Seat) -> None:
    if row[STARTED + seat]:
        pieces["start_marks"][seat, row[STARTED + seat] - 1] = 1
        if row[IN_PLAY] >> seat & 1:
            _plane(pieces["markers"])[seat * _SPOTS + row[MARK + seat] % _SPOTS, row[MARK + seat] // _SPOTS] = 1
    if row[ELIMINATED + seat]:
        pieces["out"][seat, row[ELIMINATED + seat] - 1] = 1


def _draw_board(pieces: Pieces, row: Any) -> None:
    paths = row[PATHS : PATHS + _POINTS]
    [covered] = np.nonzero(paths)
    joined, walked = (paths[covered] & 15) - 1, paths[covered] >> 4
    _plane(pieces["joined"])[covered % _SPOTS * _SPOTS + joined, covered // _SPOTS] = 1
    trodden = covered[walked > 0]
    _plane(pieces["trails"])[(walked[walked > 0] - 1) * _SPOTS + trodden % _SPOTS, trodden // _SPOTS] = 1


def _plane(piece: Any) -> Any:
    """The same numbers, by plane and square."""
    return piece.reshape(len(piece), SIDE * SIDE)


def draw_private(pieces: Pieces, moment: Moment, private: Sequence[Seat]) -> None:
    """Write what these seats alone see into the pieces, which must be all 0."""
    for at, seat in enumerate(private):
        pieces["hand"][at, [tile - 1 for tile in moment.hands[seat]]] = 1
        if moment.is_exchange and seat == moment.active:
            for owner in moment.out:
                pieces["offered"][at, owner, [tile - 1 for tile in moment.hands[owner]]] = 1
            pieces["given"][at, [tile - 1 for tile in moment.named[::2]]] = 1
            pieces["taken"][at, [tile - 1 for tile in moment.named[1::2]]] = 1

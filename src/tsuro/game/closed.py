"""Closed squares: open squares that no marker in play can ever face, whatever is played (E2).

With the right tile, a marker leaves the square it faces by any of the other seven
points and follows the path from there: to another open square, to the edge, or into
another marker. Open squares that such paths link, directly or through others, belong
together; squares side by side always do. A marker can come to face exactly the squares
that belong together with the one it faces now, whatever tile is played and whoever
plays it: which tiles are left, and whose turn it is, is not considered. Placing a
tile joins paths end to end, which never links squares that were not linked before, so
a closed square stays closed. Until all markers are placed, no square is closed. When no
marker is left, all open squares are.
"""

from __future__ import annotations

from itertools import compress
from operator import not_
from typing import Final

from tsuro.game.board import BEYOND, SIDE, SQUARES, Board, Square
from tsuro.game.paths import path_from
from tsuro.game.state import PLACE_MARKER, State

__all__ = ["closed_squares"]

_BITS: Final = tuple(1 << square for square in SQUARES)  # a set of squares is a number with these bits
_NOT_WEST: Final = sum(_BITS[square] for square in SQUARES if square % SIDE != 0)  # all but one column
_NOT_EAST: Final = sum(_BITS[square] for square in SQUARES if square % SIDE != SIDE - 1)
_NONE: Final[frozenset[Square]] = frozenset()


def closed_squares(state: State, known: frozenset[Square] = _NONE) -> frozenset[Square]:
    """The open squares on which no tile can be placed any more.

    Those that were closed earlier in the game, if they are `known`, are not looked at again.
    """
    if state.phase is PLACE_MARKER:
        return _NONE  # a marker may yet start anywhere
    left = sum(compress(_BITS, map(not_, state.board)))
    for square in known:
        left ^= _BITS[square]
    front = 0
    for marker in state.markers:
        if marker is not None:
            front |= _BITS[marker >> 3]
    while front and left:
        left = _spread(front, left)
        squares = _squares(left)
        front = sum([_BITS[square] for square in squares if not _joined_to(state.board, square) <= squares])
    return known | _squares(left) if left else known


def _spread(front: int, left: int) -> int:
    """What is left without those reached, and all that lie side by side with them: most do."""
    left &= ~front
    while front and left:
        east, west = (front & _NOT_EAST) << 1, (front & _NOT_WEST) >> 1
        front = (front << SIDE | front >> SIDE | east | west) & left
        left ^= front
    return left


def _squares(bits: int) -> set[Square]:
    return {square for square in SQUARES if bits >> square & 1} if bits else set()


def _joined_to(board: Board, square: Square) -> set[Square]:
    """The open squares to which a path leads from the given one."""
    entries = (BEYOND[square * 8 + spot] for spot in range(8))
    ends = (path_from(board, entry)[1] for entry in entries if entry is not None)
    return {end >> 3 for end in ends if end is not None}

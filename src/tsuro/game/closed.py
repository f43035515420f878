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

from tsuro.game.board import BEYOND, SQUARES, Board, Square
from tsuro.game.paths import path_from
from tsuro.game.state import PLACE_MARKER, State

__all__ = ["closed_squares"]

_NEIGHBOURS = tuple(
    tuple({beyond >> 3 for beyond in BEYOND[square * 8 : square * 8 + 8] if beyond is not None})
    for square in SQUARES
)


def closed_squares(state: State) -> frozenset[Square]:
    """The open squares on which no tile can be placed any more."""
    if state.phase is PLACE_MARKER:
        return frozenset()  # a marker may yet start anywhere
    left = {square for square, tile in enumerate(state.board) if tile is None}
    reached = {marker >> 3 for marker in state.markers if marker is not None}
    while reached and left:
        left -= reached
        _spread(reached, left)
        reached = {square for square in left if not _joined_to(state.board, square) <= left}
    return frozenset(left)


def _spread(reached: set[Square], left: set[Square]) -> None:
    """Remove from `left` all that lie side by side with those reached: most do, and they are found quickly."""
    frontier = list(reached)
    while frontier:
        for square in _NEIGHBOURS[frontier.pop()]:
            if square in left:
                left.remove(square)
                frontier.append(square)


def _joined_to(board: Board, square: Square) -> set[Square]:
    """The open squares to which a path leads from the given one."""
    entries = (BEYOND[square * 8 + spot] for spot in range(8))
    ends = (path_from(board, entry)[1] for entry in entries if entry is not None)
    return {end >> 3 for end in ends if end is not None}

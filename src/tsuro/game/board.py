"""The board: 36 squares, the points on their sides, 48 start marks (C1).

Squares are numbered row by row from the top left; their names are those of a
small chess board, ``a1`` being the lower left corner. A *point* is a place on
the side of a square, seen from that square: ``square * 8 + point of a tile``.
A point between two squares therefore has two numbers, one from either side, and
`BEYOND` leads from one to the other. A marker stands on the point through
which it will enter the square it faces.
"""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

from tsuro.game.tiles import OrientedTile

__all__ = [
    "BEYOND",
    "EMPTY_BOARD",
    "SIDE",
    "SQUARES",
    "START_MARKS",
    "Board",
    "Point",
    "Seat",
    "Square",
    "changed_squares",
    "point_name",
    "square_name",
    "square_of",
]

Square: TypeAlias = int
"""A square of the board, 0 to 35, row by row from the top left; `square_name` gives its name."""
Point: TypeAlias = int
"""A place on the side of a square, seen from that square: ``square * 8 + spot``; `point_name` gives its name."""
Seat: TypeAlias = int
"""A player's place at the board, 0 to 7 clockwise. Texts and people count from 1."""
Board: TypeAlias = tuple[OrientedTile | None, ...]

SIDE: Final = 6
SQUARES: Final = range(SIDE * SIDE)
EMPTY_BOARD: Final[Board] = (None,) * len(SQUARES)

_NEIGHBOUR = ((-1, 0), (0, 1), (1, 0), (0, -1))  # row and column steps: north, east, south, west
_MIRRORED = (5, 4, 7, 6, 1, 0, 3, 2)  # a tile's point, seen from the neighbouring tile


def _beyond(point: Point) -> Point | None:
    square, spot = divmod(point, 8)
    down, right = _NEIGHBOUR[spot // 2]
    row, column = square // SIDE + down, square % SIDE + right
    if row in range(SIDE) and column in range(SIDE):
        return (row * SIDE + column) * 8 + _MIRRORED[spot]
    return None


BEYOND: Final[tuple[Point | None, ...]] = tuple(_beyond(point) for point in range(len(SQUARES) * 8))
"""The same place seen from the neighbouring square; None at the edge of the board."""


def _clockwise_round_the_board(mark: Point) -> tuple[int, int, int]:
    square, spot = divmod(mark, 8)
    row, column = divmod(square, SIDE)
    along = (column, row, -column, -row)[spot // 2]
    return spot // 2, along, spot


START_MARKS: Final[tuple[Point, ...]] = tuple(
    sorted((p for p, beyond in enumerate(BEYOND) if beyond is None), key=_clockwise_round_the_board)
)
"""The 48 start marks, clockwise from the top left corner."""


def changed_squares(before: Board, after: Board, last: Square | None) -> list[Square]:
    """Where two boards differ; mostly only where the last tile was placed, which is quickly seen."""
    if last is not None and before[:last] == after[:last] and before[last + 1 :] == after[last + 1 :]:
        return [last] if before[last] is not after[last] else []
    return [square for square in SQUARES if before[square] is not after[square]]


def square_of(point: Point) -> Square:
    """The square from which the point is seen: the one a marker on it faces."""
    return point >> 3


@cache
def square_name(square: Square) -> str:
    """The name of a square, as on a small chess board: a1 is the lower left corner.

    >>> square_name(0), square_name(35)
    ('a6', 'f1')
    """
    return "abcdef"[square % SIDE] + "654321"[square // SIDE]


@cache
def point_name(point: Point) -> str:
    """The square's name, the side, and which of the side's two points, clockwise.

    >>> point_name(START_MARKS[0])
    'a6n1'
    """
    return square_name(point >> 3) + "nesw"[(point & 7) >> 1] + "12"[point & 1]

"""A number for what everybody sees of a running game, to recognise it by.

Turned or mirrored, with other seats or colours, it is the same position, and has the same number.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, reduce
from hashlib import blake2b
from operator import xor

from tsuro.fast.symmetry import POINT_TO, SYMMETRIES
from tsuro.game.board import BEYOND, SQUARES, Point, Square
from tsuro.game.state import State
from tsuro.game.tiles import OrientedTile
from tsuro.server.options import NoClock
from tsuro.server.tables.seats import NOBODY
from tsuro.server.tables.table import Table

__all__ = ["fingerprint", "fingerprints", "running_position"]

_BITS = 64
_POINTS = len(BEYOND)
_WORD = (1 << _BITS) - 1


def running_position(table: Table) -> int | None:
    """The number of the table's running game; None if there is none, or if one person plays it against bots."""
    if table.match is None or table.phase != "playing":
        return None
    people = sum([seat.kind not in NOBODY for seat in table.seats])
    return None if people < 2 and isinstance(table.options.clock, NoClock) else fingerprint(table.match.state)


def fingerprint(state: State) -> int | None:
    """The number of the position, of 64 bits; None before the first tile, when many games are alike."""
    tiles = [on_square[tile] for on_square, tile in zip(_TILES, state.board, strict=True) if tile is not None]
    if not tiles:
        return None
    together = reduce(xor, [*tiles, *[_points(marker) for marker in state.markers if marker is not None]])
    return min((together >> shift) & _WORD for shift in range(0, SYMMETRIES * _BITS, _BITS)) - (1 << (_BITS - 1))


def fingerprints(states: Iterable[State]) -> frozenset[int]:
    """The numbers of all these positions that have one."""
    return frozenset(number for state in states if (number := fingerprint(state)) is not None)


class _Tiles(dict[OrientedTile, int]):
    """The number of each tile on one square, worked out when it first lies there."""

    def __init__(self, square: Square) -> None:
        self._square = square

    def __missing__(self, tile: OrientedTile) -> int:
        paths = [_points(self._square * 8 + one, self._square * 8 + other) for one, other in tile.paths]
        number = self[tile] = reduce(xor, paths)
        return number


_TILES = [_Tiles(square) for square in SQUARES]


@cache
def _points(*points: Point) -> int:
    """A path, or a marker's place: one word for each symmetry, so that all are put together at once."""
    words = (sorted(POINT_TO[symmetry * _POINTS + point] for point in points) for symmetry in range(SYMMETRIES))
    return int.from_bytes(
        b"".join(blake2b(repr(word).encode(), digest_size=_BITS // 8).digest() for word in words)
    )

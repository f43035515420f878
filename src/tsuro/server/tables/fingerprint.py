"""A number for what everybody sees of a running game, to recognise it by.

Turned or mirrored, with other seats or colours, it is the same position, and has the same number.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, reduce
from hashlib import blake2b
from operator import xor
from struct import Struct
from typing import Final

from tsuro.fast.symmetry import POINT_TO, SYMMETRIES
from tsuro.game.board import BEYOND, EMPTY_BOARD, SQUARES, Point, Square, changed_squares
from tsuro.game.state import State
from tsuro.game.tiles import OrientedTile
from tsuro.server.options import NoClock
from tsuro.server.tables.seats import WITHOUT_A_GUEST
from tsuro.server.tables.table import Table

__all__ = ["Fingerprints", "fingerprints"]

_BITS = 64
_POINTS = len(BEYOND)
_WORDS: Final = Struct(f">{SYMMETRIES}Q")  # a number for each symmetry
_MIDDLE: Final = 1 << (_BITS - 1)  # databases have signed numbers


class Fingerprints:
    """The numbers of one table's positions, one after the other: only what has changed is worked out."""

    def __init__(self) -> None:
        self._board, self._tiles = EMPTY_BOARD, 0  # as they were last, and the tiles' number

    def running(self, table: Table) -> int | None:
        """The number of the running game; None if there is none, or if one person plays it against bots."""
        match = table.match
        if match is None or match.is_over:
            return None
        if (
            isinstance(table.options.clock, NoClock)
            and sum([seat.kind not in WITHOUT_A_GUEST for seat in table.seats]) < 2
        ):
            return None
        return self.of(match.state)

    def of(self, state: State) -> int | None:
        """The number of the position, of 64 bits; None before the first tile, when many games are alike."""
        before, after = self._board, state.board
        for square in changed_squares(before, after, state.last):
            for tile in (before[square], after[square]):
                if tile is not None:
                    self._tiles ^= _TILES[square][tile]
        self._board = after
        if after == EMPTY_BOARD:
            return None
        together = self._tiles
        for marker in state.markers:
            if marker is not None:
                together ^= _points(marker)
        lowest: int = min(_WORDS.unpack(together.to_bytes(_WORDS.size)))
        return lowest - _MIDDLE


def fingerprints(states: Iterable[State]) -> frozenset[int]:
    """The numbers of all these positions that have one."""
    of = Fingerprints().of
    return frozenset(number for state in states if (number := of(state)) is not None)


class _Tiles(dict[OrientedTile, int]):
    """The number of each tile on one square, worked out when it first lies there."""

    def __init__(self, square: Square) -> None:
        self._square = square

    def __missing__(self, tile: OrientedTile) -> int:
        paths = [_points(self._square * 8 + one, self._square * 8 + other) for one, other in tile.paths]
        number = self[tile] = reduce(xor, paths)
        return number


_TILES: Final = [_Tiles(square) for square in SQUARES]


@cache
def _points(*points: Point) -> int:
    """A path, or a marker's place: one word for each symmetry, so that all are put together at once."""
    words = (sorted(POINT_TO[symmetry * _POINTS + point] for point in points) for symmetry in range(SYMMETRIES))
    return int.from_bytes(
        b"".join(blake2b(repr(word).encode(), digest_size=_BITS // 8).digest() for word in words)
    )

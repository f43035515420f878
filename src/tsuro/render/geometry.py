"""Where things lie in a picture: points of the board, and the curve of a path over a tile.

Lengths are in the picture's own unit, of which a tile measures `TILE`. The top
left corner of the top left square is the origin; y grows downwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from math import dist
from typing import NamedTuple

from tsuro.game.board import SIDE, Point, Square
from tsuro.render.sizes import CHORDS, REACH, TILE

__all__ = ["ON_TILE", "OUTWARD", "Curve", "Spot", "corner", "curve_over", "number", "outward", "spot"]

_THIRD, _THIRDS = TILE / 3, TILE * 2 / 3
ON_TILE = (
    (_THIRD, 0), (_THIRDS, 0), (TILE, _THIRD), (TILE, _THIRDS),
    (_THIRDS, TILE), (_THIRD, TILE), (0, _THIRDS), (0, _THIRD),
)  # fmt: skip
OUTWARD = ((0, -1), (1, 0), (0, 1), (-1, 0))  # by side: north, east, south, west


class Spot(NamedTuple):
    """A place in the picture."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Curve:
    """A cubic Bézier: from `start` towards `near`, and from `far` to `end`."""

    start: Spot
    near: Spot
    far: Spot
    end: Spot

    def at(self, part: float) -> Spot:
        """The spot at that fraction of the curve: 0 is its start, 1 its end."""
        return self._split(part)[-1]

    def first(self, length: float) -> Curve:
        """The first part of the curve, of that length."""
        low, high = 0.0, 1.0
        while high - low > 1e-4:
            part = (low + high) / 2
            low, high = (part, high) if self._until(part).length < length else (low, part)
        return self._until(high)

    @property
    def length(self) -> float:
        return _length(self)

    def _until(self, part: float) -> Curve:
        near, _, _, far, _, end = self._split(part)
        return Curve(self.start, near, far, end)

    def _split(self, part: float) -> tuple[Spot, Spot, Spot, Spot, Spot, Spot]:
        """De Casteljau: the spots between the four, those between these, and the one on the curve."""
        a, b, c = (
            _between(p, q, part) for p, q in ((self.start, self.near), (self.near, self.far), (self.far, self.end))
        )
        ab, bc = _between(a, b, part), _between(b, c, part)
        return a, b, c, ab, bc, _between(ab, bc, part)


@lru_cache(maxsize=4096)
def _length(curve: Curve) -> float:
    spots = [curve.at(i / CHORDS) for i in range(CHORDS + 1)]
    return sum(dist(a, b) for a, b in pairwise(spots))


def _between(a: Spot, b: Spot, part: float) -> Spot:
    return Spot(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part)


def corner(square: Square) -> Spot:
    """The top left corner of the square."""
    row, column = divmod(square, SIDE)
    return Spot(column * TILE, row * TILE)


def spot(point: Point) -> Spot:
    """Where the point lies."""
    left, top = corner(point >> 3)
    x, y = ON_TILE[point & 7]
    return Spot(left + x, top + y)


def outward(point: Point, far: float) -> Spot:
    """The spot at that distance from the point, straight out of the point's square."""
    x, y = spot(point)
    right, down = OUTWARD[(point & 7) >> 1]
    return Spot(x + right * far, y + down * far)


@cache
def curve_over(entry: Point, leaving: Point) -> Curve:
    """The path between two points of one tile: it meets the tile's sides at right angles."""
    start, end = spot(entry), spot(leaving)
    reach = min(max(REACH["part"] * dist(start, end), REACH["shortest"] * TILE), REACH["longest"] * TILE)
    if (entry & 7) >> 1 == (leaving & 7) >> 1:
        reach = REACH["sameSide"] * TILE
    return Curve(start, outward(entry, -reach), outward(leaving, -reach), end)


def number(value: float) -> str:
    """The number as short as a picture needs it.

    >>> number(30.0), number(23.44), number(-0.04)
    ('30', '23.4', '0')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text

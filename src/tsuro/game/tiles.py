"""The 35 path tiles, made from first principles (C2).

The eight points of a tile are numbered clockwise from the left one on top::

          0   1
        +-------+
      7 |       | 2
        |       |
      6 |       | 3
        +-------+
          5   4

A tile joins them in four pairs. Of the 105 ways to do that, those that are
turned copies of each other are the same tile; 35 tiles remain. They are
numbered 1 to 35 in the order of their smallest pairing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from tsuro.game.errors import ImpossibleSetup

__all__ = ["FACE_DOWN", "ORIENTATIONS", "TILES", "OrientedTile", "Tile", "oriented"]

Tile: TypeAlias = int
"""A path tile by its number, 1 to 35, or `FACE_DOWN`."""
Across: TypeAlias = tuple[int, ...]
"""For each of the eight points, the point it is joined to."""

FACE_DOWN: Final[Tile] = 0
"""A tile whose face the viewer does not know."""

DIRECTIONS: Final = "nesw"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OrientedTile:
    """A tile turned clockwise by some quarter turns, as it may lie on the board.

    There is one object for each distinct orientation (105 in all), so that
    comparing two of them is comparing objects. Get them from `oriented`.
    """

    tile: Tile
    turns: int  #: quarter turns, clockwise
    across: Across  #: for each of the eight points, the point it is joined to

    def __repr__(self) -> str:
        return f"oriented({self.tile}, {self.turns})"

    def __str__(self) -> str:
        return f"{self.tile}{DIRECTIONS[self.turns]}"

    def __reduce__(self) -> tuple[object, tuple[int, int]]:
        return oriented, (self.tile, self.turns)

    @property
    def paths(self) -> tuple[tuple[int, int], ...]:
        """The four paths, each as a pair of points, the smaller one first."""
        return tuple((a, b) for a, b in enumerate(self.across) if a < b)


def _pairings(points: tuple[int, ...]) -> Iterator[dict[int, int]]:
    """All ways to join the points in pairs."""
    if not points:
        yield {}
        return
    first, *others = points
    for other in others:
        rest = tuple(point for point in others if point != other)
        for pairing in _pairings(rest):
            yield {first: other, other: first, **pairing}


def _quarter_turn(across: Across) -> Across:
    """The same tile a quarter turn further clockwise: every point moves on by two."""
    return tuple((across[(point - 2) % 8] + 2) % 8 for point in range(8))


def _orientations(across: Across) -> tuple[Across, ...]:
    """The distinct orientations, starting with the given one; the i-th is turned i times."""
    found = [across]
    while (turned := _quarter_turn(found[-1])) != across:
        found.append(turned)
    return tuple(found)


def _make_tiles() -> dict[Tile, tuple[OrientedTile, ...]]:
    ways = sorted(tuple(pairing[point] for point in range(8)) for pairing in _pairings(tuple(range(8))))
    seen: set[Across] = set()
    tiles: dict[Tile, tuple[OrientedTile, ...]] = {}
    for way in ways:
        if way not in seen:
            tile, orientations = len(tiles) + 1, _orientations(way)
            seen.update(orientations)
            tiles[tile] = tuple(OrientedTile(tile, turns, a) for turns, a in enumerate(orientations))
    return tiles


ORIENTATIONS: Final[dict[Tile, tuple[OrientedTile, ...]]] = _make_tiles()
"""Each tile's distinct orientations: one, two or four."""

TILES: Final[tuple[Tile, ...]] = tuple(ORIENTATIONS)
"""The numbers of all path tiles, 1 to 35."""


def oriented(tile: Tile, turns: int) -> OrientedTile:
    """The tile turned clockwise by `turns` quarter turns. Raises `ImpossibleSetup` for a number that no tile has.

    >>> oriented(17, 1).paths == oriented(17, 5).paths
    True
    """
    if tile not in ORIENTATIONS:
        raise ImpossibleSetup(f"there is no tile {tile}: tiles are numbered 1 to {len(TILES)}")
    orientations = ORIENTATIONS[tile]
    return orientations[turns % len(orientations)]

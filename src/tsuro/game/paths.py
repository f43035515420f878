"""Where paths lead, and how markers walk along them (M1 to M3)."""

from __future__ import annotations

from typing import NamedTuple

from tsuro.game.board import BEYOND, Board, Point, Seat, Square
from tsuro.game.tiles import OrientedTile

__all__ = ["Surroundings", "Walk", "path_from"]


class Walk(NamedTuple):
    """A marker's way along its path.

    `points` starts where the marker stood; then comes, for every tile crossed, the
    point at which it leaves that tile. `end` is where the marker then stands, None
    when it is eliminated: at the edge, or by meeting the marker of seat `met`.
    """

    seat: Seat
    points: tuple[Point, ...]
    end: Point | None
    met: Seat | None = None

    @property
    def tiles_crossed(self) -> tuple[tuple[Point, Point], ...]:
        """For every tile crossed, the points where the marker enters and leaves it."""
        entries = (self.points[0], *(BEYOND[point] for point in self.points[1:-1]))
        return tuple(zip((e for e in entries if e is not None), self.points[1:], strict=True))


def path_from(board: Board, entry: Point) -> tuple[tuple[Point, ...], Point | None]:
    """Follow the path that enters a square at `entry` over all tiles that carry it on.

    Gives the points where it leaves each tile, and the point where it stops before
    an open square, None when it stops at the edge. The path must not be a loop;
    none that starts at the edge or at an open square is.
    """
    left: list[Point] = []
    at: Point | None = entry
    while at is not None:
        tile = board[at >> 3]
        if tile is None:
            break
        leaving = (at & ~7) + tile.across[at & 7]
        left.append(leaving)
        at = BEYOND[leaving]
    return tuple(left), at


class Surroundings:
    """An open square with the paths that leave it, to see what any tile on it would do.

    Only the eight paths around the square matter, and none of them changes with the
    tile. So a walk that leaves the square for good is the same for every tile that
    joins its two points, and is made once.
    """

    __slots__ = ("_base", "_board", "_standing", "_walks")

    def __init__(self, board: Board, markers: tuple[Point | None, ...], square: Square) -> None:
        self._board = board
        self._base = square * 8
        self._standing = {
            marker: seat for seat, marker in enumerate(markers) if marker is not None and marker >> 3 == square
        }
        self._walks: dict[tuple[Point, int], Walk] = {}

    def walk(self, entry: Point, tile: OrientedTile) -> Walk:
        """How the marker that stands at `entry` would walk if the tile were placed on the square."""
        spot = tile.across[entry & 7]
        walk = self._walks.get((entry, spot)) or self._straight_walk(entry, spot)
        return walk or self._winding_walk(entry, tile)

    def walks(self, active: Seat, players: int, tile: OrientedTile) -> tuple[Walk, ...]:
        """The walks of all markers facing the square: the active player's first, then clockwise."""
        if len(self._standing) == 1:
            (entry,) = self._standing
            return (self.walk(entry, tile),)
        order = sorted(self._standing, key=lambda entry: (self._standing[entry] - active) % players)
        return tuple([self.walk(entry, tile) for entry in order])

    def _straight_walk(self, entry: Point, spot: int) -> Walk | None:
        """The walk that leaves the square at `spot`; None if that path leads back into the square."""
        seat, leaving = self._standing[entry], self._base + spot
        if leaving in self._standing:
            walk = Walk(seat, (entry, leaving), None, self._standing[leaving])
        else:
            passed, end = self._lead(leaving)
            if end is not None and end & ~7 == self._base:
                return None
            walk = Walk(seat, (entry, leaving, *passed), end)
        self._walks[entry, spot] = walk
        return walk

    def _winding_walk(self, entry: Point, tile: OrientedTile) -> Walk:
        """The walk that crosses the tile on the square more than once."""
        points, at = [entry], entry
        while True:
            leaving = self._base + tile.across[at & 7]
            points.append(leaving)
            if leaving in self._standing:
                return Walk(self._standing[entry], tuple(points), None, self._standing[leaving])
            passed, end = self._lead(leaving)
            points += passed
            if end is None or end & ~7 != self._base:
                return Walk(self._standing[entry], tuple(points), end)
            at = end

    def _lead(self, leaving: Point) -> tuple[tuple[Point, ...], Point | None]:
        """Where the path leads that leaves the square here."""
        beyond = BEYOND[leaving]
        return ((), None) if beyond is None else path_from(self._board, beyond)

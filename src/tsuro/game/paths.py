"""Where paths lead, and how markers walk along them (M1 to M3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from tsuro.game.board import BEYOND, Board, Point, Seat, Square
from tsuro.game.tiles import OrientedTile

__all__ = ["Exit", "Surroundings", "Walk", "path_from"]


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
        entries = (self.points[0], *(BEYOND[point] for point in self.points[1:]))
        return tuple((e, leaving) for e, leaving in zip(entries, self.points[1:], strict=False) if e is not None)


def path_from(board: Board, entry: Point) -> tuple[tuple[Point, ...], Point | None]:
    """Follow the path that enters a square at `entry` over all tiles that carry it on.

    Returns the points where it leaves each tile, and the point where it stops before
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


Exit: TypeAlias = tuple[tuple[Point, ...], Point | None, Seat | None]
"""Where a path leads that leaves a square: the points passed, where it stops, whose marker stands in the way."""


class Surroundings:
    """An open square with the paths that leave it, to see what any tile on it would do.

    Only the eight exits of the square matter: where the path leads that leaves it there,
    or whose marker stands there. None of that changes with the tile, so each exit is
    looked at once, and a walk is put together from them.
    """

    __slots__ = ("_board", "_exits", "_first", "_order", "_square", "_standing", "_walks")

    def __init__(self, board: Board, markers: tuple[Point | None, ...], square: Square) -> None:
        self._board = board
        self._square = square
        self._standing = {
            marker: seat for seat, marker in enumerate(markers) if marker is not None and marker >> 3 == square
        }
        self._exits: list[Exit | None] = [None] * 8
        self._walks: dict[int, Walk] = {}  # by entry and exit
        self._first: Seat | None = None  # who was active when these were put in order
        self._order: list[Point] = []

    def eliminating(self, entry: Point, tiles: Iterable[OrientedTile]) -> dict[OrientedTile, Seat | None]:
        """Those tiles that would eliminate the marker at `entry`: whose marker it would meet, None at the edge."""
        found: dict[OrientedTile, Seat | None] = {}
        here, exits, square = entry & 7, self._exits, self._square
        for tile in tiles:
            spot = tile.across[here]
            _, end, met = exits[spot] or self._look(spot)
            if end is not None and end >> 3 == square:
                _, end, met = self._route(entry, tile)[-1]
            if end is None:
                found[tile] = met
        return found

    def walks(self, active: Seat, players: int, tile: OrientedTile) -> tuple[Walk, ...]:
        """The walks of all markers facing the square: the active player's first, then clockwise."""
        return tuple([self.walk(entry, tile) for entry in self.in_order(active, players)])

    def seat_at(self, entry: Point) -> Seat:
        """Whose marker stands there."""
        return self._standing[entry]

    def exit(self, spot: int) -> Exit:
        """What lies beyond an exit: the points passed, where the path stops, and who stands in the way."""
        return self._exits[spot] or self._look(spot)

    def in_order(self, active: Seat, players: int) -> Iterable[Point]:
        """Where the markers stand that face the square: the active player's first, then clockwise."""
        if len(self._standing) == 1:
            return self._standing
        if active != self._first:
            self._first = active
            after = [((seat - active) % players, entry) for entry, seat in self._standing.items()]
            self._order = [entry for _, entry in sorted(after)]
        return self._order

    def walk(self, entry: Point, tile: OrientedTile) -> Walk:
        """The walk of the marker at `entry`.

        Tiles that lead to the same exit share a walk, unless the path comes back onto the tile.
        """
        way = entry << 3 | tile.across[entry & 7]
        known = self._walks.get(way)
        if known is not None:
            return known
        points, end, met = self._exits[way & 7] or self._look(way & 7)
        if end is None or end >> 3 != self._square:
            walk = self._walks[way] = Walk(self._standing[entry], (entry, *points), end, met)
            return walk
        route = self._route(entry, tile)
        points, end, met = tuple([point for passed, _, _ in route for point in passed]), *route[-1][1:]
        return Walk(self._standing[entry], (entry, *points), end, met)

    def _route(self, entry: Point, tile: OrientedTile) -> list[Exit]:
        """The exits taken one after the other: a path may lead back onto the tile on the square."""
        route: list[Exit] = []
        at: Point | None = entry
        while at is not None and at >> 3 == self._square:
            spot = tile.across[at & 7]
            route.append(self._exits[spot] or self._look(spot))
            at = route[-1][1]
        return route

    def _look(self, spot: int) -> Exit:
        leaving = self._square * 8 + spot
        beyond = BEYOND[leaving]
        if leaving in self._standing:
            found: Exit = (leaving,), None, self._standing[leaving]
        elif beyond is None:
            found = (leaving,), None, None
        else:
            passed, end = path_from(self._board, beyond)
            found = (leaving, *passed), end, None
        self._exits[spot] = found
        return found

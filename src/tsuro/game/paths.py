"""Where paths lead, and how markers walk along them (M1 to M3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tsuro.game.board import BEYOND, Board, Point, Square
from tsuro.game.tiles import OrientedTile

if TYPE_CHECKING:
    from tsuro.game.state import Seat

__all__ = ["Surroundings", "Walk", "path_from"]


@dataclass(frozen=True, slots=True)
class Walk:
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
    tile, so each is followed once, when first needed.
    """

    __slots__ = ("_board", "_leads", "_standing", "square")

    def __init__(self, board: Board, markers: tuple[Point | None, ...], square: Square) -> None:
        self.square = square
        self._board = board
        self._leads: dict[Point, tuple[tuple[Point, ...], Point | None]] = {}
        self._standing = {
            marker: seat for seat, marker in enumerate(markers) if marker is not None and marker >> 3 == square
        }

    @property
    def facing(self) -> tuple[Seat, ...]:
        """The seats whose markers face the square."""
        return tuple(self._standing.values())

    def walk(self, seat: Seat, entry: Point, tile: OrientedTile) -> Walk:
        """How the seat's marker would walk from `entry` if the tile were placed on the square."""
        across, base, standing = tile.across, entry & ~7, self._standing
        points, at = [entry], entry
        while True:
            leaving = base + across[at & 7]
            points.append(leaving)
            if leaving in standing:
                return Walk(seat, tuple(points), None, standing[leaving])
            passed, end = self._leads.get(leaving) or self._lead(leaving)
            points += passed
            if end is None or end & ~7 != base:
                return Walk(seat, tuple(points), end)
            at = end

    def walks(self, active: Seat, players: int, tile: OrientedTile) -> tuple[Walk, ...]:
        """The walks of all markers facing the square: the active player's first, then clockwise."""
        standing = self._standing
        if len(standing) == 1:
            return tuple(self.walk(seat, entry, tile) for entry, seat in standing.items())
        clockwise = sorted((seat - active) % players * 288 + entry for entry, seat in standing.items())
        return tuple(self.walk(standing[key % 288], key % 288, tile) for key in clockwise)

    def _lead(self, leaving: Point) -> tuple[tuple[Point, ...], Point | None]:
        entry = BEYOND[leaving]
        lead = ((), None) if entry is None else path_from(self._board, entry)
        self._leads[leaving] = lead
        return lead

"""The paths that markers have walked, as curves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import dist
from typing import TypeAlias

from tsuro.game.board import Point, Seat, Square
from tsuro.game.outcome import path_of
from tsuro.game.paths import Walk
from tsuro.game.state import State
from tsuro.render.geometry import Curve, Spot, curve_over, outward, spot
from tsuro.render.sizes import STUB

__all__ = ["Trail", "ends", "first_part", "trail_of_walk", "trails"]

Crossing: TypeAlias = tuple[Point, Point]  # of a tile: where a marker enters, and where it leaves


@dataclass(frozen=True, slots=True)
class Trail:
    """A marker's way over the tiles; when two meet, each goes only to the middle."""

    seat: Seat
    start: Spot
    squares: tuple[Square, ...]
    curves: tuple[Curve, ...]  # one over the tile on each of the squares
    stub: Spot | None = None  # where it begins, outside the squares; a walk begins where the marker stands

    @property
    def end(self) -> Spot:
        return self.curves[-1].end if self.curves else self.start

    @property
    def length(self) -> float:
        return sum(curve.length for curve in self.curves)

    @property
    def runs(self) -> tuple[tuple[Curve, ...], ...]:
        """The trail in pieces that visit no tile twice: where it crosses itself, one lies above the other."""
        runs: list[list[Curve]] = []
        visited: set[Square] = set()
        for square, curve in zip(self.squares, self.curves, strict=True):
            if not runs or square in visited:
                runs.append([])
                visited.clear()
            visited.add(square)
            runs[-1].append(curve)
        return tuple(tuple(run) for run in runs)


def trails(state: State) -> tuple[Trail, ...]:
    """The trails of all markers that have been placed."""
    paths = [path_of(state, seat) for seat in range(state.setup.players)]
    against = {(leaving, entry) for path in paths for entry, leaving in path}
    return tuple(
        replace(
            _trail(seat, start, path, sum(crossing in against for crossing in path)), stub=outward(start, STUB)
        )
        for seat, (start, path) in enumerate(zip(state.starts, paths, strict=True))
        if start is not None
    )


def trail_of_walk(walk: Walk) -> Trail:
    """The trail of one walk."""
    crossed = walk.tiles_crossed
    # A marker that meets another walks all the way to where that one stood, and the other way round.
    return _trail(walk.seat, walk.points[0], crossed, 0 if walk.met is None else len(crossed))


def ends(ended: Iterable[Trail]) -> tuple[tuple[tuple[Seat, ...], Spot], ...]:
    """Where trails end, each place with the seats whose trails end there: two that met share one."""
    places: dict[Spot, list[Seat]] = {}
    for trail in ended:
        place = next((known for known in places if dist(known, trail.end) < 1), trail.end)
        places.setdefault(place, []).append(trail.seat)
    return tuple((tuple(seats), place) for place, seats in places.items())


def _trail(seat: Seat, start: Point, path: Sequence[Crossing], shared: int) -> Trail:
    """The trail along the path; of its last `shared` crossings, it goes only the first half."""
    curves = [curve_over(entry, leaving) for entry, leaving in path]
    if shared:
        curves = curves[:-shared] + _first_half(curves[-shared:])
    squares = tuple(entry >> 3 for entry, _ in path[: len(curves)])
    return Trail(seat, spot(start), squares, tuple(curves))


def _first_half(curves: Sequence[Curve]) -> list[Curve]:
    """The way to the middle of the curves, by their length."""
    return first_part(curves, sum(curve.length for curve in curves) / 2)


def first_part(curves: Sequence[Curve], length: float) -> list[Curve]:
    """The curves up to that length, the last one cut."""
    part: list[Curve] = []
    for curve in curves:
        if curve.length > length:
            return [*part, curve.first(length)]
        part.append(curve)
        length -= curve.length
    return part

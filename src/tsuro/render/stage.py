"""What lies on the board at any time of a game's timeline, piece by piece.

Every piece knows which parts of the board it covers, so whoever shows one time after another need draw only the
parts that have changed.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from tsuro.game.board import SQUARES, Seat
from tsuro.game.state import State
from tsuro.record.model import Record
from tsuro.render import pieces
from tsuro.render.geometry import Curve, Spot, corner
from tsuro.render.layout import Layout
from tsuro.render.materials import Material
from tsuro.render.sizes import INSET, TILE
from tsuro.render.timeline import Leg, Timeline, timeline
from tsuro.render.trail import Trail, ends, first_part, trails

__all__ = ["Box", "Part", "Piece", "Stage"]

_LINE, _MARKER, _CROSS = (
    7,
    20,
    12,
)  # how far a path, a marker and a cross reach beyond the places they are drawn at
VANISHES = 0.2  # seconds for which a marker is still seen where it was eliminated


class Box(NamedTuple):
    """A part of the board, in the picture's unit."""

    left: float
    top: float
    right: float
    bottom: float

    def touches(self, other: Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


Part: TypeAlias = tuple[Hashable, Box]


@dataclass(frozen=True, slots=True)
class Piece:
    """Something to draw, and what each part of it covers. A part that looks different has another key."""

    svg: str
    parts: frozenset[Part]

    def touches(self, box: Box) -> bool:
        return any(part.touches(box) for _, part in self.parts)


class Stage:
    """A recorded game, to be looked at in any order of time."""

    def __init__(self, record: Record, *, material: Material, tiles_per_second: float) -> None:
        self.times, self.state = timeline(record, tiles_per_second=tiles_per_second)
        self._trails = trails(self.state)
        whole = Box(-TILE, -TILE, 7 * TILE, 7 * TILE)
        self._ground = Piece(pieces.board_pieces(Layout(), material), frozenset({("ground", whole)}))
        self._tiles = dict(_tiles(self.state, self.times))

    def out_at(self, time: float) -> frozenset[Seat]:
        """Who is out by then."""
        return frozenset(seat for seat, out in self.times.out.items() if time >= out + VANISHES)

    def at(self, time: float) -> Iterator[Piece]:
        """Everything on the board at that time, the lowest first."""
        out = self.out_at(time)
        walked = [
            _until(trail, _distance(self.times.legs.get(trail.seat, ()), time))
            for trail in self._trails
            if time >= self.times.placed[trail.seat]
        ]
        yield self._ground
        yield from self._laid(time)
        for trail in walked:
            yield self._way(trail, is_out=trail.seat in out)
        for seats, place in ends(trail for trail in walked if trail.seat in out):
            svg = pieces.cross(seats, self.state.setup, place)
            yield _piece(svg, ("cross", seats), _around([place], _CROSS))
        for trail in walked:
            if trail.seat not in out:
                yield self._marker(trail)

    def _laid(self, time: float) -> Iterator[Piece]:
        laid = [square for square, settles in self.times.tiles.items() if time >= settles]
        yield from (self._tiles[square] for square in laid)
        if laid and time < self.times.now:  # at rest, the board is as the game left it
            at = corner(laid[-1])
            box = _around([at, Spot(at.x + TILE, at.y + TILE)], INSET)
            yield _piece(pieces.outline(laid[-1], "newest"), ("newest", laid[-1]), box)

    def _way(self, trail: Trail, *, is_out: bool) -> Piece:
        begins = [trail.start, trail.stub or trail.start]
        parts: list[Part] = [((trail.seat, is_out), _around(begins, _LINE))]
        parts += (((trail.seat, is_out, i, curve.end), _over(curve)) for i, curve in enumerate(trail.curves))
        return Piece(pieces.trail_pieces(trail, self.state.setup, is_out=is_out), frozenset(parts))

    def _marker(self, trail: Trail) -> Piece:
        svg = pieces.marker(trail.seat, self.state.setup, trail.end)
        return _piece(svg, ("marker", trail.seat, trail.end), _around([trail.end], _MARKER))


def _tiles(state: State, times: Timeline) -> Iterator[tuple[int, Piece]]:
    for square in SQUARES:
        tile = state.board[square]
        if tile is not None and square in times.tiles:
            at = corner(square)
            box = Box(at.x, at.y, at.x + TILE, at.y + TILE + 1)  # its shadow lies below it
            yield square, _piece(pieces.tile_pieces(tile, at), ("tile", square), box)


def _piece(svg: str, key: Hashable, box: Box) -> Piece:
    return Piece(svg, frozenset({(key, box)}))


def _until(trail: Trail, length: float) -> Trail:
    curves = tuple(first_part(trail.curves, length))
    return replace(trail, curves=curves, squares=trail.squares[: len(curves)])


def _distance(legs: Iterable[Leg], time: float) -> float:
    """How far a marker has walked by that time."""
    walked = 0.0
    for leg in legs:
        if time >= leg.ends:
            walked = leg.end
        elif time > leg.begins:
            part = (time - leg.begins) / (leg.ends - leg.begins)
            walked = leg.start + part * (leg.end - leg.start)
    return walked


def _over(curve: Curve) -> Box:
    return _around([curve.start, curve.near, curve.far, curve.end], _LINE)


def _around(spots: Iterable[Spot], reach: float) -> Box:
    rows = list(spots)
    return Box(
        min(spot.x for spot in rows) - reach,
        min(spot.y for spot in rows) - reach,
        max(spot.x for spot in rows) + reach,
        max(spot.y for spot in rows) + reach,
    )

"""When everything in an animation happens, in seconds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tsuro.game.board import Seat, Square
from tsuro.game.events import Eliminated, Event, MarkerPlaced, MarkerWalked, TilePlaced
from tsuro.game.paths import Walk
from tsuro.game.state import State
from tsuro.record.model import Record
from tsuro.record.replay import replay
from tsuro.render.sizes import TILE
from tsuro.render.trail import trail_of_walk

__all__ = ["FADE", "HOLD", "SETTLE", "Leg", "Timeline", "timeline"]

SETTLE = 0.15  # a tile
PLACE = 0.25  # a marker on its start mark
FADE = 0.4  # an eliminated marker
PAUSE = 0.2  # between turns
HOLD = 4.0  # the final position


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of a marker's way, walked at constant speed."""

    begins: float
    ends: float
    start: float  # how far the marker had walked before
    end: float


@dataclass(slots=True)
class Timeline:
    """When tiles and markers appear, walk, and are eliminated."""

    speed: float
    now: float = 0.5  # an empty board, to begin with
    placed: dict[Seat, float] = field(default_factory=dict)
    tiles: dict[Square, float] = field(default_factory=dict)
    legs: dict[Seat, list[Leg]] = field(default_factory=dict)
    out: dict[Seat, float] = field(default_factory=dict)

    @property
    def duration(self) -> float:
        return self.now + HOLD

    def tell(self, events: Iterable[Event]) -> None:
        """What one action led to."""
        walks: list[Walk] = []
        eliminated: list[Seat] = []
        for event in events:
            match event:
                case MarkerPlaced(seat, _):
                    self.placed[seat] = self.now
                    self.now += PLACE
                case TilePlaced(_, square, _):
                    self.tiles[square] = self.now
                    self.now += SETTLE
                case MarkerWalked(walk):
                    walks.append(walk)
                case Eliminated(seat):
                    eliminated.append(seat)
        self._move(walks)
        self._eliminate(eliminated)

    def _move(self, walks: list[Walk]) -> None:
        """One after another; but two that meet walk together, to meet in the middle."""
        moved: set[Seat] = set()
        for walk in walks:
            if walk.seat in moved:
                continue
            together = [other for other in walks if other.seat in {walk.seat, walk.met}]
            moved.update(other.seat for other in together)
            self._walk(together)
        if walks:
            self.now += PAUSE

    def _walk(self, together: list[Walk]) -> None:
        lengths = {walk.seat: trail_of_walk(walk).length for walk in together}
        ends = self.now + max(lengths.values()) / self.speed
        for seat, length in lengths.items():
            legs = self.legs.setdefault(seat, [])
            start = legs[-1].end if legs else 0.0
            legs.append(Leg(self.now, ends, start, start + length))
        self.now = ends

    def _eliminate(self, seats: list[Seat]) -> None:
        self.out.update(dict.fromkeys(seats, self.now))
        self.now += FADE if seats else 0


def timeline(record: Record, *, tiles_per_second: float) -> tuple[Timeline, State]:
    """The record's timeline, and the state it ends with."""
    times = Timeline(speed=tiles_per_second * TILE)
    state = None
    for moment in replay(record):
        times.tell(moment.events)
        state = moment.state
    assert state is not None, "a record has at least a deal"  # noqa: S101 -- for the type checker
    return times, state

"""What happened, in the order of the rulebook.

Events hold the whole truth; `seen_by` gives what one player, or a watcher, learns
about it: tiles that stay hidden from them are `FACE_DOWN`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tsuro.game.board import Point, Seat, Square
from tsuro.game.outcome import Outcome
from tsuro.game.paths import Walk
from tsuro.game.tiles import FACE_DOWN, OrientedTile, Tile

__all__ = [
    "DragonPassed",
    "DragonReturned",
    "DragonTaken",
    "Eliminated",
    "Event",
    "ExchangeOffered",
    "GameOver",
    "HandEmpty",
    "MarkerPlaced",
    "MarkerWalked",
    "PilePassed",
    "PileShuffled",
    "TileDrawn",
    "TilePlaced",
    "TilesDealt",
    "TilesExchanged",
    "TurnPassed",
]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened."""

    def seen_by(self, seat: Seat | None) -> Event:  # noqa: ARG002 -- most events hide nothing
        """The event as the seat, or a watcher (None), learns of it."""
        return self


@dataclass(frozen=True, slots=True)
class TilesDealt(Event):
    """A player's first hand; seat None: the one open hand (S1, V3, V4)."""

    seat: Seat | None
    tiles: tuple[Tile, ...]

    def seen_by(self, seat: Seat | None) -> Event:
        return self if self.seat in {seat, None} else replace(self, tiles=(FACE_DOWN,) * len(self.tiles))


@dataclass(frozen=True, slots=True)
class MarkerPlaced(Event):
    """S4"""

    seat: Seat
    mark: Point


@dataclass(frozen=True, slots=True)
class TilePlaced(Event):
    """P1"""

    seat: Seat
    square: Square
    tile: OrientedTile


@dataclass(frozen=True, slots=True)
class MarkerWalked(Event):
    """M1"""

    walk: Walk


@dataclass(frozen=True, slots=True)
class Eliminated(Event):
    """M2, M3: at the edge, or by meeting another marker.

    `forced` is true of the active player when every placement would have eliminated them
    (P2). At the edge everybody can see that. A player who meets another marker might have done
    so by choice: that it was forced says something about their other tiles, so nobody else
    learns it.
    """

    seat: Seat
    met: Seat | None
    forced: bool

    def seen_by(self, seat: Seat | None) -> Event:
        hidden = self.forced and self.met is not None and self.seat != seat
        return replace(self, forced=False) if hidden else self


@dataclass(frozen=True, slots=True)
class ExchangeOffered(Event):
    """The active player may look at the eliminated players' tiles and swap (X1)."""

    seat: Seat
    tiles: tuple[Tile, ...]

    def seen_by(self, seat: Seat | None) -> Event:
        return self if self.seat == seat else replace(self, tiles=(FACE_DOWN,) * len(self.tiles))


@dataclass(frozen=True, slots=True)
class TilesExchanged(Event):
    """X1: others learn how many tiles were swapped, not which. Nothing swapped means declined."""

    seat: Seat
    gave: tuple[Tile, ...]
    took: tuple[Tile, ...]

    def seen_by(self, seat: Seat | None) -> Event:
        hidden = (FACE_DOWN,) * len(self.gave)
        return self if self.seat == seat else replace(self, gave=hidden, took=hidden)


@dataclass(frozen=True, slots=True)
class DragonPassed(Event):
    """An eliminated player's Dragon tile goes on, or back under the pile (to None) (D3)."""

    seat: Seat
    to: Seat | None


@dataclass(frozen=True, slots=True)
class PileShuffled(Event):
    """This number of eliminated players' tiles was shuffled into the draw pile (X2)."""

    tiles: int


@dataclass(frozen=True, slots=True)
class PilePassed(Event):
    """The pile travels to the player who draws next (D6)."""

    to: Seat


@dataclass(frozen=True, slots=True)
class TileDrawn(Event):
    """D1; seat None: the tile joins the one open hand (V3, V4)."""

    seat: Seat | None
    tile: Tile

    def seen_by(self, seat: Seat | None) -> Event:
        return self if self.seat in {seat, None} else TileDrawn(self.seat, FACE_DOWN)  # every turn has one


@dataclass(frozen=True, slots=True)
class DragonTaken(Event):
    """D2"""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DragonReturned(Event):
    """D2"""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandEmpty(Event):
    """The player has no tile to play and passes the turn (P4)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnPassed(Event):
    """The next player is the active player (T1)."""

    to: Seat


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """W1 to W4"""

    outcome: Outcome

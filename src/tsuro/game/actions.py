"""The three things a player can do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tsuro.game.board import Point
from tsuro.game.errors import NotAnAction
from tsuro.game.tiles import OrientedTile, Tile

__all__ = ["DECLINE", "Action", "ExchangeTiles", "PlaceMarker", "PlayTile"]


@dataclass(frozen=True, slots=True)
class PlaceMarker:
    """Put the marker on a start mark (S4)."""

    mark: Point


@dataclass(frozen=True, slots=True)
class PlayTile:
    """Place a tile, turned this way, on the square the marker faces (P1)."""

    tile: OrientedTile


@dataclass(frozen=True, slots=True)
class ExchangeTiles:
    """Swap tiles of your hand for as many of the eliminated players' tiles (X1)."""

    give: tuple[Tile, ...] = ()
    take: tuple[Tile, ...] = ()

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "give", tuple(self.give))
            object.__setattr__(self, "take", tuple(self.take))
        except TypeError:
            raise NotAnAction("an exchange gives and takes tuples of tiles: ExchangeTiles((4,), (8,))") from None


DECLINE = ExchangeTiles()
"""Swap nothing."""

Action: TypeAlias = PlaceMarker | PlayTile | ExchangeTiles
"""What a player does: one of the three. `read_action` makes one from text."""

"""What happened in the game, as clients get it: hidden tiles are 0."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

__all__ = [
    "DragonPassed",
    "DragonReturned",
    "DragonTaken",
    "Eliminated",
    "ExchangeOffered",
    "GameEvent",
    "GameOver",
    "HandEmpty",
    "MarkerPlaced",
    "MarkerWalked",
    "PilePassed",
    "PileShuffled",
    "Result",
    "TileDrawn",
    "TilePlaced",
    "TilesDealt",
    "TilesExchanged",
    "TurnPassed",
    "Walk",
]


class _Event(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class Walk(Struct, frozen=True, forbid_unknown_fields=True):
    """A marker's way: the point it stood on, then where it leaves each tile; `end` null: it is out."""

    seat: int
    points: tuple[int, ...]
    end: int | None
    met: int | None  # whose marker it met


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended; seats that share a rank are together, the best first."""

    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]  # where tiles walked over, or crossings, count
    solo: tuple[int, int] | None  # markers left and tiles placed


class TilesDealt(_Event, frozen=True, tag="tiles-dealt"):
    seat: int | None  # null: the one open hand
    tiles: tuple[int, ...]


class MarkerPlaced(_Event, frozen=True, tag="marker-placed"):
    seat: int
    mark: int


class TilePlaced(_Event, frozen=True, tag="tile-placed"):
    seat: int
    square: int
    tile: str  # with its turn: 17e


class MarkerWalked(_Event, frozen=True, tag="marker-walked"):
    walk: Walk


class Eliminated(_Event, frozen=True, tag="eliminated"):
    seat: int
    met: int | None
    forced: bool


class ExchangeOffered(_Event, frozen=True, tag="exchange-offered"):
    seat: int
    tiles: tuple[int, ...]


class TilesExchanged(_Event, frozen=True, tag="tiles-exchanged"):
    seat: int
    gave: tuple[int, ...]
    took: tuple[int, ...]


class DragonPassed(_Event, frozen=True, tag="dragon-passed"):
    seat: int
    to: int | None


class PileShuffled(_Event, frozen=True, tag="pile-shuffled"):
    tiles: int


class PilePassed(_Event, frozen=True, tag="pile-passed"):
    to: int


class TileDrawn(_Event, frozen=True, tag="tile-drawn"):
    seat: int | None
    tile: int


class DragonTaken(_Event, frozen=True, tag="dragon-taken"):
    seat: int


class DragonReturned(_Event, frozen=True, tag="dragon-returned"):
    seat: int


class HandEmpty(_Event, frozen=True, tag="hand-empty"):
    seat: int


class TurnPassed(_Event, frozen=True, tag="turn-passed"):
    to: int


class GameOver(_Event, frozen=True, tag="game-over"):
    result: Result


GameEvent: TypeAlias = (
    TilesDealt
    | MarkerPlaced
    | TilePlaced
    | MarkerWalked
    | Eliminated
    | ExchangeOffered
    | TilesExchanged
    | DragonPassed
    | PileShuffled
    | PilePassed
    | TileDrawn
    | DragonTaken
    | DragonReturned
    | HandEmpty
    | TurnPassed
    | GameOver
)

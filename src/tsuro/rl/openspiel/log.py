"""What has happened in a game, as pairs of bytes: a kind with a seat, and what.

Nothing in it is left to be worked out: who was eliminated, what was shown to whom and when tiles went back into
the pile are entries of their own. What a player knows, in words or numbers, is read off it, and so is how
the game may have come about.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

__all__ = ["ACTS", "DRAWS", "OFFERED", "OUT", "SHUFFLED", "Entry", "entries"]

Entry: TypeAlias = tuple[int, int, int]
"""A kind, a seat, and what: an action id, a tile, or how many tiles."""

ACTS: Final = 0  # the seat puts its marker on a start mark, places a tile, or says a word of an exchange: an id
DRAWS: Final = 8  # the seat draws a tile
OUT: Final = 16  # the seat is eliminated, with this number of tiles
OFFERED: Final = 24  # the eliminated seat holds this tile, which only the player who may exchange sees
SHUFFLED: Final = 32  # this number of tiles goes back into the pile


def entries(log: bytes) -> Iterator[Entry]:
    """The entries, the first one first.

    >>> list(entries(bytes([DRAWS + 1, 17, ACTS, 48])))
    [(8, 1, 17), (0, 0, 48)]
    """
    return ((who & ~7, who & 7, what) for who, what in zip(log[::2], log[1::2], strict=True))

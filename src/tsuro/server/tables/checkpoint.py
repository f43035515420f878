"""A table before one of its games, in brief: with it, a table is loaded without the log of the games before."""

from __future__ import annotations

from msgspec import Struct

from tsuro.server.options import TableOptions
from tsuro.server.tables.seats import SeatState

__all__ = ["Checkpoint"]


class Checkpoint(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All that a game which is about to start takes over from what was before."""

    seq: int  # of the last entry before the game
    at: int  # when it was written
    play: str
    watch: str
    options: TableOptions
    creator: str | None
    host: str | None
    seats: tuple[SeatState, ...]
    first: int | None = None
    games: int = 0  # before this one
    made: int = 0  # when the table was made
    removed: tuple[str, ...] = ()  # guests who cannot sit down again
    was_open: bool = False
    secret: str | None = None  # the server's part of its deal, if it had committed to one

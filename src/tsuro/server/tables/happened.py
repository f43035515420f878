"""What an entry of the log did."""

from __future__ import annotations

from msgspec import Struct

from tsuro.game.events import Event
from tsuro.server.tables.log import LogEntry

__all__ = ["Happened"]


class Happened(Struct, frozen=True, kw_only=True, gc=False):  # a Struct, since one is made for every move
    """An entry that took effect, and what it did in the game: the whole truth, so pass on what is `seen_by`."""

    entry: LogEntry
    events: tuple[Event, ...] = ()

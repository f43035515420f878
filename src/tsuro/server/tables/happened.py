"""What an entry of the log did."""

from __future__ import annotations

from dataclasses import dataclass

from tsuro.game.events import Event
from tsuro.server.tables.log import LogEntry

__all__ = ["Happened"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """An entry that took effect, and what it did in the game: the whole truth, so pass on what is `seen_by`."""

    entry: LogEntry
    events: tuple[Event, ...] = ()

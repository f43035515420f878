"""Earlier games of a table, from its log."""

from __future__ import annotations

from collections.abc import Sequence

from tsuro.match import Match
from tsuro.server.tables.log import LogEntry, Started
from tsuro.server.tables.table import Table

__all__ = ["game_of"]


def game_of(entries: Sequence[LogEntry], number: int) -> Match | None:
    """The match of the table's game with this number, counting from 1, as far as it went; None: there is none."""
    starts = [place for place, entry in enumerate(entries) if isinstance(entry, Started)]
    if not 1 <= number <= len(starts):
        return None
    ends = [*starts[1:], len(entries)]
    return Table.replay(entries[: ends[number - 1]]).match

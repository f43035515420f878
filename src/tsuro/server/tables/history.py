"""Earlier games of a table, from its log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tsuro.match import Match
from tsuro.record import write_text
from tsuro.server.tables.log import LogEntry, Started
from tsuro.server.tables.table import Table

__all__ = ["game_of", "recalling"]


def game_of(entries: Sequence[LogEntry], number: int) -> Match | None:
    """The match of the table's game with this number, counting from 1, as far as it went; None: there is none."""
    starts = [place for place, entry in enumerate(entries) if isinstance(entry, Started)]
    if not 1 <= number <= len(starts):
        return None
    ends = [*starts[1:], len(entries)]
    return Table.replay(entries[: ends[number - 1]]).match


def recalling(entries: Sequence[LogEntry], records: dict[int, str]) -> Iterator[None]:
    """Write down all games but the last one, by their numbers: another has begun, so they are over.

    That takes a while: others may have their turn between two steps.
    """
    match: Match | None = None
    for table in Table.replaying(entries):
        if match is not None and table.games - 1 > len(records):
            records[table.games - 1] = write_text(match.record())
        match = table.match
        yield

"""What the server needs from a database. Nothing outside `storage` knows which kind it is, or where it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

from tsuro.server.tables.log import LogEntry

__all__ = ["DAY", "FoundTable", "HandedOver", "Progress", "Store", "TableRow"]

DAY = 86_400_000  # milliseconds

Progress: TypeAlias = Callable[[int, int], None]
"""Called with how many parts are done, and of how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """What is known about a table without reading its log. Times are milliseconds since 1970."""

    id: int
    play: str  # the code to play, and the code to watch
    watch: str
    created: int
    touched: int  # when the last entry was written
    phase: str
    due: int | None  # when something is due at the table
    entries: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundTable:
    """A table that was found by one of its codes."""

    id: int
    plays: bool  # the code to play; False: the code to watch


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOver:
    """Whose seats, and at which table, another device may take."""

    table: int
    guest: str


class Store(Protocol):
    """The logs of all tables, open for reading and writing.

    A read sees every write that was awaited before it began. A write returns when it is
    durable; one that raises has changed nothing. Every method raises `StoreError` when the
    database does not work or the store is closed. A log is append-only and has no gaps:
    of several writers that append the same entry number, one succeeds and the others get
    a `Conflict`.
    """

    # Reading

    async def find(self, code: str) -> FoundTable | None:
        """The table with this code, to play or to watch."""

    async def log(self, table: int) -> list[LogEntry]:
        """All entries of the table, in order; none if there is no such table."""

    async def row(self, table: int) -> TableRow | None:
        """What is known about one table."""

    async def rows(self) -> list[TableRow]:
        """All tables, the most recently used first."""

    async def due_before(self, at: int) -> list[int]:
        """The tables at which something is due by then, the most urgent first."""

    async def untouched(self, *, now: int, untouched_days: int) -> list[int]:
        """The tables that `prune` would remove."""

    async def count(self) -> int:
        """How many tables there are."""

    async def last_alive(self) -> int | None:
        """When a server last said that it was running."""

    # Writing

    async def create(
        self, entries: Sequence[LogEntry], *, phase: str = "gathering", due: int | None = None
    ) -> int:
        """Add a table with these entries, the first of which is `Created`; returns its number.

        The number of a removed table is never used again. Codes that are in use are a `Conflict`.
        """

    async def append(
        self, table: int, seq: int, entries: Sequence[LogEntry], *, phase: str, due: int | None
    ) -> None:
        """Write one or more entries, the first of which is number `seq`, and the table's phase after them."""

    async def keep_hand_over(self, *, code_hash: str, table: int, guest: str, until: int) -> None:
        """Keep a code with which another device may take the guest's seats; it replaces their earlier one."""

    async def take_hand_over(self, *, code_hash: str, now: int) -> HandedOver | None:
        """Use a code: it works once, and not after its time."""

    async def alive(self, now: int) -> None:
        """Note that a server is running."""

    async def prune(self, *, now: int, untouched_days: int, unplayed_days: int | None = None) -> list[int]:
        """Remove tables that nobody has used for that many days, and expired hand-overs; returns the tables.

        Tables at which no game was played may go sooner. A running game whose clock has time left stays.
        """

    async def backup(self, to: Path, *, progress: Progress | None = None) -> None:
        """Copy everything, as it is at one moment, to a new file that `open_store` can open."""

"""What the server needs from a database. Nothing outside `storage` knows which kind it is, or where it is."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeAlias

import msgspec

from tsuro.server.tables.checkpoint import Checkpoint
from tsuro.server.tables.log import LogEntry

__all__ = [
    "DAY",
    "LIVE_SECONDS",
    "NOTHING_DERIVED",
    "PAUSE",
    "Amounts",
    "Append",
    "Change",
    "Derived",
    "Downtime",
    "FoundTable",
    "HandedOver",
    "ListedTable",
    "Present",
    "Progress",
    "Store",
    "TableRow",
    "Usage",
]

DAY = 86_400_000  # milliseconds
PAUSE = 3_600_000  # milliseconds for which a site may be down and still counts as running
LIVE_SECONDS = 10  # after which a process that says nothing does not count any more

Progress: TypeAlias = Callable[[int, int], None]
"""Called with how many parts are done, and of how many."""

Amounts: TypeAlias = Mapping[str, Mapping[str, int]]
"""For each address: what, and how much of it."""


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


class ListedTable(msgspec.Struct, frozen=True, kw_only=True, gc=False):  # there are thousands of them
    """What the lobby needs to know about a table, as `tables.listing` writes it."""

    id: int
    touched: int
    listed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOver:
    """Whose seats, and at which table, another device may take."""

    table: int
    guest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Downtime:
    """When no server was running, in milliseconds since 1970."""

    since: int
    until: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A hint that another process changed something at a table."""

    table: int
    seq: int | None = None  # its last entry; None: others are present now, or the table is gone


class Present(msgspec.Struct, frozen=True, kw_only=True, gc=False):  # there are thousands of them
    """A guest who is at a table, with this many clients."""

    table: int
    guest: str
    clients: int
    address: str = ""  # that the guest comes from, as limits count it


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What addresses use, so that limits hold for all processes together."""

    spent: Amounts = field(default_factory=dict)  # since the last time: requests, new tables …
    held: Amounts = field(default_factory=dict)  # now: connections …


class Derived(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What follows from a log, stored together with its entries, so that nobody has to read all of it."""

    position: int | None = None  # of the running game, as a number, for `Store.is_played`
    # A game that is over, and its record; without one, it goes on after all.
    finished: tuple[int, str | None] | None = None
    checkpoint: Checkpoint | None = None  # in place of the last one


NOTHING_DERIVED = Derived()


class Append(msgspec.Struct, frozen=True, kw_only=True, gc=False):  # a Struct, since one is made for every move
    """One or more entries that a table gets, and what is stored beside them: what the table is after them."""

    table: int
    seq: int  # of the first entry
    entries: Sequence[LogEntry]
    phase: str
    due: int | None = None  # when something is due at the table
    listed: str | None = None  # what the lobby needs to know about the table; None: nothing, it is private
    derived: Derived = NOTHING_DERIVED

    @property
    def last(self) -> int:
        """The number of the last entry."""
        return self.seq + len(self.entries) - 1


class Store(Protocol):
    """The logs of all tables, open for reading and writing.

    A read sees every write that was awaited before it began. A write returns when it is
    durable; one that raises has changed nothing, unless it raises `Uncertain`. Every method
    raises `StoreError` when the database does not work or the store is closed. A log is
    append-only and has no gaps: of several writers that append the same entry number, one
    succeeds and the others get a `Conflict`.
    """

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use the database at the same time."""

    # Reading

    async def find(self, code: str) -> FoundTable | None:
        """The table with this code, to play or to watch."""

    async def log(self, table: int, *, after: int = 0) -> list[LogEntry]:
        """The entries of the table after that number, in order; none if there is no such table."""

    async def load(self, table: int) -> tuple[Checkpoint | None, list[LogEntry]]:
        """The last checkpoint of the table and the entries after it: all that `Table.replay` needs."""

    async def record(self, table: int, game: int) -> str | None:
        """The record of one of the table's games, if it is over and was kept."""

    async def is_played(self, positions: Collection[int]) -> bool:
        """Whether a running game, at any table, is at one of these positions now."""

    async def seqs(self, tables: Collection[int]) -> dict[int, int]:
        """The number of the last entry of each table; one that is gone is missing."""

    async def row(self, table: int) -> TableRow | None:
        """What is known about one table."""

    async def rows(self) -> list[TableRow]:
        """All tables, the most recently used first."""

    async def due_before(self, at: int) -> list[int]:
        """The tables at which something is due by then, the most urgent first."""

    async def listed(self, since: int = 0, *, finished: bool = True) -> list[ListedTable]:
        """What the lobby needs to know about open tables that were touched since then.

        With finished=False only about those whose game is not over, which are few among them.
        """

    async def untouched(self, *, now: int, untouched_days: int) -> list[int]:
        """The tables that `prune` would remove."""

    async def count(self) -> int:
        """How many tables there are."""

    async def last_alive(self) -> int | None:
        """When a server last said that it was running."""

    async def up_since(self) -> int | None:
        """Since when servers have been running, apart from pauses of up to `PAUSE`; None: none ever was."""

    # Writing

    async def create(
        self,
        entries: Sequence[LogEntry],
        *,
        phase: str = "gathering",
        due: int | None = None,
        listed: str | None = None,
    ) -> int:
        """Add a table with these entries, the first of which is `Created`; returns its number.

        The number of a removed table is never used again. Codes that are in use are a `Conflict`.
        `phase`, `due` and `listed` are as in `Append`.
        """

    async def append(self, append: Append) -> None:
        """Write entries, and what is stored beside them."""

    async def keep_records(self, table: int, records: Mapping[int, str]) -> None:
        """Keep records of games that ended before records were kept, by their numbers; what is there stays."""

    async def keep_hand_over(self, *, code_hash: str, table: int, guest: str, until: int) -> None:
        """Keep a code with which another device may take the guest's seats; it replaces their earlier one."""

    async def take_hand_over(self, *, code_hash: str, now: int) -> HandedOver | None:
        """Use a code: it works once, and not after its time."""

    async def start(self, process: str, now: int) -> Downtime | None:
        """Note that a process starts; returns when the site was last down, the same for all its processes.

        If no other process gives a sign of life, it was down since the last one, until now. None: it never was.
        """

    async def alive(self, now: int) -> None:
        """Note that a server is running."""

    async def prune(self, *, now: int, untouched_days: int, unplayed_days: int | None = None) -> list[int]:
        """Remove tables that nobody has used for that many days, and expired hand-overs; returns the tables.

        Tables at which no game was played may go sooner. A running game whose clock has time left stays.
        If several processes want to at the same moment, one does, and the others return none.
        """

    async def backup(self, to: Path, *, progress: Progress | None = None) -> None:
        """Copy everything, as it is at one moment, to a new file that `open_store` can open."""

    # For whoever runs the server. Servers that are running look at the notices, and heed them within a second.

    async def abandoned(self, *, before: int, most: int) -> list[int]:
        """Tables at which no game was played and nothing has happened since, the oldest first."""

    async def remove(self, tables: Collection[int]) -> list[int]:
        """Remove tables with everything that belongs to them; returns those that were there."""

    async def remove_abandoned(self, tables: Collection[int], *, before: int) -> list[int]:
        """The same, but only for those that are still as `abandoned` found them."""

    async def close_tables(self, tables: Collection[int]) -> list[int]:
        """From now on these tables cannot be found by their codes, and nothing is due there; their logs stay.

        Their phase is `closed`, whatever is appended. Returns those that were not closed before.
        """

    async def tables_of(self, guest: str) -> list[int]:
        """The tables in whose logs the guest appears."""

    async def replace_log(self, table: int, entries: Sequence[LogEntry]) -> None:
        """Write the whole log anew, so that it tells the same without a name that has to go.

        What was made from it goes as well: records of games, checkpoints, what the lobby shows, hand-overs. If the
        table has another number of entries by now, that is a `Conflict`. An entry `rewritten` follows, so that
        nobody who knows the log as it was can append to it.
        """

    async def ban(self, address: str, *, until: int | None) -> None:
        """Let nobody in from an address before then, in milliseconds since 1970; None ends it."""

    async def bans(self) -> dict[str, int]:
        """The addresses that were banned, and until when; those whose time is over may be among them."""

    async def notices(self) -> dict[int, int | None]:
        """What was done by the methods above lately, by number: the table that it concerns, or None for bans."""

    # Several processes on one database. Each has a name of its own, new at every start. Nothing here
    # decides: what happened is in the logs. All of it may be lost; who is present is soon said again.

    def changes(self) -> AsyncIterator[Change]:
        """Hints of what other processes write, as they come; some may be lost. Ends when there can be none."""

    async def lease(self, process: str, tables: Collection[int], *, seconds: float) -> set[int]:
        """Take, or renew, the right to do what is due at tables; returns those that the process has now.

        It ends after these seconds, by the clock of the database, so that another process can go on.
        """

    async def release(self, process: str, tables: Collection[int]) -> None:
        """Give that right back before its time."""

    async def present(self, process: str, guests: Mapping[int, Sequence[Present]]) -> None:
        """Say who is connected to this process, by table; this replaces what it said before.

        A sequence that was said is never changed: one that is given again costs nothing. All of it is to be said
        every few seconds: who is connected to a process that has been silent for `LIVE_SECONDS` does not count.
        """

    async def who_is_present(self, tables: Collection[int], *, besides: str) -> list[Present]:
        """Who is at these tables, connected to live processes besides this one."""

    async def share_usage(self, process: str, usage: Usage) -> Usage:
        """Say what addresses use at this process; returns what they use at all others.

        What was spent is returned once, what is held as long as it is held and the process lives.
        """

    async def spend(self, what: str, *, every: float, most: int) -> float:
        """Count one use of an allowance that all processes share: `most` at once, then one each `every` seconds.

        Returns 0, or the seconds to wait for the next one. Where there is one process, it counts by itself.
        """

    async def leave(self, process: str) -> None:
        """The process ends: it holds nothing, and nobody is connected to it."""

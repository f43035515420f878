"""What a database holds, as plain rows, to be copied to another of any kind."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from tsuro.server.storage.errors import StoreError

__all__ = ["RELATIONS", "Archive", "Content", "Relation", "Row", "Site", "by_table", "refuse_unfinished"]


@dataclass(frozen=True, slots=True)
class Relation:
    """Rows that belong to tables."""

    name: str
    columns: tuple[str, ...]  # the first is the table's number


# Whoever adds a column or a relation that must not be lost adds it here; a test compares both databases with it.
RELATIONS = (
    Relation("tables", ("id", "play", "watch", "created", "touched", "phase", "due", "listed", "position")),
    Relation("log", ("table_id", "seq", "entry")),
    Relation("games", ("table_id", "game", "record")),
    Relation("checkpoints", ("table_id", "checkpoint")),
    Relation("hand_overs", ("table_id", "code_hash", "guest", "until")),
)

Row: TypeAlias = tuple[Any, ...]

Content: TypeAlias = Mapping[int, Mapping[str, Sequence[Row]]]
"""For each table, the rows of each relation, in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """What does not belong to one table."""

    last_table: int  # the highest number that a table ever had: it is not given again
    alive: int | None  # when a server last said that it was running
    bans: tuple[tuple[str, int], ...]  # addresses, and until when


class Archive(Protocol):
    """A database, open to be copied, and used by nobody else unless it only shows one moment."""

    async def tables(self) -> list[int]:
        """The numbers of all tables, in order."""

    async def read(self, tables: Collection[int]) -> Content:
        """All rows of these tables."""

    async def replace(self, content: Content) -> None:
        """Write these tables in place of those that have their numbers, all or nothing."""

    async def site(self) -> Site: ...

    async def set_site(self, site: Site) -> None: ...

    async def is_unfinished(self) -> bool: ...

    async def mark(self, *, unfinished: bool) -> None:
        """Servers refuse a database that is marked as unfinished."""


def by_table(rows: Mapping[str, Iterable[Row]]) -> Content:
    """Rows of each relation, put in order; databases have different ideas of the order of texts."""
    content: dict[int, dict[str, list[Row]]] = {}
    for name, found in rows.items():
        for row in found:
            content.setdefault(row[0], {relation.name: [] for relation in RELATIONS})[name].append(row)
    for table in content.values():
        for found in table.values():
            found.sort()
    return content


def refuse_unfinished(mark: int | None) -> None:
    """For a server: half a copy must not go on by itself."""
    if mark:
        raise StoreError("the database is an unfinished copy: finish it with `tsuro tables copy`")

"""What whoever runs a server does to tables, guests and addresses, in a SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from tsuro.server.storage.errors import Conflict
from tsuro.server.storage.rows import NUMBERS, encoded
from tsuro.server.storage.sqlite.reader import Reader
from tsuro.server.storage.sqlite.writer import Writer
from tsuro.server.tables.log import LogEntry, Rewritten

__all__ = ["Operating"]

KEPT = 1000  # notices, of which a server that looks every second needs the last few

_ABANDONED = "SELECT id FROM tables WHERE phase = 'gathering' AND touched < ? ORDER BY touched LIMIT ?"
_REMOVE_ABANDONED = "DELETE FROM tables WHERE id = ? AND phase = 'gathering' AND touched < ?"
_CLOSE = """
    UPDATE tables SET phase = 'closed', due = NULL, listed = NULL, position = NULL
    WHERE id = ? AND phase <> 'closed'
"""
_DERIVED = (
    "DELETE FROM hand_overs WHERE table_id = ?",
    "DELETE FROM games WHERE table_id = ?",
    "DELETE FROM checkpoints WHERE table_id = ?",
)
_UNLOCK = "DROP TRIGGER a_log_is_never_changed"
_LOCK = """
    CREATE TRIGGER a_log_is_never_changed BEFORE UPDATE ON log
        BEGIN SELECT RAISE(ABORT, 'a log is never changed'); END
"""


class Operating:
    """The part of a `Store` that operators use."""

    _reader: Reader
    _writer: Writer

    async def abandoned(self, *, before: int, most: int) -> list[int]:
        return [table for (table,) in await self._rows(_ABANDONED, (before, most))]

    async def tables_of(self, guest: str) -> list[int]:
        query = "SELECT DISTINCT table_id FROM log WHERE instr(entry, ?) ORDER BY table_id"
        return [table for (table,) in await self._rows(query, (guest,))]

    async def bans(self) -> dict[str, int]:
        return dict(await self._rows("SELECT address, until FROM bans ORDER BY address"))

    async def notices(self) -> dict[int, int | None]:
        return dict(await self._rows("SELECT id, table_id FROM notices ORDER BY id"))

    async def remove(self, tables: Collection[int]) -> list[int]:
        return await self._change_each(tables, "DELETE FROM tables WHERE id = ?")

    async def remove_abandoned(self, tables: Collection[int], *, before: int) -> list[int]:
        return await self._change_each(tables, _REMOVE_ABANDONED, before)

    async def close_tables(self, tables: Collection[int]) -> list[int]:
        return await self._change_each(tables, _CLOSE, also="DELETE FROM hand_overs WHERE table_id = ?")

    async def replace_log(self, table: int, entries: Sequence[LogEntry]) -> None:
        texts = [encoded(entry) for entry in entries]
        rewritten = encoded(Rewritten(at=entries[-1].at)) if entries else ""

        def work(connection: sqlite3.Connection) -> None:
            (count,) = connection.execute("SELECT count(*) FROM log WHERE table_id = ?", (table,)).fetchone()
            if not count or count != len(texts):
                raise Conflict(f"table {table} has gone on meanwhile, or is gone: try again")
            connection.execute(_UNLOCK)
            connection.executemany(
                "UPDATE log SET entry = ? WHERE table_id = ? AND seq = ?",
                [(text, table, seq) for seq, text in enumerate(texts, 1)],
            )
            connection.execute(_LOCK)
            connection.execute("INSERT INTO log VALUES (?, ?, ?)", (table, count + 1, rewritten))
            connection.execute("UPDATE tables SET listed = NULL WHERE id = ?", (table,))
            for statement in _DERIVED:
                connection.execute(statement, (table,))
            _notify(connection, (table,))

        await self._writer.write(work)

    async def ban(self, address: str, *, until: int | None) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM bans WHERE address = ?", (address,))
            if until is not None:
                connection.execute("INSERT INTO bans VALUES (?, ?)", (address, until))
            _notify(connection, (None,))

        await self._writer.write(work)

    async def _change_each(
        self, tables: Collection[int], statement: str, *values: int, also: str | None = None
    ) -> list[int]:
        """Execute the statement for each table; returns those for which there was something to do."""

        def work(connection: sqlite3.Connection) -> list[int]:
            known = [table for table in tables if table in NUMBERS]
            changed = [table for table in known if connection.execute(statement, (table, *values)).rowcount]
            if also is not None:
                connection.executemany(also, [(table,) for table in changed])
            _notify(connection, changed)
            return changed

        return await self._writer.write(work)

    async def _rows(self, query: str, values: Any = ()) -> list[tuple[Any, ...]]:
        return await self._reader.read(lambda connection: connection.execute(query, values).fetchall())


def _notify(connection: sqlite3.Connection, tables: Iterable[int | None]) -> None:
    """Let servers know, within a second."""
    connection.executemany("INSERT INTO notices (table_id) VALUES (?)", [(table,) for table in tables])
    connection.execute("DELETE FROM notices WHERE id <= (SELECT max(id) FROM notices) - ?", (KEPT,))

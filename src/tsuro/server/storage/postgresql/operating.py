"""What whoever runs a server does to tables, guests and addresses, in PostgreSQL."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from tsuro.server.storage.errors import Conflict
from tsuro.server.storage.postgresql.connecting import Database
from tsuro.server.storage.postgresql.hints import Hints
from tsuro.server.storage.rows import NUMBERS, encoded
from tsuro.server.tables.log import LogEntry, Rewritten

__all__ = ["Operating"]

KEPT = 1000  # notices, of which a server that looks every second needs the last few
LONGEST = 600  # seconds to look through all logs

_ABANDONED = "SELECT id FROM tables WHERE phase = 'gathering' AND touched < $1 ORDER BY touched, id LIMIT $2"
_REMOVE = "DELETE FROM tables WHERE id = ANY($1::bigint[]) RETURNING id"
_REMOVE_ABANDONED = """
    DELETE FROM tables WHERE id = ANY($1::bigint[]) AND phase = 'gathering' AND touched < $2 RETURNING id
"""
_CLOSE = """
    WITH closed AS (
        UPDATE tables SET phase = 'closed', due = NULL, listed = NULL, position = NULL
        WHERE id = ANY($1::bigint[]) AND phase <> 'closed' RETURNING id
    ), handed AS (DELETE FROM hand_overs USING closed WHERE table_id = id)
    SELECT id FROM closed
"""
_OF_GUEST = "SELECT DISTINCT table_id FROM log WHERE position($1 IN entry) > 0 ORDER BY table_id"
_REPLACE = """
    UPDATE log SET entry = text FROM unnest($2::text[]) WITH ORDINALITY AS texts (text, number)
    WHERE table_id = $1 AND seq = number
"""
_BAN = "INSERT INTO bans VALUES ($1, $2) ON CONFLICT (address) DO UPDATE SET until = excluded.until"


class Operating:
    """The part of a `Store` that operators use."""

    _database: Database
    _hints: Hints

    async def abandoned(self, *, before: int, most: int) -> list[int]:
        rows = await self._database.run(lambda connection: connection.fetch(_ABANDONED, before, most))
        return [table for (table,) in rows]

    async def tables_of(self, guest: str) -> list[int]:
        async def work(connection: Any) -> list[int]:
            async with connection.transaction():
                await connection.execute(f"SET LOCAL statement_timeout = '{LONGEST}s'")
                return [table for (table,) in await connection.fetch(_OF_GUEST, guest, timeout=LONGEST)]

        return await self._database.run(work)

    async def bans(self) -> dict[str, int]:
        query = "SELECT address, until FROM bans ORDER BY address"
        return dict(await self._database.run(lambda connection: connection.fetch(query)))

    async def notices(self) -> dict[int, int | None]:
        query = "SELECT id, table_id FROM notices ORDER BY id"
        return dict(await self._database.run(lambda connection: connection.fetch(query)))

    async def remove(self, tables: Collection[int]) -> list[int]:
        return await self._change_each(tables, _REMOVE)

    async def remove_abandoned(self, tables: Collection[int], *, before: int) -> list[int]:
        return await self._change_each(tables, _REMOVE_ABANDONED, before)

    async def close_tables(self, tables: Collection[int]) -> list[int]:
        return await self._change_each(tables, _CLOSE)

    async def replace_log(self, table: int, entries: Sequence[LogEntry]) -> None:
        texts = [encoded(entry) for entry in entries]
        rewritten = encoded(Rewritten(at=entries[-1].at)) if entries else ""

        async def work(connection: Any) -> None:
            async with connection.transaction():
                count = await connection.fetchval("SELECT entries FROM tables WHERE id = $1 FOR UPDATE", table)
                if not count or count != len(texts):
                    raise Conflict(f"table {table} has gone on meanwhile, or is gone: try again")
                await connection.execute("SET LOCAL tsuro.rewriting = 'on'")  # the guard of logs looks at this
                await connection.execute(_REPLACE, table, texts)
                await connection.execute("INSERT INTO log VALUES ($1, $2, $3)", table, count + 1, rewritten)
                await connection.execute(
                    "UPDATE tables SET listed = NULL, entries = entries + 1 WHERE id = $1", table
                )
                for relation in ("hand_overs", "games", "checkpoints"):
                    await connection.execute(f"DELETE FROM {relation} WHERE table_id = $1", table)  # noqa: S608 -- names of ours
                await _notify(connection, (table,))

        await self._database.run(work)
        self._hints.tell({table: None})

    async def ban(self, address: str, *, until: int | None) -> None:
        async def work(connection: Any) -> None:
            async with connection.transaction():
                if until is None:
                    await connection.execute("DELETE FROM bans WHERE address = $1", address)
                else:
                    await connection.execute(_BAN, address, until)
                await _notify(connection, (None,))

        await self._database.run(work)

    async def _change_each(self, tables: Collection[int], statement: str, *values: int) -> list[int]:
        """Execute the statement; returns the tables for which there was something to do."""
        known = [table for table in tables if table in NUMBERS]

        async def work(connection: Any) -> list[int]:
            async with connection.transaction():
                changed = {table for (table,) in await connection.fetch(statement, known, *values)}
                await _notify(connection, [table for table in known if table in changed])
                return [table for table in known if table in changed]

        changed = await self._database.run(work)
        self._hints.tell(dict.fromkeys(changed))
        return changed


async def _notify(connection: Any, tables: Iterable[int | None]) -> None:
    """Let servers know, within a second."""
    await connection.execute("INSERT INTO notices (table_id) SELECT * FROM unnest($1::bigint[])", [*tables])
    await connection.execute("DELETE FROM notices WHERE id <= (SELECT max(id) FROM notices) - $1", KEPT)

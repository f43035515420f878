"""A PostgreSQL database, open to be copied to or from another."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Collection
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import asyncpg

from tsuro.server.storage.archive import RELATIONS, Content, Relation, Row, Site, by_table
from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.postgresql import migrations
from tsuro.server.storage.postgresql.connecting import Database, opened
from tsuro.server.storage.postgresql.errors import LOST, explained
from tsuro.server.storage.postgresql.migrations import SCHEMA, prepare
from tsuro.server.storage.store import LIVE_SECONDS

__all__ = ["PostgresqlArchive"]

LONGEST = 600.0  # seconds for one statement, with many tables

_T = TypeVar("_T")

_LAST = "SELECT coalesce(pg_sequence_last_value('tables_id_seq'), 0)"
_IN_USE = "SELECT count(*) FROM processes WHERE renewed > clock_timestamp() - $1 * interval '1 second'"


class PostgresqlArchive:
    """An `Archive` in a database that is up to date."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    @classmethod
    @asynccontextmanager
    async def open(cls, database: Database, *, one_moment: bool = False) -> AsyncIterator[PostgresqlArchive]:
        """With one_moment=True it can only be read, and shows what there was at this moment."""
        connection = await _explaining(database.connect("tsuro copy", seconds=LONGEST))
        try:
            if one_moment:
                await _explaining(connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))
            yield cls(connection)
        finally:
            connection.terminate()

    @classmethod
    @asynccontextmanager
    async def claim(cls, address: str, *, create: bool) -> AsyncIterator[PostgresqlArchive]:
        """Open a database on which no server runs; it is brought up to date first, and with create=True made."""
        async with opened(address) as database:
            if not create:
                await database.run(migrations.check_exists)
            await database.run(prepare)
            async with cls.open(database) as archive:
                await archive.refuse_if_used()
                yield archive

    async def refuse_if_used(self) -> None:
        """Raise `StoreError` while a server runs on the database."""
        if await _explaining(self._connection.fetchval(_IN_USE, LIVE_SECONDS)):
            raise StoreError("another server is using the database: stop it, and wait for ten seconds")

    async def tables(self) -> list[int]:
        return [number for (number,) in await self._select("SELECT id FROM tables ORDER BY id")]

    async def read(self, tables: Collection[int]) -> Content:
        return by_table({relation.name: await self._rows(relation, tables) for relation in RELATIONS})

    async def _rows(self, relation: Relation, tables: Collection[int]) -> list[Row]:
        names = ", ".join(relation.columns)
        query = f"SELECT {names} FROM {relation.name} WHERE {relation.columns[0]} = ANY($1::bigint[])"  # noqa: S608 -- names of ours
        return await self._select(query, list(tables))

    async def replace(self, content: Content) -> None:
        await _explaining(self._replace(content))

    async def _replace(self, content: Content) -> None:
        async with self._connection.transaction():
            await self._connection.execute("DELETE FROM tables WHERE id = ANY($1::bigint[])", list(content))
            for relation in RELATIONS:
                rows = [row for table in content.values() for row in table[relation.name]]
                columns = relation.columns
                if relation.name == "tables":  # this database also keeps the number of the last entry
                    columns, rows = (*columns, "entries"), [(*row, len(content[row[0]]["log"])) for row in rows]
                await self._connection.copy_records_to_table(
                    relation.name, schema_name=SCHEMA, columns=columns, records=rows
                )

    async def site(self) -> Site:
        last = await self._select(_LAST)
        alive = await self._select("SELECT max(value) FROM meta WHERE key = 'alive'")
        bans = await self._select("SELECT address, until FROM bans")
        return Site(last_table=last[0][0], alive=alive[0][0], bans=tuple(sorted(bans)))

    async def set_site(self, site: Site) -> None:
        await _explaining(self._set_site(site))

    async def _set_site(self, site: Site) -> None:
        execute = self._connection.execute
        async with self._connection.transaction():
            if site.last_table:
                await execute("SELECT setval('tables_id_seq', $1)", site.last_table)
            await execute("DELETE FROM meta WHERE key = 'alive'")
            await execute("INSERT INTO meta SELECT 'alive', $1::bigint WHERE $1 IS NOT NULL", site.alive)
            await execute("DELETE FROM bans")
            await self._connection.executemany("INSERT INTO bans VALUES ($1, $2)", site.bans)

    async def is_unfinished(self) -> bool:
        return bool(await self._select("SELECT 1 FROM meta WHERE key = 'unfinished'"))

    async def mark(self, *, unfinished: bool) -> None:
        await self._select("DELETE FROM meta WHERE key = 'unfinished'")
        if unfinished:
            await self._select("INSERT INTO meta VALUES ('unfinished', 1)")

    async def _select(self, query: str, *values: Any) -> list[Row]:
        return [tuple(row) for row in await _explaining(self._connection.fetch(query, *values))]


async def _explaining(work: Awaitable[_T]) -> _T:
    try:
        return await work
    except (asyncpg.PostgresError, *LOST) as error:
        raise explained(error) from error

"""A SQLite file, open to be copied to or from another database."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from tsuro.server.storage.archive import RELATIONS, Content, Row, Site, by_table
from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.sqlite import database
from tsuro.server.storage.sqlite.reader import Reader

__all__ = ["SqliteArchive"]


class SqliteArchive:
    """An `Archive` in a file that is up to date, and that nobody else uses."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    @classmethod
    @contextmanager
    def open(cls, path: Path) -> Iterator[SqliteArchive]:
        with closing(database.connect(path)) as connection:
            reader = Reader(connection)
            try:
                yield cls(reader)
            finally:
                reader.close()

    @classmethod
    @contextmanager
    def claim(cls, path: Path, *, create: bool) -> Iterator[SqliteArchive]:
        """Open a file on which no server runs; it is brought up to date first, and with create=True made."""
        path = path.resolve()
        if not create and not path.exists():
            raise StoreError(f"{path}: there is no database: name another file")
        with ExitStack() as stack:
            try:
                if path.exists():
                    database.examine(path)  # before anything is put beside it
                stack.enter_context(database.claimed(path))
                if not path.exists():
                    database.create(path)
                database.update(path)
                archive = stack.enter_context(cls.open(path))
            except OSError as error:
                raise StoreError(f"{path}: {error.strerror or error}") from None
            except sqlite3.Error as error:
                raise StoreError(f"{path}: {database.explained(error)}") from None
            yield archive

    async def tables(self) -> list[int]:
        return [number for (number,) in await self._select("SELECT id FROM tables ORDER BY id")]

    async def read(self, tables: Collection[int]) -> Content:
        wanted = json.dumps(list(tables))
        return by_table(
            {
                relation.name: await self._select(
                    f"SELECT {', '.join(relation.columns)} FROM {relation.name} "  # noqa: S608 -- names of ours
                    f"WHERE {relation.columns[0]} IN (SELECT value FROM json_each(?))",
                    wanted,
                )
                for relation in RELATIONS
            }
        )

    async def replace(self, content: Content) -> None:
        def work(connection: sqlite3.Connection) -> None:
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.executemany("DELETE FROM tables WHERE id = ?", [(table,) for table in content])
                for relation in RELATIONS:
                    marks = ", ".join("?" * len(relation.columns))
                    connection.executemany(
                        f"INSERT INTO {relation.name} ({', '.join(relation.columns)}) VALUES ({marks})",  # noqa: S608 -- names of ours
                        [row for rows in content.values() for row in rows[relation.name]],
                    )

        await self._reader.read(work)

    async def site(self) -> Site:
        last = await self._select("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'tables'")
        alive = await self._select("SELECT max(value) FROM meta WHERE key = 'alive'")
        bans = await self._select("SELECT address, until FROM bans")
        return Site(last_table=last[0][0], alive=alive[0][0], bans=tuple(sorted(bans)))

    async def set_site(self, site: Site) -> None:
        def work(connection: sqlite3.Connection) -> None:
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("DELETE FROM sqlite_sequence WHERE name = 'tables'")
                connection.execute("INSERT INTO sqlite_sequence VALUES ('tables', ?)", (site.last_table,))
                connection.execute("DELETE FROM meta WHERE key = 'alive'")
                connection.execute("INSERT INTO meta SELECT 'alive', ?1 WHERE ?1 IS NOT NULL", (site.alive,))
                connection.execute("DELETE FROM bans")
                connection.executemany("INSERT INTO bans VALUES (?, ?)", site.bans)

        await self._reader.read(work)

    async def is_unfinished(self) -> bool:
        return bool(await self._select("SELECT 1 FROM meta WHERE key = 'unfinished'"))

    async def mark(self, *, unfinished: bool) -> None:
        if unfinished:
            await self._select("INSERT OR REPLACE INTO meta VALUES ('unfinished', 1)")
        else:
            await self._select("DELETE FROM meta WHERE key = 'unfinished'")

    async def _select(self, query: str, *values: str) -> list[Row]:
        return await self._reader.read(lambda connection: connection.execute(query, values).fetchall())

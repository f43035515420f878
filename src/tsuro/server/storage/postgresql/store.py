"""Keeps the logs of all tables in PostgreSQL. A write is on its disk before anybody hears of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg

from tsuro.server.storage.archive import refuse_unfinished
from tsuro.server.storage.copying import copy
from tsuro.server.storage.errors import Conflict, StoreError
from tsuro.server.storage.postgresql import migrations
from tsuro.server.storage.postgresql.archive import PostgresqlArchive
from tsuro.server.storage.postgresql.connecting import Database, opened
from tsuro.server.storage.postgresql.hints import Hints
from tsuro.server.storage.postgresql.operating import Operating
from tsuro.server.storage.postgresql.processes import Processes
from tsuro.server.storage.postgresql.writer import Writer
from tsuro.server.storage.rows import NUMBERS, checkpoint_in, created_by, decoded, encoded, old_before, row_of
from tsuro.server.storage.sqlite.archive import SqliteArchive
from tsuro.server.storage.sqlite.database import update, written_beside
from tsuro.server.storage.store import (
    Append,
    Change,
    FoundTable,
    HandedOver,
    ListedTable,
    Progress,
    TableRow,
)
from tsuro.server.tables.checkpoint import Checkpoint
from tsuro.server.tables.log import LogEntry

__all__ = ["PostgresqlStore"]

MANY = 500  # entries: more are decoded in a thread, so that nobody waits for it
REMOVED_AT_ONCE = 25  # tables: others may write in between

_ROW = "SELECT id, play, watch, created, touched, phase, due, entries FROM tables"
_FIND = "SELECT id, play = $1 FROM tables WHERE (play = $1 OR watch = $1) AND phase <> 'closed'"
_LISTED = """
    SELECT id, touched, listed FROM tables
    WHERE listed IS NOT NULL AND touched_hour >= $1::bigint / 3600000 AND touched >= $1
        AND ($2 OR phase <> 'over')
    ORDER BY touched, id
"""
_DUE = "SELECT id FROM tables WHERE due_hour <= $1::bigint / 3600000 AND due <= $1 ORDER BY due, id"
_UNTOUCHED = """
    SELECT id FROM tables
    WHERE (touched < $1 OR (phase = 'gathering' AND touched < $2))
        AND (due IS NULL OR due <= $3 OR phase <> 'playing')
"""
# What another process removes or writes to at this moment is left to it.
_PRUNE = f"""
    DELETE FROM tables WHERE id IN ({_UNTOUCHED} AND id = ANY($4::bigint[]) FOR UPDATE SKIP LOCKED) RETURNING id
"""  # noqa: S608 -- text of ours
_CREATE = """
    WITH made AS (
        INSERT INTO tables (play, watch, created, touched, phase, due, listed, entries)
        VALUES ($1, $2, $3, $4, $5, $6, $7, cardinality($8::text[])) RETURNING id
    ), written AS (
        INSERT INTO log (table_id, seq, entry)
        SELECT id, seq, entry FROM made, unnest($8::text[]) WITH ORDINALITY AS entries (entry, seq)
    )
    SELECT id FROM made
"""
_MADE = """
    SELECT id FROM tables WHERE play = $1 AND watch = $2
        AND $3::text[] = (SELECT array_agg(entry ORDER BY seq) FROM log WHERE table_id = id)
"""


class PostgresqlStore(Processes, Operating):
    """A `Store` in a database that any number of processes share."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._hints = Hints(database)
        self._writer = Writer(database, on_written=self._hints.tell)
        super().__init__(database, self._hints)

    @classmethod
    @asynccontextmanager
    async def open(cls, address: str, *, serve: bool = True) -> AsyncIterator[PostgresqlStore]:
        """Connect; a server creates the tables if they are missing, and brings older ones up to date.

        Raises `StoreError` if that is not possible; then nothing was changed.
        """
        async with opened(address) as database:
            await database.run(_prepare if serve else migrations.check_version)
            store = cls(database)
            try:
                yield store
            finally:
                await store.close()

    async def close(self) -> None:
        """Commit everything that was asked for; later reads and writes are refused."""
        await self._writer.close()
        await self._hints.close()

    # Reading

    async def find(self, code: str) -> FoundTable | None:
        if "\0" in code:  # which no text in PostgreSQL can have
            return None
        found = await self._fetch(_FIND, code)
        return next((FoundTable(id=number, plays=plays) for number, plays in found), None)

    async def log(self, table: int, *, after: int = 0) -> list[LogEntry]:
        if table not in NUMBERS:
            return []
        query = "SELECT seq, entry FROM log WHERE table_id = $1 AND seq > $2::bigint ORDER BY seq"
        rows = await self._fetch(query, table, after)
        if len(rows) > MANY:
            return await asyncio.to_thread(_decoded, table, rows)
        return _decoded(table, rows)

    async def load(self, table: int) -> tuple[Checkpoint | None, list[LogEntry]]:
        if table not in NUMBERS:
            return None, []
        found = await self._fetch("SELECT checkpoint FROM checkpoints WHERE table_id = $1", table)
        checkpoint = checkpoint_in(found[0][0]) if found else None
        return checkpoint, await self.log(table, after=checkpoint.seq if checkpoint else 0)

    async def record(self, table: int, game: int) -> str | None:
        if table not in NUMBERS or game not in NUMBERS:
            return None
        query = "SELECT record FROM games WHERE table_id = $1 AND game = $2::bigint"
        return next((str(text) for (text,) in await self._fetch(query, table, game)), None)

    async def is_played(self, positions: Collection[int]) -> bool:
        query = "SELECT id FROM tables WHERE phase = 'playing' AND position = ANY($1::bigint[]) LIMIT 1"
        return bool(await self._fetch(query, [*positions]))

    async def seqs(self, tables: Collection[int]) -> dict[int, int]:
        wanted = [table for table in tables if table in NUMBERS]
        return dict(await self._fetch("SELECT id, entries FROM tables WHERE id = ANY($1::bigint[])", wanted))

    async def row(self, table: int) -> TableRow | None:
        if table not in NUMBERS:
            return None
        return next((row_of(*values) for values in await self._fetch(f"{_ROW} WHERE id = $1", table)), None)

    async def rows(self) -> list[TableRow]:
        return [row_of(*values) for values in await self._fetch(f"{_ROW} ORDER BY touched DESC, id DESC")]

    async def due_before(self, at: int) -> list[int]:
        return await self._ids(_DUE, at)

    async def listed(self, since: int = 0, *, finished: bool = True) -> list[ListedTable]:
        found = await self._fetch(_LISTED, since, finished)
        return [ListedTable(id=number, touched=touched, listed=listed) for number, touched, listed in found]

    async def untouched(self, *, now: int, untouched_days: int) -> list[int]:
        return await self._ids(f"{_UNTOUCHED} ORDER BY id", *old_before(now, untouched_days, None).values())

    async def count(self) -> int:
        return (await self._ids("SELECT count(*) FROM tables"))[0]

    async def last_alive(self) -> int | None:
        return next(iter(await self._ids("SELECT value FROM meta WHERE key = 'alive'")), None)

    async def up_since(self) -> int | None:
        return next(iter(await self._ids("SELECT value FROM meta WHERE key = 'up since'")), None)

    async def _ids(self, query: str, *values: Any) -> list[int]:
        return [number for (number,) in await self._fetch(query, *values)]

    async def _fetch(self, query: str, *values: Any) -> list[Any]:
        return await self._database.run(lambda connection: connection.fetch(query, *values))

    # Writing

    async def create(
        self,
        entries: Sequence[LogEntry],
        *,
        phase: str = "gathering",
        due: int | None = None,
        listed: str | None = None,
    ) -> int:
        created, texts, attempts = created_by(entries), [encoded(entry) for entry in entries], count(1)
        codes = (created.play, created.watch)

        async def work(connection: Any) -> int:
            attempt = next(attempts)
            try:
                values = (*codes, created.at, entries[-1].at, phase, due, listed, texts)
                return int(await connection.fetchval(_CREATE, *values))
            except asyncpg.UniqueViolationError:
                # Was it us, on a connection that was lost before we heard of it?
                if attempt > 1 and (made := await connection.fetchval(_MADE, *codes, texts)):
                    return int(made)
                raise Conflict("a table has one of these codes already: choose others") from None

        return await self._database.run(work)

    async def append(self, append: Append) -> None:
        if not append.entries:
            raise StoreError("there is no entry to write")
        await self._writer.append(append)

    async def keep_records(self, table: int, records: Mapping[int, str]) -> None:
        query = """
            INSERT INTO games SELECT id, game, record
            FROM tables, unnest($2::int[], $3::text[]) AS kept (game, record)
            WHERE id = $1 ON CONFLICT DO NOTHING
        """
        await self._fetch(query, table, list(records), list(records.values()))

    async def keep_hand_over(self, *, code_hash: str, table: int, guest: str, until: int) -> None:
        async def work(connection: Any) -> None:
            async with connection.transaction():
                await connection.execute("DELETE FROM hand_overs WHERE table_id = $1 AND guest = $2", table, guest)
                await connection.execute(
                    "INSERT INTO hand_overs VALUES ($1, $2, $3, $4)", code_hash, table, guest, until
                )

        try:
            await self._database.run(work)
        except StoreError as error:
            if isinstance(error.__cause__, asyncpg.IntegrityConstraintViolationError):
                raise Conflict(f"table {table} is gone, or the code is in use: ask for another") from None
            raise

    async def take_hand_over(self, *, code_hash: str, now: int) -> HandedOver | None:
        query = "DELETE FROM hand_overs WHERE code_hash = $1 RETURNING table_id, guest, until"
        found = await self._database.run(lambda connection: connection.fetchrow(query, code_hash), again=False)
        if found is None or found["until"] < now:
            return None
        return HandedOver(table=found["table_id"], guest=found["guest"])

    async def alive(self, now: int) -> None:
        query = """
            INSERT INTO meta VALUES ('alive', $1)
            ON CONFLICT (key) DO UPDATE SET value = excluded.value
        """
        await self._database.run(lambda connection: connection.execute(query, now))

    async def prune(self, *, now: int, untouched_days: int, unplayed_days: int | None = None) -> list[int]:
        old = old_before(now, untouched_days, unplayed_days).values()
        await self._fetch("DELETE FROM hand_overs WHERE until < $1", now)
        found = await self._ids(f"{_UNTOUCHED} ORDER BY id", *old)  # all tables are looked at once, and only here
        removed: list[int] = []
        for start in range(0, len(found), REMOVED_AT_ONCE):
            some = sorted(await self._ids(_PRUNE, *old, found[start : start + REMOVED_AT_ONCE]))
            removed += some
            self._hints.tell(dict.fromkeys(some))
        return removed

    async def backup(self, to: Path, *, progress: Progress | None = None) -> None:
        if to.exists():
            raise StoreError(f"{to}: the file exists already: name another")
        try:
            with written_beside(to.resolve()) as beside:
                update(beside)
                async with PostgresqlArchive.open(self._database, one_moment=True) as source:
                    with SqliteArchive.open(beside) as target:
                        await copy(source, target, progress=progress or _no_progress)
        except OSError as error:
            raise StoreError(f"{to}: {error.strerror or error}") from None

    def changes(self) -> AsyncIterator[Change]:
        return self._hints.changes()


def _decoded(table: int, rows: Iterable[tuple[int, str]]) -> list[LogEntry]:
    return [decoded(entry, table, seq) for seq, entry in rows]


def _no_progress(_done: int, _total: int) -> None:
    pass


async def _prepare(connection: Any) -> None:
    await migrations.prepare(connection)
    refuse_unfinished(await connection.fetchval("SELECT value FROM meta WHERE key = 'unfinished'"))

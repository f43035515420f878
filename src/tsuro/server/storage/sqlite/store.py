"""Keeps the logs of all tables in one SQLite file. A write is on the disk before anybody hears of it."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from threading import Event
from types import TracebackType
from typing import Any, Self

from tsuro.server.storage.alone import Alone
from tsuro.server.storage.archive import refuse_unfinished
from tsuro.server.storage.errors import Conflict, StoreError
from tsuro.server.storage.rows import NUMBERS, created_by, decoded, encoded, old_before, row_of
from tsuro.server.storage.sqlite import database, games, migrations
from tsuro.server.storage.sqlite.database import explained
from tsuro.server.storage.sqlite.operating import Operating
from tsuro.server.storage.sqlite.reader import Reader
from tsuro.server.storage.sqlite.writer import APPENDED, Row, Writer, append_rows
from tsuro.server.storage.store import (
    PAUSE,
    Append,
    Downtime,
    FoundTable,
    HandedOver,
    ListedTable,
    Progress,
    TableRow,
)
from tsuro.server.tables.checkpoint import Checkpoint
from tsuro.server.tables.log import LogEntry

__all__ = ["SqliteStore"]

REMOVED_AT_ONCE = 25  # tables: this takes a hundredth of a second; others may write in between


_ROW = """
    SELECT id, play, watch, created, touched, phase, due,
        (SELECT coalesce(max(seq), 0) FROM log WHERE table_id = id)
    FROM tables
"""
_SEQS = "SELECT table_id, max(seq) FROM log WHERE table_id IN (SELECT value FROM json_each(?)) GROUP BY table_id"
_LISTED = """
    SELECT id, touched, listed FROM tables
    WHERE listed IS NOT NULL AND touched >= ? AND (? OR phase <> 'over') ORDER BY touched
"""
_UNTOUCHED = """
    SELECT id FROM tables
    WHERE (touched < :before OR (phase = 'gathering' AND touched < :unplayed))
        AND (due IS NULL OR due <= :now OR phase <> 'playing')
"""
_STILL_UNTOUCHED = _UNTOUCHED + "AND id IN (SELECT value FROM json_each(:some))"  # noqa: S608 -- text of ours


class SqliteStore(Alone, Operating):
    """A `Store` in an open file: one thread writes, another reads."""

    def __init__(self, path: Path, *, reader: Reader, writer: Writer, stack: ExitStack) -> None:
        self._path = path
        self._reader = reader
        self._writer = writer
        self._stack = stack  # closes whatever was opened

    @classmethod
    def open(cls, path: Path, *, serve: bool = True) -> SqliteStore:
        """Open the file; a server creates it if it is missing, and keeps other servers away from it.

        With serve=False, a server may be running on the file. Raises `StoreError` if the file
        is not a sound database of this version; then it is left as it is.
        """
        path = path.resolve()
        examined = serve and path.exists()  # once: this reads the whole file
        try:
            with ExitStack() as stack:
                if serve:
                    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                    if examined:
                        database.examine(path)  # before anything is put beside it
                    stack.enter_context(database.claimed(path))
                return cls._open(path, stack, serve=serve, examined=examined)
        except FileNotFoundError:
            raise StoreError(f"{path}: there is no database yet: start a server, or name another file") from None
        except OSError as error:
            raise StoreError(f"{path}: {error.strerror or error}") from None
        except sqlite3.Error as error:
            raise StoreError(f"{path}: {explained(error)}") from None

    @classmethod
    def _open(cls, path: Path, stack: ExitStack, *, serve: bool, examined: bool) -> SqliteStore:
        if serve and not path.exists():
            database.create(path)
        elif not examined:
            database.examine(path)
        patience = database.PATIENCE_OF_PLAYERS if serve else None
        writing = stack.enter_context(closing(database.connect(path, patience=patience)))
        if serve:
            migrations.migrate(writing)
            refuse_unfinished(
                writing.execute("SELECT max(value) FROM meta WHERE key = 'unfinished'").fetchone()[0]
            )
        elif migrations.version_of(writing) < len(migrations.MIGRATIONS):
            raise StoreError(
                f"{path}: an older version wrote the database: start a server once to update it (for a copy of it "
                "as it is, stop the server and copy the file)"
            )
        writing.executescript(APPENDED)
        reading = stack.enter_context(closing(database.connect(path)))
        reading.execute("PRAGMA query_only = ON")
        return cls(path, reader=Reader(reading), writer=Writer(writing, path), stack=stack.pop_all())

    def close(self) -> None:
        """Commit everything that was asked for, and let go of the file; later reads and writes are refused."""
        self._writer.close()
        self._reader.close()
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    # Reading

    async def find(self, code: str) -> FoundTable | None:
        query = "SELECT id, play = :code FROM tables WHERE (play = :code OR watch = :code) AND phase <> 'closed'"
        found = await self._select(query, {"code": code})
        return next((FoundTable(id=number, plays=bool(plays)) for number, plays in found), None)

    async def log(self, table: int, *, after: int = 0) -> list[LogEntry]:
        if table not in NUMBERS:
            return []
        return await self._reader.read(lambda connection: _entries(connection, table, after))

    async def load(self, table: int) -> tuple[Checkpoint | None, list[LogEntry]]:
        if table not in NUMBERS:
            return None, []

        def work(connection: sqlite3.Connection) -> tuple[Checkpoint | None, list[LogEntry]]:
            checkpoint = games.checkpoint(connection, table)
            return checkpoint, _entries(connection, table, checkpoint.seq if checkpoint else 0)

        return await self._reader.read(work)

    async def record(self, table: int, game: int) -> str | None:
        if table not in NUMBERS or game not in NUMBERS:
            return None
        return await self._reader.read(lambda connection: games.record(connection, table, game))

    async def is_played(self, positions: Collection[int]) -> bool:
        return bool(await self._select(games.PLAYED, (json.dumps([*positions]),)))

    async def seqs(self, tables: Collection[int]) -> dict[int, int]:
        wanted = json.dumps([table for table in tables if table in NUMBERS])
        return dict(await self._select(_SEQS, (wanted,)))

    async def row(self, table: int) -> TableRow | None:
        if table not in NUMBERS:
            return None
        return next((row_of(*values) for values in await self._select(f"{_ROW} WHERE id = ?", (table,))), None)

    async def rows(self) -> list[TableRow]:
        return [row_of(*values) for values in await self._select(f"{_ROW} ORDER BY touched DESC, id DESC")]

    async def due_before(self, at: int) -> list[int]:
        return await self._ids("SELECT id FROM tables WHERE due <= ? ORDER BY due, id", (at,))

    async def listed(self, since: int = 0, *, finished: bool = True) -> list[ListedTable]:
        found = await self._select(_LISTED, (since, finished))
        return [ListedTable(id=number, touched=touched, listed=listed) for number, touched, listed in found]

    async def untouched(self, *, now: int, untouched_days: int) -> list[int]:
        return await self._ids(f"{_UNTOUCHED} ORDER BY id", old_before(now, untouched_days, None))

    async def count(self) -> int:
        return (await self._ids("SELECT count(*) FROM tables"))[0]

    async def last_alive(self) -> int | None:
        return next(iter(await self._ids("SELECT value FROM meta WHERE key = 'alive'")), None)

    async def up_since(self) -> int | None:
        return next(iter(await self._ids("SELECT value FROM meta WHERE key = 'up since'")), None)

    async def _ids(self, query: str, values: Any = ()) -> list[int]:
        return [int(number) for (number,) in await self._select(query, values)]

    async def _select(self, query: str, values: Any = ()) -> list[tuple[Any, ...]]:
        return await self._reader.read(lambda connection: connection.execute(query, values).fetchall())

    # Writing

    async def create(
        self,
        entries: Sequence[LogEntry],
        *,
        phase: str = "gathering",
        due: int | None = None,
        listed: str | None = None,
    ) -> int:
        created = created_by(entries)
        texts = [encoded(entry) for entry in entries]
        values = (created.play, created.watch, created.at, entries[-1].at, phase, due, listed)

        def work(connection: sqlite3.Connection) -> int:
            with _conflicts("a table has one of these codes already: choose others"):
                table = connection.execute(
                    "INSERT INTO tables (play, watch, created, touched, phase, due, listed) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?)",
                    values,
                ).lastrowid
            assert table is not None  # noqa: S101 -- a row was inserted
            _add(connection, table, 1, texts)
            return table

        return await self._writer.write(work)

    async def append(self, append: Append) -> None:
        if not append.entries:
            raise StoreError("there is no entry to write")
        now, derived = append.entries[-1].at, append.derived
        rows = [
            (append.table, seq, encoded(entry), now, append.phase, append.due, append.listed, derived.position)
            for seq, entry in enumerate(append.entries, append.seq)
        ]
        work = partial(_append, append, rows)
        if derived.finished is None and derived.checkpoint is None:
            await self._writer.append(rows, work)
        else:
            await self._writer.write(work)

    async def keep_records(self, table: int, records: Mapping[int, str]) -> None:
        await self._writer.write(lambda connection: games.keep_earlier(connection, table, records))

    async def keep_hand_over(self, *, code_hash: str, table: int, guest: str, until: int) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM hand_overs WHERE table_id = ? AND guest = ?", (table, guest))
            with _conflicts(f"table {table} is gone, or the code is in use: ask for another"):
                connection.execute("INSERT INTO hand_overs VALUES (?, ?, ?, ?)", (code_hash, table, guest, until))

        await self._writer.write(work)

    async def take_hand_over(self, *, code_hash: str, now: int) -> HandedOver | None:
        def work(connection: sqlite3.Connection) -> HandedOver | None:
            found = connection.execute(
                "SELECT table_id, guest FROM hand_overs WHERE code_hash = ? AND until >= ?", (code_hash, now)
            ).fetchone()
            connection.execute("DELETE FROM hand_overs WHERE code_hash = ?", (code_hash,))
            return None if found is None else HandedOver(table=found[0], guest=found[1])

        return await self._writer.write(work)

    async def start(self, process: str, now: int) -> Downtime | None:  # noqa: ARG002 -- there is no other
        def work(connection: sqlite3.Connection) -> Downtime | None:
            found = connection.execute("SELECT value FROM meta WHERE key = 'alive'").fetchone()
            since = 0 if found is None else int(found[0])
            connection.execute("INSERT OR REPLACE INTO meta VALUES ('alive', ?)", (now,))
            if not 0 <= now - since <= PAUSE:
                connection.execute("DELETE FROM meta WHERE key = 'up since'")
            connection.execute("INSERT OR IGNORE INTO meta VALUES ('up since', ?)", (now,))
            return Downtime(since=since, until=now)

        return await self._writer.write(work)

    async def alive(self, now: int) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT OR REPLACE INTO meta VALUES ('alive', ?)", (now,))

        await self._writer.write(work)

    async def prune(self, *, now: int, untouched_days: int, unplayed_days: int | None = None) -> list[int]:
        old = old_before(now, untouched_days, unplayed_days)
        await self._writer.write(
            lambda connection: connection.execute("DELETE FROM hand_overs WHERE until < ?", (now,))
        )
        found = await self._ids(f"{_UNTOUCHED} ORDER BY id", old)  # all tables are looked at once, and only here
        removed: list[int] = []
        for start in range(0, len(found), REMOVED_AT_ONCE):
            some = json.dumps(found[start : start + REMOVED_AT_ONCE])
            removed += await self._writer.write(partial(_remove_untouched, {**old, "some": some}))
        return removed

    async def backup(self, to: Path, *, progress: Progress | None = None) -> None:
        cancelled = Event()

        def report(done: int, total: int) -> None:
            if cancelled.is_set():
                raise StoreError(f"{to}: the copy was cancelled")
            if progress is not None:
                progress(done, total)

        try:
            await asyncio.to_thread(self._backup, to, report)
        except asyncio.CancelledError:
            cancelled.set()  # the thread ends at its next report, and leaves nothing
            raise

    def _backup(self, to: Path, progress: Progress) -> None:
        if to.exists():
            raise StoreError(f"{to}: the file exists already: name another")
        try:
            with database.written_beside(to.resolve()) as beside:
                database.copy(self._path, beside, progress)
        except OSError as error:
            raise StoreError(f"{to}: {error.strerror or error}") from None
        except sqlite3.Error as error:
            raise StoreError(f"{to}: {explained(error)}") from error


def _remove_untouched(which: Mapping[str, Any], connection: sqlite3.Connection) -> list[int]:
    """Remove some tables, unless somebody has used them meanwhile; returns those that are gone."""
    old = connection.execute(_STILL_UNTOUCHED, which).fetchall()
    connection.executemany("DELETE FROM tables WHERE id = ?", old)
    return [int(table) for (table,) in old]


def _entries(connection: sqlite3.Connection, table: int, after: int) -> list[LogEntry]:
    rows = connection.execute(
        "SELECT seq, entry FROM log WHERE table_id = ? AND seq > ? ORDER BY seq", (table, after)
    )
    return [decoded(entry, table, seq) for seq, entry in rows]


def _append(append: Append, rows: Sequence[Row], connection: sqlite3.Connection) -> None:
    with _conflicts(
        f"entry {append.seq} of table {append.table} cannot be written: another is there, or the table is gone"
    ):
        append_rows(rows, connection)
    games.keep(connection, append.table, append.derived)


def _add(connection: sqlite3.Connection, table: int, seq: int, texts: Sequence[str]) -> None:
    rows = [(table, number, text) for number, text in enumerate(texts, seq)]
    connection.executemany("INSERT INTO log VALUES (?, ?, ?)", rows)


@contextmanager
def _conflicts(sentence: str) -> Iterator[None]:
    """What the database refuses because something else is already there is a conflict."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise Conflict(sentence) from None

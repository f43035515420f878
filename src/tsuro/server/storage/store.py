"""Keeps the logs of all tables in one SQLite file. What was written is on the disk before anybody is told."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from tsuro.server.storage import migrations
from tsuro.server.storage.migrations import StoreError, explained
from tsuro.server.storage.writer import Writer
from tsuro.server.tables.log import Created, LogEntry

__all__ = ["Conflict", "Store", "StoreError", "TableRow"]

DAY = 86_400_000  # milliseconds
PAGES_AT_ONCE = 1000  # of a backup, between two looks at how far it has come
REMOVED_AT_ONCE = 25  # tables: a hundredth of a second; others may write in between

_DECODER: msgspec.json.Decoder[LogEntry] = msgspec.json.Decoder(LogEntry)
_ENCODER = msgspec.json.Encoder()

_ROW = """
    SELECT id, play, watch, created, touched, phase, due,
        (SELECT coalesce(max(seq), 0) FROM log WHERE table_id = id)
    FROM tables
"""
_UNTOUCHED = """
    SELECT id FROM tables
    WHERE (touched < :before OR (phase = 'gathering' AND touched < :unplayed))
        AND (due IS NULL OR due <= :now OR phase <> 'playing')
    ORDER BY id LIMIT :most
"""


class Conflict(StoreError):
    """Another entry stands at this place of the log, or the table is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """What is known of a table without reading its log."""

    id: int
    play: str
    watch: str
    created: int
    touched: int
    phase: str
    due: int | None
    entries: int


class Store:
    """An open database. Reading is quick and done at once; writing is awaited until it is on the disk."""

    def __init__(self, path: Path, *, reading: sqlite3.Connection, writer: Writer, stack: ExitStack) -> None:
        self._path = path
        self._reading = reading
        self._writer = writer
        self._stack = stack  # closes whatever was opened

    @classmethod
    def open(cls, path: Path, *, serve: bool = True) -> Store:
        """Open the file; a server makes it where it is missing, and keeps other servers away from it.

        With serve=False, a server may be running on the file. Raises `StoreError` if the file
        is not a sound database of this version; then it is left as it is.
        """
        path = path.resolve()
        try:
            with ExitStack() as stack:
                if serve:
                    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                    if path.exists():
                        migrations.examine(path)  # before anything is put beside it
                    stack.enter_context(_claimed(path))
                return cls._open(path, stack, serve=serve)
        except FileNotFoundError:
            raise StoreError(f"{path}: there is no database yet: start a server, or name another file") from None
        except OSError as error:
            raise StoreError(f"{path}: {error.strerror or error}") from None
        except sqlite3.Error as error:
            raise StoreError(f"{path}: {explained(error)}") from None

    @classmethod
    def _open(cls, path: Path, stack: ExitStack, *, serve: bool) -> Store:
        if serve and not path.exists():
            migrations.make(path)
        migrations.examine(path)
        writing = stack.enter_context(closing(migrations.connect(path)))
        if serve:
            migrations.migrate(writing)
        elif migrations.version_of(writing) < len(migrations.MIGRATIONS):
            raise StoreError(f"{path}: the database is of an older version: start a server once to bring it up")
        reading = stack.enter_context(closing(migrations.connect(path)))
        reading.execute("PRAGMA query_only = ON")
        return cls(path, reading=reading, writer=Writer(writing), stack=stack.pop_all())

    def close(self) -> None:
        """Commit everything that was asked for, and let go of the file; later writes are refused."""
        self._writer.close()
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    # Reading

    def find(self, code: str) -> tuple[int, bool] | None:
        """The table with the code, and whether it is the code to play; False: to watch."""
        found = self._ask(
            "SELECT id, play = :code FROM tables WHERE play = :code OR watch = :code", {"code": code}
        )
        return (int(found[0][0]), bool(found[0][1])) if found else None

    def log(self, table: int) -> list[LogEntry]:
        """All entries of the table in order; none if there is no such table."""
        rows = self._ask("SELECT seq, entry FROM log WHERE table_id = ? ORDER BY seq", (table,))
        return [_decoded(entry, table, seq) for seq, entry in rows]

    def row(self, table: int) -> TableRow | None:
        return next((_row(*values) for values in self._ask(f"{_ROW} WHERE id = ?", (table,))), None)

    def rows(self) -> Iterator[TableRow]:
        """All tables, those touched last first."""
        return (_row(*values) for values in self._ask(f"{_ROW} ORDER BY touched DESC, id DESC"))

    def due_before(self, at: int) -> list[int]:
        """The tables at which something is to be done by then, the most urgent first."""
        return self._ids("SELECT id FROM tables WHERE due <= ? ORDER BY due", (at,))

    def untouched(self, *, now: int, untouched_days: int) -> list[int]:
        """The tables that `prune` would remove."""
        return self._ids(_UNTOUCHED, _old(now, untouched_days, None, most=-1))

    def count(self) -> int:
        return int(self._ask("SELECT count(*) FROM tables")[0][0])

    def last_alive(self) -> int | None:
        """When a server last said that it was there."""
        return next((int(value) for (value,) in self._ask("SELECT value FROM meta WHERE key = 'alive'")), None)

    def _ids(self, question: str, values: Any = ()) -> list[int]:
        return [int(number) for (number,) in self._ask(question, values)]

    def _ask(self, question: str, values: Any = ()) -> list[tuple[Any, ...]]:
        try:
            return self._reading.execute(question, values).fetchall()
        except sqlite3.Error as error:
            raise explained(error) from error

    # Writing

    async def create(self, entries: Sequence[LogEntry], *, phase: str = "gathering") -> int:
        """Make a table with these entries, of which the first is `Created`; gives its number."""
        created = entries[0]
        if not isinstance(created, Created):
            raise StoreError("a table begins with an entry 'created'")
        texts = [_encoded(entry) for entry in entries]
        values = (created.play, created.watch, created.at, entries[-1].at, phase)

        def work(connection: sqlite3.Connection) -> int:
            with _conflicts("a table has one of these codes already: choose others"):
                table = connection.execute(
                    "INSERT INTO tables (play, watch, created, touched, phase) VALUES (?, ?, ?, ?, ?)",
                    values,
                ).lastrowid
            assert table is not None  # noqa: S101 -- a row was inserted
            _add(connection, table, 1, texts)
            return table

        return await self._writer.write(work)

    async def append(
        self, table: int, seq: int, entries: Sequence[LogEntry], *, phase: str, due: int | None
    ) -> None:
        """Write one or more entries, the first of which is number `seq`, and how the table is after them."""
        texts = [_encoded(entry) for entry in entries]
        values = (entries[-1].at, phase, due, table)

        def work(connection: sqlite3.Connection) -> None:
            with _conflicts(
                f"entry {seq} of table {table} cannot be written: another is there, or the table is gone"
            ):
                _add(connection, table, seq, texts)
            connection.execute("UPDATE tables SET touched = ?, phase = ?, due = ? WHERE id = ?", values)

        await self._writer.write(work)

    async def keep_hand_over(self, *, code_hash: str, table: int, guest: str, until: int) -> None:
        """Keep the code with which another device may take the guest's seats; an earlier one is good no more."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM hand_overs WHERE table_id = ? AND guest = ?", (table, guest))
            with _conflicts(f"table {table} is gone, or the code is in use: ask for another"):
                connection.execute("INSERT INTO hand_overs VALUES (?, ?, ?, ?)", (code_hash, table, guest, until))

        await self._writer.write(work)

    async def take_hand_over(self, *, code_hash: str, now: int) -> tuple[int, str] | None:
        """The table and the guest that the code stands for; it works once, and not after its time."""

        def work(connection: sqlite3.Connection) -> tuple[int, str] | None:
            found = connection.execute(
                "SELECT table_id, guest FROM hand_overs WHERE code_hash = ? AND until >= ?", (code_hash, now)
            ).fetchone()
            connection.execute("DELETE FROM hand_overs WHERE code_hash = ?", (code_hash,))
            return found and (int(found[0]), str(found[1]))

        return await self._writer.write(work)

    async def alive(self, now: int) -> None:
        """Write down that the server is there."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT OR REPLACE INTO meta VALUES ('alive', ?)", (now,))

        await self._writer.write(work)

    async def prune(self, *, now: int, untouched_days: int, unplayed_days: int | None = None) -> list[int]:
        """Remove the tables that nobody touched for so long, and hand-overs that are too old; gives the tables.

        Tables that never saw a game may go sooner. A game that is played with a clock, and has time left, stays.
        """
        which = _old(now, untouched_days, unplayed_days, most=REMOVED_AT_ONCE)

        def work(connection: sqlite3.Connection) -> list[int]:
            old = connection.execute(_UNTOUCHED, which).fetchall()
            connection.executemany("DELETE FROM tables WHERE id = ?", old)
            connection.execute("DELETE FROM hand_overs WHERE until < ?", (now,))
            return [int(table) for (table,) in old]

        removed: list[int] = []
        while some := await self._writer.write(work):
            removed += some
        return removed

    def backup(self, to: Path, *, progress: Callable[[int, int], None] | None = None) -> None:
        """Copy the database, as it is at one moment, to a new file; others may write meanwhile.

        `progress` hears how many pages are copied, and of how many.
        """
        if to.exists():
            raise StoreError(f"{to}: the file exists already: name another")
        try:
            with migrations.written_beside(to.resolve()) as beside:
                self._copy(beside, progress)
        except OSError as error:
            raise StoreError(f"{to}: {error.strerror or error}") from None
        except sqlite3.Error as error:
            raise StoreError(f"{to}: {explained(error)}") from error

    def _copy(self, to: Path, progress: Callable[[int, int], None] | None) -> None:
        def tell(_: int, remaining: int, total: int) -> None:
            if progress is not None:
                progress(total - remaining, total)

        with closing(migrations.connect(self._path)) as source, closing(sqlite3.connect(to)) as target:
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM meta").fetchone()  # it sees this moment until it is closed
            source.backup(target, pages=PAGES_AT_ONCE, progress=tell)


def _old(now: int, untouched_days: int, unplayed_days: int | None, *, most: int) -> dict[str, int]:
    before = max(0, now - untouched_days * DAY)
    unplayed = before if unplayed_days is None else max(before, now - unplayed_days * DAY)
    return {"before": before, "unplayed": unplayed, "now": now, "most": most}


def _row(*values: Any) -> TableRow:
    return TableRow(**dict(zip(TableRow.__slots__, values, strict=True)))


def _encoded(entry: LogEntry) -> str:
    return _ENCODER.encode(entry).decode()


def _decoded(text: str, table: int, seq: int) -> LogEntry:
    try:
        return _DECODER.decode(text)
    except msgspec.DecodeError as error:
        raise StoreError(f"entry {seq} of table {table} cannot be read: {error}") from None


def _add(connection: sqlite3.Connection, table: int, seq: int, texts: Sequence[str]) -> None:
    rows = [(table, number, text) for number, text in enumerate(texts, seq)]
    connection.executemany("INSERT INTO log VALUES (?, ?, ?)", rows)


@contextmanager
def _conflicts(sentence: str) -> Iterator[None]:
    """What the database refuses, because something else is there already, is a conflict."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise Conflict(sentence) from None


@contextmanager
def _claimed(path: Path) -> Iterator[None]:
    """Keep other servers away; when the process dies, however it does, the file is free again."""
    file = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            _lock(file)
        except (BlockingIOError, PermissionError):
            raise StoreError(
                f"{path}: another server is using the database: stop it, or name another file"
            ) from None
        yield
    finally:
        os.close(file)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

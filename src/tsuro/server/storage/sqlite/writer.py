"""The one thread that writes to the database: it commits whatever waits in one transaction.

Nearly all of it are entries of logs. Many of them are inserted by one call: after each call, this thread and the
one that plays wait for each other.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import sleep
from typing import Any, TypeAlias, TypeVar

from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.sqlite.database import Busy, explained, file_at

__all__ = ["APPENDED", "DELAY", "MANY", "Row", "Writer", "append_rows"]

_T = TypeVar("_T")
Row: TypeAlias = tuple[Any, ...]

APPENDED = """
    CREATE TEMP VIEW appended AS
        SELECT table_id, seq, entry, touched, phase, due, listed, position FROM log JOIN tables ON id = table_id;
    CREATE TEMP TRIGGER append INSTEAD OF INSERT ON appended BEGIN
        INSERT INTO log VALUES (NEW.table_id, NEW.seq, NEW.entry);
        UPDATE tables SET touched = NEW.touched, phase = NEW.phase, due = NEW.due, listed = NEW.listed,
            position = NEW.position WHERE id = NEW.table_id AND phase <> 'closed';
    END;
"""
"""What the writer's connection needs: an entry of a log, together with what its table is after it."""

MANY = 16  # writes in a commit: then many will soon write again, …
DELAY = 0.01  # … and after these seconds more of them can be committed together, with one wait for the disk
_AT_ONCE = 32  # rows
_ROW = "(?, ?, ?, ?, ?, ?, ?, ?)"
_APPEND = [f"INSERT INTO appended VALUES {', '.join([_ROW] * n)}" for n in range(_AT_ONCE + 1)]  # noqa: S608 -- text of ours


@dataclass(slots=True, eq=False)
class _Write:
    """Something to write, and the future that waits for it."""

    work: Callable[[sqlite3.Connection], Any]
    future: asyncio.Future[Any]
    rows: Sequence[Row]  # if there are any, to append them is all the work
    result: Any = None
    error: Exception | None = None

    def attempt(self, connection: sqlite3.Connection) -> None:
        self.result = self.work(connection)

    def attempt_alone(self, connection: sqlite3.Connection) -> None:
        """Do the work in a savepoint: if it fails, nothing else does."""
        connection.execute("SAVEPOINT this")
        try:
            self.result = self.work(connection)
        except Exception as error:  # whatever it is, it belongs to the future
            if not connection.in_transaction:  # the database rolled everything back, as when the disk is full
                raise
            self.error = error
            connection.execute("ROLLBACK TO this")
        connection.execute("RELEASE this")

    def settle(self) -> None:
        if self.future.done():  # nobody waits any more
            return
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


class Writer:
    """Serves any number of event loops; the connection belongs to it until it is closed."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path, self._file = path, file_at(path)
        self._gathering: dict[asyncio.AbstractEventLoop, list[_Write]] = {}  # until the loop has done what it can
        self._waiting: SimpleQueue[Sequence[_Write] | None] = SimpleQueue()  # None: the end
        self._closed = False
        self._running = Thread(target=self._run, name="tsuro writer", daemon=True)
        self._running.start()

    def append(self, rows: Sequence[Row], alone: Callable[[sqlite3.Connection], _T]) -> asyncio.Future[_T]:
        """Append rows to the view of `APPENDED`, with those of others; if that fails, run what does it `alone`."""
        return self._soon(alone, rows)

    def write(self, work: Callable[[sqlite3.Connection], _T]) -> asyncio.Future[_T]:
        """Run the work; its result is there once it is committed. It is done even if nobody waits any more."""
        return self._soon(work, ())

    def _soon(self, work: Callable[[sqlite3.Connection], _T], rows: Sequence[Row]) -> asyncio.Future[_T]:
        if self._closed:
            raise StoreError("the database is closed: nothing more can be written")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[_T] = loop.create_future()
        gathered = self._gathering.get(loop)
        if gathered is None:  # the thread is woken once for all that come now: each time, one waits for the other
            gathered = self._gathering[loop] = []
            loop.call_soon(self._hand_over, loop)
        gathered.append(_Write(work, future, rows))
        return future

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        gathered = self._gathering.pop(loop, None)
        if gathered is not None:
            self._waiting.put(gathered)

    def close(self) -> None:
        """Commit what waits, and write nothing more."""
        if not self._closed:
            self._closed = True
            for loop in tuple(self._gathering):
                self._hand_over(loop)
            self._waiting.put(None)
        self._running.join()

    def _run(self) -> None:
        ended = False
        while not ended:
            found = [self._waiting.get()]
            found += [self._waiting.get() for _ in range(self._waiting.qsize())]
            batch = [write for writes in found if writes is not None for write in writes]
            ended = None in found
            if batch:
                self._commit(batch)
                _wake(batch)
            if len(batch) >= MANY and not ended:
                sleep(DELAY)

    def _commit(self, batch: Sequence[_Write]) -> None:
        """Commit the batch in one transaction: that is one wait for the disk.

        Rarely, one of them fails; then all are done again, each in its own savepoint.
        """
        error = self._transact(batch, _attempt_together)
        if error is None:
            return
        if not isinstance(error, Busy):  # then nothing was tried, and people have waited long enough
            error = self._transact(batch, _attempt_alone)
        for write in batch:
            write.error = error or (write.error and self._explained(write.error))

    def _transact(
        self, batch: Sequence[_Write], do: Callable[[Sequence[_Write], sqlite3.Connection], None]
    ) -> Exception | None:
        """Do all or nothing; returns the reason if it was nothing."""
        try:
            self._check_place()
            self._connection.execute("BEGIN IMMEDIATE")
            do(batch, self._connection)
            self._connection.execute("COMMIT")
        except Exception as error:  # noqa: BLE001 -- if the thread died, every write would wait forever
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            return self._explained(error)
        return None

    def _check_place(self) -> None:
        """What is written to a file that has lost its name is lost with the process."""
        if file_at(self._path) != self._file:
            raise StoreError("the database was moved or removed: put it back, or start the server again")

    def _explained(self, error: Exception) -> Exception:
        return explained(error, self._path.parent) if isinstance(error, sqlite3.Error) else error


def _attempt_together(batch: Sequence[_Write], connection: sqlite3.Connection) -> None:
    """In their order, but rows that follow each other at once."""
    rows: list[Row] = []
    for write in batch:
        if write.rows:
            rows += write.rows
            continue
        append_rows(rows, connection)
        rows = []
        write.attempt(connection)
    append_rows(rows, connection)


def _attempt_alone(batch: Sequence[_Write], connection: sqlite3.Connection) -> None:
    for write in batch:
        write.attempt_alone(connection)


def append_rows(rows: Sequence[Row], connection: sqlite3.Connection) -> None:
    """Insert rows into the view of `APPENDED`, which the connection has."""
    for start in range(0, len(rows), _AT_ONCE):
        some = rows[start : start + _AT_ONCE]
        connection.execute(_APPEND[len(some)], [value for row in some for value in row])


def _wake(batch: Iterable[_Write]) -> None:
    """Wake each event loop once, however many futures wait there."""
    by_loop: dict[asyncio.AbstractEventLoop, list[_Write]] = {}
    for write in batch:
        by_loop.setdefault(write.future.get_loop(), []).append(write)
    for loop, writes in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed: nobody waits there
            loop.call_soon_threadsafe(_settle, writes)


def _settle(writes: Iterable[_Write]) -> None:
    for write in writes:
        write.settle()

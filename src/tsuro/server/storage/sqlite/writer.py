"""The one thread that writes to the database: it commits whatever waits in one transaction."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.sqlite.database import Busy, explained, file_at

__all__ = ["Writer"]

_T = TypeVar("_T")


@dataclass(slots=True, eq=False)
class _Write:
    """Something to write, and the future that waits for it."""

    work: Callable[[sqlite3.Connection], Any]
    future: asyncio.Future[Any]
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

    def write(self, work: Callable[[sqlite3.Connection], _T]) -> asyncio.Future[_T]:
        """Run the work; its result is there once it is committed. It is done even if nobody waits any more."""
        if self._closed:
            raise StoreError("the database is closed: nothing more can be written")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[_T] = loop.create_future()
        gathered = self._gathering.get(loop)
        if gathered is None:  # the thread is woken once for all that come now: each time, one waits for the other
            gathered = self._gathering[loop] = []
            loop.call_soon(self._hand_over, loop)
        gathered.append(_Write(work, future))
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

    def _commit(self, batch: Sequence[_Write]) -> None:
        """Commit the batch in one transaction: that is one wait for the disk.

        Rarely, one of them fails; then all are done again, each in its own savepoint.
        """
        error = self._transact(batch, _Write.attempt)
        if error is None:
            return
        if not isinstance(error, Busy):  # then nothing was tried, and people have waited long enough
            error = self._transact(batch, _Write.attempt_alone)
        for write in batch:
            write.error = error or (write.error and self._explained(write.error))

    def _transact(
        self, batch: Sequence[_Write], do: Callable[[_Write, sqlite3.Connection], None]
    ) -> Exception | None:
        """Do all or nothing; returns the reason if it was nothing."""
        try:
            self._check_place()
            self._connection.execute("BEGIN IMMEDIATE")
            for write in batch:
                do(write, self._connection)
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

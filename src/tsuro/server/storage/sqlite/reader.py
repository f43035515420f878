"""The one thread that reads from the database, so the event loop never waits for the disk."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.sqlite.database import explained

__all__ = ["Reader"]

_T = TypeVar("_T")


class Reader:
    """A read sees everything committed before it began. The connection belongs to it until it is closed."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="tsuro reader")

    async def read(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        try:
            reading = self._thread.submit(self._run, work)
        except RuntimeError:
            raise StoreError("the database is closed: nothing more can be read") from None
        return await asyncio.wrap_future(reading)

    def close(self) -> None:
        """Finish the reads that wait, and take no more."""
        self._thread.shutdown()

    def _run(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        try:
            return work(self._connection)
        except sqlite3.Error as error:
            raise explained(error) from error

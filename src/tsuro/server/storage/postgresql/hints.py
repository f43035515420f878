"""Hints from process to process by LISTEN and NOTIFY, on a connection of their own.

They are sent after the commit and outside its transaction: PostgreSQL lets transactions that
notify commit only one after the other, and each would wait for the disk.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from secrets import token_hex
from typing import Any

import asyncpg

from tsuro.server.storage.postgresql.connecting import Database
from tsuro.server.storage.postgresql.errors import LOST, explained
from tsuro.server.storage.store import Change

__all__ = ["Hints"]

CHANNEL = "tsuro_changes"
LONGEST = 7900  # bytes of a notification; PostgreSQL allows 8000
PING = 5.0  # seconds after which a silent connection is tried
PAUSE = 0.5  # seconds before the next try to connect

_log = logging.getLogger("tsuro.storage")


class Hints:
    """Tells other processes what this one wrote, and hears what they did; connects again when it has to."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._me = token_hex(4)  # a process does not listen to itself
        self._to_tell: dict[int, int | None] = {}
        self._wake = asyncio.Event()
        self._listeners: set[_Heard] = set()
        self._is_listening = True
        self._closed = False
        self._task = asyncio.create_task(self._run(), name="tsuro hints")

    def tell(self, changes: Mapping[int, int | None]) -> None:
        """To be sent soon: table and its last entry, or None."""
        self._to_tell.update(changes)
        self._wake.set()

    async def changes(self) -> AsyncIterator[Change]:
        heard = _Heard()
        self._listeners.add(heard)
        try:
            while not self._closed:
                for change in await heard.take():
                    yield change
        finally:
            self._listeners.discard(heard)

    async def close(self) -> None:
        self._closed = True
        for heard in self._listeners:
            heard.wake.set()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self._talk()
            except (asyncpg.PostgresError, *LOST) as error:
                if self._is_listening:  # once, however long it takes
                    _log.warning("hints of other processes are interrupted", exc_info=explained(error))
                self._is_listening = False
            await asyncio.sleep(PAUSE)

    async def _talk(self) -> None:
        """Listen and tell until the connection is lost."""
        connection = await self._database.connect("tsuro hints")
        try:
            connection.add_termination_listener(lambda _: self._wake.set())
            await connection.add_listener(CHANNEL, self._hear)
            self._is_listening = True
            while True:
                await self._wait()
                told, self._to_tell = self._to_tell, {}
                for text in _texts(self._me, told.items()):
                    await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, text)
                if not told:
                    await connection.execute("SELECT 1")
        except LOST as error:
            await self._database.lost(error)
            raise
        finally:
            connection.terminate()

    async def _wait(self) -> None:
        """Until there is something to tell, or for a while."""
        try:
            async with asyncio.timeout(PING):
                await self._wake.wait()
        except TimeoutError:
            return
        self._wake.clear()

    def _hear(self, _connection: Any, _pid: int, _channel: str, text: str) -> None:
        sender, *changes = text.split()
        if sender == self._me:
            return
        for table, _, seq in (change.partition(":") for change in changes):
            for heard in self._listeners:
                heard.add(int(table), int(seq) if seq else None)


class _Heard:
    """What one listener has not taken yet, the last word about each table and kind."""

    def __init__(self) -> None:
        self._changes: dict[tuple[int, bool], Change] = {}
        self.wake = asyncio.Event()

    def add(self, table: int, seq: int | None) -> None:
        self._changes[table, seq is None] = Change(table=table, seq=seq)
        self.wake.set()

    async def take(self) -> list[Change]:
        await self.wake.wait()
        self.wake.clear()
        changes, self._changes = self._changes, {}
        return list(changes.values())


def _texts(sender: str, changes: Iterable[tuple[int, int | None]]) -> Iterator[str]:
    """The changes in as few texts as possible, each short enough."""
    text = sender
    for table, seq in changes:
        change = f" {table}:{'' if seq is None else seq}"
        if len(text) + len(change) > LONGEST:
            yield text
            text = sender
        text += change
    if text != sender:
        yield text

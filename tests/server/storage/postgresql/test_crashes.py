"""Nothing acknowledged is lost, and nothing is written twice, when PostgreSQL is killed under load."""

from __future__ import annotations

import asyncio
import signal
from random import Random

import pytest
from tests.postgresql import Server, make_database, started
from tests.server.storage.entries import acted, append, created

from tsuro.server.storage.errors import Conflict, StoreError, Uncertain
from tsuro.server.storage.opening import open_store
from tsuro.server.storage.store import Store

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

TABLES = 20


class Player:
    """Writes numbered entries to one table, and goes by the log whenever it does not know."""

    def __init__(self, store: Store, table: int) -> None:
        self.table, self.acknowledged = table, 1
        self._store = store

    async def play(self, ended: asyncio.Event) -> None:
        seq = 2
        while not ended.is_set():
            try:
                entries = [acted(seq), acted(seq + 1)]
                await append(self._store, self.table, seq, *entries, due=seq + 1)
            except (Uncertain, Conflict):
                seq = await self._next()
            except StoreError:
                await asyncio.sleep(0.05)
            else:
                self.acknowledged = seq + 1
                seq += 2

    async def _next(self) -> int:
        """The number of the next entry; whatever is in the log was written by us."""
        while True:
            try:
                return len(await self._store.log(self.table)) + 1
            except StoreError:
                await asyncio.sleep(0.05)

    async def check(self) -> None:
        log = await self._store.log(self.table)
        assert log[1:] == [acted(number) for number in range(2, len(log) + 1)]
        assert len(log) >= self.acknowledged
        assert len(log) % 2 == 1  # what is written together is there together
        row = await self._store.row(self.table)
        assert row is not None
        assert row.entries == len(log)


async def interrupt(server: Server, how: signal.Signals, *, pause: float) -> None:
    await asyncio.to_thread(server.stop, how)
    await asyncio.sleep(pause)
    await asyncio.to_thread(server.start)


async def test_nothing_acknowledged_is_lost_when_the_database_is_killed() -> None:
    random = Random(1)
    with started() as server:
        url = make_database(server)
        async with open_store(url) as one, open_store(url) as other:
            tables = [await one.create([created(str(number))]) for number in range(TABLES)]
            players = [Player(other if table % 2 else one, table) for table in tables]
            ended = asyncio.Event()
            playing = [asyncio.create_task(player.play(ended)) for player in players]
            for how in (signal.SIGKILL, signal.SIGINT, signal.SIGKILL):
                await asyncio.sleep(0.2 + random.random() / 2)
                before = sum(player.acknowledged for player in players)
                await interrupt(server, how, pause=random.random() / 4)
                async with asyncio.timeout(30):
                    while sum(player.acknowledged for player in players) < before + TABLES:
                        await asyncio.sleep(0.02)  # it goes on by itself
            ended.set()
            await asyncio.gather(*playing)
            for player in players:
                await player.check()

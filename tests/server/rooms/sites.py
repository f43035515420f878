"""Sites: several processes on one store, all of them in the test's own process, whose pace chance decides."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from tests.server.rooms.evenings import Guest

from tsuro.bots import make_own_bot
from tsuro.game.view import View
from tsuro.server.messages.creation import NewTable
from tsuro.server.metrics import Metrics
from tsuro.server.rooms.bot_pool import NO_OWNER, Answer, BotPool
from tsuro.server.rooms.fair_queue import Whose
from tsuro.server.rooms.leases import Leases
from tsuro.server.rooms.room import Room
from tsuro.server.rooms.rooms import Rooms
from tsuro.server.rooms.steady_clock import SteadyClock, wall_clock
from tsuro.server.settings import Settings
from tsuro.server.storage.sqlite.store import SqliteStore
from tsuro.server.storage.store import LIVE_SECONDS, Append, Change, Downtime, Present
from tsuro.server.tables.log import LogEntry

__all__ = ["SharedStore", "Site", "run_site"]


class SharedStore(SqliteStore):
    """A store that several `Rooms` may use at once; what they tell each other is kept in memory."""

    is_shared = True
    random: Random | None = None  # where it decides how long everything takes
    loses_hints = False

    def prepare(self) -> None:
        self.clock: Callable[[], float] = monotonic
        self._hints: list[asyncio.Queue[Change]] = []
        self._leases: dict[int, tuple[str, float]] = {}
        self._present: dict[str, tuple[float, tuple[Present, ...]]] = {}
        self._down: Downtime | None = None

    async def _dawdle(self) -> None:
        for _ in range(self.random.randrange(4) if self.random else 0):
            await asyncio.sleep(0)

    async def log(self, table: int, *, after: int = 0) -> list[LogEntry]:
        await self._dawdle()
        entries = await super().log(table, after=after)
        await self._dawdle()
        return entries

    async def append(self, append: Append) -> None:
        await self._dawdle()
        await super().append(append)
        self._hint(Change(table=append.table, seq=append.last))
        await self._dawdle()

    def _hint(self, change: Change) -> None:
        if not self.loses_hints:
            for queue in self._hints:
                queue.put_nowait(change)

    async def changes(self) -> AsyncIterator[Change]:
        queue: asyncio.Queue[Change] = asyncio.Queue()
        self._hints.append(queue)
        while True:
            yield await queue.get()

    async def lease(self, process: str, tables: Collection[int], *, seconds: float) -> set[int]:
        now = self.clock()
        for table in tables:
            holder, until = self._leases.get(table, (process, now))
            if holder == process or until <= now:
                self._leases[table] = process, now + seconds
        return {table for table in tables if self._leases[table][0] == process}

    async def release(self, process: str, tables: Collection[int]) -> None:
        for table in tables:
            if self._leases.get(table, ("", 0))[0] == process:
                del self._leases[table]

    async def present(self, process: str, guests: Mapping[int, Sequence[Present]]) -> None:
        _, before = self._present.get(process, (0, ()))
        now = tuple(each for some in guests.values() for each in some)
        self._present[process] = self.clock(), now
        for table in {each.table for each in {*before} ^ {*now}}:
            self._hint(Change(table=table))

    async def who_is_present(self, tables: Collection[int], *, besides: str) -> list[Present]:
        return [
            each
            for process, (said, guests) in self._present.items()
            if process != besides and self.clock() - said < LIVE_SECONDS
            for each in guests
            if each.table in tables
        ]

    async def start(self, process: str, now: int) -> Downtime | None:
        said = [said for said, _ in self._present.values()]
        self._present[process] = self.clock(), ()
        if not any(self.clock() - each < LIVE_SECONDS for each in said):
            self._down = await super().start(process, now)
        return self._down

    async def leave(self, process: str) -> None:
        await self.release(process, tuple(self._leases))
        await self.present(process, {})
        del self._present[process]


class _Pool(BotPool):
    """Bots without processes of their own."""

    async def choose(self, bot: str, seen: View, *, whose: Whose = NO_OWNER) -> Answer:
        return Answer(chosen=make_own_bot("wanderer", Random(bot)).choose(seen))


class Site:
    """Several `Rooms` on one store. Their background work is done only when a test says so."""

    def __init__(self, folder: Path, processes: int = 2, random: Random | None = None, **settings: Any) -> None:
        store = SharedStore.open(folder / "tables.sqlite3")
        assert isinstance(store, SharedStore)
        self.store = store
        self.store.prepare()
        self.store.random = random
        self.store.clock = self.clock
        self.settings = Settings(database=folder / "tables.sqlite3", pace=0, bot_processes=1, **settings)
        self.ahead = 0
        self.processes = [self.process() for _ in range(processes)]

    def process(self) -> Rooms:
        """One more process."""
        rooms = Rooms(self.store, self.settings, metrics=Metrics())
        rooms._services.bot_pool = _Pool(1)
        services = rooms._services
        services.wall = lambda: wall_clock() + self.ahead
        services.now = SteadyClock(wall=services.wall, monotonic=self.clock)
        services.leases = Leases(self.store, services.process, clock=self.clock)
        return rooms

    def clock(self) -> float:
        """Seconds; they pass when `ahead` grows, too."""
        return monotonic() + self.ahead / 1000

    async def stop_bots(self, rooms: list[Room]) -> None:
        """Nothing more happens at these rooms by itself."""
        for process in self.processes:
            process._services.closing = True
        for room in rooms:
            async with room.lock:
                room.scheduler.stop()

    async def look(self) -> None:
        """Let every process look round, as each does once a second; the second time they know of each other."""
        for rooms in self.processes * 2:
            rooms._neighbours._looks = 0
            await rooms._neighbours.look()

    async def rooms_of(self, code: str) -> list[Room]:
        """The rooms of the table at all processes."""
        found = [await process.room(code) for process in self.processes]
        return [room for each in found if each is not None for room in each[:1]]

    async def table(self, *people: str, **options: Any) -> tuple[list[Room], list[Guest]]:
        """A table with these people, each of whom is connected to the next process; returns its room at each."""
        room, _ = await self.processes[0].create(
            people[0], NewTable(seats=max(2, len(people)), first="chosen", **options)
        )
        rooms = await self.rooms_of(room.table.play)
        guests = [await Guest(rooms[number % len(rooms)], name).enter() for number, name in enumerate(people)]
        return rooms, guests


def run_site(folder: Path, play: Callable[[Site], Awaitable[None]], **settings: Any) -> None:
    async def evening() -> None:
        site = Site(folder, **settings)
        try:
            await play(site)
        finally:
            site.store.close()

    asyncio.run(evening())

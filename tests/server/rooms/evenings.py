"""Evenings at rooms, with a real store and no network: guests who ask, and keep every message."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec

from tsuro.notation import write_action
from tsuro.server.messages import ServerMessage, requests
from tsuro.server.messages.answers import Accepted, Goodbye
from tsuro.server.messages.creation import NewTable
from tsuro.server.metrics import Metrics
from tsuro.server.rooms.attendance import Listener
from tsuro.server.rooms.room import Room
from tsuro.server.rooms.rooms import Rooms
from tsuro.server.rooms.steady_clock import SteadyClock, wall_clock
from tsuro.server.settings import Settings
from tsuro.server.storage.sqlite.database import connect
from tsuro.server.storage.sqlite.store import SqliteStore

__all__ = ["DECODER", "Evening", "Guest", "mark", "run", "until"]

DECODER = msgspec.json.Decoder(ServerMessage)
PATIENCE = 60.0  # seconds, on a busy machine
_IDS = count(1)


class Guest:
    """A client without a network: it keeps every message."""

    def __init__(self, room: Room, name: str, *, plays: bool = True) -> None:
        self.room, self.name, self.plays = room, name, plays
        self.told: list[Any] = []
        self.goodbye: Goodbye | None = None
        self.listener = Listener(guest=name, plays=plays, deliver=self._hear, end=self._end)

    def _hear(self, data: bytes) -> None:
        self.told.append(DECODER.decode(data))

    def _end(self, goodbye: Goodbye) -> None:
        self.goodbye = goodbye

    async def enter(self) -> Guest:
        await self.room.enter(self.listener)
        return self

    def leave(self) -> None:
        self.room.leave(self.listener)

    async def say(self, request: requests.Request) -> Any:
        return DECODER.decode(await self.room.answer(self.name, request, plays=self.plays))

    async def ask(self, kind: type[Any], **fields: Any) -> Any:
        return await self.say(kind(id=f"r{next(_IDS)}", **fields))


class Evening:
    """Rooms on a file. Time passes when `ahead` grows; the system's clock is set when `wall_ahead` changes."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self._path = folder / "tables.sqlite3"
        self.settings = Settings(database=self._path, pace=0, **settings)
        self.ahead = self.wall_ahead = 0  # milliseconds
        self.begin()

    def begin(self) -> None:
        self.store = SqliteStore.open(self._path)
        self.rooms = Rooms(self.store, self.settings, metrics=Metrics())
        services = self.rooms._services
        services.wall = lambda: wall_clock() + self.ahead + self.wall_ahead
        services.now = SteadyClock(wall=services.wall, monotonic=lambda: monotonic() + self.ahead / 1000)

    @contextmanager
    def connected(self) -> Iterator[sqlite3.Connection]:
        """A look into the file from outside."""
        with closing(connect(self._path)) as connection:
            yield connection

    async def end(self) -> None:
        await self.rooms.close()
        self.store.close()

    async def table(self, *people: str, **options: Any) -> tuple[Room, list[Guest]]:
        """A table at which these people sit; the first is the host, and first to move."""
        seats = max(2, len(people))
        room, _ = await self.rooms.create(people[0], NewTable(seats=seats, first="chosen", **options))
        guests = [await Guest(room, name).enter() for name in people]
        for seat, guest in enumerate(guests):
            assert isinstance(await guest.ask(requests.Sit, seat=seat, name=guest.name), Accepted)
        return room, guests


def run(folder: Path, play: Callable[[Evening], Awaitable[None]], **settings: Any) -> None:
    async def evening() -> None:
        together = Evening(folder, **settings)
        await together.rooms.open()
        try:
            await play(together)
        finally:
            await together.end()

    asyncio.run(evening())


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.005)


def mark(room: Room, number: int = 0) -> dict[str, Any]:
    """The parts of a request for one of the legal moves."""
    assert room.table.match is not None
    match = room.table.match
    return {"seq": room.table.seq, "seat": match.active, "action": write_action(match.legal_actions[number])}

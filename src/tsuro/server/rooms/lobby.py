"""All tables of a server: created, found, loaded from the store, unloaded when nobody needs them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from tsuro.game.errors import TsuroError
from tsuro.record import Record
from tsuro.server.messages.answers import Goodbye
from tsuro.server.messages.creation import NewTable
from tsuro.server.messages.records import PracticeWanted
from tsuro.server.metrics import Metrics
from tsuro.server.rooms.advice import Adviser
from tsuro.server.rooms.bot_pool import BotPool
from tsuro.server.rooms.offered_bots import OfferedBots
from tsuro.server.rooms.room import Room
from tsuro.server.rooms.services import Services
from tsuro.server.settings import Settings
from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.store import Store
from tsuro.server.tables.creation import decide_creation, is_repeated
from tsuro.server.tables.practice import decide_practice
from tsuro.server.tables.refusals import IdUsed
from tsuro.server.tables.request import Entries
from tsuro.server.tables.table import Table
from tsuro.server.tokens import derived_token, guest_of, new_token

__all__ = ["Lobby", "TooManyTables"]

ALIVE_EVERY = 5.0  # seconds; no clock runs against a player for longer than that while the server is down
WAKE_EVERY = 30.0
SOON = 90_000  # milliseconds: tables with something due by then are loaded
UNLOAD_AFTER = 300_000  # milliseconds without a client
PRUNE_EVERY = 3600.0
UNPLAYED_DAYS = 1  # after which a table without a game is removed

_log = logging.getLogger("tsuro.lobby")


class TooManyTables(TsuroError):
    """The server has as many tables as it may."""


class Lobby:
    def __init__(self, store: Store, settings: Settings, *, metrics: Metrics) -> None:
        bot_pool = BotPool(settings.bot_processes, on_answer=metrics.thought)
        offered = OfferedBots(settings, on_answer=metrics.thought)
        self._services = Services(
            store=store, settings=settings, metrics=metrics, bot_pool=bot_pool, offered=offered
        )
        self.adviser = Adviser(BotPool(1, on_answer=metrics.thought))
        self._rooms: dict[int, Room] = {}
        self._background: list[asyncio.Task[None]] = []
        self._creating: WeakValueDictionary[str, asyncio.Lock] = (
            WeakValueDictionary()
        )  # by code, as long as needed
        self._loading = asyncio.Lock()  # so that no table is read twice, and has two rooms
        self._opened = 0
        self._last_alive: int | None = None
        self.is_healthy = True  # whether the store accepts writes

    @property
    def closing(self) -> bool:
        return self._services.closing

    @property
    def rooms_open(self) -> int:
        return len(self._rooms)

    @property
    def listeners(self) -> int:
        return sum(room.listeners for room in self._rooms.values())

    async def open(self) -> None:
        """Start: bots can think, clocks run, tables with something due are loaded."""
        self._last_alive = await self._services.store.last_alive()
        self._opened = self._services.now()
        await self._services.bot_pool.open()
        await self._services.offered.open()
        await self.adviser.open()
        self._background = [
            asyncio.create_task(_every(ALIVE_EVERY, self._note_alive)),
            asyncio.create_task(_every(WAKE_EVERY, self._wake)),
            asyncio.create_task(_every(ALIVE_EVERY, self._look_round)),
            asyncio.create_task(_every(PRUNE_EVERY, self._prune)),
        ]

    async def close(self) -> None:
        """No more moves; what is being written is finished, and every client is asked to come back."""
        self._services.closing = True
        try:
            for room in tuple(self._rooms.values()):
                async with room.lock:
                    room.scheduler.stop()
        finally:
            for room in self._rooms.values():
                room.end(Goodbye(reason="restarting", sentence="The server is restarting: come back in a moment."))
            for task in self._background:
                task.cancel()
            await self._services.bot_pool.close()
            await self._services.offered.close()
            await self.adviser.close()
        await self._note_alive()

    async def create(self, guest: str, wanted: NewTable) -> tuple[Room, bool]:
        """The table that the guest wants, and whether it is new: the same request again gets the same table."""
        if wanted.id is None:
            return await self._create(self._decided(guest, wanted, new_token(), new_token())), True
        play, watch = (derived_token(guest, f"{purpose} {wanted.id}") for purpose in ("play", "watch"))
        lock = self._creating.setdefault(play, asyncio.Lock())
        async with lock:
            entries = self._decided(guest, wanted, play, watch)
            found = await self.room(play)
            if found is None:
                return await self._create(entries), True
            room, _ = found
            if not is_repeated(entries, await self._services.store.log(room.number)):
                raise IdUsed
            return room, False

    def _decided(self, guest: str, wanted: NewTable, play: str, watch: str) -> Entries:
        offered = self._services.offered.names
        return decide_creation(guest, wanted, play=play, watch=watch, now=self._services.now(), offered=offered)

    async def _create(self, entries: Entries) -> Room:
        await self._check_room_for_a_table()
        return await self._store_table(entries)

    async def practise(self, guest: str, record: Record, wanted: PracticeWanted) -> Room:
        """Create a table at which the guest plays on from a verified record, against bots."""
        await self._check_room_for_a_table()
        decide = partial(
            decide_practice,
            play=new_token(),
            watch=new_token(),
            now=self._services.now(),
            offered=self._services.offered.names,
        )
        return await self._store_table(await asyncio.to_thread(decide, guest, record, wanted))

    async def _check_room_for_a_table(self) -> None:
        if await self._services.store.count() >= self._services.settings.limits.open_tables:
            raise TooManyTables("This server has as many tables as it can: come back later.")

    async def _store_table(self, entries: Entries) -> Room:
        """Store a new table; returns its room."""
        table = Table.replay(entries)
        number = await self._services.store.create(entries, phase=table.phase, due=table.wakes_at)
        room = self._room_of(number, table)
        _log.info("table made", extra={"table": number, "edition": table.options.edition})
        return room

    async def room(self, code: str) -> tuple[Room, bool] | None:
        """The table with that code, and whether it is the code to play; None where there is none."""
        found = await self._services.store.find(code)
        room = None if found is None else await self._open_room(found.id)
        return None if found is None or room is None else (room, found.plays)

    async def claim(self, code: str, guest: str) -> Room | None:
        """Use a one-time code: the seats it stands for belong to the guest from now on."""
        handed = await self._services.store.take_hand_over(code_hash=guest_of(code), now=self._services.now())
        if handed is None:
            return None
        room = await self._open_room(handed.table)
        if room is not None:
            await room.claim(handed.guest, guest)
        return room

    async def _open_room(self, number: int) -> Room | None:
        """The room of the table, read from the log if it is not in memory; None if the table is gone."""
        if room := self._room_in_memory(number):
            return room
        async with self._loading:
            if room := self._room_in_memory(number):  # somebody else was quicker
                return room
            entries = await self._services.store.log(number)
            if not entries:
                return None
            room = self._room_of(number, Table.replay(entries))
        await self._resume(room)
        return room

    def _room_of(self, number: int, table: Table) -> Room:
        """The one room of a table: a new table may be loaded before whoever creates it hears that it is stored."""
        room = self._room_in_memory(number)
        if room is None:
            room = self._rooms[number] = Room(number, table, self._services)
        return room

    def _room_in_memory(self, number: int) -> Room | None:
        room = self._rooms.get(number)
        return None if room is None or room.lost else room

    def _forget(self, room: Room) -> None:
        """Let the room go, unless the table has another by now."""
        if self._rooms.get(room.number) is room:
            del self._rooms[room.number]

    async def _resume(self, room: Room) -> None:
        """Let a table that was read from its log go on; no clock has run while the server was down."""
        touched_at = room.table.touched_at
        if touched_at <= self._opened:
            try:
                await room.return_after(self._opened - max(touched_at, self._last_alive or 0))
            except BaseException:
                self._forget(room)  # otherwise the clock would have run meanwhile
                raise
        room.scheduler.look()

    async def _note_alive(self) -> None:
        """Note in the store that the server is running, which also shows whether it can be written to."""
        try:
            await self._services.store.alive(self._services.now())
        except StoreError:
            self.is_healthy = False
            raise
        self.is_healthy = True

    async def _wake(self) -> None:
        """Load tables at which something is due soon."""
        for number in await self._services.store.due_before(self._services.now() + SOON):
            try:
                room = await self._open_room(number)
            except TsuroError:
                _log.exception("table not read", extra={"table": number})
                continue
            if room is not None and not room.scheduler.is_busy:
                room.scheduler.look()
            await asyncio.sleep(0)  # there may be many

    async def _look_round(self) -> None:
        """Give every table a host, and unload tables that nobody needs now."""
        now = self._services.now()
        for number, room in tuple(self._rooms.items()):
            try:
                await room.replace_host()
                room.tell_who_is_missing()
            except TsuroError:
                _log.exception("host not replaced", extra={"table": number})
            idle = not room.listeners and not room.scheduler.is_busy and now - room.idle_since > UNLOAD_AFTER
            if room.lost or (idle and not room.lock.locked()):
                self._forget(room)

    async def _prune(self) -> None:
        removed = await self._services.store.prune(
            now=self._services.now(),
            untouched_days=self._services.settings.keep_days,
            unplayed_days=UNPLAYED_DAYS,
        )
        async with self._loading:  # what was read before it was removed has its room by now
            gone = [room for number in removed if (room := self._rooms.pop(number, None))]
        for room in gone:
            room.abandon(
                Goodbye(
                    reason="removed", sentence="Nobody has used this table for a long time, so it was removed."
                )
            )
        if removed:
            _log.info("old tables removed", extra={"tables": len(removed)})


async def _every(seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Do the work every so often; a failure is logged, and the work is tried again."""
    while True:
        try:
            await work()
        except Exception:  # noqa: BLE001 -- whatever it is, the next try may succeed
            _log.exception("background work failed")
        await asyncio.sleep(seconds)

"""All tables of a server: created, found, loaded from the store, unloaded when nobody needs them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
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
from tsuro.server.rooms.elsewhere import Elsewhere
from tsuro.server.rooms.leases import Leases
from tsuro.server.rooms.lobby import Lobby
from tsuro.server.rooms.meetings import Meetings
from tsuro.server.rooms.neighbours import LOOK_EVERY, Neighbours
from tsuro.server.rooms.offered_bots import OfferedBots
from tsuro.server.rooms.room import Room
from tsuro.server.rooms.services import Services
from tsuro.server.rooms.store_failures import StoreFailures
from tsuro.server.rooms.store_health import StoreHealth
from tsuro.server.rooms.storing import load
from tsuro.server.rooms.touch import TOLERANCE, Touch
from tsuro.server.rooms.upkeep import Upkeep
from tsuro.server.settings import Settings
from tsuro.server.storage.errors import Conflict, Damaged, StoreError
from tsuro.server.storage.store import HandedOver, Store
from tsuro.server.tables.creation import NotMade, decide_creation, is_repeated
from tsuro.server.tables.dealing import commit
from tsuro.server.tables.listing import listed_text
from tsuro.server.tables.practice import decide_practice
from tsuro.server.tables.refusals import IdUsed, NoLobby
from tsuro.server.tables.request import Entries
from tsuro.server.tables.table import Table
from tsuro.server.tokens import derived_token, guest_of, new_token

__all__ = ["Rooms"]

ALIVE_EVERY = 5.0  # seconds; no clock runs against a player for longer than that while the server is down
WAKE_EVERY = 3.0
SOON = 90_000  # milliseconds: tables with something due by then are loaded
UNLOAD_AFTER = 300_000  # milliseconds without a client
EVER = 2**62
PRUNE_EVERY = 3600.0
AGAIN = 120_000  # milliseconds, to use a one-time code once more

_RESTARTING = Goodbye(reason="restarting", sentence="The server is restarting: come back in a moment.")

_log = logging.getLogger("tsuro.rooms")


class Rooms:
    def __init__(self, store: Store, settings: Settings, *, metrics: Metrics) -> None:
        bot_pool = BotPool(settings.bot_processes, quick=1, on_answer=metrics.thought)
        offered = OfferedBots(settings, on_answer=metrics.thought)
        self.lobby = Lobby(
            now=self._now,
            most_per_address=settings.limits.waiting_tables_per_address,
        )
        process = new_token()
        self._services = Services(
            store=store,
            settings=settings,
            metrics=metrics,
            bot_pool=bot_pool,
            offered=offered,
            lobby=self.lobby,
            process=process,
            leases=Leases(store, process),
        )
        self.adviser = Adviser(BotPool(1, on_answer=metrics.thought))
        self._rooms: dict[int, Room] = {}
        self.upkeep = Upkeep(self._services, self._rooms, self._let_go)
        self._neighbours = Neighbours(self._services, self._rooms)
        elsewhere = Elsewhere(self._services, self._rooms)
        self.meetings = Meetings(self._services, elsewhere, room=self._open_room, create=self._create)
        self._services.attendance_changed = self._neighbours.attendance_changed
        self._background: list[asyncio.Task[None]] = []
        self._neighbours_heard: list[asyncio.Task[None]] = []
        # By code, and by table, as long as needed: no table is made or read twice, and has two rooms.
        self._creating: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._loading: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._damaged: set[int] = set()  # tables that cannot be loaded
        self._opened = 0
        self._was_set_back = False  # the system's clock, while no server ran
        self._ahead = 0  # milliseconds by which the system's clock was ahead of ours, as last noted
        self.store_health = StoreHealth(self._note_alive)
        self.touch = Touch(self._services, self._rooms)

    def _now(self) -> int:
        return self._services.now()

    @property
    def closing(self) -> bool:
        return self._services.closing

    @property
    def process(self) -> str:
        """The name of this process among those of the site."""
        return self._services.process

    def limit(self, *, may_sit: Callable[[str], bool], may_play_on: Callable[[str], bool]) -> None:
        """From now on, ask whether somebody from an address may sit with strangers, or begin yet another game."""
        self._services.may_sit, self._services.may_play_on = may_sit, may_play_on

    @property
    def not_read(self) -> StoreFailures:
        return self._services.not_read

    @property
    def store(self) -> Store:
        return self._services.store

    @property
    def loaded(self) -> int:
        return len(self._rooms)

    @property
    def listeners(self) -> int:
        return sum(room.listeners for room in self._rooms.values())

    @property
    def bots_waiting(self) -> int:
        return self._services.bot_pool.waiting + self._services.offered.waiting

    async def open(self) -> None:
        """Start: bots can think, clocks run, tables with something due are loaded."""
        last_alive = await self._services.store.last_alive()
        self._opened = self._services.now()
        self._was_set_back = (last_alive or 0) > self._opened + TOLERANCE
        await self.upkeep.open()
        await self.touch.begin()
        await self._services.bot_pool.open()
        await self._services.offered.open()
        await self.adviser.open()
        self._background = [
            asyncio.create_task(self._every(ALIVE_EVERY, self._note_alive)),
            asyncio.create_task(self._every(WAKE_EVERY, self._wake)),
            asyncio.create_task(self._every(ALIVE_EVERY, self._look_round)),
            asyncio.create_task(self._every(PRUNE_EVERY, self.upkeep.prune)),
            asyncio.create_task(self._every(LOOK_EVERY, self.upkeep.heed)),
        ]
        if self._services.store.is_shared:
            self._neighbours_heard = [
                asyncio.create_task(self._every(LOOK_EVERY, self._neighbours.look)),
                asyncio.create_task(self._every(LOOK_EVERY, self._neighbours.listen)),
                asyncio.create_task(self._every(LOOK_EVERY, self.meetings.show_all)),
                asyncio.create_task(self._every(LOOK_EVERY, self.touch.look)),
            ]

    async def close(self) -> None:
        """No more moves; what is being written is finished, and every client is asked to come back."""
        self._services.closing = True
        try:
            for room in tuple(self._rooms.values()):
                async with room.lock:
                    room.scheduler.stop()
            await self._leave()
        finally:
            for room in self._rooms.values():
                room.end(_RESTARTING)
            self.lobby.end(_RESTARTING)
            for task in self._background:
                task.cancel()
            await self._services.bot_pool.close()
            await self._services.offered.close()
            await self.adviser.close()
        await self._note_alive()

    async def _leave(self) -> None:
        """Leave everything to the other processes, at once."""
        for task in self._neighbours_heard:
            task.cancel()
        await asyncio.gather(*self._neighbours_heard, return_exceptions=True)  # or it would say that it is here
        await self._services.leases.close()
        await self._services.store.leave(self._services.process)

    async def create(self, guest: str, wanted: NewTable) -> tuple[Room, bool]:
        """The table that the guest wants, and whether it is new: the same request again gets the same table."""
        if wanted.open and not self._services.settings.lobby:
            raise NotMade(NoLobby(), "open")
        if wanted.id is None:
            return await self._create(self._decided(guest, wanted, new_token(), new_token())), True
        play, watch = (derived_token(guest, f"{purpose} {wanted.id}") for purpose in ("play", "watch"))
        lock = self._creating.setdefault(play, asyncio.Lock())
        async with lock:
            entries = self._decided(guest, wanted, play, watch)
            found = await self.room(play)
            if found is None:
                with suppress(Conflict):  # another process was asked the same, and was quicker
                    return await self._create(entries), True
                found = await self.room(play)
            if found is None:  # the table with that code was closed
                raise IdUsed
            room, _ = found
            if not is_repeated(entries, await self._services.store.log(room.number)):
                raise IdUsed
            return room, False

    def _decided(self, guest: str, wanted: NewTable, play: str, watch: str) -> Entries:
        offered = self._services.offered.names
        return decide_creation(guest, wanted, play=play, watch=watch, now=self._services.now(), offered=offered)

    async def _create(self, entries: Entries) -> Room:
        await self.upkeep.check_room_for_a_table()
        return await self._store_table(entries)

    async def practise(self, guest: str, record: Record, wanted: PracticeWanted) -> Room:
        """Create a table at which the guest plays on from a verified record, against bots."""
        await self.upkeep.check_room_for_a_table()
        decide = partial(
            decide_practice,
            play=new_token(),
            watch=new_token(),
            now=self._services.now(),
            offered=self._services.offered.names,
        )
        return await self._store_table(await asyncio.to_thread(decide, guest, record, wanted))

    async def _store_table(self, entries: Entries) -> Room:
        """Store a new table; returns its room."""
        table = Table.replay(entries)
        committed = commit(table, now=self._services.now())
        for entry in committed:
            table.apply(entry)
        entries += committed
        number = await self._services.store.create(
            entries, phase=table.phase, due=table.wakes_at, listed=listed_text(table)
        )
        room = self._room_of(number, table)
        self.lobby.look(room)
        _log.info("table made", extra={"table": number, "edition": table.options.edition})
        return room

    async def room(self, code: str) -> tuple[Room, bool] | None:
        """The table with that code, and whether it is the code to play; None where there is none."""
        found = await self._services.store.find(code)
        room = None if found is None else await self._open_room(found.id)
        return None if found is None or room is None else (room, found.plays)

    async def is_played(self, positions: Collection[int]) -> bool:
        """Whether a game of several people, at any table, is at one of these positions now."""
        return await self._services.store.is_played(positions)

    async def claim(self, code: str, guest: str) -> Room | None:
        """Use a one-time code: the seats it stands for belong to the guest from now on."""
        handed = await self._services.store.take_hand_over(code_hash=guest_of(code), now=self._services.now())
        if handed is None:
            return None
        try:
            room = await self._open_room(handed.table)
            if room is not None:
                await room.claim(handed.guest, guest)
        except TsuroError:
            await self._give_back(code, handed)
            raise
        return room

    async def _give_back(self, code: str, handed: HandedOver) -> None:
        """Let a one-time code that led nowhere be used once more."""
        until = self._services.now() + AGAIN
        with suppress(StoreError):
            await self._services.store.keep_hand_over(
                code_hash=guest_of(code), table=handed.table, guest=handed.guest, until=until
            )

    async def _open_room(self, number: int) -> Room | None:
        """The room of the table, read from the log if it is not in memory; None if the table is gone."""
        if room := self._room_in_memory(number):
            return room
        async with self._loading.setdefault(number, asyncio.Lock()):
            if room := self._room_in_memory(number):  # somebody else was quicker
                return room
            table = await self._load(number)
            if table is None:
                return None
            room = self._room_of(number, table)
        await self._resume(room)
        return room

    async def _load(self, number: int) -> Table | None:
        """The table, or None if it is gone; that it is damaged is logged once."""
        try:
            return await load(self._services.store, number, self._services.one_at_a_time)
        except Damaged as error:
            if number not in self._damaged:
                self._damaged.add(number)
                _log.error("table is damaged", extra={"table": number}, exc_info=error)
            raise

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
            self.lobby.forget(room.number)

    async def _resume(self, room: Room) -> None:
        """Let a table that was read from its log go on; no clock has run while the site was down."""
        try:
            await self.touch.return_to(room)  # before anybody who comes meanwhile can look what is due
            if self._services.store.is_shared:
                await self._neighbours.hear_who_is_present([room])
        except BaseException:
            room.abandon(_RESTARTING)  # otherwise the clock would have run meanwhile
            self._forget(room)
            raise
        self.lobby.look(room)  # nobody else tells of it from now on
        room.scheduler.look()

    async def _note_alive(self) -> None:
        """Note in the store that the server is running, which also shows whether it can be written to."""
        now = self._services.now()
        if abs(self._services.wall() - now - self._ahead) > TOLERANCE:
            self._ahead = self._services.wall() - now
            _log.warning("the system's clock was set: tables go on by their own", extra={"ms": self._ahead})
        await self._services.store.alive(now)

    async def _wake(self) -> None:
        """Load tables at which something is due soon; all of them, if nobody knows what soon is."""
        by = EVER if self._was_set_back else self._services.now() + SOON
        self._was_set_back = False
        due = await self._services.store.due_before(by)
        asleep = [number for number in due if self._room_in_memory(number) is None]
        others = {*asleep} - await self._services.leases.take(asleep)
        for number in due:
            if number in others:
                continue
            try:
                room = await self._open_room(number)
            except Damaged:  # which was logged
                continue
            except StoreError as error:
                self.not_read.add(number, error)
                continue
            except TsuroError:
                _log.exception("table not opened", extra={"table": number})
                continue
            if room is not None and not room.scheduler.is_busy:
                room.scheduler.look()
            await asyncio.sleep(0)  # there may be many

    async def _every(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do the work every so often; a failure is logged, and the work is tried again."""
        while True:
            try:
                await work()
            except StoreError as error:
                self.not_read.add(None, error)
            except Exception:  # noqa: BLE001 -- whatever it is, the next try may succeed
                _log.exception("background work failed")
            await asyncio.sleep(seconds)

    async def _look_round(self) -> None:
        """Give every table a host, and unload tables that nobody needs now."""
        now = self._services.now()
        for number, room in tuple(self._rooms.items()):
            await asyncio.sleep(0)  # there may be many
            try:
                await room.replace_host()
                room.tell_who_is_missing()
            except TsuroError:
                _log.exception("host not replaced", extra={"table": number})
            idle = not room.listeners and not room.scheduler.is_busy and now - room.idle_since > UNLOAD_AFTER
            if room.lost or (idle and not room.lock.locked()):
                self._forget(room)
        self.lobby.tidy()

    async def _let_go(self, number: int, goodbye: Goodbye) -> None:
        """End the room of a table that is gone, or is no longer what its log says."""
        async with self._loading.setdefault(number, asyncio.Lock()):  # what was read before has its room then
            room = self._rooms.pop(number, None)
        if room is not None:
            room.abandon(goodbye)

"""The other processes of the site: what they wrote, what they leave to this one, and who is connected to them.

Hints come at once, and may be lost; once a second this process looks for itself. A server
that has its store to itself has no neighbours, and nothing here costs it anything.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial

from tsuro.game.errors import TsuroError
from tsuro.server.messages.answers import Goodbye
from tsuro.server.rooms.elsewhere import LOBBY
from tsuro.server.rooms.room import Room
from tsuro.server.rooms.services import Services
from tsuro.server.storage.store import Present

__all__ = ["REMOVED", "Neighbours"]

LOOK_EVERY = 1.0  # seconds: what a lost hint costs
SAY_AFTER = 0.1  # seconds: many come at once
PRESENCE_EVERY = 3  # looks; a process that is silent for ten seconds does not count
AT_ONCE = 250  # rooms that are looked at before others have their turn: a few milliseconds
REMOVED = Goodbye(reason="removed", sentence="Nobody has used this table for a long time, so it was removed.")

_log = logging.getLogger("tsuro.rooms")


class Neighbours:
    """What this process tells the others, and hears from them, about the rooms it has in memory."""

    def __init__(self, services: Services, rooms: Mapping[int, Room]) -> None:
        self._services, self._rooms = services, rooms
        self._looks = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._said: Mapping[int, Sequence[Present]] = {}
        self._saying: asyncio.TimerHandle | None = None
        self._speaking = asyncio.Lock()  # what was so before must not overtake what is so now

    async def listen(self) -> None:
        """Follow hints for as long as there are any."""
        async for change in self._services.store.changes():
            room = self._rooms.get(change.table)
            if room is None or room.lost:
                continue
            if change.seq is None:
                self._do(partial(self.hear_who_is_present, [room]))
            elif change.seq > room.table.seq and room.is_followed:
                self._do(room.catch_up)

    async def look(self) -> None:
        """Do by ourselves what hints are for; say what others have to know."""
        if not self._services.store.is_shared:
            return
        rooms = [room for room in tuple(self._rooms.values()) if not room.lost]
        await self._catch_up(rooms)
        await self.keep_leases(rooms)
        is_time = self._looks % PRESENCE_EVERY == 0
        self._looks += 1
        if is_time:
            await self.say_who_is_present(again=True)
            await self.hear_who_is_present(rooms)

    async def _catch_up(self, rooms: Sequence[Room]) -> None:
        for some in _parts(rooms):
            seqs = await self._services.store.seqs([room.number for room in some])
            for room in some:
                seq = seqs.get(room.number)
                if seq is None:
                    room.abandon(REMOVED)
                elif seq > room.table.seq and room.is_followed:
                    await room.catch_up()

    async def keep_leases(self, rooms: Sequence[Room]) -> None:
        """Renew the leases of tables that have something to do here, and give the others back."""
        wanted: dict[int, Room] = {}
        for some in _parts(rooms):
            wanted |= {room.number: room for room in some if room.scheduler.has_work}
            await asyncio.sleep(0)
        for number in await self._services.leases.keep(wanted):
            wanted[number].scheduler.look()

    async def say_who_is_present(self, *, again: bool = False) -> None:
        """Tell the others who is connected here, if that has changed or has to be said again."""
        async with self._speaking:
            present = await self._present()
            if again or present != self._said:
                await self._services.store.present(self._services.process, present)
                self._said = present

    async def _present(self) -> Mapping[int, Sequence[Present]]:
        present: dict[int, Sequence[Present]] = {}
        for some in _parts(tuple(self._rooms.values())):
            present |= {room.number: here for room in some if not room.lost and (here := room.present)}
            await asyncio.sleep(0)
        if lookers := self._services.lobby.guests:
            present[LOBBY] = [
                Present(table=LOBBY, guest=guest, clients=clients) for guest, clients in lookers.items()
            ]
        return present

    def attendance_changed(self) -> None:
        """Somebody came or went here: tell the others soon."""
        if self._services.store.is_shared and self._saying is None and not self._services.closing:
            self._saying = asyncio.get_running_loop().call_later(SAY_AFTER, self._say_soon)

    def _say_soon(self) -> None:
        self._saying = None
        self._do(self.say_who_is_present)

    async def hear_who_is_present(self, rooms: Sequence[Room]) -> None:
        for some in _parts(rooms):
            elsewhere: defaultdict[int, list[Present]] = defaultdict(list)
            numbers = [room.number for room in some]
            for each in await self._services.store.who_is_present(numbers, besides=self._services.process):
                elsewhere[each.table].append(each)
            for room in some:
                if room.number in elsewhere or room.is_visited_elsewhere:
                    room.hear_who_is_elsewhere(elsewhere[room.number])

    def _do(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do it while other hints are heard."""
        task = asyncio.create_task(_tried(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _parts(rooms: Sequence[Room]) -> Iterator[Sequence[Room]]:
    for start in range(0, len(rooms), AT_ONCE):
        yield rooms[start : start + AT_ONCE]


async def _tried(work: Callable[[], Awaitable[None]]) -> None:
    try:
        await work()
    except TsuroError:
        _log.warning("hint not followed", exc_info=True)  # the next look will

"""How strangers come to the same table: one request finds it, or makes it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tsuro.server.messages.requests import Sit
from tsuro.server.rooms.elsewhere import Elsewhere
from tsuro.server.rooms.lobby import Lobby
from tsuro.server.rooms.room import Room
from tsuro.server.rooms.services import Services
from tsuro.server.tables.meeting import decide_meeting
from tsuro.server.tables.names import normal_name
from tsuro.server.tables.refusals import NoLobby
from tsuro.server.tables.request import Entries
from tsuro.server.tokens import new_token

__all__ = ["Meetings"]

_ACCEPTED = b'{"type":"accepted"'


class Meetings:
    """Play now. `room` opens the room of a table, `create` makes a table of entries."""

    def __init__(
        self,
        services: Services,
        elsewhere: Elsewhere,
        *,
        room: Callable[[int], Awaitable[Room | None]],
        create: Callable[[Entries], Awaitable[Room]],
    ) -> None:
        self._services, self._elsewhere = services, elsewhere
        self._room, self._create = room, create
        self._one_by_one = asyncio.Lock()  # so that two strangers who come at once meet

    async def play_now(self, guest: str, name: str) -> tuple[Room, bool]:
        """A table where the guest sits and waits for others, and whether it is new."""
        if not self._services.settings.lobby:
            raise NoLobby
        normal_name(name)  # before it is tried at any table
        async with self._one_by_one, self._elsewhere.alone():
            await self._elsewhere.look()
            for number in self._services.lobby.meetings(guest):
                room = await self._room(number)
                if room is not None and await _sits_at(room, guest, name):
                    return room, False
            return await self._create(self._new_table(guest, name)), True

    async def lobby(self) -> Lobby:
        """The lobby, as it is now at all processes."""
        await self._elsewhere.look_if_needed()
        return self._services.lobby

    async def show_all(self) -> None:
        """Keep what the lobby shows of other processes up to date, as long as anybody looks."""
        if self._services.lobby.guests:
            await self._elsewhere.look()

    def _new_table(self, guest: str, name: str) -> Entries:
        now, wait = self._services.now(), self._services.settings.lobby_wait
        return decide_meeting(guest, name, play=new_token(), watch=new_token(), now=now, wait=round(wait * 1000))


async def _sits_at(room: Room, guest: str, name: str) -> bool:
    """Let the guest sit down, unless they do already; another may have taken the last seat meanwhile."""
    if room.table.seats_of(guest):
        return True
    answer = await room.answer(guest, Sit(id=new_token(), name=name), plays=True)
    return answer.startswith(_ACCEPTED)

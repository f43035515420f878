"""Whether a shared database can be reached: while it cannot, nobody can move, and so no clock runs out.

A server that has its store to itself is always in touch with it, and nothing here costs it anything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress

from tsuro.game.errors import TsuroError
from tsuro.server.rooms.room import Room
from tsuro.server.rooms.services import Services
from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.store import Downtime

__all__ = ["TOLERANCE", "Touch"]

TOLERANCE = 10_000  # milliseconds by which two clocks may differ that nobody has set


class Touch:
    """Asks the store again and again; when it answers after a while of silence, no clock has run meanwhile."""

    def __init__(self, services: Services, rooms: Mapping[int, Room]) -> None:
        self._services, self._rooms = services, rooms
        self.down: Downtime | None = None  # when the site was last down

    async def look(self) -> None:
        """Ask it: to be called every second."""
        services = self._services
        services.asked_store_at = services.asked_store_at or services.now()  # if it failed, as long as it fails
        try:
            await services.store.last_alive()
            if not services.is_in_touch:
                await self.begin()
                await self._give_time_back()
        except StoreError:
            return
        services.asked_store_at = None

    async def begin(self) -> None:
        """Note in the store that this process starts, or is back."""
        self.down = await self._services.store.start(self._services.process, self._services.now())

    async def _give_time_back(self) -> None:
        for room in tuple(self._rooms.values()):
            with suppress(TsuroError):  # the room is let go of, or written to when it is needed
                await self.return_to(room)
            await asyncio.sleep(0)  # there may be many

    async def return_to(self, room: Room) -> None:
        """No clock of the table has run while the site was down."""
        if self.down is not None:
            await room.return_after(self.down, tolerance=TOLERANCE)

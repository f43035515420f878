"""Whether a shared database can be reached: while it cannot, nobody can move, and so no clock runs out.

A server that has its store to itself is always in touch with it, and nothing here costs it anything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tsuro.server.rooms.services import Services
from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.store import Downtime

__all__ = ["Touch"]

EVERY = 1.0  # seconds


class Touch:
    """Asks the store again and again. `return_after` is called when it answers after a while of silence."""

    def __init__(self, services: Services, return_after: Callable[[Downtime], Awaitable[None]]) -> None:
        self._services, self._return_after = services, return_after

    async def keep(self) -> None:
        """Ask for as long as the server runs."""
        while True:
            await self.look()
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        services = self._services
        services.asked_store_at = services.asked_store_at or services.now()  # if it failed, as long as it fails
        try:
            await services.store.last_alive()
            if not services.is_in_touch:
                await self._return()
        except StoreError:
            return
        services.asked_store_at = None

    async def _return(self) -> None:
        """The site was down, as far as those who play could see: their clocks get that time back."""
        down = await self._services.store.start(self._services.process, self._services.now())
        if down is not None:
            await self._return_after(down)

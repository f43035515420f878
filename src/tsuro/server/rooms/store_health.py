"""Whether the store can be written to, for whoever asks now: it is found out by writing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic

from tsuro.server.storage.errors import StoreError

__all__ = ["StoreHealth"]

FRESH = 1.0  # seconds for which an answer is good: whoever asks all the time must not keep the disk busy
PATIENCE = 1.0  # seconds; programs that ask seldom wait for much longer


class StoreHealth:
    """Asks the store with `write`, once for all who ask at the same time."""

    def __init__(self, write: Callable[[], Awaitable[None]]) -> None:
        self._write = write
        self._asking: asyncio.Task[bool] | None = None
        self._answered = 0.0

    async def is_good(self) -> bool:
        if self._asking is None or (self._asking.done() and monotonic() - self._answered >= FRESH):
            self._asking = asyncio.create_task(self._ask())
        await asyncio.wait({self._asking}, timeout=PATIENCE)
        return self._asking.done() and self._asking.result()

    async def _ask(self) -> bool:
        try:
            await self._write()
        except StoreError:
            return False
        finally:
            self._answered = monotonic()
        return True

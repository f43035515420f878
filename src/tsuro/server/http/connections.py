"""All clients that listen, and which of them are still there.

There may be thousands with nothing to hear. Therefore none has its own task: one for all checks who is silent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic

from tsuro.server.http.outbox import Outbox
from tsuro.server.messages import ENCODER
from tsuro.server.messages.answers import Goodbye, Ping

__all__ = ["Connections"]

AT_ONCE = 500  # clients that are looked at before others get their turn

_PING = ENCODER.encode(Ping())
_SILENT = Goodbye(reason="silent", sentence="Your client has been silent for a while: connect again.")


class Connections:
    """All clients that listen. One task asks the silent ones whether they are there."""

    def __init__(self, heartbeat: float, *, clock: Callable[[], float] = monotonic) -> None:
        self._heartbeat, self._clock = heartbeat, clock
        self._talking: set[Outbox] = set()
        self._reading: set[Outbox] = set()

    def __len__(self) -> int:
        return len(self._talking) + len(self._reading)

    def add(self, outbox: Outbox, *, talks: bool = True) -> None:
        """`talks`: the client can answer a ping; others get it only as a sign of life."""
        (self._talking if talks else self._reading).add(outbox)

    def remove(self, outbox: Outbox) -> None:
        self._talking.discard(outbox)
        self._reading.discard(outbox)

    async def watch(self) -> None:
        """Look at all clients again and again, for as long as the server runs."""
        while True:
            await asyncio.sleep(min(self._heartbeat / 4, 5))
            await self.look()

    async def look(self) -> None:
        """Ping the clients that have been silent for a heartbeat, and drop those silent for two."""
        now = self._clock()
        for number, outbox in enumerate((*self._talking, *self._reading), 1):
            if outbox in self._talking:
                self._ask(outbox, now)
            elif now - outbox.heard >= self._heartbeat:
                outbox.heard = now
                outbox.deliver(_PING)
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)

    def _ask(self, outbox: Outbox, now: float) -> None:
        silent = now - outbox.heard
        if silent >= self._heartbeat and not outbox.pinged:  # however long: the server may have been stopped
            outbox.pinged = True
            outbox.deliver(_PING)
        elif silent >= 2 * self._heartbeat:
            outbox.end(_SILENT)

    def abandon(self) -> None:
        """End all connections at once."""
        for outbox in (*self._talking, *self._reading):
            outbox.abandon()

    async def gone(self, seconds: float) -> None:
        """Wait until nobody is left, but no longer than this."""
        for _ in range(round(seconds * 50)):
            if not len(self):
                return
            await asyncio.sleep(0.02)

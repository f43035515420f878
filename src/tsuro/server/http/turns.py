"""Turns for what is done one at a time: whoever waits comes in a fair order, by address."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic

from tsuro.server.rooms.fair_queue import FairQueue, Whose

__all__ = ["Turns"]


class Turns:
    """An address that wants much waits for itself: others come in between."""

    def __init__(self) -> None:
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue()
        self._is_taken = False

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Waits for the address's turn, and holds it."""
        whose = Whose(owner=address, table=None)
        if self._is_taken:
            await self._wait(whose)
        self._is_taken = True
        began = monotonic()
        try:
            yield
        finally:
            self._waiting.charge(whose, monotonic() - began)
            self._pass_on()

    async def _wait(self, whose: Whose) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.push(turn, whose)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it had just come
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """The turn stays taken if anybody waits for it."""
        self._is_taken = False
        while self._waiting and not self._is_taken:
            turn = self._waiting.pop()
            if not turn.done():  # otherwise, whoever waited has given up
                turn.set_result(None)
                self._is_taken = True

"""Advice for people who practise: from the strongest bot, in a separate process, so that no table waits for it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from weakref import WeakValueDictionary

from tsuro.game.errors import TsuroError
from tsuro.game.view import View
from tsuro.notation import write_position
from tsuro.server.messages.views import Advice
from tsuro.server.rooms.bot_pool import BotPool
from tsuro.server.rooms.fair_queue import Whose

__all__ = ["SECONDS", "Adviser", "TooMuchAdvice"]

SECONDS = 1.0  # to think about a move, shared by all who ask at the same time
LEAST = 0.1  # seconds that are left of it
WAITING = 16  # guests at most, including the one who is being advised
FROM_ONE_ADDRESS = 2  # of these, per address: being another guest costs nothing
RETRY = 4  # seconds after which there may be a place
KEPT = 512  # pieces of advice


class TooMuchAdvice(TsuroError):
    """The guest, or too many others, are already waiting for advice; it may work after `seconds`."""

    def __init__(self, sentence: str, seconds: int) -> None:
        super().__init__(sentence)
        self.seconds = seconds


class Adviser:
    """Thinks about one move at a time, in fair turns, and about the same view only once."""

    def __init__(self, bot_pool: BotPool, *, seconds: float = SECONDS) -> None:
        self._bot_pool = bot_pool
        self._seconds = seconds
        self._asking: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by view, as long as needed
        self._waiting: dict[str, str] = {}  # guests, and their addresses
        self._kept: OrderedDict[str, Advice] = OrderedDict()

    async def open(self) -> None:
        await self._bot_pool.open()

    async def close(self) -> None:
        await self._bot_pool.close()

    async def advise(self, guest: str, address: str, seen: View) -> Advice:
        """What to do, for the seat on turn, from its view alone; raises `TooMuchAdvice` or `NoAdvice`."""
        asked = write_position(seen.position)
        if asked in self._kept:
            return self._known(asked)
        if guest in self._waiting:
            raise TooMuchAdvice("The dragon is still thinking about your last question: ask again in a second.", 1)
        together = sum(other == address for other in self._waiting.values())
        if len(self._waiting) >= WAITING or together >= FROM_ONE_ADDRESS:
            raise TooMuchAdvice("The dragon is busy with other questions: ask again in a few seconds.", RETRY)
        self._waiting[guest] = address
        try:
            async with self._asking.setdefault(asked, asyncio.Lock()):
                if asked not in self._kept:
                    seconds = max(LEAST, self._seconds / len(self._waiting))
                    whose = Whose(owner=address, table=guest)
                    self._keep(asked, await self._bot_pool.advise(seconds, seen, whose=whose))
                return self._known(asked)
        finally:
            del self._waiting[guest]

    def _known(self, asked: str) -> Advice:
        self._kept.move_to_end(asked)
        return self._kept[asked]

    def _keep(self, asked: str, advice: Advice) -> None:
        self._kept[asked] = advice
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

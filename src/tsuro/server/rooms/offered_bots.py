"""Bots that whoever runs the server names, beside those that every server has: each has processes of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, count

from tsuro.bots import BOTS, BotName, levels, read_bot_name, start_bot
from tsuro.bots.classes import about
from tsuro.game.errors import TsuroError
from tsuro.game.view import View
from tsuro.server.rooms.bot_pool import Answer, BotPool
from tsuro.server.rooms.fair_queue import Whose
from tsuro.server.settings import OfferedBot, Settings
from tsuro.server.tables.names import normal_name

__all__ = ["NotOffered", "OfferedBots", "introduced"]

LONGEST_ID = 30  # characters
NO_VARIANTS = "In variants, it plays like the apprentice."  # whoever chooses a bot may choose the edition later


class NotOffered(TsuroError):
    """A table has a bot that the server does not offer any more."""


def introduced(names: Sequence[str]) -> tuple[OfferedBot, ...]:
    """The bots of these names, each started once: it says what it is called, and that it runs at all.

    Raises `UnknownBot` or `EngineFailed` for one that does not.
    """
    bots: list[OfferedBot] = []
    for name in dict.fromkeys(names):
        bot = read_bot_name(name)
        if name in levels():
            raise TsuroError(f"{name!r} is one of our bots: people can choose it anyway")
        with start_bot(name) as engine:
            own = normal_name(engine.name)
        bots.append(OfferedBot(id=_id(own, bots), name=own, about=_about(bot), bot=name))
    return tuple(bots)


def _about(bot: BotName) -> str:
    """How it plays, in a sentence, as far as it is known."""
    if bot.is_own:
        kind = BOTS[bot.place]
        return kind.style if kind.knows_variants else f"{kind.style} {NO_VARIANTS}"
    return "" if bot.kind == "program" else about(bot)


def _id(name: str, others: Sequence[OfferedBot]) -> str:
    """A short name for clients and logs that stays the same as long as the bot's own name does."""
    base = "-".join(re.findall(r"[a-z0-9]+", name.lower()))[:LONGEST_ID] or "bot"
    taken = {*BOTS, *(other.id for other in others)}
    return next(each for each in chain([base], (f"{base}-{number}" for number in count(2))) if each not in taken)


class OfferedBots:
    """Lets each bot think in processes of its own, so that one that stalls keeps nobody else waiting."""

    def __init__(self, settings: Settings, *, on_answer: Callable[[str, float, float], None]) -> None:
        self.names: Mapping[str, str] = {bot.id: bot.name for bot in settings.bots}
        self._pools = {
            bot.id: BotPool(settings.bot_processes, plays=bot.bot, on_answer=on_answer) for bot in settings.bots
        }

    async def open(self) -> None:
        for pool in self._pools.values():
            await pool.open()

    async def close(self) -> None:
        for pool in self._pools.values():
            await pool.close()

    @property
    def waiting(self) -> int:
        """Questions that no process thinks about yet."""
        return sum(pool.waiting for pool in self._pools.values())

    async def choose(self, bot: str, seen: View, *, whose: Whose, playing: object) -> Answer:
        """What the bot does in the game and seat that it is `playing`; raises `NotOffered` or `BotFailed`."""
        if bot not in self._pools:
            raise NotOffered(f"the bot {bot!r} is not offered")
        return await self._pools[bot].ask(bot, seen, whose=whose, playing=playing)

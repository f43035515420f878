"""Any bot in a process of its own, as an engine: whatever it does there, it does only to its own game."""

from __future__ import annotations

import sys
from random import Random

from tsuro.bots.names import BotName, read_bot_name
from tsuro.bots.options import UnknownBot
from tsuro.engine.client import EnginePlayer
from tsuro.engine.program import Command, EngineFailed
from tsuro.player import Player

__all__ = ["SECONDS", "command_of", "start_bot", "started_for"]

SECONDS = 60.0  # to introduce itself, and for each choice
_SAYS = "tsuro: "  # begins what our command says when it ends


def command_of(bot: BotName) -> Command:
    """The program that plays the bot: itself, or `tsuro engine`."""
    if bot.kind == "program":
        return bot.place
    return (sys.executable, "-m", "tsuro", "engine", "--", bot.text)


def start_bot(
    name: str, *, seconds: float = SECONDS, start_seconds: float | None = None, nice: int = 0
) -> EnginePlayer:
    """The bot of that name, of any kind, started as an engine; close it, or use it in a `with`.

    Raises `UnknownBot` if there is no such bot, and `EngineFailed` if it does not run.
    """
    bot = read_bot_name(name)
    label = "" if bot.kind == "program" else bot.text
    try:
        return EnginePlayer(command_of(bot), seconds=seconds, start_seconds=start_seconds, nice=nice, label=label)
    except EngineFailed as failed:
        if bot.kind != "program" and failed.complaint.startswith(_SAYS):
            raise UnknownBot(failed.complaint.removeprefix(_SAYS)) from None
        raise


def started_for(name: str, seconds: float, _: Random) -> Player:
    """A player for the arena, which gives it a seed with each game; a partial of this can be pickled."""
    return start_bot(name, seconds=seconds)

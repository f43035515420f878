"""Bots, by name: ours, from the weakest to the strongest, and anybody's."""

from __future__ import annotations

from random import Random

from tsuro.bots.apprentice import Apprentice
from tsuro.bots.classes import make_from_class
from tsuro.bots.dragon import Dragon
from tsuro.bots.learned import Learned
from tsuro.bots.names import BotName, announced, read_bot_name
from tsuro.bots.options import UnknownBot
from tsuro.bots.outside import start_bot
from tsuro.bots.registry import BOTS, PLAY_SAME_SINCE, Bot, levels, make_own_bot, needs_core, plays_below
from tsuro.bots.sampler import Guardian, MonteCarlo
from tsuro.bots.wanderer import Wanderer
from tsuro.player import Player

__all__ = [
    "BOTS",
    "PLAY_SAME_SINCE",
    "Apprentice",
    "Bot",
    "BotName",
    "Dragon",
    "Guardian",
    "Learned",
    "MonteCarlo",
    "UnknownBot",
    "Wanderer",
    "announced",
    "levels",
    "make_bot",
    "make_own_bot",
    "needs_core",
    "plays_below",
    "read_bot_name",
    "start_bot",
]


def make_bot(name: str, random: Random) -> Player:
    """The bot of that name, with its own randomness.

    ========================  ===============================================================================
    `dragon`, `dragon:2s`     one of ours, some with an option after a colon
    `module:Class`            a class with a method `choose(view)`, made as `Class(random)`, or `Class()`
    `folder/file.py:Class`    the same, in a file
    `cmd:./engine --fast`     a program that speaks the engine protocol
    `pilgrim`                 a bot that an installed package announces, by an entry point in `tsuro.bots`
    ========================  ===============================================================================

    A class runs in this process, so only name what you trust; `start_bot` gives any bot a process of its own.
    Raises `UnknownBot` for a name or an option that does not exist, and `EngineFailed` for a program that fails.
    """
    bot = read_bot_name(name)
    if bot.is_own:
        return make_own_bot(name, random)
    if bot.kind == "program":
        player = start_bot(name)
        player.new_game(seed=random.getrandbits(31))
        return player
    return make_from_class(bot, random)

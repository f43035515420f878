"""`tsuro engine`: a bot that other programs can talk to."""

from __future__ import annotations

import argparse
import sys
from contextlib import redirect_stdout
from functools import partial

from tsuro.bots import BOTS, BotName, UnknownBot, make_bot, make_own_bot, needs_core, read_bot_name
from tsuro.bots.classes import own_name
from tsuro.cli.waiting import core_while_waiting
from tsuro.engine.server import Engine, serve

__all__ = ["add_commands"]


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "engine",
        description="Let a bot answer lines on standard input and output, for other programs to play against. "
        f"The lines are described in docs/engine-protocol.md. Bots: {', '.join(BOTS)}; your own class, as "
        "module:Class or file.py:Class; or one that an installed package announces.",
        epilog="For example: printf 'tsuro 1\\nquit\\n' | tsuro engine apprentice",
    )
    parser.add_argument("bot", metavar="BOT", help="the bot's name")
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed makes the same choices")
    parser.set_defaults(run=run_engine)


def run_engine(options: argparse.Namespace) -> int:
    bot, out = read_bot_name(options.bot), sys.stdout
    if bot.kind == "program":
        raise UnknownBot(f"{bot.text!r} is an engine already: run the program itself")
    with redirect_stdout(sys.stderr):  # what somebody's bot prints is for people, not for the host
        engine = _engine(bot, options.seed)
        if sys.stdin is None:
            return 0
        try:
            if needs_core(bot.text):
                core_while_waiting()  # the host's clock begins with its first question
            serve(engine, sys.stdin.buffer, out)
        except KeyboardInterrupt:
            return 130
    return 0


def _engine(bot: BotName, seed: int | None) -> Engine:
    make = partial(make_bot, bot.text)
    if bot.is_own:
        return Engine(make, name=bot.text, seed=seed, make_bot=make_own_bot)
    return Engine(make, name=own_name(bot), author="", seed=seed)

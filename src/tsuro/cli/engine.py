"""`tsuro engine`: a bot that other programs can talk to."""

from __future__ import annotations

import argparse
import sys
from functools import partial

from tsuro.bots import BOTS, make_bot, needs_core
from tsuro.cli.waiting import core_while_waiting
from tsuro.engine.server import Engine, serve

__all__ = ["add_commands"]


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "engine",
        description="Let a bot answer lines on standard input and output, for other programs to play against. "
        f"The lines are described in docs/engine-protocol.md. Bots: {', '.join(BOTS)}.",
        epilog="For example: printf 'tsuro 1\\nquit\\n' | tsuro engine apprentice",
    )
    parser.add_argument("bot", metavar="BOT", help="the bot's name")
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed makes the same choices")
    parser.set_defaults(run=run_engine)


def run_engine(options: argparse.Namespace) -> int:
    engine = Engine(partial(make_bot, options.bot), name=options.bot, seed=options.seed, make_bot=make_bot)
    if sys.stdin is None:
        return 0
    try:
        if needs_core(options.bot):
            core_while_waiting()  # the host's clock begins with its first question
        serve(engine, sys.stdin.buffer, sys.stdout)
    except KeyboardInterrupt:
        return 130
    return 0

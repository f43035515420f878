"""`tsuro join`: a bot takes a seat at a table of any server."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from functools import partial
from random import Random

from tsuro.bots import make_own_bot, read_bot_name, start_bot
from tsuro.cli.play import below_words
from tsuro.cli.waiting import core_while_waiting
from tsuro.client import RemoteTable, TableGone, Visitor
from tsuro.game.errors import TsuroError
from tsuro.notation import NotationError, read_edition

__all__ = ["add_commands"]

DESCRIPTION = """\
Let a bot take a seat at a table of any server, by the link that its host shares, and play there: the game, and
every other after it. It comes back after a lost connection and after a restart of the server. Ctrl-C ends it,
and its seat becomes free; in a running game a stand-in plays on."""

EXAMPLES = """\
examples:
  tsuro join http://127.0.0.1:8000/table/CODE guardian
  tsuro join https://tsuro.example/table/CODE my_bot.py:MyBot --name Deep"""


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "join",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("link", metavar="LINK", help="the link to play at the table")
    parser.add_argument("bot", metavar="BOT", help="who plays, as everywhere")
    parser.add_argument("--name", metavar="NAME", help="what it is called there (default: as it calls itself)")
    parser.set_defaults(run=run_join)


def run_join(options: argparse.Namespace) -> int:
    table, bot = RemoteTable(options.link), read_bot_name(options.bot)
    tell = partial(print, flush=True)
    with ExitStack() as stack:
        if bot.is_own:
            core_while_waiting()
            own = make_own_bot(bot.text, Random())
            name = options.name or bot.text
            visitor = Visitor(table, own, name=name, tell=tell, remarks=partial(_remarks, bot.text))
        else:
            engine = stack.enter_context(start_bot(bot.text))
            name = options.name or engine.name
            visitor = Visitor(table, engine, name=name, tell=tell, begin_game=engine.new_game)
        try:
            visitor.stay()
        except TableGone as gone:
            if not visitor.has_sat:
                raise
            tell(str(gone))
        except KeyboardInterrupt:
            _leave(visitor)
            tell("\nThe seat is free again.")
        except TsuroError:
            _leave(visitor)  # a stand-in plays on
            raise
    return 0


def _remarks(bot: str, edition: str) -> Iterable[str]:
    """What to say of the bot in the edition; nothing if only a newer server knows that."""
    with suppress(NotationError):
        return below_words([bot], read_edition(edition))
    return ()


def _leave(visitor: Visitor) -> None:
    with suppress(TsuroError):  # there may be nobody left to say it to
        visitor.leave()

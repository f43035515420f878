"""`tsuro replay`: recorded games, to see them again."""

from __future__ import annotations

import argparse
import sys

from tsuro.cli.files import moment_at, moments_of, read_record
from tsuro.terminal.console import Console
from tsuro.terminal.replay import replay_in_terminal, show_moment

__all__ = ["add_commands"]

DESCRIPTION = """\
See a recorded game again: in a terminal on the whole screen, into a pipe all at once.

  → ←      the next move, the one before    Home End   the beginning, the end
  space    plays by itself                  j          jump to a move
  ?        all keys                         q          leave

With --words it is told line by line: Enter goes on, back goes back, a number jumps, help tells the rest."""


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "replay",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="a record, text or JSON; - for standard input")
    parser.add_argument("--at", type=int, metavar="N", help="only the position after action N; 0 is the deal")
    parser.add_argument("--words", action="store_true", help="no drawings: everything in words")
    parser.set_defaults(run=run_replay)


def run_replay(options: argparse.Namespace) -> int:
    console, record = Console(), read_record(options.file)
    moments = moments_of(record, options.file)
    words = options.words or not console.can_draw
    if options.at is not None:
        show_moment(console, record.names, moment_at(moments, options.at), words=words)
    elif console.is_screen and not words:
        from tsuro.terminal.fullscreen import replay_on_screen  # noqa: PLC0415 -- the library takes its time to load

        replay_on_screen(moments, record.names, console)
    else:
        step = console.is_terminal and sys.stdin.isatty()
        replay_in_terminal(moments, record.names, console, words=words, step=step)
    return 0

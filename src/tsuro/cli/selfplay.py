"""`tsuro selfplay`: data to learn from."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tsuro.bots import needs_core
from tsuro.cli.numbers import read_numbers
from tsuro.cli.play import add_edition
from tsuro.cli.waiting import core_while_waiting
from tsuro.cli.where import add_where, executor_of
from tsuro.game.edition import MODERN
from tsuro.game.errors import TsuroError

__all__ = ["add_commands"]

DESCRIPTION = """\
Let a bot play against itself, on all cores, and keep every decision to learn from: the position as its player
saw it, what was legal, how often each choice was tried and what was expected of it, and how the game ended.

The data set is a folder of Parquet files of a hundred games each. The same command goes on where it was stopped,
and writes the same files whatever the number of processes. docs/selfplay.md explains every column."""

EXAMPLES = """\
examples:
  tsuro selfplay dragon:1000 --games 10000 --out data
  tsuro selfplay dragon:400 --games 4000 --players 2,3,4,8 --explore 3 --out mixed
  tsuro selfplay dragon --games 1000 --edition classic --cluster auto --out classic"""


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "selfplay",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("bot", metavar="BOT", help="who plays, such as dragon:1000")
    add("--games", type=int, required=True, metavar="N", help="how many")
    add("--out", type=Path, required=True, metavar="DIR", help="the folder of the data set")
    add(
        "--players",
        type=read_numbers,
        default=(2,),
        metavar="N,N,…",
        help="numbers of players, in turn (default: 2)",
    )
    add_edition(parser)
    add(
        "--explore",
        type=int,
        default=0,
        metavar="N",
        help="draw the first N placements of each player by how often they were tried (default: 0)",
    )
    add("--seed", type=int, default=0, metavar="N", help="the same seed gives the same games (default: 0)")
    add_where(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    try:
        from tsuro.rl.selfplay import SelfPlay, run_selfplay  # noqa: PLC0415 -- only there with the extra
    except ImportError:
        raise TsuroError("self-play for data needs the extra `data`: pip install 'tsuro[data]'") from None
    plan = SelfPlay(
        bot=options.bot,
        games=options.games,
        players=options.players,
        edition=options.edition or MODERN,
        seed=options.seed,
        explore=options.explore,
    )
    if needs_core(plan.bot):
        core_while_waiting()
    console = Console(stderr=True)
    bar = Progress(TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console)
    task = bar.add_task("games", total=plan.games)
    try:
        with bar, executor_of(options) as executor:
            run_selfplay(
                plan, options.out, executor=executor, tell=lambda games: bar.update(task, completed=games)
            )
    except KeyboardInterrupt:
        print("\ntsuro: stopped. Finished parts are kept: the same command goes on from there.", file=sys.stderr)
        return 130
    print(f"{plan.games:,} games in {options.out}")
    return 0

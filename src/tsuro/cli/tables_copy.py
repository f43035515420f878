"""`tsuro tables copy`: everything from one database to another, of the same kind or not."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress

from tsuro.game.errors import TsuroError
from tsuro.server.storage.copying import copy
from tsuro.server.storage.opening import open_archive, place_of

__all__ = ["add_copy", "progress_bar"]

WORDS = "copy everything to another database, of the same kind or not"

DESCRIPTION = """\
Copy everything from one database to another: tables with their numbers and links, logs, records of
games, hand-overs, bans. Each of the two is a file or postgresql://USER@HOST/DATABASE.

Stop the servers of both first. What is written is read again and compared, entry by entry. A copy
that was interrupted goes on where it was when you repeat the command; until it is complete, no server
starts on it. A target that has other tables is refused, and the source stays as it is (only one of an
older version is brought up to date)."""

EXAMPLES = """\
examples:
  from one file to a site with several processes:
    createdb --owner tsuro tsuro
    tsuro tables copy tables.sqlite3 postgresql://tsuro@localhost/tsuro
    tsuro serve --database postgresql://tsuro@localhost/tsuro

  back to one file:
    tsuro tables copy postgresql://tsuro@localhost/tsuro tables.sqlite3

  from a backup to an empty database:
    tsuro tables copy tables.backup postgresql://tsuro@localhost/tsuro

A password belongs into ~/.pgpass or PGPASSWORD: others can see what you type here."""


def add_copy(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = actions.add_parser(
        "copy",
        help=WORDS,
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run_copy)
    parser.add_argument("source", metavar="FROM", help="a file, or postgresql://…")
    parser.add_argument("target", metavar="TO", help="a new file, or an empty database: postgresql://…")


def run_copy(options: argparse.Namespace) -> int:
    if options.source == options.target:
        raise TsuroError("FROM and TO are the same")
    try:
        count = asyncio.run(_copy(options.source, options.target))
    except KeyboardInterrupt:
        print("\nNot complete: repeat the command, and it goes on where it was.", file=sys.stderr)
        return 130
    tables = f"{count:,} table{'' if count == 1 else 's'}"
    print(f"{place_of(options.target)}: a copy of {tables}, compared entry by entry.")
    return 0


async def _copy(source: str, target: str) -> int:
    async with open_archive(source, create=False) as reading, open_archive(target, create=True) as writing:
        with progress_bar() as progress:
            return await copy(reading, writing, progress=progress)


@contextmanager
def progress_bar() -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal; nothing elsewhere."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("copying")
        yield lambda done, total: bar.update(task, completed=done, total=total)

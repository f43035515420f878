"""`tsuro tables`: the tables that a server stores, for the person who runs it."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from tsuro.cli.files import FileError, record_as, save
from tsuro.cli.operating import add_actions
from tsuro.cli.table_words import options_words, seat_words, story
from tsuro.cli.tables_copy import add_copy, progress_bar
from tsuro.game.errors import TsuroError
from tsuro.match import Match
from tsuro.server.http.routes import PAGES
from tsuro.server.http.security import read_origin
from tsuro.server.settings import Settings
from tsuro.server.storage.errors import Damaged
from tsuro.server.storage.opening import open_store
from tsuro.server.storage.store import Store, TableRow
from tsuro.server.tables.history import game_of
from tsuro.server.tables.log import ImpossibleEntry, LogEntry, Started
from tsuro.server.tables.table import Table

__all__ = ["add_commands"]

RECORDS = (".tsuro", ".txt", ".json")
SHOWN = 50  # tables, unless more are asked for
DAYS = 30  # after which an unused table is old; as a server does by default
REPAIR = "Put a backup of the database in its place, or let the players make a new table."
TABLE_PATH = next(page.path for page in PAGES if page.name == "table")
HEADINGS = ("table", "touched", "phase", "game", "edition", "players")

DESCRIPTION = """\
Manage the tables that a server stores: list them, show what happened, export games, close and remove
tables, forget a person, make a backup, move to another database. The server may be running meanwhile,
unless you move."""

EXAMPLES = """\
examples:
  tsuro tables                               the tables that were used last
  tsuro tables --links                       links to play and to watch, for a player who lost theirs
  tsuro tables --links --origin https://tsuro.example
                                             the same, where people reach the server at that address
  tsuro tables show 7                        who sits at table 7, and what happened there
  tsuro tables export 7 game.tsuro --game 1  the record of its first game
  tsuro tables prune --days 90 --dry-run     tables that nobody has used for 90 days
  tsuro tables close 7                       nobody can use table 7 any more; you can still show and export it
  tsuro tables remove 7 8                    tables 7 and 8 are gone, with all their games
  tsuro tables forget 7 2                    whoever has seat 2 of table 7 loses names and seats at all tables
  tsuro tables backup tables.backup          a copy of everything, while the server runs
  tsuro tables copy tables.sqlite3 postgresql://tsuro@localhost/tsuro
                                             everything to another database (tsuro tables copy --help)"""


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "tables",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run_list, database=None, links=False, origin=None, most=SHOWN)
    _add_database(parser)
    _add_list_options(parser)
    actions = parser.add_subparsers(title="actions", metavar="ACTION")
    _add_list_options(_add(actions, "list", run_list, "list the tables (the default)"))
    _add_number(_add(actions, "show", run_show, "show who sits at a table, and what happened there"))
    _add_export_options(_add(actions, "export", run_export, "write the record of a game"))
    _add_prune_options(_add(actions, "prune", run_prune, "remove tables that nobody has used for a long time"))
    add_actions(partial(_add, actions))
    copying = _add(actions, "backup", run_backup, "copy the whole database, while a server runs or not")
    copying.add_argument("file", metavar="FILE", help="a new file")
    add_copy(actions)


def _add(
    actions: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    run: Callable[[argparse.Namespace], int],
    words: str,
) -> argparse.ArgumentParser:
    parser = actions.add_parser(name, help=words, description=f"{words[0].upper()}{words[1:]}.")
    parser.set_defaults(run=run)
    _add_database(parser)
    return parser


def _add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database",
        default=argparse.SUPPRESS,  # a value given before the action stays
        metavar="FILE",
        help="where the server stores its tables: a file, or postgresql://… "
        "(default: what TSURO_DATABASE says, or a file in your data folder)",
    )


def _add_list_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--links",
        action="store_true",
        default=argparse.SUPPRESS,
        help="links to play and to watch at each table: keep them safe",
    )
    add(
        "--origin",
        default=argparse.SUPPRESS,
        metavar="URL",
        help=f"where people reach the server, for --links (default: {_here()})",
    )
    add("--most", type=int, default=argparse.SUPPRESS, metavar="N", help=f"how many (default: {SHOWN}; 0: all)")


def _add_number(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", type=int, metavar="ID", help="the number of the table")


def _add_export_options(parser: argparse.ArgumentParser) -> None:
    _add_number(parser)
    add = parser.add_argument
    add("file", nargs="?", default="-", metavar="FILE", help="a .tsuro, .txt or .json file (default: print it)")
    add("--game", type=int, metavar="N", help="which of its games, from 1 on (default: the last)")
    add("--all", action="store_true", help="with the hidden tiles of a running game, and the secret of its deal")


def _add_prune_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--days",
        type=int,
        default=DAYS,
        metavar="N",
        help=f"remove tables that nobody has used for this many days (default: {DAYS})",
    )
    add("--dry-run", action="store_true", help="only show which tables would be removed")


def run_list(options: argparse.Namespace) -> int:
    rows, lines = asyncio.run(_read_list(options))
    shown = rows[: len(lines)]
    if not rows:
        print("No tables yet.", file=sys.stderr)
    elif options.links:
        _print_links(shown, lines, options.origin)
    else:
        _print_grid(lines)
    if len(rows) > len(shown):
        print(f"… and {len(rows) - len(shown):,} more: --most 0 lists all.", file=sys.stderr)
    return 0


def run_show(options: argparse.Namespace) -> int:
    entries, damage = _sound_part(asyncio.run(_read_entries(options)))
    table = Table.replay(entries)
    game = f", game {table.games}" if table.games else ""
    print(f"Table {options.table}: {table.phase}{game}, {options_words(table.options)}")
    for number, seat in enumerate(table.seats, 1):
        print(f"  seat {number}: {seat_words(seat)}")
    print()
    for number, (entry, sentence) in enumerate(zip(entries, story(entries), strict=True), 1):
        print(f"{number:>5}  {_time(entry.at)}  {sentence}")
    if damage is not None:
        raise TsuroError(f"the table is damaged, and nobody can open it: {damage}. {REPAIR}")
    return 0


def run_export(options: argparse.Namespace) -> int:
    suffix = Path(options.file).suffix
    if options.file != "-" and suffix not in RECORDS:
        raise FileError(f"{options.file}: the suffix must be one of {', '.join(RECORDS)}")
    match = _game(asyncio.run(_read_entries(options)), options.game, options.table)
    record, whole = match.record(open_deal=options.all), match.is_over or options.all
    save(options.file, record_as(record if whole else record.seen_by(None), suffix))
    if options.file != "-":
        print(
            f"{options.file}: a game of table {options.table}, {_actions(len(record.entries))}.", file=sys.stderr
        )
    if not whole:
        print("The game is running: this is what a watcher may see; --all gives everything.", file=sys.stderr)
    return 0


def run_prune(options: argparse.Namespace) -> int:
    if options.days < 1:
        raise TsuroError(f"--days must be at least 1, not {options.days}")
    words, old = "Would remove" if options.dry_run else "Removed", asyncio.run(_prune(options))
    print(f"{words} {len(old):,} table{'' if len(old) == 1 else 's'}{': ' if old else ''}{_numbers(old)}.")
    return 0


def run_backup(options: argparse.Namespace) -> int:
    count = asyncio.run(_backup(options))
    print(f"{options.file}: a copy of {count:,} table{'' if count == 1 else 's'}.")
    return 0


def _open(options: argparse.Namespace) -> AbstractAsyncContextManager[Store]:
    return open_store(Settings().database if options.database is None else options.database, serve=False)


async def _read_list(options: argparse.Namespace) -> tuple[list[TableRow], list[list[str]]]:
    """All tables, and those to show as lines."""
    async with _open(options) as store:
        rows = await store.rows()
        shown = rows[: options.most] if options.most > 0 else rows
        return rows, [await _line(store, row) for row in shown]


async def _read_entries(options: argparse.Namespace) -> list[LogEntry]:
    async with _open(options) as store:
        try:
            entries = await store.log(options.table)
        except Damaged as error:
            raise TsuroError(f"the table is damaged, and nobody can open it: {error}. {REPAIR}") from None
    if not entries:
        raise TsuroError(f"there is no table {options.table}: `tsuro tables` lists them")
    return entries


def _sound_part(entries: Sequence[LogEntry]) -> tuple[Sequence[LogEntry], ImpossibleEntry | None]:
    """The entries up to one that cannot have happened, and what is wrong with that; there is a first one."""
    sound = 0
    try:
        for table in Table.replaying(entries):
            sound = table.seq
    except ImpossibleEntry as error:
        if not sound:
            raise
        return entries[:sound], error
    return entries, None


async def _prune(options: argparse.Namespace) -> list[int]:
    now = int(time.time() * 1000)
    async with _open(options) as store:
        remove = store.untouched if options.dry_run else store.prune
        return await remove(now=now, untouched_days=options.days)


async def _backup(options: argparse.Namespace) -> int:
    """Copy everything; returns how many tables there are."""
    async with _open(options) as store:
        with progress_bar() as progress:
            await store.backup(Path(options.file), progress=progress)
        return await store.count()


def _game(entries: Sequence[LogEntry], game: int | None, table: int) -> Match:
    """The match of one of the table's games, as far as it went."""
    games = sum(isinstance(entry, Started) for entry in entries)
    try:
        match = game_of(entries, games if game is None else game)
    except TsuroError as error:
        raise TsuroError(
            f"table {table} is damaged: {error}. `tsuro tables show {table}` says how far it is sound"
        ) from None
    if match is not None:
        return match
    if not games:
        raise TsuroError(f"no game was started at table {table}")
    raise TsuroError(f"table {table} has no game {game}: its games are 1 to {games}")


async def _line(store: Store, row: TableRow) -> list[str]:
    """A table in a line; a damaged one must not hide the others."""
    try:
        checkpoint, entries = await store.load(row.id)
        table = Table.replay(entries, checkpoint)
        game, edition = str(table.games or "-"), table.options.edition
        players = ", ".join(seat.name for seat in table.seats if seat.name)
    except TsuroError:
        game, edition, players = "?", "?", "(the log cannot be read)"
    return [str(row.id), _short_time(row.touched), row.phase, game, edition, players]


def _print_links(rows: Sequence[TableRow], lines: Sequence[Sequence[str]], origin: str | None) -> None:
    """A complete link on each line, to copy or click."""
    address = f"{_checked(origin or _here())}{TABLE_PATH}"
    for row, (*_, players) in zip(rows, lines, strict=True):
        print(f"Table {row.id}, {row.phase}{': ' if players else ''}{players}")
        print(f"  to play:  {address.format(code=row.play)}")
        print(f"  to watch: {address.format(code=row.watch)}")
    if origin is None:
        print(f"These links are for a server at {_here()}: for another, add --origin URL.", file=sys.stderr)


def _here() -> str:
    """The address of a server that was started without options; the database does not know it."""
    return f"http://{Settings().host}:{Settings().port}"


def _checked(origin: str) -> str:
    read_origin(origin.rstrip("/"))
    return origin.rstrip("/")


def _print_grid(lines: Sequence[Sequence[str]]) -> None:
    console = Console()
    if not console.is_terminal:
        for line in (HEADINGS, *lines):
            print("\t".join(line))
        return
    grid = Grid(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in HEADINGS:
        grid.add_column(heading, overflow="fold", no_wrap=heading in {"touched", "phase"})
    for line in lines:
        grid.add_row(*map(Text, line))
    console.print(grid)


def _time(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, tz=UTC).astimezone():%Y-%m-%d %H:%M}"


def _short_time(at: int) -> str:
    return _time(at).partition("-")[2]  # the year says little: old tables are removed


def _actions(count: int) -> str:
    return f"{count} action{'' if count == 1 else 's'}"


def _numbers(tables: Sequence[int]) -> str:
    return ", ".join(str(table) for table in tables)

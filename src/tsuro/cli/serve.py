"""`tsuro serve`: tables for people elsewhere."""

from __future__ import annotations

import argparse
from functools import partial

from tsuro.server.settings import Settings

__all__ = ["add_bots", "add_commands", "add_database", "add_port"]

DESCRIPTION = """\
Run a server at whose tables people, bots and programs play. Everything is stored
in one file; after a restart all tables are as they were.

Without options it can be reached from this machine only."""

EXAMPLES = """\
examples:
  tsuro serve                            for this machine: http://127.0.0.1:8000
  tsuro serve --host 0.0.0.0             for everyone in your network, by the machine's address. Anyone there can
                                         make tables, and read what is sent: there is no encryption
  tsuro serve --origin https://tsuro.example --behind-proxy
                                         for the world: a web server on this machine takes care of https and passes
                                         requests on; docs/hosting.md shows how
  tsuro serve --bot my_bot.py:MyBot      people can play against your own bot
  tsuro serve --port 0 --database try.sqlite3
                                         to try it out, on any free port

Ctrl-C ends it: games are safe, and players come back when it runs again."""


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "serve",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    standard = Settings()
    add = parser.add_argument
    add("--host", default=standard.host, help=f"the address to listen on (default: {standard.host}, this machine)")
    add_port(parser, "0 for any free one")
    add_database(parser)
    add_bots(parser)
    add(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="where people reach the server, such as https://tsuro.example, unless by localhost or address; "
        "may be given more than once",
    )
    add(
        "--behind-proxy",
        action="store_true",
        help="a web server on this machine passes on the addresses of clients",
    )
    add(
        "--keep-days",
        type=partial(_number, least=1, most=36500),
        default=standard.keep_days,
        metavar="N",
        help=f"remove tables that nobody has used for this many days (default: {standard.keep_days})",
    )
    add(
        "--pace",
        type=_seconds,
        default=standard.pace,
        metavar="SECONDS",
        help=f"how long bots wait before they move, so that people can follow (default: {standard.pace:g})",
    )
    parser.set_defaults(run=run_serve)


def add_port(parser: argparse.ArgumentParser, meaning: str) -> None:
    standard = Settings().port
    parser.add_argument(
        "--port",
        type=partial(_number, least=0, most=65535),
        default=standard,
        metavar="N",
        help=f"{meaning} (default: {standard})",
    )


def add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database",
        default=Settings().database,
        metavar="FILE",
        help="where tables are stored: a file, or sqlite:///FILE (default: tables.sqlite3 in your data folder)",
    )


def add_bots(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME",
        help="let people play against this bot, too: module:Class, file.py:Class, cmd:PROGRAM, as a package "
        "announces it, or one of ours with an option, such as dragon:2s; may be given more than once",
    )


def run_serve(options: argparse.Namespace) -> int:
    from tsuro.server.http.security import read_origin  # noqa: PLC0415 -- other commands need not wait for all this
    from tsuro.server.rooms.offered_bots import introduced  # noqa: PLC0415 -- nor for this
    from tsuro.server.serve import serve  # noqa: PLC0415 -- nor for this

    for origin in options.origin:
        read_origin(origin)
    settings = Settings(
        host=options.host,
        port=options.port,
        database=options.database,
        origins=tuple(options.origin),
        behind_proxy=options.behind_proxy,
        keep_days=options.keep_days,
        pace=options.pace,
        bots=introduced(options.bot),
    )
    serve(settings, announce=partial(print, flush=True))
    return 0


def _number(text: str, *, least: int, most: int) -> int:
    """For argparse: a whole number that is neither too small nor too large."""
    if not text.isascii() or not text.isdecimal() or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"{text!r} should be a number from {least} to {most}")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 60:
        raise argparse.ArgumentTypeError(f"{text!r} should be a number of seconds from 0 to 60")
    return seconds

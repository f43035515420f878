"""`tsuro serve`: tables for people elsewhere."""

from __future__ import annotations

import argparse
import signal
import sys
from functools import partial
from ipaddress import ip_network
from itertools import chain
from types import FrameType

from tsuro.cli.limits import add_limits, with_limits
from tsuro.server.settings import Settings

__all__ = ["add_bots", "add_commands", "add_database", "add_port"]

THIS_MACHINE = ("127.0.0.1", "::1")

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
        nargs="?",
        action="append",
        type=_network,
        const=THIS_MACHINE,
        default=[],
        metavar="ADDRESS",
        help="a web server passes on the addresses of clients: on this machine, or in the network "
        "or at the address that you name, such as 10.0.0.0/8; may be given more than once",
    )
    add("--no-lobby", action="store_true", help="no place where strangers meet: all tables are private")
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
    _add_processes(parser)
    add(
        "--metrics",
        type=_place,
        metavar="HOST:PORT",
        help="where Prometheus finds the metrics, such as 127.0.0.1:9100; nothing else is there (default: at "
        "/metrics, for programs on this machine, unless --origin or --behind-proxy is given)",
    )
    add_limits(parser)
    parser.set_defaults(run=run_serve, serves=True)


def _add_processes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--processes",
        type=partial(_number, least=1, most=64),
        default=1,
        metavar="N",
        help="serve with this many processes, which needs PostgreSQL; SIGHUP replaces them one after the other, "
        "and nobody notices (default: 1)",
    )


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
        help="where tables are stored: a file, or postgresql://USER@HOST/DATABASE "
        "(default: what TSURO_DATABASE says, or tables.sqlite3 in your data folder)",
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
    signal.signal(signal.SIGTERM, _end)  # until the server has its own way to end
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
        metrics=options.metrics,
        proxies=tuple(chain.from_iterable(options.behind_proxy)),
        keep_days=options.keep_days,
        pace=options.pace,
        bots=introduced(options.bot),
        lobby=not options.no_lobby,
        limits=with_limits(options.limit),
    )
    announce = partial(print, flush=True)
    if options.processes > 1:
        from tsuro.server.processes import serve_with  # noqa: PLC0415 -- nor for this

        serve_with(options.processes, settings, announce=announce)
    else:
        serve(settings, announce=announce)
    return 0


def _end(_signal: int, _frame: FrameType | None) -> None:
    """Being stopped is not a failure, not even before anything runs."""
    sys.exit(0)


def _number(text: str, *, least: int, most: int) -> int:
    """For argparse: a whole number that is neither too small nor too large."""
    if not text.isascii() or not text.isdecimal() or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"{text!r} should be a number from {least} to {most}")
    return int(text)


def _place(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isascii() or not port.isdecimal() or not 1 <= int(port) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} should be an address and a port, such as 127.0.0.1:9100")
    return host.strip("[]"), int(port)


def _network(text: str) -> tuple[str, ...]:
    try:
        return (str(ip_network(text)),)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} should be an address, or a network such as 10.0.0.0/8"
        ) from None


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 60:
        raise argparse.ArgumentTypeError(f"{text!r} should be a number of seconds from 0 to 60")
    return seconds

"""`tsuro ban`: addresses from which nobody may come for a while."""

from __future__ import annotations

import argparse
import asyncio
import time
from datetime import UTC, datetime
from ipaddress import ip_address

from tsuro.cli.duration import read_duration
from tsuro.cli.serve import add_database
from tsuro.game.errors import TsuroError
from tsuro.server.http.limits import address_of
from tsuro.server.storage.opening import open_store

__all__ = ["add_commands"]

DESCRIPTION = """\
Let nobody in from an address for a while. Servers that are running heed it within a second: what the address has
open is ended, and its requests are refused. An IPv6 address stands for its whole network (/64), as it does for
all limits. Without an address, those that are banned are listed."""

EXAMPLES = """\
examples:
  tsuro ban 192.0.2.7               for a day
  tsuro ban 2001:db8::7 --for 12h   for twelve hours
  tsuro ban 192.0.2.7 --lift        no longer
  tsuro ban                         who is banned, and until when"""


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "ban",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("address", nargs="?", metavar="ADDRESS", help="the address")
    add(
        "--for",
        dest="seconds",
        type=read_duration,
        default=None,
        metavar="TIME",
        help="for how long, such as 30m, 12h or 7d (default: 1d)",
    )
    add("--lift", action="store_true", help="end the ban")
    add_database(parser)
    parser.set_defaults(run=run_ban)


def run_ban(options: argparse.Namespace) -> int:
    now = int(time.time() * 1000)
    if options.address is None and (options.lift or options.seconds is not None):
        raise TsuroError("which address? Name it before --lift or --for; plain `tsuro ban` lists who is banned")
    if options.address is None:
        bans = asyncio.run(_bans(options))
        lines = [f"{address} until {_time(until)}" for address, until in bans.items() if until > now]
        print("\n".join(lines) or "Nobody is banned.")
        return 0
    address = _counted(options.address)
    until = None if options.lift else now + 1000 * (options.seconds or read_duration("1d"))
    asyncio.run(_ban(options, address, until))
    print(f"{address} may come again." if until is None else f"{address} is banned until {_time(until)}.")
    return 0


def _counted(text: str) -> str:
    """The address as limits count it."""
    try:
        return address_of({"client": (str(ip_address(text)), 0)})
    except ValueError:
        raise TsuroError(f"{text!r} is not an address, such as 192.0.2.7") from None


async def _bans(options: argparse.Namespace) -> dict[str, int]:
    async with open_store(options.database, serve=False) as store:
        return await store.bans()


async def _ban(options: argparse.Namespace, address: str, until: int | None) -> None:
    async with open_store(options.database, serve=False) as store:
        await store.ban(address, until=until)


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M")

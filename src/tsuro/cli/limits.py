"""The limits of a server as options: `--limit NAME=N`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import replace

from tsuro.server.settings import Limits

__all__ = ["add_limits", "with_limits"]

MOST = 10_000_000

NAMES = {
    "tables": "tables that were made and not removed",
    "tables-per-day": "tables made from one address in a day",
    "tables-per-minute": "tables made from one address in a minute, in the long run",
    "games-per-day": "games begun from one address in a day, at tables that had one",
    "seats-per-minute": "seats taken from one address at open tables of others in a minute, in the long run",
    "connections": "sockets and streams that are open",
    "connections-per-address": "of these, from one address",
    "connections-per-table": "of these, at one table",
    "accepted-per-address": "connections of any kind from one address",
    "requests-per-second": "requests from one address, in the long run",
    "answers-per-second": "answers to one address, with all parts of the page, in the long run",
    "analyses-per-minute": "records shown or drawn, and advice given, to one address, in the long run",
    "waiting-tables-per-address": "tables made from one address that the lobby shows",
}


def add_limits(parser: argparse.ArgumentParser) -> None:
    standard = Limits()
    lines = [f"  {name:<27} {words} (default: {_value(standard, name):g})" for name, words in NAMES.items()]
    parser.epilog = "\n".join([parser.epilog or "", "", "limits, for --limit NAME=N:", *lines])
    parser.add_argument(
        "--limit",
        action="append",
        type=_limit,
        default=[],
        metavar="NAME=N",
        help="another limit than usual, such as tables=50000; may be given more than once; all are listed below",
    )


def with_limits(changed: Iterable[tuple[str, int]]) -> Limits:
    """The usual limits, but for those that are named."""
    return replace(Limits(), **{name.replace("-", "_"): number for name, number in changed})


def _value(limits: Limits, name: str) -> float:
    return float(getattr(limits, name.replace("-", "_")))


def _limit(text: str) -> tuple[str, int]:
    """For argparse: one of the limits, and a number."""
    name, _, number = text.partition("=")
    if name not in NAMES:
        raise argparse.ArgumentTypeError(f"{text!r} should begin with one of {', '.join(NAMES)}, and =")
    if not number.isascii() or not number.isdecimal() or not 1 <= int(number) <= MOST:
        raise argparse.ArgumentTypeError(f"{text!r} should end with a number from 1 to {MOST:,}")
    return name, int(number)

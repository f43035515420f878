"""`tsuro verify`: check recorded games. It loads only the rules, so that many files are checked quickly."""

from __future__ import annotations

import argparse
import sys

from tsuro.cli.files import read_record
from tsuro.game.errors import TsuroError
from tsuro.record import Record, RecordError, verify

__all__ = ["add_commands"]


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "verify",
        description="Check records: every action, every effect, the result, and the deal against its commitment.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="records, text or JSON; - for standard input")
    parser.add_argument("--commitment", metavar="HASH", help="the commitment that was published before the game")
    parser.set_defaults(run=run_verify)


def run_verify(options: argparse.Namespace) -> int:
    failed = 0
    for name in options.files:
        try:
            print(f"{name}: {_verified(read_record(name), options.commitment)}")
        except TsuroError as error:
            failed += 1
            text = str(error)
            print(text if text.startswith(f"{name}: ") else f"{name}: {text}", file=sys.stderr)
    return 2 if failed else 0


def _verified(record: Record, commitment: str | None) -> str:
    """What could be checked, in a sentence."""
    verify(record)
    if commitment is not None and record.tag("commitment") != commitment:
        raise RecordError("the record has another commitment than the one given", "commitment")
    checked = f"good, {len(record.entries)} actions, result {record.result}"
    if record.hides_tiles:
        return f"{checked}; hidden tiles could not be checked"
    if record.tag("secret") is None:
        return f"{checked}; the secret of the deal is missing, so the deal could not be checked"
    return f"{checked}; the deal fits its commitment" if record.tag("commitment") else f"{checked}; the deal fits"

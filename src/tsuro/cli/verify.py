"""`tsuro verify`: check recorded games. It loads only the rules, so that many files are checked quickly."""

from __future__ import annotations

import argparse
import sys

from tsuro.cli.files import read_record
from tsuro.deal import NO_CONTRIBUTIONS, WITHHELD
from tsuro.game.errors import TsuroError
from tsuro.record import Record, RecordError, verify

__all__ = ["add_commands"]


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "verify",
        description="Check records: every action, every effect, the result, and the deal against its commitment "
        "and what the players contributed.",
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
    if commitment is not None and commitment not in {record.tag("commitment"), record.tag("dealer-commitment")}:
        raise RecordError("the record has another commitment than the one given", "commitment")
    checked = f"good, {len(record.entries)} actions, result {record.result}"
    if record.hides_tiles:
        return f"{checked}; hidden tiles could not be checked"
    if record.tag("secret") is None:
        return f"{checked}; the secret of the deal is missing, so the deal could not be checked"
    return f"{checked}; {_deal_words(record)}"


def _deal_words(record: Record) -> str:
    """What the secret, which fits, says about the deal."""
    if record.tag("commitment") is None:
        return "the deal fits"
    contributions = record.tag("contributions")
    if contributions is None:
        return "the deal fits its commitment"
    if contributions == NO_CONTRIBUTIONS:
        return "the deal fits its commitment; no player contributed to it, so the dealer alone decided it"
    parts = [part.split() for part in contributions.split(", ")]
    by, withheld = ([n for n, value in parts if (value == WITHHELD) is is_so] for is_so in (False, True))
    made = f"the deal follows from the dealer's commitment and what came from {_players(by)}"
    return f"{made}; {_players(withheld)} withheld a part" if withheld else made


def _players(numbers: list[str]) -> str:
    if len(numbers) <= 1:
        return f"player {numbers[0]}" if numbers else "nobody else"
    return f"players {', '.join(numbers[:-1])} and {numbers[-1]}"

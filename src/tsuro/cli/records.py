"""`tsuro replay`: recorded games."""

from __future__ import annotations

import argparse
import sys

from tsuro.cli.files import moment_at, moments_of, read_record
from tsuro.game.view import view
from tsuro.notation import write_action
from tsuro.record import Moment, Record
from tsuro.render.text import draw_text
from tsuro.render.words import describe, tell_all
from tsuro.terminal.console import Console, InputEnded

__all__ = ["add_commands"]


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "replay",
        description="See a recorded game again, step by step in a terminal, all at once otherwise.",
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
        _show(console, record, moment_at(moments, options.at), words=words)
        return 0
    step = console.is_terminal and sys.stdin.isatty()
    for number, moment in enumerate(moments):
        _tell(console, record, number, moment)
        last = number == len(moments) - 1
        if step or last:
            _show(console, record, moment, words=words)
        try:
            if step and not last:
                console.ask("Enter for the next: ")
        except InputEnded:
            break
    return 0


def _tell(console: Console, record: Record, number: int, moment: Moment) -> None:
    if moment.entry is None:
        console.say(f"{', '.join(record.names)} play.")
        return
    console.say(f"\n{number}. {record.names[moment.entry.seat]}: {write_action(moment.entry.action)}")
    for sentence in tell_all(moment.events, record.names):
        console.say(f"   {sentence}")
    for comment in moment.entry.comments:
        console.say(f"   # {comment}")


def _show(console: Console, record: Record, moment: Moment, *, words: bool) -> None:
    seen = view(moment.state, None)
    console.say(describe(seen, record.names) if words else draw_text(seen, colours=console.colours))

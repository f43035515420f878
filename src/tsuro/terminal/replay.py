"""A recorded game line by line: all at once into a pipe, step by step before a person."""

from __future__ import annotations

from collections.abc import Sequence

from tsuro.game.view import view
from tsuro.notation import write_action
from tsuro.record import Moment
from tsuro.render.text import draw_text
from tsuro.render.words import describe, describe_scores, tell_all
from tsuro.terminal.console import Console, InputEnded

__all__ = ["replay_in_terminal", "show_moment"]

HELP = """\
Enter shows the next move, back the one before, first and last the ends.
A number jumps to that move; 0 is the deal. board and words show the table again. quit leaves."""


def replay_in_terminal(
    moments: Sequence[Moment], names: Sequence[str], console: Console, *, words: bool, step: bool
) -> None:
    """Tell the game; with `step`, wait for a person before every move."""
    if not step:
        for number in range(len(moments)):
            _tell(console, names, number, moments[number])
        show_moment(console, names, moments[-1], words=words)
        return
    at: int | None = 0
    while at is not None:
        _tell(console, names, at, moments[at])
        show_moment(console, names, moments[at], words=words)
        try:
            at = _next(moments, names, console, at, words=words)
        except InputEnded:
            at = None


def _next(
    moments: Sequence[Moment], names: Sequence[str], console: Console, at: int, *, words: bool
) -> int | None:
    """The number of the moment that the person wants to see; None at the end, or to leave."""
    last = len(moments) - 1
    places = {"": at + 1, "next": at + 1, "back": at - 1, "b": at - 1, "first": 0, "last": last}
    while True:
        answer = console.ask("Enter for the next: " if at < last else "The end; Enter leaves, back goes back: ")
        answer = answer.lower()
        if answer in {"quit", "q", "exit"} or (answer in {"", "next"} and at == last):
            return None
        wanted = int(answer) if answer.isdecimal() and len(answer) < 6 else places.get(answer, -1)
        if 0 <= wanted <= last:
            return wanted
        if answer in {"help", "?", "h"}:
            console.say(HELP)
        elif answer in {"board", "words"}:
            show_moment(console, names, moments[at], words=words or answer == "words")
        else:
            console.say(f"There is no move {answer!r}: type a number from 0 to {last}, back, quit, or help.")


def _tell(console: Console, names: Sequence[str], number: int, moment: Moment) -> None:
    if moment.entry is None:
        console.say(f"{', '.join(names)} play.")
        return
    console.say(f"\n{number}. {names[moment.entry.seat]}: {write_action(moment.entry.action)}")
    for sentence in tell_all(moment.events, names):
        console.say(f"   {sentence}")
    for comment in moment.entry.comments:
        console.say(f"   # {comment}")


def show_moment(console: Console, names: Sequence[str], moment: Moment, *, words: bool) -> None:
    """The table as a watcher sees it."""
    seen = view(moment.state, None)
    console.say(describe(seen, names) if words else draw_text(seen, colours=console.colours))
    if not words and (scored := describe_scores(moment.state, names)):
        console.say(scored)

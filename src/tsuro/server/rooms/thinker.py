"""A process that bots think in: a question on each line of its input, an answer on each line of its output.

A question is a bot, a seat and the position as that seat sees it. The process ends with
its input, so none is left behind when the server dies.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from random import Random

from tsuro.bots import make_bot
from tsuro.game.actions import Action
from tsuro.game.view import View, view
from tsuro.notation import read_action, read_position, write_action, write_position

__all__ = ["answer", "question", "read_answer"]


def question(bot: str, seen: View) -> str:
    """What to ask: the view in one line."""
    return f"{bot} {seen.seat} {write_position(seen.position)}\n"


def answer(line: str, random: Random) -> str:
    """What the bot chooses, in one line; of a bot that fails, how."""
    bot, seat, position = line.rstrip("\n").split(" ", 2)
    try:
        chosen = make_bot(bot, random).choose(view(read_position(position), int(seat)))
    except Exception as error:  # noqa: BLE001 -- whatever it is, the server goes on without it
        return f"failed {type(error).__name__}\n"
    return f"{write_action(chosen)}\n"


def read_answer(line: str) -> Action:
    return read_action(line.rstrip("\n"))


def _answers(lines: Iterator[str]) -> Iterator[str]:
    random = Random()
    for line in lines:
        yield answer(line, random)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends us
    with contextlib.suppress(AttributeError, OSError):
        os.nice(5)  # a socket must not wait for a bot
    for line in _answers(sys.stdin):
        sys.stdout.write(line)
        sys.stdout.flush()


if __name__ == "__main__":
    main()

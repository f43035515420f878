"""A process that bots think in: a question on each line of its input, an answer on each line of its output.

A question is what to do and for how long or as which bot, a seat, and the position as that
seat sees it. The process ends with its input, so none is left behind when the server dies.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from random import Random

import msgspec

from tsuro.bots import Dragon, make_bot
from tsuro.fast.loader import best_core
from tsuro.fast.position import is_supported
from tsuro.game.actions import Action
from tsuro.game.state import PLAY_TILE
from tsuro.game.view import View, view
from tsuro.notation import read_action, read_position, write_action, write_position
from tsuro.player import Estimate
from tsuro.server.messages.views import Advice, Estimated

__all__ = ["advice_question", "answer", "question", "read_advice", "read_answer"]

MOST = 100  # estimates: after a placement that eliminates many, there are a thousand exchanges
DIGITS = 4  # of a share; the playouts tell no more

_ADVICE = msgspec.json.Decoder(Advice)


def question(bot: str, seen: View) -> str:
    """What to ask a bot that has to move: the view in one line."""
    return _line("choose", bot, seen)


def advice_question(seconds: float, seen: View) -> str:
    """What to ask for advice, about which to think for so long."""
    return _line("advise", f"{seconds:g}", seen)


def _line(kind: str, how: str, seen: View) -> str:
    return f"{kind} {how} {seen.seat} {write_position(seen.position)}\n"


def answer(line: str, random: Random) -> str:
    """What the bot chooses, or advises, in one line; of a bot that fails, how."""
    kind, how, seat, position = line.rstrip("\n").split(" ", 3)
    try:
        seen = view(read_position(position), int(seat))
        if kind == "advise":
            return f"{msgspec.json.encode(_advice(seen, float(how), random)).decode()}\n"
        return f"{write_action(make_bot(how, random).choose(seen))}\n"
    except Exception as error:  # noqa: BLE001 -- whatever it is, the server goes on without it
        return f"failed {type(error).__name__}\n"


def read_answer(line: str) -> Action:
    return read_action(line.rstrip("\n"))


def read_advice(line: str) -> Advice:
    return _ADVICE.decode(line)


class _Adviser(Dragon):
    """Tells also what it expects where there is no choice."""

    def choose(self, view: View) -> Action:
        chosen = super().choose(view)
        position = view.position
        if not self.estimates and position.phase is PLAY_TILE and is_supported(position.setup):
            self._think(view, best_core())
        return chosen


def _advice(seen: View, seconds: float, random: Random) -> Advice:
    adviser = _Adviser(random, seconds=seconds)
    chosen = adviser.choose(seen)
    best = sorted(adviser.estimates, key=lambda estimate: (estimate.action != chosen, -estimate.share))[:MOST]
    return Advice(
        seat=seen.seat or 0,
        chosen=write_action(chosen),
        estimates=tuple(_estimated(estimate) for estimate in best),
    )


def _estimated(estimate: Estimate) -> Estimated:
    low, high = estimate.ci95
    return Estimated(
        action=write_action(estimate.action),
        share=round(estimate.share, DIGITS),
        low=round(low, DIGITS),
        high=round(high, DIGITS),
    )


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

"""What may follow the colon in a bot's name: how long it is to think."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tsuro.game.errors import TsuroError

__all__ = ["Thinking", "UnknownBot", "playouts_in", "read_thinking"]

MOST_PLAYOUTS = 1_000_000
MOST_SECONDS = 3600
MOST_THREADS = 64


class UnknownBot(TsuroError):
    """No bot goes by that name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thinking:
    """How long to think about a move: for so many playouts, or for so many seconds, with so many threads."""

    playouts: int | None = None
    seconds: float | None = None
    threads: int = 1


def playouts_in(text: str) -> int:
    """
    >>> playouts_in("1000")
    1000
    """
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) <= MOST_PLAYOUTS or len(text) > 7:
        raise UnknownBot(f"{text!r} is not a number of playouts from 1 to {MOST_PLAYOUTS:,}")
    return int(text)


def read_thinking(text: str) -> Thinking:
    """
    >>> read_thinking("2s,threads=2")
    Thinking(playouts=None, seconds=2.0, threads=2)
    >>> read_thinking("500").playouts, read_thinking("50ms").seconds, read_thinking("").playouts
    (500, 0.05, None)
    """
    amount, comma, rest = text.partition(",")
    threads = _threads(rest) if comma else 1
    if not amount:
        return Thinking(threads=threads)
    if time := re.fullmatch(r"(\d{1,6}(?:\.\d{1,6})?)(ms|s)", amount, re.ASCII):
        return Thinking(seconds=_seconds(float(time[1]) / (1000 if time[2] == "ms" else 1)), threads=threads)
    return Thinking(playouts=playouts_in(amount), threads=threads)


def _seconds(seconds: float) -> float:
    if not 0 < seconds <= MOST_SECONDS:
        raise UnknownBot(f"a bot thinks for more than 0 and at most {MOST_SECONDS:,} seconds, not {seconds:g}")
    return seconds


def _threads(text: str) -> int:
    found = re.fullmatch(r"threads=(\d{1,2})", text, re.ASCII)
    if not found or not 1 <= int(found[1]) <= MOST_THREADS:
        raise UnknownBot(f"{text!r} is not threads=1 to threads={MOST_THREADS}")
    return int(found[1])

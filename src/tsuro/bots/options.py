"""What may follow the colon in a bot's name: how long, and how, it thinks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from difflib import get_close_matches

from tsuro.game.errors import TsuroError

__all__ = ["Thinking", "UnknownBot", "nearest", "playouts_in", "read_thinking"]

MOST_PLAYOUTS = 1_000_000
MOST_SECONDS = 3600
MOST_THREADS = 64
ANALYSE = "analyse"
ALIKE = 0.75  # how much of a name has to be right, of 1, to be taken for a typing error


class UnknownBot(TsuroError):
    """No bot goes by that name."""


def nearest(name: str, names: Iterable[str], *, alike: float = ALIKE) -> str | None:
    """The name that was probably meant, if there is one.

    >>> nearest("Gaurdian", ["dragon", "guardian"]), nearest("Ana", ["dragon", "guardian"])
    ('guardian', None)
    """
    by_key = {each.casefold(): each for each in names}
    found = get_close_matches(name.casefold(), by_key, n=1, cutoff=alike)
    return by_key[found[0]] if found else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Thinking:
    """How long to think about a move: a number of playouts or of seconds, and on how many threads."""

    playouts: int | None = None
    seconds: float | None = None
    threads: int = 1
    analyse: bool = False  # estimate the only placement, too


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
    Thinking(playouts=None, seconds=2.0, threads=2, analyse=False)
    >>> read_thinking("500").playouts, read_thinking("50ms").seconds, read_thinking("").playouts
    (500, 0.05, None)
    """
    amount, *rest = text.split(",")
    analyse = ANALYSE in rest
    threads = [_threads(word) for word in rest if word != ANALYSE]
    if len(threads) + analyse < len(rest) or len(threads) > 1:
        raise UnknownBot(f"{text!r} says something twice")
    how = Thinking(threads=threads[0] if threads else 1, analyse=analyse)
    if not amount:
        return how
    if time := re.fullmatch(r"(\d{1,6}(?:\.\d{1,6})?)(ms|s)", amount, re.ASCII):
        return replace(how, seconds=_seconds(float(time[1]) / (1000 if time[2] == "ms" else 1)))
    return replace(how, playouts=playouts_in(amount))


def _seconds(seconds: float) -> float:
    if not 0 < seconds <= MOST_SECONDS:
        raise UnknownBot(f"a bot thinks for more than 0 and at most {MOST_SECONDS:,} seconds, not {seconds:g}")
    return seconds


def _threads(text: str) -> int:
    found = re.fullmatch(r"threads=(\d{1,2})", text, re.ASCII)
    if not found or not 1 <= int(found[1]) <= MOST_THREADS:
        raise UnknownBot(f"{text!r} is neither threads=1 to threads={MOST_THREADS} nor {ANALYSE}")
    return int(found[1])

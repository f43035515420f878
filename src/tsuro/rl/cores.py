"""Which form of the core plays, and what people are told when it is not there at once."""

from __future__ import annotations

import sys
from functools import cache

from tsuro.fast.cache import is_warm
from tsuro.fast.core import Core
from tsuro.fast.layout import ROW, Position
from tsuro.fast.loader import best_core, is_installed, is_wanted, trouble

__all__ = ["checked_row", "default_core"]


@cache
def default_core() -> Core:
    """The compiled core, compiled if need be; where that is impossible, the interpreted one. Says so on stderr."""
    if is_wanted() and not _is_warm():
        _tell("compiling for this machine (once, about a minute)…")
    elif not is_installed():
        _tell("without Numba, games are a hundred times slower: pip install 'tsuro[fast]'")
    core = best_core(wait=True)
    if reason := trouble():
        _tell(reason)
    return core


def checked_row(row: Position) -> Position:
    """A row that was pickled by this version: compiled, a shorter one would be read beyond its end."""
    if len(row) != ROW:
        raise ValueError("this game was pickled by another version of Tsuro, and cannot go on with this one")
    return row


def _is_warm() -> bool:
    try:
        return is_warm()
    except Exception:  # noqa: BLE001 -- whatever is wrong with Numba, `trouble` tells it
        return True


def _tell(sentence: str) -> None:
    print(f"tsuro.rl: {sentence}", file=sys.stderr, flush=True)

"""How long bots think about a move."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from tsuro.bots import Apprentice, make_bot
from tsuro.match import Match
from tsuro.player import Player

__all__ = ["slowest_move"]

SWITCH = "TSURO_INTERPRETED"


def slowest_move(name: str, seconds: float, *, compiled: bool) -> float:
    """The most seconds of one core that the bot takes for a move, in a game against the apprentice.

    The game is abandoned when it takes longer than `seconds`.
    """
    match = Match(players=2, seed=1)
    players: list[Player] = [make_bot(name, Random(1)), Apprentice(Random(2))]
    slowest, began = 0.0, time.process_time()
    with _core(compiled=compiled):
        while not match.is_over and (slowest == 0 or time.process_time() - began < seconds):
            seat, view = match.active, match.view(match.active)
            before = time.process_time()
            action = players[seat].choose(view)
            if seat == 0 and match.state.tiles_placed:  # not the start mark, which takes no thought
                slowest = max(slowest, time.process_time() - before)
            match.submit(seat, action)
    return slowest


@contextmanager
def _core(*, compiled: bool) -> Iterator[None]:
    """Bots asked in here think with the best core, or with the interpreted one."""
    before = os.environ.get(SWITCH)
    if not compiled:
        os.environ[SWITCH] = "1"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(SWITCH, None)
        else:
            os.environ[SWITCH] = before

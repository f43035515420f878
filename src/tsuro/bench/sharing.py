"""What it costs to share a game as an animation."""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random

from tsuro.bots import Apprentice
from tsuro.match import Match
from tsuro.record import Record
from tsuro.referee import play
from tsuro.render.film import FilmKind, film
from tsuro.render.poster import Look

__all__ = ["Cost", "sharing_cost"]

PLAYERS, PLACEMENTS = 4, 30  # of the game
WIDTH = 720  # pixels


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of processor time to make a file, and how large it is."""

    seconds: float
    bytes: int


def sharing_cost(kind: FilmKind) -> Cost:
    """Of the animation of one game that is always the same."""
    record, began = _game(), time.process_time()
    made = film(record, kind, look=Look(width=WIDTH))
    return Cost(time.process_time() - began, len(made))


def _game() -> Record:
    """A game for four, up to a given number of placements."""
    match = Match(players=PLAYERS, seed=8)
    record = play(match, [Apprentice(Random(seat)) for seat in range(PLAYERS)]).record()
    return record.up_to(PLAYERS + PLACEMENTS)

"""Small tournaments for tests."""

from __future__ import annotations

from typing import Any

from tsuro.arena import Entrant, Result, Tournament, run_tournament
from tsuro.bots import Apprentice, Wanderer

APPRENTICE = Entrant(name="apprentice", make=Apprentice)
WANDERER = Entrant(name="wanderer", make=Wanderer)


def tournament(*entrants: Entrant, **settings: Any) -> Tournament:
    chosen = {"games": 12, "seed": 7, "all_games": True, **settings}
    return Tournament(entrants=entrants or (APPRENTICE, WANDERER), **chosen)


def held(*entrants: Entrant, **settings: Any) -> Result:
    """Played in this process."""
    return run_tournament(tournament(*entrants, **settings), processes=0)

"""The bots, by name."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tsuro.bots.apprentice import Apprentice
from tsuro.bots.wanderer import Wanderer
from tsuro.player import Player

__all__ = ["BOTS", "Apprentice", "Wanderer"]

BOTS: dict[str, Callable[[Random], Player]] = {
    "wanderer": Wanderer,
    "apprentice": Apprentice,
}
"""Each bot's name and how to make one, given its own randomness; from the weakest to the strongest."""

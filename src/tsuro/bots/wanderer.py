"""Goes wherever the paths lead: any legal action at random."""

from __future__ import annotations

from random import Random

from tsuro.game.actions import Action
from tsuro.game.view import View

__all__ = ["Wanderer"]


class Wanderer:
    """Every legal action is as good as any other."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, view: View) -> Action:
        """One of `view.legal_actions`."""
        return self._random.choice(view.legal_actions)

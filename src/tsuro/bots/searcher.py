"""What all searching bots share: the moves for which they need no search."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random

from tsuro.bots.start import lonely_mark
from tsuro.fast.core import Core
from tsuro.fast.loader import best_core
from tsuro.game.actions import Action
from tsuro.game.state import PLACE_MARKER, PLAY_TILE
from tsuro.game.view import View
from tsuro.player import Estimate

__all__ = ["Searcher"]


class Searcher(ABC):
    """Searches where there is a choice, and keeps what it found in `estimates`.

    A start mark is chosen by distance, unless `_start` says otherwise. In a solo game it plays for the score, and
    has no estimates. With `analyse`, even an only placement is estimated, for people who want to know how they
    stand.
    """

    def __init__(self, random: Random, *, analyse: bool = False) -> None:
        self._random = random
        self._analyse = analyse
        self.estimates: tuple[Estimate, ...] = ()

    def choose(self, view: View) -> Action:
        self.estimates = ()
        if view.position.phase is PLACE_MARKER:
            return self._start(view)
        if len(view.legal_actions) == 1 and not (self._analyse and view.position.phase is PLAY_TILE):
            return view.legal_actions[0]
        chosen = self._think(view, best_core())
        if view.position.setup.edition.solo:
            self.estimates = ()  # what it expects is a score, and no share of a win (V4)
        return chosen

    def _start(self, view: View) -> Action:
        return lonely_mark(view, self._random)

    @abstractmethod
    def _think(self, view: View, core: Core) -> Action:
        """The choice, made with the core that is available; the result of playouts goes to `estimates`."""

"""Bots that try every placement in a number of playouts and take the one that won most: plain Monte Carlo."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random

from tsuro.bots.apprentice import most_promising
from tsuro.bots.imagination import Imagination
from tsuro.bots.searcher import Searcher
from tsuro.fast.core import Core
from tsuro.fast.position import shape_of
from tsuro.game.actions import Action, ExchangeTiles, PlayTile
from tsuro.game.state import PLAY_TILE
from tsuro.game.view import View
from tsuro.player import Estimate

__all__ = ["Guardian", "MonteCarlo", "Sampler", "estimate"]


def estimate(action: Action, playouts: int, total: float, squares: float) -> Estimate:
    """The estimate from a number of playouts, given the sum of their shares and of the squares."""
    share = total / playouts
    variance = max(squares / playouts - share * share, 0.25 / playouts)  # a few equal results are not certainty
    return Estimate(action=action, share=share, error=sqrt(variance / playouts), visits=playouts)


class Sampler(Searcher):
    """Gives every placement, and every exchange, the same number of playouts."""

    def __init__(self, random: Random, *, playouts: int, greedy: bool) -> None:
        super().__init__(random)
        self._playouts = playouts
        self._greedy = greedy

    def _think(self, view: View, core: Core) -> Action:
        imagination = Imagination(view, core, self._random)
        self.estimates = tuple(self._try(imagination, action) for action in self.worth_trying(view))
        return max(self.estimates, key=lambda estimated: estimated.share).action

    def worth_trying(self, view: View) -> Sequence[Action]:
        """The actions that get playouts."""
        return view.legal_actions

    def _try(self, imagination: Imagination, action: Action) -> Estimate:
        if isinstance(action, ExchangeTiles):
            sums = imagination.sample_exchange(action, self._playouts)
        else:
            assert isinstance(action, PlayTile), "markers are placed without playouts"  # noqa: S101 -- for the checker
            sums = imagination.sample(shape_of(action.tile), self._playouts, greedy=self._greedy)
        return estimate(action, self._playouts, *sums)


class MonteCarlo(Sampler):
    """The yardstick of the field: a fixed number of random playouts for every placement, and nothing else."""

    def __init__(self, random: Random, *, playouts: int = 100) -> None:
        super().__init__(random, playouts=playouts, greedy=False)


class Guardian(Sampler):
    """A few playouts for each of the most promising placements; in them, everyone plays like the apprentice."""

    # Few enough to answer within a tenth of a second, even when nothing is compiled.
    PLACEMENTS = 5
    PLAYOUTS = 9

    def __init__(self, random: Random) -> None:
        super().__init__(random, playouts=self.PLAYOUTS, greedy=True)

    def worth_trying(self, view: View) -> Sequence[Action]:
        if view.position.phase is not PLAY_TILE:
            return view.legal_actions
        return most_promising(view)[: self.PLACEMENTS]

"""Looks one placement ahead: keeps tiles that can be played, ways out, and away from the others."""

from __future__ import annotations

from random import Random

from tsuro.bots.start import lonely_mark
from tsuro.fast.evaluation import best_placement, promise, promise_of_score
from tsuro.fast.layout import GOAL, HAND, MARK
from tsuro.fast.position import flatten, shape_of, tile_of
from tsuro.game.actions import DECLINE, Action, PlayTile
from tsuro.game.state import PLACE_MARKER, PLAY_TILE
from tsuro.game.view import View

__all__ = ["Apprentice", "most_promising"]


class Apprentice:
    """Chooses what looks best at once; ties are broken at random."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, view: View) -> Action:
        """One of `view.legal_actions`."""
        position = view.position
        if position.phase is PLACE_MARKER:
            return lonely_mark(view, self._random)
        if position.phase is not PLAY_TILE:
            return DECLINE  # its own tiles are as good as any
        # One lookup takes less time than loading a compiled core.
        seed = self._random.getrandbits(61) + 1
        _, _, shape = best_placement(flatten(position), position.active, seed)
        return PlayTile(tile_of(shape))


def most_promising(view: View) -> list[PlayTile]:
    """The legal placements, the one that looks best first."""
    seat, g = view.position.active, flatten(view.position)
    hand = HAND + seat * 3

    def value(action: PlayTile) -> int:
        shape = shape_of(action.tile)
        looks = promise(g, g[MARK + seat], shape, hand, g.index(shape >> 5, hand) - hand)
        return looks + promise_of_score(g, seat, shape) if g[GOAL] else looks

    return sorted(
        (action for action in view.legal_actions if isinstance(action, PlayTile)), key=value, reverse=True
    )

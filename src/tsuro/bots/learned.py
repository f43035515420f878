"""Has learned from the dragon's games, and then from its own: one look, no search."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tsuro.bots.apprentice import Apprentice
from tsuro.bots.start import lonely_mark
from tsuro.fast.features import FEATURES
from tsuro.fast.layout import HAND
from tsuro.fast.learned import learned_placement, learned_weights
from tsuro.fast.position import flatten, tile_of
from tsuro.game.actions import Action, ExchangeTiles, PlayTile
from tsuro.game.state import PLACE_MARKER, PLAY_TILE, State
from tsuro.game.tiles import Tile
from tsuro.game.view import View

__all__ = ["Learned"]

MOST_PLACEMENTS = 12


class Learned:
    """Chooses the placement that a small network scores best.

    An exchange is judged by the best placement that the new hand would have. In variants, of which it has seen
    none, it plays like the apprentice.
    """

    def __init__(self, random: Random, *, weights: Sequence[float] = ()) -> None:
        self._random = random
        self._weights = list(weights or learned_weights())

    def choose(self, view: View) -> Action:
        """One of `view.legal_actions`."""
        position = view.position
        if position.phase is PLACE_MARKER:
            return lonely_mark(view, self._random)
        if position.setup.edition.is_variant:
            return Apprentice(self._random).choose(view)
        if position.phase is PLAY_TILE:
            return PlayTile(tile_of(self._best(position, position.hands[position.active])[0]))
        exchanges = [action for action in view.legal_actions if isinstance(action, ExchangeTiles)]
        return max(exchanges, key=lambda action: self._best(position, _after(view, action))[1])

    def _best(self, position: State, hand: Sequence[Tile]) -> tuple[int, float]:
        """The best placement with this hand, and its score."""
        g = flatten(position)
        at = HAND + position.active * 3
        g[at : at + len(hand)] = hand
        return learned_placement(g, position.active, self._weights, [0.0] * FEATURES, [0] * MOST_PLACEMENTS)


def _after(view: View, exchange: ExchangeTiles) -> list[Tile]:
    """The hand after the exchange."""
    hand = view.position.hands[view.position.active]
    return [*(tile for tile in hand if tile not in exchange.give), *exchange.take]

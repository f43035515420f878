"""What an environment does, held against the rules and against what a player may see."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import permutations

from tests.rl.playing import in_order

from tsuro import Action, State, act, legal_actions, view
from tsuro.game.tiles import Tile
from tsuro.rl import Game, action_ids, action_of

__all__ = ["Shadow", "legal_ids", "swap_hidden_tiles"]

MOST_DRAWS = 3  # whose order is found out by trying
FIRST_GIVEN, FIRST_TAKEN = 153, 188  # the ids of tile 1 in an exchange


def legal_ids(state: State) -> set[int]:
    """The ids with which the legal actions begin."""
    return {action_ids(action)[0] for action in legal_actions(state)}


def _outcomes(state: State, action: Action, drawn: Iterable[Tile]) -> Iterable[State]:
    """What the rules make of it, with draws in any order."""
    for order in permutations(drawn):
        tiles = list(order)

        def chance(pile: tuple[Tile, ...], tiles: list[Tile] = tiles) -> Tile:
            tile = next((tile for tile in tiles if tile in pile), pile[0])
            if tile in tiles:
                tiles.remove(tile)
            return tile

        yield in_order(act(state, state.active, action, chance)[0])


class Shadow:
    """The rules at the side of a game: after each decision, both must have come to the same."""

    def __init__(self, game: Game) -> None:
        self.game, self.before, self.compared = game, game.state(), 0
        self.ids: tuple[int, ...] = ()

    def follow(self, action: int) -> None:
        """The game has taken this step."""
        self.ids += (action,)
        after = self.game.state()
        if after.phase is self.before.phase and after.phase.name == "EXCHANGE":
            return  # it is still being named
        given = {action - FIRST_GIVEN + 1 for action in self.ids if FIRST_GIVEN <= action < FIRST_TAKEN}
        drawn = [
            tile
            for old, new in zip(self.before.hands, after.hands, strict=True)
            for tile in new
            if tile not in old or tile in given
        ]
        if len(drawn) <= MOST_DRAWS:
            assert in_order(after) in _outcomes(self.before, action_of(self.ids), drawn)
            self.compared += 1
        self.before, self.ids = after, ()


def swap_hidden_tiles(game: Game, seat: int) -> Game | None:
    """The same game but for tiles that the seat does not see; None if there are none to swap."""
    state = game.state()
    hidden = view(state, seat).position
    others = [n for n, hand in enumerate(hidden.hands) if hand and 0 in hand]
    if not others or not state.pile:
        return None
    other = others[0]
    at = hidden.hands[other].index(0)
    hand, pile = list(state.hands[other]), list(state.pile)
    hand[at], pile[0] = pile[0], hand[at]
    hands = tuple(tuple(hand) if n == other else held for n, held in enumerate(state.hands))
    return Game.of(replace(state, hands=hands, pile=tuple(sorted(pile))))

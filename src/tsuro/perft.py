"""Counting the ways a game can go on: a fingerprint of the rules.

`perft(state, depth)` is the number of sequences of `depth` actions. Draws are not
choices: whenever a tile is drawn, it is the one of the pile with the lowest number.
"""

from __future__ import annotations

from collections.abc import Callable

from tsuro.game.actions import Action
from tsuro.game.legal import legal_actions
from tsuro.game.state import State
from tsuro.game.tiles import Tile
from tsuro.game.turn import act

__all__ = ["divide", "lowest", "perft"]


def lowest(pile: tuple[Tile, ...]) -> Tile:
    """Chance that always draws the tile with the lowest number."""
    return pile[0]


def perft(state: State, depth: int) -> int:
    """How many sequences of `depth` actions there are; a game that is over has none to offer."""
    if depth == 0:
        return 1
    actions = legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(perft(act(state, state.active, action, lowest)[0], depth - 1) for action in actions)


def divide(state: State, depth: int, *, tick: Callable[[], None] = lambda: None) -> dict[Action, int]:
    """The count for each first action; `tick` is called after each, for progress."""
    counts: dict[Action, int] = {}
    for action in legal_actions(state):
        counts[action] = perft(act(state, state.active, action, lowest)[0], depth - 1)
        tick()
    return counts

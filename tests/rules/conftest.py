"""Ways to set up a position and to see what an action does to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

import pytest

from tsuro import ImpossiblePosition, Phase, State, read_action, read_position
from tsuro.game.position import check_position
from tsuro.game.tiles import Tile
from tsuro.game.turn import Chance, act
from tsuro.record.effects import write_effects

After: TypeAlias = tuple[State, tuple[str, ...]]

# Markers 1, 3 and 4 face the same square, a4, and it is the turn of player 1. What the tiles there do:
#   6w, 12w          nobody is eliminated
#   20e              3 at the edge          20s        4 at the edge
#   2e               3 and 4 at the edge    2n, 6n     3 and 4 meet
#   8w, 24n          1 and 3 meet           2s         1 and 4 meet
#   20w              1 and 3 meet, 4 at the edge
#   31n, 25n         1 at the edge          31e        1 and 3 at the edge
CROWDED = (
    "17e,4s,34n,13n,14n,23e/7w,9n,32n,15w,18n,22n/1,11e,19n,3/1,35n,33e,21s,26e,29w/2,1n,27n,16s,3e/3,10n,5w,1"
)
CROWD = ("circle@a6n2", "square@e1s2", "triangle@f3e2", "diamond@f6e1", "pentagon@c6n1")


def drawing(tiles: Sequence[Tile] | None) -> Chance:
    """Chance that gives these tiles in this order, or always the lowest of the pile."""
    remaining = iter(tiles or ())
    return lambda pile: pile[0] if tiles is None else next(remaining)


def act_on(position: str | State, action: str, *, draws: Sequence[Tile] | None = None) -> After:
    """Rules hold in any position; if a game can lead to it, one can also lead to the position after it."""
    state = read_position(position, check=False) if isinstance(position, str) else position
    after, events = act(state, state.active, read_action(action), drawing(draws))
    if is_possible(state):
        check_position(after)
    return after, write_effects(events)


def is_possible(state: State) -> bool:
    try:
        check_position(state)
    except ImpossiblePosition:
        return False
    return True


def take_the_turn(position: str | State, action: str, *, draws: Sequence[Tile] | None = None) -> After:
    """The whole turn, with any exchange declined; returns only what follows the eliminations."""
    state, effects = act_on(position, action, draws=draws)
    if state.phase is Phase.EXCHANGE:
        state, effects = act_on(state, "exchange nothing", draws=draws)
    return state, tuple(e for e in effects if not re.match(r"on |offered |\d to |\d out ", e))


def crowd(edition: str, *hands: str, dragon: str = "-") -> str:
    players = ";".join(f"{who}={hand}" if hand else who for who, hand in zip(CROWD, hands, strict=True))
    return f"{edition} 1 {CROWDED} {players} 0 {dragon} play:1"


@pytest.fixture
def play() -> Callable[..., After]:
    """Let the active player act in a position; returns the state after it and its effects.

    The tiles drawn are those of `draws`, or else always the lowest of the pile.
    """
    return act_on


@pytest.fixture
def turn() -> Callable[..., After]:
    """As `play`, up to the end of the turn: an exchange is declined.

    Of its effects, only those after the eliminations are returned: the Dragon tile, shuffling, drawing.
    """
    return take_the_turn


@pytest.fixture
def crowded() -> Callable[..., str]:
    """A position of five players, three of them facing one square; the draw pile is empty.

    Give the edition, the five hands (the ten tiles are 2, 6, 8, 12, 20, 24, 25, 28, 30
    and 31) and who holds the Dragon tile.
    """
    return crowd

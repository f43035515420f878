"""One game in both worlds: by the rules, and by action ids with the same choices and the same draws."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from random import Random

from tsuro import Edition, Phase, Setup, State, act, legal_actions, start
from tsuro.fast.core import Core
from tsuro.game.events import Event
from tsuro.game.tiles import Tile
from tsuro.rl import Game, Options

__all__ = ["EDITIONS", "Twins", "in_order", "tables", "twins"]

EDITIONS = [
    *(Edition(name="classic", elimination_bonus=True, no_ramming=no_ramming) for no_ramming in (False, True)),
    *(
        Edition(name="modern", elimination_bonus=bonus, pass_the_pile=passed, no_ramming=no_ramming)
        for bonus, passed, no_ramming in product((False, True), repeat=3)
    ),
]


@dataclass
class Twins:
    """The same moment in both worlds."""

    state: State
    game: Game
    events: tuple[Event, ...] = ()


def tables() -> list[tuple[Edition, int]]:
    """Every edition with its options, with two to eight players."""
    return list(product(EDITIONS, range(2, 9)))


def in_order(state: State) -> State:
    """The same state with sorted hands: the core keeps tiles in another order."""
    return replace(state, hands=tuple(tuple(sorted(hand)) for hand in state.hands))


def twins(edition: Edition, players: int, *, seed: int, core: Core) -> Iterator[Twins]:
    """Every moment of a random game in which somebody is to decide, and the end."""
    random = Random(f"{edition} {players} {seed}")
    first = random.randrange(players)
    game = Game(Options(players=players, edition=edition, first=first), asks_chance=True, core=core)

    def chance(pile: tuple[Tile, ...]) -> Tile:
        assert game.is_chance
        assert game.pile() == pile
        tile = random.choice(pile)
        game.draw(tile)
        return tile

    state, events = start(Setup(edition=edition, players=players, first=first), chance)
    fierce = random.random() < 0.5
    yield Twins(state, game, events)
    while state.phase is not Phase.OVER:
        actions = legal_actions(state)
        action = random.choice(actions)
        if fierce and state.phase is Phase.PLAY_TILE:  # for more exchanges
            action = max(actions, key=lambda a: len(act(state, state.active, a, min)[0].out))
        game.play(action)
        state, events = act(state, state.active, action, chance)
        yield Twins(state, game, events)

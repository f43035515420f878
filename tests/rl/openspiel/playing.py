"""Games of OpenSpiel that are played at random, for all tests of them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pyspiel

from tsuro.fast.ids import DONE, GIVE_TILE
from tsuro.rl.openspiel import TsuroGame, TsuroState

__all__ = ["GAMES", "WITH_EXCHANGES", "begin", "choose", "decisions", "load", "observers", "play_on", "shown"]

GAMES = [
    "python_tsuro",
    "python_tsuro(players=3,edition=classic)",
    "python_tsuro(players=4,edition=modern+bonus+no-ramming)",
    "python_tsuro(players=5,edition=modern+pass-the-pile,start_marks=drawn)",
    "python_tsuro(players=8,edition=classic+no-ramming)",
]
WITH_EXCHANGES = [GAMES[1], GAMES[2], GAMES[4]]


def load(name: str) -> TsuroGame:
    game = pyspiel.load_game(name)
    assert isinstance(game, TsuroGame)
    return game


def begin(name: str) -> TsuroState:
    return load(name).new_initial_state()


def choose(state: TsuroState, random: Random) -> int:
    """Any outcome of chance, or any legal action; an exchange goes on more often than not."""
    if state.is_chance_node():
        return random.choice(state.chance_outcomes())[0]
    actions = state.legal_actions()
    if DONE in actions and len(actions) > 1 and random.random() < 0.7:
        actions.remove(DONE)
    return int(random.choice(actions))


def decisions(name: str, seed: int) -> Iterator[TsuroState]:
    """A random game, at each moment where a player is to act, and at its end; the state changes afterwards."""
    state, random = begin(name), Random(seed)
    while not state.is_terminal():
        if not state.is_chance_node():
            yield state
        state.apply_action(choose(state, random))
    yield state


def play_on(state: TsuroState, action: int, random: Random) -> list[int]:
    """Act, and let chance decide until a player is to act; the tiles that were drawn."""
    state.apply_action(action)
    drawn = []
    while state.is_chance_node():
        outcome = choose(state, random)
        drawn.append(outcome + 1)
        state.apply_action(outcome)
    return drawn


def is_word(action: int) -> bool:
    """Whether the action is a part of an exchange."""
    return action >= GIVE_TILE


def observers(game: TsuroGame, *, private: Any = pyspiel.PrivateInfoType.SINGLE_PLAYER) -> list[Any]:
    """One of each kind, with what these players know by themselves."""
    return [
        game.make_py_observer(
            pyspiel.IIGObservationType(perfect_recall=recall, public_info=public, private_info=private)
        )
        for recall in (False, True)
        for public in (False, True)
    ]


def shown(state: TsuroState, player: int, kinds: list[Any]) -> list[object]:
    """All that the observers tell of the state."""
    told: list[object] = []
    for observer in kinds:
        observer.set_from(state, player)
        told += [observer.string_from(state, player), observer.tensor.tobytes()]
    return told

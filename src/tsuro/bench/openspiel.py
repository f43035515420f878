"""How fast games of OpenSpiel are, from Python: ours next to any other, in one run."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

__all__ = ["SpielSpeed", "openspiel_speeds"]

ROUNDS = 5
AT_ONCE = 50  # copies between two looks at the clock


@dataclass(frozen=True, slots=True)
class SpielSpeed:
    """What one core does in a second of processor time."""

    clones: float  # of states in the middle of a game
    steps: float  # with asking for what is legal, or for the outcomes of chance, and whole games in a row


def openspiel_speeds(games: Iterable[str], seconds: float) -> dict[str, SpielSpeed]:
    """By game: the best of some rounds, in turns, so that other work on the machine slows all of them alike.

    A game is named as OpenSpiel's `load_game` wants it. One that is written in Python must be registered.
    """
    import pyspiel  # noqa: PLC0415 -- needs the extra openspiel

    loaded = {name: pyspiel.load_game(name) for name in games}
    best = dict.fromkeys(loaded, SpielSpeed(0.0, 0.0))
    for number in range(ROUNDS):
        for name, game in loaded.items():
            share = seconds / ROUNDS / 2
            clones, steps = _clones(game, number, share), _steps(game, number, share)
            best[name] = SpielSpeed(max(best[name].clones, clones), max(best[name].steps, steps))
    return best


def _clones(game: Any, seed: int, seconds: float) -> float:
    history = _played(game, Random(seed)).history()
    state = game.new_initial_state()
    for action in history[: len(history) // 2]:
        state.apply_action(action)

    def copy() -> int:
        for _ in range(AT_ONCE):
            state.clone()
        return AT_ONCE

    return _a_second(copy, seconds)


def _steps(game: Any, seed: int, seconds: float) -> float:
    random = Random(seed)
    return _a_second(lambda: len(_played(game, random).history()), seconds)


def _played(game: Any, random: Random) -> Any:
    """A game that was played to its end, at random."""
    state = game.new_initial_state()
    while not state.is_terminal():
        chance = state.is_chance_node()
        outcomes = [outcome for outcome, _ in state.chance_outcomes()] if chance else state.legal_actions()
        state.apply_action(random.choice(outcomes))
    return state


def _a_second(work: Callable[[], int], seconds: float) -> float:
    """How much of the work, which says how much it did, is done in a second."""
    work()  # what is only slow for the first time
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds or not done:
        done += work()
    return done / spent

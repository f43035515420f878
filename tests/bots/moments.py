"""Moments of games for bots to choose in."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tsuro import CLASSIC, Edition, Match, Phase, State
from tsuro.bots import Wanderer, needs_core

BOTS_TO_TEST = (
    "wanderer",
    "apprentice",
    "learned",
    "guardian",
    "dragon:30",
    "dragon:30,threads=2",
    "monte-carlo:2",
)
"""Every bot, thinking for as short a time as it can."""

SEARCHING = tuple(name for name in BOTS_TO_TEST if needs_core(name))


def game_states(match: Match) -> Iterator[State]:
    """Every moment of the game, as wanderers play it."""
    bots = [Wanderer(Random(seat)) for seat in range(match.setup.players)]
    while not match.is_over:
        yield match.state
        match.submit(match.active, bots[match.active].choose(match.view(match.active)))


def states(phase: Phase, *, edition: Edition = CLASSIC, players: int = 4, number: int) -> list[State]:
    """This many moments of the phase, from as many games, in which there is something to choose."""
    found: list[State] = []
    for seed in range(1000):
        match = Match(edition=edition, players=players, seed=seed)
        fitting = [s for s in game_states(match) if s.phase is phase and (s.offer or phase is not Phase.EXCHANGE)]
        if fitting:
            found.append(Random(seed).choice(fitting))
        if len(found) == number:
            return found
    raise AssertionError(f"there are no {number} games with {phase}")

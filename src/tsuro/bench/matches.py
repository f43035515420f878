"""How fast whole matches are, with all their events, and how much memory they take."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tsuro.match import Match

__all__ = ["Speed", "bytes_per_match", "match_speed", "views_speed"]


ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Speed:
    """How much was done, in how many seconds of one core."""

    games: int
    placements: int
    seconds: float

    @property
    def placements_per_second(self) -> float:
        return self.placements / self.seconds

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds


def match_speed(players: int, seconds: float) -> Speed:
    """Whole random legal games through `Match`, with all their events."""
    return _measure(players, seconds, lambda _: None)


def views_speed(players: int, seconds: float) -> Speed:
    """The same, building every seat's view with its previews after every action."""
    return _measure(players, seconds, lambda match: [match.view(seat) for seat in range(players)])


def _measure(players: int, seconds: float, after_each: Callable[[Match], object]) -> Speed:
    """The fastest of some rounds: other work on the machine can only slow a round down."""
    random = Random(players)
    rounds = [_round(players, seconds / ROUNDS, random, after_each) for _ in range(ROUNDS)]
    return max(rounds, key=lambda speed: speed.placements_per_second)


def _round(players: int, seconds: float, random: Random, after_each: Callable[[Match], object]) -> Speed:
    games = placements = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        placements += _random_game(players, random, after_each).state.tiles_placed
        games += 1
    return Speed(games, placements, spent)


def _random_game(players: int, random: Random, after_each: Callable[[Match], object]) -> Match:
    match = Match(players=players, seed=random.getrandbits(32))
    while not match.is_over:
        match.submit(match.active, random.choice(match.legal_actions))
        after_each(match)
    return match


def bytes_per_match(players: int, *, matches: int = 20) -> int:
    """The memory that a finished match holds on to, its whole history included."""
    random = Random(players)
    _random_game(players, random, lambda _: None)  # what is made only once does not count
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        kept = [_random_game(players, random, lambda _: None) for _ in range(matches)]
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return (after - before) // len(kept)

"""Measures whether what the dragon shows as chances comes true, and corrects it: part of `make train`.

The dragon plays against itself. What it expected of its choices is compared with what it won in the end. By seats
in play, two numbers are found that turn what the search expects into chances as they are, and written beside the
weights. Other games then show, for docs/bots.md, whether that is so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray
from scripts.train import WEIGHTS, write

from tsuro.bots import Dragon, dragon
from tsuro.bots.chances import SURE
from tsuro.fast.loader import best_core
from tsuro.game.state import PLAY_TILE
from tsuro.match import Match

__all__ = ["BINS", "POSITIONS", "Bin", "Shown", "bins_of", "correct", "fit", "measure", "shown_in_games"]

PLAYERS = (2, 2, 2, 3, 4, 5, 6, 8)  # in turn
GROUPS = ((2, 2), (3, 4), (5, 8))  # seats in play, from and to
FIT_POSITIONS, POSITIONS = 10_000, 40_000  # to correct by, and to see whether it comes true
BINS = 10
FIT_SEED, TEST_SEED = 11, 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """The chance of a choice that was shown, and what came of it."""

    seats: int  # in play
    share: float
    won: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """Choices with about the same chance: how many, the mean of what was shown, and of what was won."""

    positions: int
    shown: float
    won: float


def shown_in_games(positions: int, seed: int, playouts: int = Dragon.PLAYOUTS) -> list[Shown]:
    """Games of the dragon against itself, until there are at least this many choices."""
    best_core(wait=True)
    shown: list[Shown] = []
    for game in count():
        shown += _game(PLAYERS[game % len(PLAYERS)], seed * 1_000_000 + game, playouts)
        if len(shown) >= positions:
            return shown
    raise AssertionError


def _game(players: int, seed: int, playouts: int) -> Iterator[Shown]:
    match = Match(players=players, seed=seed)
    bots = [Dragon(Random(f"{seed} {seat}"), playouts=playouts) for seat in range(players)]
    shown: list[tuple[int, int, float]] = []
    while not match.is_over:
        view, seat = match.view(match.active), match.active
        action = bots[seat].choose(view)
        if view.position.phase is PLAY_TILE and bots[seat].estimates:
            [share] = [estimate.share for estimate in bots[seat].estimates if estimate.action == action]
            shown.append((seat, len(view.position.in_play), share))
        match.submit(seat, action)
    assert match.outcome is not None  # noqa: S101 -- the match is over
    winners = match.outcome.winners
    for seat, seats, share in shown:
        yield Shown(seats=seats, share=share, won=(seat in winners) / len(winners))


def fit(shown: Sequence[Shown]) -> list[list[float]]:
    """By seats in play: the slope and the offset, in odds, with which what was expected comes true."""
    found = [[1.0, 0.0] for _ in range(9)]
    for low, high in GROUPS:
        some = [each for each in shown if low <= each.seats <= high]
        numbers = _fit([each.share for each in some], [each.won for each in some])
        found[low : high + 1] = [numbers] * (high + 1 - low)
    return found


def _fit(expected: Sequence[float], won: Sequence[float]) -> list[float]:
    """Logistic regression, by Newton's method; where little is known, nothing is changed."""
    shares = np.clip(np.array(expected), SURE, 1 - SURE)
    inputs: NDArray[np.float64] = np.stack([np.log(shares / (1 - shares)), np.ones(len(shares))], axis=1)
    numbers = unchanged = np.array([1.0, 0.0])
    for _ in range(20):
        chances = 1 / (1 + np.exp(-inputs @ numbers))
        slope = inputs.T @ (np.array(won) - chances) - (numbers - unchanged)
        bend = inputs.T @ (inputs * (chances * (1 - chances))[:, None]) + np.eye(2)
        numbers = numbers + np.linalg.solve(bend, slope)
    return [round(float(number), 4) for number in numbers]


def bins_of(shown: Sequence[Shown]) -> list[Bin]:
    """The choices by the chance that was shown, in tenths."""
    bins = []
    for number in range(BINS):
        some = [each for each in shown if min(int(each.share * BINS), BINS - 1) == number]
        if some:
            mean = sum(each.share for each in some) / len(some)
            won = sum(each.won for each in some) / len(some)
            bins.append(Bin(positions=len(some), shown=round(mean, 4), won=round(won, 4)))
    return bins


def measure(positions: int = POSITIONS) -> list[Bin]:
    """Whether what is shown comes true, in games that nothing was fitted to."""
    return bins_of(shown_in_games(positions, TEST_SEED))


def correct(target: Path, positions: int = FIT_POSITIONS) -> None:
    """Find the numbers, and write them beside the weights."""
    found: dict[str, Any] = json.loads(target.read_text(encoding="utf-8"))
    with patch.object(dragon, "calibrated", lambda share, _: share):
        found["chances"] = fit(shown_in_games(positions, FIT_SEED))
    write(target, found)


if __name__ == "__main__":
    correct(WEIGHTS)

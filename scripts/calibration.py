"""Measures whether what the dragon shows as chances comes true, and corrects it: part of `make train`.

The dragon plays against itself. What it expected of its choices is compared with what it won in the end. By kind
of choice and seats in play, a line with some corners is found that leads from the odds that the search expects to
those that come true, and written beside the weights. Other games then show, for docs/bots.md, whether that is so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, TypeAlias
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray
from scripts.train import WEIGHTS, write

from tsuro.bots import Dragon, dragon
from tsuro.bots.chances import MOST, SURE, Kind, kind_of
from tsuro.fast.loader import best_core
from tsuro.match import Match
from tsuro.notation import read_edition

__all__ = ["BINS", "GAMES", "Bin", "Games", "Shown", "bins_of", "correct", "fit", "measure", "shown_in_games"]

Numbers: TypeAlias = NDArray[np.float64]

GROUPS = ((1, 2), (3, 4), (5, 8))  # seats in play, from and to
BINS = 10
FIT_SEED, TEST_SEED = 11, 12
CORNERS = 4  # between the ends of a line
STIFFNESS = 4.0  # how much must speak for bending it


@dataclass(frozen=True, slots=True, kw_only=True)
class Games:
    """Where choices of a kind are made, and how many of them are looked at."""

    edition: str
    players: tuple[int, ...]  # in turn
    to_fit: int  # positions to correct by …
    to_test: int  # … and to see whether it comes true


GAMES: Mapping[Kind, Games] = {
    "exchange": Games(edition="classic", players=(4, 6, 8, 3), to_fit=3_000, to_test=3_000),
    "placement": Games(edition="modern", players=(2, 2, 2, 3, 4, 5, 6, 8), to_fit=120_000, to_test=120_000),
    "longest-path": Games(
        edition="modern+longest-path", players=(2, 2, 3, 4, 6, 8), to_fit=20_000, to_test=20_000
    ),
    "most-crossings": Games(
        edition="modern+most-crossings", players=(2, 2, 3, 4, 6, 8), to_fit=20_000, to_test=20_000
    ),
    "open-tiles": Games(edition="modern+open-tiles", players=(2, 2, 3, 4, 6, 8), to_fit=20_000, to_test=20_000),
}


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


def shown_in_games(kind: Kind, positions: int, seed: int, *, corrected: bool = True) -> list[Shown]:
    """Games of the dragon against itself, until there are at least this many choices of the kind."""
    best_core(wait=True)
    shown: list[Shown] = []
    players = GAMES[kind].players
    with nullcontext() if corrected else patch.object(dragon, "calibrated", lambda share, *_: share):
        for game in count():
            shown += _game(kind, players[game % len(players)], seed * 1_000_000 + game)
            if len(shown) >= positions:
                return shown
    raise AssertionError


def _game(kind: Kind, players: int, seed: int) -> Iterator[Shown]:
    match = Match(players=players, seed=seed, edition=read_edition(GAMES[kind].edition))
    bots = [Dragon(Random(f"{seed} {seat}")) for seat in range(players)]
    shown: list[tuple[int, int, float]] = []
    while not match.is_over:
        view, seat = match.view(match.active), match.active
        action = bots[seat].choose(view)
        if kind_of(view.position) == kind and bots[seat].estimates:
            [share] = [estimate.share for estimate in bots[seat].estimates if estimate.action == action]
            shown.append((seat, len(view.position.in_play), share))
        match.submit(seat, action)
    assert match.outcome is not None  # noqa: S101 -- the match is over
    winners = match.outcome.winners
    for seat, seats, share in shown:
        yield Shown(seats=seats, share=share, won=(seat in winners) / len(winners))


def fit(shown: Sequence[Shown]) -> list[list[list[float]]]:
    """By seats in play: the points of a line from the odds that were expected to those that come true."""
    found = [[[-MOST, -MOST], [MOST, MOST]] for _ in range(9)]
    for low, high in GROUPS:
        some = [each for each in shown if low <= each.seats <= high]
        if not some:
            continue
        line = _fit(np.array([each.share for each in some]), np.array([each.won for each in some]))
        found[low : high + 1] = [line] * (high + 1 - low)
    return found


def _fit(expected: Numbers, won: Numbers) -> list[list[float]]:
    """Logistic regression, by Newton's method; where little is known, the line changes nothing."""
    shares = np.clip(expected, SURE, 1 - SURE)
    odds = np.log(shares / (1 - shares))
    ends, between = [-MOST, MOST], np.quantile(odds, np.arange(1, CORNERS + 1) / (CORNERS + 1))
    at = np.unique(np.concatenate([ends, between]).round(3))
    inputs = np.stack([np.interp(odds, at, unit) for unit in np.eye(len(at))], axis=1)  # how near it is to each
    bends = np.diff(np.diff(np.eye(len(at)), axis=0) / np.diff(at)[:, None], axis=0)
    resistance = STIFFNESS * bends.T @ bends + np.eye(len(at))
    line = at
    for _ in range(20):
        chances = 1 / (1 + np.exp(-inputs @ line))
        slope = inputs.T @ (won - chances) - resistance @ (line - at)
        line = line + np.linalg.solve(inputs.T @ (inputs * (chances * (1 - chances))[:, None]) + resistance, slope)
    rising = np.maximum.accumulate(line)  # what is expected to be better is never shown as worse
    return [[float(one), round(float(other), 3)] for one, other in zip(at, rising, strict=True)]


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


def measure(part: float = 1.0) -> dict[Kind, list[Bin]]:
    """Whether what is shown comes true, in games that nothing was fitted to, or in a part of them."""
    wanted = {kind: max(1, round(part * games.to_test)) for kind, games in GAMES.items()}
    return {kind: bins_of(shown) for kind, shown in _all_shown(wanted, TEST_SEED).items()}


def correct(target: Path, part: float = 1.0) -> None:
    """Find the numbers, and write them beside the weights."""
    found: dict[str, Any] = json.loads(target.read_text(encoding="utf-8"))
    wanted = {kind: max(1, round(part * games.to_fit)) for kind, games in GAMES.items()}
    found["chances"] = {kind: fit(shown) for kind, shown in _all_shown(wanted, FIT_SEED, corrected=False).items()}
    found["card"]["chances"] = {"positions": wanted, "playouts": Dragon.PLAYOUTS, "seed": FIT_SEED}
    write(target, found)


def _all_shown(wanted: Mapping[Kind, int], seed: int, *, corrected: bool = True) -> dict[Kind, list[Shown]]:
    """Each kind in a process of its own, as many at once as there are cores."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as processes:
        shown = processes.map(
            partial(shown_in_games, seed=seed, corrected=corrected), wanted.keys(), wanted.values()
        )
        return dict(zip(wanted, shown, strict=True))


if __name__ == "__main__":
    correct(WEIGHTS)

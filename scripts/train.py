"""Trains the value that the dragon trusts, and writes its weights into the package: run it with `make train`.

The dragon's search plays against itself, with few playouts. Every moment of these games is kept as the network
sees it, with how the game ended and what the search then expected. The next round is played with what was learned
so far. Everything follows from the seed; it takes about ten minutes on one core.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scripts import learn
from scripts.learn import Lesson, Network, imitate, imitation_loss

import tsuro
from tsuro.bots.chances import KINDS
from tsuro.bots.dragon import EXPLORE
from tsuro.bots.start import distances
from tsuro.fast import kernel
from tsuro.fast.core import Core
from tsuro.fast.layout import (
    ACTIVE,
    HAND,
    HELD,
    IN_PILE,
    IN_PLAY,
    MARK,
    PILE,
    PLAYERS,
    SIZE,
    START,
    WINNERS,
    Position,
)
from tsuro.fast.legal import list_placements
from tsuro.fast.loader import best_core
from tsuro.fast.search import EVERYWHERE, SCRATCH, find, grow
from tsuro.fast.value import (
    ABOUT_TABLE,
    HIDDEN,
    INPUTS,
    MOST_SEATS,
    OF_SEAT,
    SUMS,
    UNITS,
    VALUE_ROW,
    VALUE_WEIGHTS,
    look,
)

__all__ = ["WEIGHTS", "Budget", "main", "train", "write"]

ROOT = Path(__file__).parent.parent
WEIGHTS = ROOT / "src" / "tsuro" / "fast" / "value.json"
NETWORKS = ((2, 2), (3, MOST_SEATS))  # seats in play, from and to
HELD_BACK = 10  # one game in ten is kept for the test


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How much to play and to learn, and the few numbers that decide how."""

    rounds: tuple[int, ...] = (4000, 6000)  #: games in each round; all moments are learned from in the end
    players: tuple[int, ...] = (2, 2, 2, 4, 3)  #: in turn
    playouts: int = 150  #: for a move
    open: float = 0.5  #: how many of the first moves are drawn by how often they were tried, not just the best
    lonely: float = 0.6  #: how many games begin with markers far from each other; the others begin anywhere
    searched: float = 0.4  #: how much what the search expected counts; the rest is how the game ended
    epochs: int = 12
    rate: float = 0.003
    seed: int = 1


@dataclass(slots=True)
class Moments:
    """Positions of games as the network sees them, and what became of them."""

    looks: list[NDArray[np.float32]] = field(default_factory=list)  #: numbers by seat, and those about the table
    in_play: list[int] = field(default_factory=list)
    wins: list[list[float]] = field(default_factory=list)  #: by seat
    expected: list[list[float]] = field(default_factory=list)  #: by seat, when it next had a choice
    games: list[int] = field(default_factory=list)


# Games


class Game:
    """A game that the search plays against itself."""

    def __init__(self, players: int, budget: Budget, core: Core, weights: Sequence[float], random: Random) -> None:
        self._core, self._random, self._budget, self._weights = core, random, budget, core.numbers(weights)
        self._g, self._free = core.position([0] * SIZE), EVERYWHERE
        self._board, self._scratch = core.position([0] * SIZE), core.table(1, SCRATCH)[0]
        self._row = core.fractions(VALUE_ROW)
        core[kernel.clear](self._g, players, 0, 0)
        place_markers(self._g, players, random, lonely=random.random() < budget.lonely)
        self._seed = random.getrandbits(60) + 1
        for seat in range(players):
            self._seed = int(core[kernel.deal](self._g, seat, self._seed))

    def play(self, number: int, moments: Moments) -> None:
        """Play it to its end, and add its moments."""
        g, begins, asked = self._g, len(moments.games), list[tuple[int, float]]()
        early = 2 * int(g[PLAYERS])
        while not g[WINNERS]:
            moments.looks.append(self._look())
            moments.in_play.append(int(g[IN_PLAY]))
            shapes, visits, won = self._think()
            asked.append((int(g[ACTIVE]), sum(won) / sum(visits)))
            best = max(range(len(shapes)), key=lambda n: (visits[n], won[n]))
            if len(asked) <= early and self._random.random() < self._budget.open:
                [best] = self._random.choices(range(len(shapes)), visits)
            self._free &= ~(1 << (int(g[MARK + int(g[ACTIVE])]) >> 3))
            self._seed = int(self._core[kernel.play](g, shapes[best], self._seed))
        winners = int(g[WINNERS])
        wins = [(winners >> seat & 1) / winners.bit_count() for seat in range(8)]
        moments.wins += [wins] * len(asked)
        moments.games += [number] * len(asked)
        expected: list[list[float]] = []
        for seat, share in reversed(asked):
            last = list(expected[-1] if expected else wins)
            last[seat] = share
            expected.append(last)
        moments.expected += reversed(expected)
        assert len(moments.looks) == begins + len(asked)  # noqa: S101 -- rows belong together

    def _look(self) -> NDArray[np.float32]:
        self._core[look](self._g, self._free, self._scratch, self._row)
        numbers = [*self._row[:SUMS], *self._row[ABOUT_TABLE:HIDDEN]]
        return np.array(numbers, dtype=np.float32)

    def _think(self) -> tuple[list[int], list[int], list[float]]:
        """The placements, how often each was tried, and what it won."""
        core, seat = self._core, int(self._g[ACTIVE])
        root, hidden = seen_by(self._g, seat, core)
        places = 1 << (self._budget.playouts * 3 // 2).bit_length()
        tree, won = core.table(1, (places + 1) * 2)[0], core.fractions(places)
        core[grow](
            root,
            self._board,
            core.integers([*hidden, 0]),
            len(hidden),
            tree,
            won,
            self._scratch,
            self._free,
            self._row,
            self._weights,
            self._budget.playouts,
            EXPLORE,
            self._random.getrandbits(60) + 1,
        )
        number = int(core[list_placements](root, seat, self._scratch))
        shapes = [int(shape) for shape in self._scratch[:number]]
        found = [int(core[find](tree, len(tree) // 2 - 1, shape)) for shape in shapes]
        visits = [int(tree[place * 2 + 1]) for place in found]
        return (
            shapes,
            visits,
            [float(won[place]) if tried else 0.0 for place, tried in zip(found, visits, strict=True)],
        )


def place_markers(g: Position, players: int, random: Random, *, lonely: bool) -> None:
    """Put all markers on start marks: far from each other, or anywhere."""
    taken: list[int] = []
    for seat in range(players):
        free = [mark for mark in START if mark not in taken]
        far = {mark: min(distances(mark, taken), default=0) if lonely else 0 for mark in free}
        mark = max(free, key=lambda mark: (far[mark], random.random()))
        taken.append(mark)
        g[mark], g[MARK + seat] = MARK + seat, mark


def seen_by(g: Position, seat: int, core: Core) -> tuple[Position, list[int]]:
    """The position with 0 for what the seat does not see, and those tiles."""
    numbers = [int(number) for number in g]
    hidden = numbers[PILE : PILE + numbers[IN_PILE]]
    for other in range(numbers[PLAYERS]):
        if other != seat:
            hand = slice(HAND + other * 3, HAND + other * 3 + numbers[HELD + other])
            hidden += numbers[hand]
            numbers[hand] = [0] * numbers[HELD + other]
    return core.position(numbers), sorted(hidden)


# Lessons


def lesson_from(moments: Moments, seats: tuple[int, int], searched: float, *, test: bool) -> Lesson:
    """The moments with a number of seats in play; for the test, those of the games held back, as they ended."""
    playing = np.array([seats_in.bit_count() for seats_in in moments.in_play])
    held_back = np.array(moments.games) % HELD_BACK == HELD_BACK - 1
    chosen = np.flatnonzero((playing >= seats[0]) & (playing <= seats[1]) & (held_back == test))
    looks = np.array([moments.looks[n] for n in chosen]).reshape(len(chosen), -1)
    there = (np.array(moments.in_play)[chosen, None] >> np.arange(8) & 1).astype(np.bool_)
    first = np.argsort(~there, axis=1, kind="stable")[:, : seats[1]]  # those in play come first
    there = np.take_along_axis(there, first, 1)
    of_seats = looks[:, :SUMS].reshape(-1, 8, OF_SEAT)
    own = np.take_along_axis(of_seats, first[:, :, None], 1) * there[:, :, None]
    others = (own.sum(1, keepdims=True) - own) / (playing[chosen] - 1)[:, None, None]
    table = np.repeat(looks[:, None, SUMS:], seats[1], axis=1)
    share = 0.0 if test else searched
    wanted = (1 - share) * np.array(moments.wins)[chosen] + share * np.array(moments.expected)[chosen]
    wanted = np.take_along_axis(wanted, first, 1) * there
    wanted /= wanted.sum(axis=1, keepdims=True) + 1e-9
    inputs = np.concatenate([own, others, table], axis=2).astype(np.float32)
    return Lesson(inputs=inputs, there=there, wanted=wanted.astype(np.float32))


def explained(network: Network, lesson: Lesson) -> float:
    """How much of the variance of the results the network explains."""
    chances = np.exp(learn.likelihoods(network, lesson)) * lesson.there
    par = lesson.there / lesson.there.sum(axis=1, keepdims=True)
    return float(1 - np.sum((chances - lesson.wanted) ** 2) / np.sum((par - lesson.wanted) ** 2))


def row_of(network: Network) -> list[float]:
    """The weights as the core reads them."""
    row = [float(f"{number:.5g}") for part in network for number in np.ravel(part)]
    assert len(row) == (INPUTS + 2) * UNITS == sum(prod(part.shape) for part in network)  # noqa: S101 -- what it expects
    return row


def learn_from(moments: Moments, budget: Budget, show: Callable[[str], None]) -> tuple[list[float], list[Any]]:
    """The weights of all networks, and what is to be said about each."""
    weights: list[float] = []
    about: list[Any] = []
    how = learn.Budget(units=UNITS, epochs=budget.epochs, rate=budget.rate, seed=budget.seed)
    for seats in NETWORKS:
        lesson = lesson_from(moments, seats, budget.searched, test=False)
        test = lesson_from(moments, seats, budget.searched, test=True)
        losses: list[float] = []
        network = imitate(lesson, how, losses.append)
        weights += row_of(network)
        about.append(
            {
                "seats": seats,
                "moments": len(lesson),
                "losses": [round(loss, 4) for loss in losses],
                "test": {
                    "moments": len(test),
                    "loss": round(float(imitation_loss(network, test)), 4),
                    "explained": round(explained(network, test), 4),
                },
            }
        )
        show(json.dumps(about[-1]))
    assert len(weights) == VALUE_WEIGHTS  # noqa: S101 -- what the core expects
    return weights, about


def train(target: Path, budget: Budget, *, show: Callable[[str], None] = print) -> dict[str, Any]:
    """Play, learn, and write the weights with their card to the target."""
    core, began = best_core(wait=True), time.monotonic()
    moments, weights, rounds = Moments(), list[float](), list[Any]()
    for number, games in enumerate(budget.rounds):
        for game in range(games):
            players = budget.players[game % len(budget.players)]
            random = Random(f"{budget.seed} {number} {game}")
            Game(players, budget, core, weights, random).play(game // len(budget.players), moments)
            if (game + 1) % 500 == 0:
                show(f"round {number + 1}: {game + 1} of {games} games, {len(moments.games):,} moments")
        weights, about = learn_from(moments, budget, show)
        rounds.append(about)
    card = {
        "tsuro": tsuro.__version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": version("numba"),
        "budget": asdict(budget),
        "rounds": rounds,
        "minutes": round((time.monotonic() - began) / 60, 1),
    }
    chances = {kind: [[1.0, 0.0]] * 9 for kind in KINDS}  # as they are, until they are corrected
    write(target, {"card": card, "chances": chances, "marks": [0.0, 0.0], "weights": weights})
    return card


def write(target: Path, found: dict[str, Any]) -> None:
    """The card, how the odds are to be changed, and the weights, each in one line."""
    lines = (f"{json.dumps(key)}:{json.dumps(value, separators=(',', ':'))}" for key, value in found.items())
    target.write_text("{" + ",\n".join(lines) + "}\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="where the weights go")
    options = parser.parse_args()
    train(options.out, Budget())
    print(f"{options.out}: measure it with `make strength`")


if __name__ == "__main__":
    main()

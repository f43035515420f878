"""Finds what start marks are worth with eight players, for `value.json`: part of `make train`.

Players who try every placement in a few random games play from marks that are partly far from each other, partly
anywhere. A linear regression of what they won tells what a corner and every other marker nearby cost, and what it
is worth that the hand promises more there; what the hand is worth anywhere is left out. All follows from the seed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scripts.train import WEIGHTS, seen_by, write

from tsuro.bots.start import distances, hand_promise, is_corner
from tsuro.fast import kernel
from tsuro.fast.core import Core
from tsuro.fast.layout import ACTIVE, HAND, MARK, SIZE, START, TILE_KINDS, WINNERS
from tsuro.fast.legal import list_placements
from tsuro.fast.loader import best_core
from tsuro.fast.search import SCRATCH, sample

__all__ = ["find", "play", "worth_from"]

PLAYERS = 8
SEED = 1
GAMES = 40_000
PLAYOUTS = 25  # for a placement
LONELY = 0.5  # how many players start far from the others
WITHIN = (0, 2, 3)  # squares: markers within these distances are counted


class Game:
    """A game of players who try every placement in a few random games."""

    def __init__(self, core: Core, random: Random) -> None:
        self._core, self._random = core, random
        self._g, self._board = core.position([0] * SIZE), core.position([0] * SIZE)
        self._shapes, self._none = core.integers([0] * SCRATCH), core.integers([0])
        self._seed = random.getrandbits(60) + 1
        core[kernel.clear](self._g, PLAYERS, 0, 0)
        for seat in range(PLAYERS):
            self._seed = int(core[kernel.deal](self._g, seat, self._seed))

    def play(self) -> tuple[list[list[int]], list[float]]:
        """What is to be known about every seat's start, and what each won."""
        marks, rows = list[int](), list[list[int]]()
        for seat in range(PLAYERS):
            mark = self._start(marks)
            rows.append(self._row(seat, mark, marks))
            self._g[mark], self._g[MARK + seat] = MARK + seat, mark
            marks.append(mark)
        while not self._g[WINNERS]:
            self._seed = int(self._core[kernel.play](self._g, self._choose(), self._seed))
        winners = int(self._g[WINNERS])
        return rows, [(winners >> seat & 1) / winners.bit_count() for seat in range(PLAYERS)]

    def _start(self, taken: Sequence[int]) -> int:
        """Far from the others, or anywhere."""
        lonely = self._random.random() < LONELY
        free = [mark for mark in START if mark not in taken]
        far = {mark: min(distances(mark, taken), default=0) if lonely else 0 for mark in free}
        return max(free, key=lambda mark: (far[mark], self._random.random()))

    def _row(self, seat: int, mark: int, others: Sequence[int]) -> list[int]:
        """Whether it is a corner, how many markers are how near, what the hand promises; seat and hand."""
        g, ways = [int(number) for number in self._g], distances(mark, others)
        near = [sum(way <= limit for way in ways) for limit in WITHIN]
        hand = g[HAND + seat * 3 : HAND + seat * 3 + 3]
        return [is_corner(mark), *near, hand_promise(g, seat, mark), seat, *hand]

    def _choose(self) -> int:
        """What wins most in a few random games."""
        core, seat, best = self._core, int(self._g[ACTIVE]), (-1.0, 0)
        root, hidden = seen_by(self._g, seat, core)
        tiles, number = core.integers([*hidden, 0]), int(core[list_placements](root, seat, self._shapes))
        for shape in [int(shape) for shape in self._shapes[:number]]:
            rest = (shape, self._none, 0, PLAYOUTS, False, self._seed)
            self._seed, won, _ = core[sample](root, self._board, tiles, len(hidden), *rest)
            best = max(best, (won, shape))
        return best[1]


def play(games: int, core: Core, seed: int = SEED) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The starts of this many games, and what was won."""
    rows, won = list[list[int]](), list[float]()
    for number in range(games):
        more, shares = Game(core, Random(f"{seed} {number}")).play()
        rows += more
        won += shares
    return np.array(rows), np.array(won)


def worth_from(rows: NDArray[np.int64], won: NDArray[np.float64]) -> list[float]:
    """What promise is worth, in shares of a win, what a corner costs, and every other marker by its distance."""
    seats, hands = np.eye(PLAYERS)[rows[:, 5]], sum(np.eye(TILE_KINDS)[rows[:, slot]] for slot in (6, 7, 8))
    found, *_ = np.linalg.lstsq(np.column_stack([rows[:, :5], seats, hands]), won, rcond=None)
    corner, *near, promise = (float(number) for number in found[:5])
    others = [-sum(cost for cost, limit in zip(near, WITHIN, strict=True) if way <= limit) for way in range(4)]
    return [float(f"{number:.3g}") for number in (promise, -corner, *others)]


def find(target: Path, games: int = GAMES) -> None:
    """Play, and write what was found beside the weights."""
    found: dict[str, Any] = json.loads(target.read_text(encoding="utf-8"))
    found["marks"] = worth_from(*play(games, best_core(wait=True)))
    found["card"]["marks"] = {"games": games, "players": PLAYERS, "playouts": PLAYOUTS, "seed": SEED}
    write(target, found)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="the file with the weights")
    parser.add_argument("--games", type=int, default=GAMES)
    options = parser.parse_args()
    find(options.out, options.games)


if __name__ == "__main__":
    main()

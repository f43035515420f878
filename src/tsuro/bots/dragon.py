"""The strongest: a tree search that deals the hidden tiles again for every playout.

Nothing it does depends on the machine, unless it is given seconds instead of playouts.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import sqrt
from random import Random

from tsuro.bots.imagination import Imagination, Tree
from tsuro.bots.sampler import estimate
from tsuro.bots.searcher import Searcher
from tsuro.fast.core import Core
from tsuro.fast.position import shape_of
from tsuro.game.actions import Action, ExchangeTiles, PlayTile
from tsuro.game.state import EXCHANGE
from tsuro.game.view import View
from tsuro.player import Estimate

__all__ = ["Dragon"]

EXPLORE = 2.0  # how much to explore promising placements that were tried less often
ROOM_PER_SECOND = 1_000_000  # nodes
MOST_ROOM = 1 << 20  # 48 megabytes
MOST_ROOM_INTERPRETED = 1 << 14
A_FEW = 16  # playouts


class Dragon(Searcher):
    """Thinks for a number of playouts, or of seconds; `estimates` then holds what it expects of each action."""

    PLAYOUTS = 1200  # it still answers within two seconds when nothing is compiled

    def __init__(
        self,
        random: Random,
        *,
        playouts: int = PLAYOUTS,
        seconds: float | None = None,
        threads: int = 1,
        analyse: bool = False,
    ) -> None:
        super().__init__(random, analyse=analyse)
        self._playouts = playouts
        self._seconds = seconds
        self._threads = threads

    def _think(self, view: View, core: Core) -> Action:
        if view.position.phase is EXCHANGE:
            return self._exchange(view, core)
        return self._place(view, core)

    def _place(self, view: View, core: Core) -> Action:
        room = self._room(core)
        trees = [Tree(Imagination(view, core, self._random), room) for _ in range(self._threads)]
        self._grow(trees)
        actions = [action for action in view.legal_actions if isinstance(action, PlayTile)]
        tried = {action: _together(trees, shape_of(action.tile)) for action in actions}
        self.estimates = tuple(_estimate(action, *record, trees[0]) for action, record in tried.items())
        return max(actions, key=lambda action: tried[action])

    def _exchange(self, view: View, core: Core) -> Action:
        imagination = Imagination(view, core, self._random)
        actions = [action for action in view.legal_actions if isinstance(action, ExchangeTiles)]
        until = None if self._seconds is None else time.perf_counter() + self._seconds
        step = max(1, self._playouts // len(actions)) if until is None else A_FEW if core.compiled else 1
        sums = dict.fromkeys(actions, (0, 0.0, 0.0))
        while True:
            for action, (playouts, total, squares) in sums.items():
                more, more_squares = imagination.sample_exchange(action, step)
                sums[action] = playouts + step, total + more, squares + more_squares
            if until is None or time.perf_counter() >= until:
                break
        self.estimates = tuple(estimate(action, *found) for action, found in sums.items())
        return max(self.estimates, key=lambda estimated: estimated.share).action

    @property
    def _playouts_each(self) -> int:
        """The work of each thread."""
        return -(-self._playouts // self._threads)

    def _room(self, core: Core) -> int:
        """How many nodes a tree needs room for: each playout adds at most one."""
        most = MOST_ROOM if core.compiled else MOST_ROOM_INTERPRETED
        wanted = self._playouts_each if self._seconds is None else int(self._seconds * ROOM_PER_SECOND) + 1000
        return min(most, wanted)

    def _grow(self, trees: Sequence[Tree]) -> None:
        until = None if self._seconds is None else time.perf_counter() + self._seconds
        if len(trees) == 1:
            _ponder(trees[0], self._playouts_each, until)
            return
        with ThreadPoolExecutor(len(trees)) as threads:
            list(threads.map(lambda tree: _ponder(tree, self._playouts_each, until), trees))


def _ponder(tree: Tree, playouts: int, until: float | None) -> None:
    """For a number of playouts, or until the time is up."""
    if until is None:
        tree.grow(playouts, EXPLORE)
        return
    while time.perf_counter() < until:
        tree.grow(64 if tree.is_compiled else 1, EXPLORE)


def _together(trees: Sequence[Tree], shape: int) -> tuple[int, float]:
    """How often the trees tried the placement, and what it won."""
    records = [tree.record(shape) for tree in trees]
    return sum(visits for visits, _ in records), sum(won for _, won in records)


def _estimate(action: PlayTile, visits: int, won: float, tree: Tree) -> Estimate:
    if visits == 0:  # not worth trying, but people may want to know why
        few = tree.imagination.sample(shape_of(action.tile), A_FEW, greedy=True)
        return replace(estimate(action, A_FEW, *few), visits=0)
    share = won / visits
    error = sqrt(max(share * (1 - share), 0.25 / visits) / visits)
    return Estimate(action=action, share=share, error=error, visits=visits)

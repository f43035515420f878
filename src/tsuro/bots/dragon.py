"""The strongest: a tree search that deals the hidden tiles again for every playout.

Nothing it does depends on the machine, unless it is given seconds instead of playouts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import sqrt
from random import Random
from typing import TypeVar

from tsuro.bots.chances import calibrated, kind_of
from tsuro.bots.imagination import Imagination, Tree
from tsuro.bots.sampler import estimate
from tsuro.bots.searcher import Searcher
from tsuro.bots.start import lonely_marks, promising_mark
from tsuro.fast.core import Core
from tsuro.fast.loader import best_core
from tsuro.fast.position import shape_of
from tsuro.fast.value import MOST_SEATS, value_weights
from tsuro.game.actions import Action, ExchangeTiles, PlayTile
from tsuro.game.state import EXCHANGE, Setup, State
from tsuro.game.view import View
from tsuro.player import Estimate

__all__ = ["Dragon"]

A = TypeVar("A", bound=Action)

EXPLORE = 2.0  # how much to explore promising placements that were tried less often, …
EXPLORE_TWO = 0.5  # … with two players, where the learned value says more, …
EXPLORE_ALONE = 0.4  # … and where results differ less, in a solo game (V4)
ROOM_PER_SECOND = 1_000_000  # nodes
MOST_ROOM = 1 << 20  # 48 megabytes
MOST_ROOM_INTERPRETED = 1 << 14
A_FEW = 16  # playouts
MARKS = 16  # start marks to think about, …
FEWEST = 3  # … with this many players or more: with two, thinking about them was worth nothing


class Dragon(Searcher):
    """Thinks for a number of playouts, or of seconds; `estimates` then holds what it expects of each action."""

    PLAYOUTS = 600  # it still answers within two seconds when nothing is compiled

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
        trees = [Tree(self._imagination(view, core), room) for _ in range(self._threads)]
        self._grow(trees, _exploration(view.position.setup))
        actions = [action for action in view.legal_actions if isinstance(action, PlayTile)]
        tried = {action: _together(trees, shape_of(action.tile)) for action in actions}
        chosen = max(actions, key=lambda action: tried[action])
        found = [_estimate(action, *record, trees[0]) for action, record in tried.items()]
        self.estimates = tuple(_shown(found, chosen, view.position))
        return chosen

    def _exchange(self, view: View, core: Core) -> Action:
        imagination = self._imagination(view, core)
        actions = [action for action in view.legal_actions if isinstance(action, ExchangeTiles)]
        chosen = self._best(actions, imagination.sample_exchange, core)
        self.estimates = tuple(_shown(self._once_more(chosen, imagination), chosen, view.position))
        return chosen

    def _once_more(self, chosen: ExchangeTiles, imagination: Imagination) -> Iterator[Estimate]:
        """The same estimates, with a new one of the choice: it was taken for the best, partly by luck."""
        for each in self.estimates:
            if each.action == chosen:
                playouts = max(each.visits, self._playouts_each // 4)
                yield estimate(chosen, playouts, *imagination.sample_exchange(chosen, playouts))
            else:
                yield each

    def _start(self, view: View) -> Action:
        """The best of some marks far from everyone else; with more players, what looks best."""
        setup = view.position.setup
        if setup.players > MOST_SEATS and _is_learned(setup):
            return promising_mark(view, self._random)
        marks = lonely_marks(view, self._random)
        if setup.players < FEWEST or not _is_learned(setup):
            return marks[0]
        core = best_core()
        imagination = self._imagination(view, core)
        chosen = self._best(
            marks[:MARKS], lambda start, playouts: imagination.sample_start(start, view, playouts), core
        )
        self.estimates = ()  # a handful of marks, and no advice about the others
        return chosen

    def _best(self, actions: Sequence[A], sample: Callable[[A, int], tuple[float, float]], core: Core) -> A:
        """What won most, with the same number of playouts for each."""
        until = None if self._seconds is None else time.perf_counter() + self._seconds
        step = max(1, self._playouts // len(actions)) if until is None else A_FEW if core.compiled else 1
        sums = dict.fromkeys(actions, (0, 0.0, 0.0))
        while True:
            for action, (playouts, total, squares) in sums.items():
                more, more_squares = sample(action, step)
                sums[action] = playouts + step, total + more, squares + more_squares
            if until is None or time.perf_counter() >= until:
                break
        self.estimates = tuple(estimate(action, *found) for action, found in sums.items())
        return max(sums, key=lambda action: sums[action][1])

    def _imagination(self, view: View, core: Core) -> Imagination:
        weights = value_weights() if _is_learned(view.position.setup) else ()
        return Imagination(view, core, self._random, weights)

    @property
    def _playouts_each(self) -> int:
        """The work of each thread."""
        return -(-self._playouts // self._threads)

    def _room(self, core: Core) -> int:
        """How many nodes a tree needs room for: each playout adds at most one."""
        most = MOST_ROOM if core.compiled else MOST_ROOM_INTERPRETED
        wanted = self._playouts_each if self._seconds is None else int(self._seconds * ROOM_PER_SECOND) + 1000
        return min(most, wanted)

    def _grow(self, trees: Sequence[Tree], explore: float) -> None:
        until = None if self._seconds is None else time.perf_counter() + self._seconds
        if len(trees) == 1:
            _ponder(trees[0], self._playouts_each, explore, until)
            return
        with ThreadPoolExecutor(len(trees)) as threads:
            list(threads.map(lambda tree: _ponder(tree, self._playouts_each, explore, until), trees))


def _exploration(setup: Setup) -> float:
    if setup.edition.solo:
        return EXPLORE_ALONE
    return EXPLORE_TWO if setup.players == 2 and _is_learned(setup) else EXPLORE


def _is_learned(setup: Setup) -> bool:
    """Whether the value was learned from such games: none of the variants V1 to V4."""
    return setup.players > 1 and not setup.edition.is_variant


def _ponder(tree: Tree, playouts: int, explore: float, until: float | None) -> None:
    """For a number of playouts, or until the time is up."""
    if until is None:
        tree.grow(playouts, explore)
        return
    while time.perf_counter() < until:
        tree.grow(64 if tree.is_compiled else 1, explore)


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


def _shown(found: Iterable[Estimate], chosen: Action, position: State) -> Iterator[Estimate]:
    """The estimates as chances that come true, the choice first.

    What was tried less often than the choice is not shown as better: its record is too short to say so.
    """
    most, kind, seats = 1.0, kind_of(position), len(position.in_play)
    for each in sorted(found, key=lambda each: (each.action != chosen, -each.visits)):
        low, high = (calibrated(each.share + off, kind, seats) for off in (-each.error, each.error))
        share = min(most, calibrated(each.share, kind, seats))
        most = share if each.action == chosen else most
        yield replace(each, share=share, error=(high - low) / 2)

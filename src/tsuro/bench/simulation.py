"""How fast the simulation core is: whole random games next to a yardstick, in threads, and in batches."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias, TypeVar

from tsuro.fast.batch import begin_games, choose_at_random, first_illegal, play_games, seeds_from, step_games
from tsuro.fast.core import Core
from tsuro.fast.layout import MARKS_ARE_DRAWN, PLAYERS, SIZE

__all__ = ["Round", "Threads", "batch_speed", "best_rounds", "playout_speeds", "threads_speed"]

ROUNDS = 8
FOUR = 4  # players, where only one number of them is measured

Round: TypeAlias = Callable[[float], float]
"""Works for a number of seconds and returns how much it got done in each."""

Clock: TypeAlias = Callable[[], float]
_Name = TypeVar("_Name", str, int)


@dataclass(frozen=True, slots=True)
class Threads:
    """Games a second, by the wall clock."""

    one: float
    two: float

    @property
    def ratio(self) -> float:
        return self.two / self.one


def playout_speeds(
    cores: Mapping[str, Core], players: int, seconds: float, *, limit: Callable[[int, float], float] | None = None
) -> dict[str, float]:
    """Random games a second on one core, by name; those of the yardstick are called "limit"."""
    rounds: dict[str, Round] = {name: partial(_games_a_second, core, players) for name, core in cores.items()}
    if limit is not None:
        rounds["limit"] = partial(limit, players)
    return best_rounds(rounds, seconds)


def threads_speed(core: Core, seconds: float) -> Threads:
    """Random games a second in one thread, and in two at once."""
    with ThreadPoolExecutor(2) as pool:
        rounds = {n: partial(_games_in_threads, pool, n, core) for n in (1, 2)}
        best = best_rounds(rounds, seconds)
    return Threads(one=best[1], two=best[2])


def batch_speed(core: Core, seconds: float, *, games: int = 1024) -> tuple[float, float]:
    """Steps a second: checking, playing a turn, restarting games that are over; and the same with choosing."""
    batch = _Games(core, games)
    rounds = {name: partial(_steps_a_second, batch, choosing=name == "choosing") for name in ("given", "choosing")}
    best = best_rounds(rounds, seconds)
    return best["given"], best["choosing"]


class _Games:
    """Many games of four, played by action ids, as `tsuro.rl.Batch` plays them."""

    def __init__(self, core: Core, games: int) -> None:
        self.core, self.games = core, core.rows(games)
        self.seeds, self.ids = core.integers(seeds_from(1, games)), core.integers([0] * games)
        [self.ended] = core.small_table(1, games)
        for n, row in enumerate(self.games):
            row[PLAYERS], row[MARKS_ARE_DRAWN], self.ended[n] = FOUR, 1, 1
        core[begin_games](self.games, self.ended, self.seeds)

    def choose(self) -> None:
        self.core[choose_at_random](self.games, self.ids, self.seeds)

    def step(self) -> None:
        if self.core[first_illegal](self.games, self.ids) >= 0:
            raise AssertionError("a random id is legal")
        if self.core[step_games](self.games, self.ids, self.ended, self.seeds):
            self.core[begin_games](self.games, self.ended, self.seeds)


def best_rounds(rounds: Mapping[_Name, Round], seconds: float) -> dict[_Name, float]:
    """The fastest of some rounds of each, in turns: other work on the machine slows all of them alike."""
    best = dict.fromkeys(rounds, 0.0)
    for _ in range(ROUNDS):
        for name, work in rounds.items():
            best[name] = max(best[name], work(seconds / ROUNDS))
    return best


def _games_a_second(core: Core, players: int, seconds: float, *, clock: Clock = time.process_time) -> float:
    position, seed, games = core.position([0] * SIZE), seeds_from(players, 1)[0], 0
    play, some = core[play_games], 2000 if core.compiled else 10
    began = clock()
    while (spent := clock() - began) < seconds or not games:
        _, seed = play(position, players, some, seed)
        games += some
    return games / spent


def _games_in_threads(pool: ThreadPoolExecutor, threads: int, core: Core, seconds: float) -> float:
    work = [pool.submit(_games_a_second, core, FOUR, seconds, clock=time.perf_counter) for _ in range(threads)]
    return sum(done.result() for done in work)


def _steps_a_second(batch: _Games, seconds: float, *, choosing: bool) -> float:
    steps, spent = 0, 0.0
    while spent < seconds or not steps:
        began = time.process_time()
        batch.choose()
        if not choosing:
            began = time.process_time()
        batch.step()
        spent += time.process_time() - began
        steps += len(batch.games)
    return steps / spent

"""Measures what docs/cluster.md reckons with: run it with `python -m scripts.cluster_cost`.

Games are measured in processor time, which a busy machine changes little; a bot that thinks for a time
takes that time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from tsuro.arena import Tournament, entrants_of, run_tournament
from tsuro.bench import playout_speeds
from tsuro.executor import Cluster, Executor, Here, Job, Processes, Watch
from tsuro.fast.loader import best_core

__all__ = ["main"]

PLAYERS = 4
GAMES = {"wanderer": 400, "apprentice": 400, "guardian": 60, "dragon": 12, "dragon:50ms": 4}  # to measure
TASKS = 1000
BILLION = 10**9


class Nothing(Job[int, int]):
    """Does nothing, so that its time is the executor's."""

    def do(self, task: int, watch: Watch) -> int:
        del watch
        return task


def _seconds_a_game(bot: str) -> float:
    """On one core."""
    games = GAMES[bot]
    entrants = entrants_of([bot, bot], seconds_per_move=60)
    tournament = Tournament(entrants=entrants, players=PLAYERS, games=games, all_games=True)
    began = time.process_time()
    result = run_tournament(tournament, executor=Here())
    if bot.endswith("ms"):
        return sum(sum(game.seconds) for game in result.games) / games
    return (time.process_time() - began) / games


def _costs() -> Iterator[tuple[str, float]]:
    core = best_core(wait=True)
    yield "random playouts", 1 / playout_speeds({"core": core}, PLAYERS, 0.3)["core"]
    for bot in GAMES:
        yield bot, _seconds_a_game(bot)


def _overhead(executor: Executor) -> float:
    """Seconds for a task, with two at once, on the clock on the wall."""
    with executor.run(Nothing(), range(TASKS + 10)) as answers:
        for _ in range(10):  # until processes have started
            next(answers)
        began = time.perf_counter()
        for _ in range(TASKS):
            next(answers)
        return (time.perf_counter() - began) / TASKS


def main() -> None:
    print("| games for four | games a second | core-hours for a billion |\n|---|---:|---:|")
    for what, seconds in _costs():
        print(f"| {what} | {1 / seconds:,.1f} | {seconds * BILLION / 3600:,.1f} |")
    with Cluster("local", at_once=4) as cluster:
        for name, executor in (("processes", Processes(2)), ("Ray", cluster)) * 3:
            print(f"{name}: {_overhead(executor) * 1000:.2f} ms for a task")


if __name__ == "__main__":
    from scripts import cluster_cost  # other processes must find `Nothing` in a module

    cluster_cost.main()

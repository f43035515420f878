"""How fast environments for learning are: anybody's, by what their libraries ask of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from tsuro.bench.simulation import Round, best_rounds

__all__ = ["aec_round", "environment_speeds", "gymnasium_round", "share_of_time", "vector_round"]


def environment_speeds(rounds: Mapping[str, Round], seconds: float) -> dict[str, float]:
    """Steps a second of processor time, by name: the best of some rounds, in turns."""
    for work in rounds.values():
        work(0.0)  # what is only slow for the first time
    return best_rounds(rounds, seconds)


def aec_round(env: Any) -> Round:
    """Whole random games in a PettingZoo environment, with all that `last()` tells."""
    random = Random(1)
    env.reset(seed=1)

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, info = env.last()
            told = info if "action_mask" in info else observation  # PettingZoo's own games have it there
            env.step(None if terminated or truncated else random.choice(told["action_mask"].nonzero()[0]))
            steps += 1
        return steps

    return lambda seconds: _steps_a_second(play, seconds)


def gymnasium_round(env: Any) -> Round:
    """Whole random games of one seat in a Gymnasium environment whose infos hold masks."""
    random = Random(1)
    env.reset(seed=1)

    def play() -> int:
        _, info = env.reset()
        steps, ended = 0, False
        while not ended:
            _, _, ended, _, info = env.step(random.choice(info["action_mask"].nonzero()[0]))
            steps += 1
        return steps

    return lambda seconds: _steps_a_second(play, seconds)


def vector_round(step: Callable[[Any], object], choose: Callable[[], Any], games: int) -> Round:
    """Steps of many games together; the time to choose their actions does not count."""

    def work(seconds: float) -> float:
        steps, spent = 0, 0.0
        while spent < seconds or not steps:
            actions = choose()
            began = time.process_time()
            step(actions)
            spent += time.process_time() - began
            steps += games
        return steps / max(spent, 1e-9)

    return work


def share_of_time(kind: type, method: str, work: Callable[[], object], seconds: float) -> float:
    """Which part of the processor time of the work is spent in the method."""
    original, inside = getattr(kind, method), 0.0

    def timed(*given: Any) -> Any:
        nonlocal inside
        began = time.process_time()
        try:
            return original(*given)
        finally:
            inside += time.process_time() - began

    work()  # what is only slow for the first time
    setattr(kind, method, timed)
    try:
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds or not inside:
            work()
    finally:
        setattr(kind, method, original)
    return inside / spent


def _steps_a_second(play: Callable[[], int], seconds: float) -> float:
    steps, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds or not steps:
        steps += play()
    return steps / max(spent, 1e-9)

"""`tsuro bench --rl`: how fast environments for learning are, next to comparable games of their libraries."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from itertools import count
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from tsuro.bench.environments import aec_round, environment_speeds, gymnasium_round, share_of_time, vector_round
from tsuro.bench.openspiel import openspiel_speeds
from tsuro.bots import Dragon
from tsuro.cli.waiting import core_while_waiting
from tsuro.game.errors import TsuroError

__all__ = ["run_rl_benchmark"]

GAMES = 1024  # in a batch
PLAYERS = 4
THEIRS = "connect_four_v3"
SEARCHER = "dragon:1000"
GAMES_AT_ONCE = 4  # of self-play, written together
SPIELS = ("python_tsuro", "python_tic_tac_toe", "connect_four")


def run_rl_benchmark(options: argparse.Namespace, seconds: float) -> int:
    """Measure everything that is installed, and print it."""
    core_while_waiting()
    with Progress(transient=True, console=Console(stderr=True)) as progress:
        task = progress.add_task("measuring", total=len(PARTS))
        results: dict[str, Any] = {"players": PLAYERS}
        for name, measure in PARTS.items():
            results[name] = measure(seconds)
            progress.advance(task)
    if options.json:
        print(json.dumps(results, indent=1))
    else:
        _print_tables(results)
    return 0


# Steps a second of processor time, on one core


def _pettingzoo(seconds: float) -> dict[str, Any]:
    from tsuro.rl.pettingzoo import tsuro_v0  # noqa: PLC0415 -- needs the extra rl

    rounds = {
        "tsuro_v0": aec_round(tsuro_v0.env(players=PLAYERS)),
        "tsuro_v0.raw_env": aec_round(tsuro_v0.raw_env(players=PLAYERS)),
    }
    if (theirs := _connect_four()) is not None:
        rounds[THEIRS] = aec_round(theirs)
    speeds = environment_speeds(rounds, seconds)
    ratio = speeds["tsuro_v0"] / speeds[THEIRS] if THEIRS in speeds else None
    return {
        "steps_per_second": _rounded(speeds) | ({} if theirs is not None else {THEIRS: None}),
        "ratio": ratio and round(ratio, 2),
    }


def _connect_four() -> Any:
    """PettingZoo's game, or None where what it needs is not installed."""
    try:
        from pettingzoo.classic.connect_four.connect_four import env  # noqa: PLC0415 -- needs the group bench
    except ImportError:
        return None
    return env()


def _gymnasium(seconds: float) -> dict[str, Any]:
    from tsuro.rl.gymnasium import TsuroEnv  # noqa: PLC0415 -- needs the extra rl

    rounds = {
        opponents: gymnasium_round(TsuroEnv(players=PLAYERS, opponents=opponents))
        for opponents in ("random", "greedy", "apprentice")
    }
    return {"steps_per_second": _rounded(environment_speeds(rounds, seconds))}


def _vector(seconds: float) -> dict[str, Any]:
    from tsuro.rl import Batch, Options  # noqa: PLC0415 -- needs the extra fast
    from tsuro.rl.gymnasium import TsuroVectorEnv  # noqa: PLC0415 -- needs the extra rl

    batch = Batch(Options(players=PLAYERS), games=GAMES, auto_reset=True)
    rounds = {"rl.Batch": vector_round(batch.step, batch.random_ids, GAMES)}
    kinds: dict[str, dict[str, Any]] = {
        "self-play, without observations": {"opponents": "self-play", "observations": False},
        "self-play": {"opponents": "self-play"},
        "random": {"opponents": "random"},
        "greedy": {"opponents": "greedy"},
    }
    for name, kind in kinds.items():
        envs = TsuroVectorEnv(GAMES, players=PLAYERS, **kind)
        envs.reset(seed=1)
        rounds[name] = vector_round(envs.step, envs.batch.random_ids, GAMES)
    speeds = environment_speeds(rounds, seconds)
    ratio = speeds["self-play, without observations"] / speeds["rl.Batch"]
    return {"games": GAMES, "steps_per_second": _rounded(speeds), "ratio_to_batch": round(ratio, 3)}


def _openspiel(seconds: float) -> dict[str, Any] | None:
    try:
        from open_spiel.python import games  # noqa: F401, PLC0415 -- registers those of OpenSpiel

        import tsuro.rl.openspiel  # noqa: F401, PLC0415 -- registers the game; needs the extra openspiel
    except ImportError:
        return None
    speeds = openspiel_speeds(SPIELS, seconds * len(SPIELS))
    ours = speeds[SPIELS[0]]
    return {
        "clones_per_second": _rounded({name: speed.clones for name, speed in speeds.items()}),
        "steps_per_second": _rounded({name: speed.steps for name, speed in speeds.items()}),
        "clones_ratio": {name: round(ours.clones / speeds[name].clones, 3) for name in SPIELS[1:]},
        "steps_ratio": {name: round(ours.steps / speeds[name].steps, 3) for name in SPIELS[1:]},
    }


def _selfplay(seconds: float) -> dict[str, Any] | None:
    """Which part of the time that making data takes is spent on the bare search."""
    try:
        from tsuro.rl.dataset import encode  # noqa: PLC0415 -- needs the extra data
        from tsuro.rl.selfplay import SelfPlay, play_game  # noqa: PLC0415 -- as above
    except ImportError:
        return None
    plan, numbers = SelfPlay(bot=SEARCHER, games=1_000_000, players=(2, PLAYERS)), count()

    def play_some() -> bytes:
        return encode([decision for _ in range(GAMES_AT_ONCE) for decision in play_game(plan, next(numbers))])

    return {"bot": SEARCHER, "share_of_search": round(share_of_time(Dragon, "choose", play_some, seconds), 3)}


def _rounded(speeds: dict[str, float]) -> dict[str, float]:
    return {name: round(speed, 1) for name, speed in speeds.items()}


def _needing_rl(measure: Callable[[float], dict[str, Any]]) -> Callable[[float], dict[str, Any]]:
    def measured(seconds: float) -> dict[str, Any]:
        try:
            return measure(seconds)
        except ImportError as error:
            raise TsuroError(str(error)) from None

    return measured


PARTS: dict[str, Callable[[float], dict[str, Any] | None]] = {
    "pettingzoo": _needing_rl(_pettingzoo),
    "gymnasium": _needing_rl(_gymnasium),
    "vector": _needing_rl(_vector),
    "openspiel": _openspiel,
    "selfplay": _selfplay,
}


# Tables


def _print_tables(results: dict[str, Any]) -> None:
    console = Console()
    table = Table(title=f"Environments of {PLAYERS} players, on one core")
    for heading in ("", "environment", "steps/s"):
        table.add_column(heading, justify="right" if heading == "steps/s" else "left")
    for kind in ("pettingzoo", "gymnasium", "vector"):
        for name, speed in results[kind]["steps_per_second"].items():
            table.add_row(kind, name, "not installed" if speed is None else f"{speed:,.0f}")
    console.print(table)
    if spiel := results["openspiel"]:
        console.print(_spiel_table(spiel))
    for sentence in _remarks(results):
        console.print(sentence, markup=False, highlight=False, soft_wrap=True)


def _spiel_table(spiel: dict[str, Any]) -> Table:
    table = Table(title="OpenSpiel, from Python")
    for heading in ("", "clones/s", "steps/s"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, clones in spiel["clones_per_second"].items():
        table.add_row(name, f"{clones:,.0f}", f"{spiel['steps_per_second'][name]:,.0f}")
    return table


def _remarks(results: dict[str, Any]) -> list[str]:
    ratio, spiel, selfplay = results["pettingzoo"]["ratio"], results["openspiel"], results["selfplay"]
    return [
        f"A step of tsuro_v0 next to one of {THEIRS}: {ratio:.1f} times as many."
        if ratio
        else f"PettingZoo's {THEIRS} was not measured: it needs pygame, as in pip install --group bench.",
        f"A vector environment steps {GAMES:,} games at once; its observations come with masks.",
        f"Self-play of {selfplay['bot']}: {selfplay['share_of_search']:.0%} of the time is search."
        if selfplay
        else "Self-play was not measured: pip install 'tsuro[data]'.",
        *([] if spiel else ["OpenSpiel was not measured: pip install 'tsuro[openspiel]'."]),
    ]

"""`tsuro bench`: how fast the game and its simulation are."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from tsuro import bench
from tsuro.cli.rl_benchmark import run_rl_benchmark
from tsuro.cli.server_benchmark import run_crash_benchmark, run_dragons_benchmark, run_server_benchmark
from tsuro.cli.site_benchmark import add_site_options, run_site_benchmark
from tsuro.cli.waiting import core_while_waiting
from tsuro.fast.core import INTERPRETED, Core
from tsuro.fast.loader import is_installed
from tsuro.game.errors import TsuroError
from tsuro.render.film import FILMS

__all__ = ["add_commands"]

SECONDS = 2.0
PLAYERS = (2, 4, 8)
GAMES = 1024  # in a batch
SEARCHERS = ("guardian", "dragon")
LONGER = 10  # times the seconds of a line: for a whole game of a bot that searches
PARTS = 3 * len(PLAYERS) + 5  # that the progress bar counts

Limit = Callable[[int, float], float]


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "bench",
        description="Measure whole random games on one core, in processor time: the best of some rounds. Matches "
        "come with all their events; the simulation core plays the same rules on plain numbers, interpreted and, "
        "with the extra `fast`, compiled. The slowest move of the bots that search is shown, and what an "
        "animation of a game costs. With --server, the game server is measured instead, next to a "
        "server without a game; with --crash, how soon clients are back after it has crashed; with --site, how "
        "many tables it can serve, on SQLite and on PostgreSQL, and what many stored ones cost; with --rl, "
        "environments for learning, next to games of their libraries.",
    )
    parser.add_argument(
        "--seconds", type=float, metavar="S", help=f"for each line (default: {SECONDS:g}; of servers 7)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument(
        "--yardstick",
        type=Path,
        metavar="FILE.c",
        help="a C program to measure by, called with players, seconds and a seed; prints `games/s N`",
    )
    parser.add_argument("--rl", action="store_true", help="measure environments for learning")
    parser.add_argument("--server", action="store_true", help="measure the game server")
    parser.add_argument(
        "--crash",
        type=int,
        metavar="CLIENTS",
        help="measure how soon this many clients are back after the game server has crashed",
    )
    parser.add_argument(
        "--dragons",
        type=int,
        metavar="TABLES",
        help="measure how long people wait for their moves while this many tables play against dragons",
    )
    add_site_options(parser)
    parser.add_argument("--clients", type=int, default=8, metavar="N", help="with --server: at each (default: 8)")
    parser.set_defaults(run=run_bench)


def run_bench(options: argparse.Namespace) -> int:
    seconds = SECONDS if options.seconds is None else options.seconds
    if not 0 < seconds <= 600:
        raise TsuroError(f"--seconds must be more than 0 and at most 600, not {seconds:g}")
    if options.crash is not None:
        return run_crash_benchmark(options)
    if options.dragons is not None:
        return run_dragons_benchmark(options)
    if options.site:
        return run_site_benchmark(options)
    if options.server:
        return run_server_benchmark(options)
    if options.rl:
        return run_rl_benchmark(options, seconds)
    core = core_while_waiting()
    yardstick = nullcontext() if options.yardstick is None else bench.built_yardstick(options.yardstick)
    with yardstick as limit, Progress(transient=True, console=Console(stderr=True)) as progress:
        task = progress.add_task("measuring", total=PARTS)
        results = _measure(core, limit, seconds, lambda: progress.advance(task))
    if options.json:
        print(json.dumps(results, indent=1))
    else:
        _print_tables(results)
    return 0


def _measure(core: Core, limit: Limit | None, seconds: float, tick: Callable[[], None]) -> dict[str, Any]:
    results = _simulation(core, limit, seconds, tick)
    results["threads"] = _threads(core, seconds)
    tick()
    results["batch"] = _batch(core, seconds)
    tick()
    results["bots"] = _thinking(core, seconds)
    tick()
    results["sharing"] = _sharing()
    tick()
    return results | _matches(seconds, tick)


def _simulation(core: Core, limit: Limit | None, seconds: float, tick: Callable[[], None]) -> dict[str, Any]:
    """Games a second by form of the core and number of players, and how they compare."""
    cores = {"interpreted": INTERPRETED} | ({"compiled": core} if core.compiled else {})
    speeds: dict[str, dict[str, float]] = {}
    for players in PLAYERS:
        for name, speed in bench.playout_speeds(cores, players, seconds, limit=limit).items():
            speeds.setdefault(name, {})[str(players)] = round(speed, 1)
        tick()
    compiled = speeds.get("compiled")
    results: dict[str, Any] = {"playouts": {"compiled": compiled, "interpreted": speeds["interpreted"]}}
    if limit is not None:
        results["limit"] = speeds["limit"]
        results["ratio_to_limit"] = _ratios(compiled, speeds["limit"]) if compiled else None
    return results


def _ratios(ours: dict[str, float], limit: dict[str, float]) -> dict[str, float]:
    ratios = {players: ours[players] / limit[players] for players in ours}
    mean = math.prod(ratios.values()) ** (1 / len(ratios))
    return {name: round(ratio, 3) for name, ratio in (ratios | {"geometric_mean": mean}).items()}


def _threads(core: Core, seconds: float) -> dict[str, float] | None:
    """Empty with the interpreted core: Python runs one thread at a time."""
    if not core.compiled:
        return None
    threads = bench.threads_speed(core, seconds)
    return {"1": round(threads.one, 1), "2": round(threads.two, 1), "ratio": round(threads.ratio, 3)}


def _batch(core: Core, seconds: float) -> dict[str, float] | None:
    if not core.compiled:
        return None
    given, choosing = bench.batch_speed(core, seconds, games=GAMES)
    return {"games": GAMES, "steps_per_second": round(given, 1), "with_random_choice": round(choosing, 1)}


def _thinking(core: Core, seconds: float) -> dict[str, dict[str, float | None]]:
    """The milliseconds of the slowest move, by bot and form of the core."""
    forms = {"compiled": core.compiled, "interpreted": True}
    return {
        bot: {
            form: round(bench.slowest_move(bot, LONGER * seconds, compiled=form == "compiled") * 1000, 1)
            if there
            else None
            for form, there in forms.items()
        }
        for bot in SEARCHERS
    }


def _sharing() -> dict[str, dict[str, float]]:
    """Processor time and size of a game's animation, by its format."""
    costs = {kind: bench.sharing_cost(kind) for kind in FILMS}
    return {kind: {"cpu_seconds": round(cost.seconds, 2), "bytes": cost.bytes} for kind, cost in costs.items()}


def _matches(seconds: float, tick: Callable[[], None]) -> dict[str, dict[str, dict[str, float]]]:
    match: dict[str, dict[str, float]] = {}
    memory: dict[str, dict[str, float]] = {}
    for players in PLAYERS:
        match[str(players)] = _figures(bench.match_speed(players, seconds))
        tick()
    views = {"4": _figures(bench.views_speed(4, seconds))}
    tick()
    for players in PLAYERS:
        memory[str(players)] = {"bytes_per_match": bench.bytes_per_match(players)}
        tick()
    return {"match": match, "views": views, "memory": memory}


def _figures(speed: bench.Speed) -> dict[str, float]:
    return {
        "placements_per_second": round(speed.placements_per_second, 1),
        "games_per_second": round(speed.games_per_second, 1),
    }


def _print_tables(results: dict[str, Any]) -> None:
    console = Console()
    console.print(_matches_table(results))
    console.print(_simulation_table(results))
    console.print(_bots_table(results["bots"]))
    console.print(_sharing_table(results["sharing"]))
    for sentence in _remarks(results):
        console.print(sentence, markup=False, highlight=False, soft_wrap=True)


def _matches_table(results: dict[str, Any]) -> Table:
    table = _table(
        "One core, random legal games, best round", ("players", "placements/s", "games/s", "KiB a match")
    )
    for title, kind in (("match with events", "match"), ("and every seat's view", "views")):
        for players, figures in results[kind].items():
            memory = results["memory"][players]["bytes_per_match"] / 1024 if kind == "match" else None
            table.add_row(
                title,
                players,
                f"{figures['placements_per_second']:,.0f}",
                f"{figures['games_per_second']:,.0f}",
                f"{memory:.1f}" if memory else "",
            )
    return table


def _simulation_table(results: dict[str, Any]) -> Table:
    """A line for each number of players; what was not measured is left empty."""
    table = _table(
        "The simulation core, games/s", ("players", "interpreted", "compiled", "ratio", "limit", "of it")
    )
    compiled, interpreted = results["playouts"]["compiled"] or {}, results["playouts"]["interpreted"]
    limit, ratios = results.get("limit") or {}, results.get("ratio_to_limit") or {}
    for players, slow in interpreted.items():
        fast = compiled.get(players)
        table.add_row(
            "random games",
            players,
            f"{slow:,.0f}",
            f"{fast:,.0f}" if fast else "–",
            f"{fast / slow:,.0f} ×" if fast else "–",
            f"{limit[players]:,.0f}" if limit else "–",
            f"{ratios[players]:.2f}" if ratios else "–",
        )
    return table


def _bots_table(bots: dict[str, dict[str, float | None]]) -> Table:
    table = _table("The slowest move in a game of two, milliseconds", ("interpreted", "compiled"))
    for bot, slowest in bots.items():
        figures = (slowest["interpreted"], slowest["compiled"])
        table.add_row(bot, *("–" if figure is None else f"{figure:,.1f}" for figure in figures))
    return table


def _sharing_table(sharing: dict[str, dict[str, float]]) -> Table:
    table = _table("Sharing a game of 30 placements, 720 pixels wide", ("CPU seconds", "kB"))
    for kind, cost in sharing.items():
        table.add_row(f".{kind}", f"{cost['cpu_seconds']:.1f}", f"{cost['bytes'] / 1000:,.0f}")
    return table


def _table(title: str, headings: tuple[str, ...]) -> Table:
    table = Table(title=title)
    table.add_column("")
    for heading in headings:
        table.add_column(heading, justify="right")
    return table


def _remarks(results: dict[str, Any]) -> list[str]:
    if not results["playouts"]["compiled"]:
        extra = "" if is_installed() else ": install it with the extra fast, as in pip install 'tsuro[fast]'"
        return [f"The compiled core was not measured{extra}."]
    threads, batch = results["threads"], results["batch"]
    remarks = [
        f"Two threads: {threads['2']:,.0f} games/s of 4 players, {threads['ratio']:.2f} times one thread.",
        f"Batches of {batch['games']:,} games: {batch['steps_per_second']:,.0f} steps/s.",
        f"Choosing random placements included: {batch['with_random_choice']:,.0f} steps/s.",
    ]
    if ratios := results.get("ratio_to_limit"):
        remarks.append(f"Of the limit, as a geometric mean: {ratios['geometric_mean']:.2f}.")
    return remarks

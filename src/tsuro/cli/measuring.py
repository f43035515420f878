"""`tsuro perft` and `tsuro bench`: counting and timing."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from tsuro import bench
from tsuro.cli.playing import add_edition
from tsuro.deal import Deal
from tsuro.game.edition import MODERN
from tsuro.game.errors import TsuroError
from tsuro.game.legal import legal_actions
from tsuro.game.state import Setup, State
from tsuro.game.tiles import FACE_DOWN
from tsuro.game.turn import start
from tsuro.notation import read_position, write_action, write_position
from tsuro.perft import divide

__all__ = ["add_commands"]

PLAYERS = (2, 4, 8)


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    _add_perft(commands)
    _add_bench(commands)


def _add_perft(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "perft",
        help="count the ways a game can go on",
        description="Count the sequences of DEPTH actions from a position: a fingerprint of the rules. Draws are "
        "not choices: the tile with the lowest number is drawn.",
    )
    parser.add_argument("depth", type=int, metavar="DEPTH", help="how many actions to look ahead")
    parser.add_argument("--position", metavar="POSITION", help="a position in one line; without it, a new game")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="a new game's players (default: 2)")
    add_edition(parser)
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="a new game's deal (default: 0)")
    parser.add_argument("--divide", action="store_true", help="show the count of each first action, too")
    parser.set_defaults(run=run_perft)


def _add_bench(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "bench",
        help="measure how fast the game is",
        description="Measure whole random games on one core, in processor time: the best of five rounds.",
    )
    parser.add_argument("--seconds", type=float, default=2.0, metavar="S", help="for each line (default: 2)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.set_defaults(run=run_bench)


def run_perft(options: argparse.Namespace) -> int:
    if options.depth < 1:
        raise TsuroError(f"the depth must be at least 1, not {options.depth}")
    state = _position(options)
    actions = legal_actions(state)
    with Progress(transient=True, console=Console(stderr=True)) as progress:
        task = progress.add_task(f"depth {options.depth}", total=len(actions))
        counts = divide(state, options.depth, tick=lambda: progress.advance(task))
    print(write_position(state))
    if options.divide:
        for action, count in counts.items():
            print(f"  {write_action(action)}: {count:,}")
    print(f"perft {options.depth}: {sum(counts.values()):,}")
    return 0


def _position(options: argparse.Namespace) -> State:
    if options.position is None:
        setup = Setup(edition=options.edition or MODERN, players=options.players)
        return start(setup, Deal.of_seed(options.seed))[0]
    state = read_position(" ".join(options.position.split()))
    if FACE_DOWN in (*state.pile, *(tile for hand in state.hands for tile in hand)):
        raise TsuroError("all tiles must be known to count on")
    return state


def run_bench(options: argparse.Namespace) -> int:
    if not 0 < options.seconds <= 600:
        raise TsuroError(f"--seconds must be more than 0 and at most 600, not {options.seconds:g}")
    with Progress(transient=True, console=Console(stderr=True)) as progress:
        task = progress.add_task("measuring", total=2 * len(PLAYERS) + 1)
        results = _measure(options.seconds, lambda: progress.advance(task))
    if options.json:
        print(json.dumps(results, indent=1))
    else:
        _print_table(results)
    return 0


def _measure(seconds: float, tick: Callable[[], None]) -> dict[str, dict[str, dict[str, float]]]:
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


def _print_table(results: dict[str, dict[str, dict[str, float]]]) -> None:
    table = Table(title="One core, random legal games, best of five rounds")
    for heading in ("", "players", "placements/s", "games/s", "KiB a match"):
        table.add_column(heading, justify="left" if not heading else "right")
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
    Console().print(table)

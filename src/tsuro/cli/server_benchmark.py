"""`tsuro bench --server`: how much the game server gets done."""

from __future__ import annotations

import argparse
import json
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from tsuro.bench.serving import STEPS, Figures, Plan, Served, measure_serving
from tsuro.game.errors import TsuroError

__all__ = ["run_server_benchmark"]

SECONDS = 5.0
SERVERS = {"tsuro": "the game server", "bare_room": "a room without a game", "bare_echo": "an echo"}


def run_server_benchmark(options: argparse.Namespace) -> int:
    plan = _plan(options)
    with Progress(transient=True, console=Console(stderr=True)) as progress:
        task = progress.add_task("measuring", total=STEPS)
        served = measure_serving(plan, lambda: progress.advance(task))
    if options.json:
        print(json.dumps(_results(plan, served), indent=1))
    else:
        _print_tables(_results(plan, served))
    return 0


def _plan(options: argparse.Namespace) -> Plan:
    if not 1 <= options.tables <= 1000:
        raise TsuroError(f"--tables must be 1 to 1000, not {options.tables}")
    if not 2 <= options.clients <= 8:
        raise TsuroError(f"--clients must be 2 to 8, not {options.clients}")
    return Plan(tables=options.tables, clients=options.clients, seconds=options.seconds or SECONDS)


def _results(plan: Plan, served: Served) -> dict[str, Any]:
    ratio = served.ours.moves_per_cpu_second / served.room.moves_per_cpu_second
    return {
        "tables": plan.tables,
        "clients": plan.clients,
        "tsuro": _figures(served.ours),
        "bare_room": _figures(served.room),
        "bare_echo": _figures(served.echo),
        "ratio_to_bare_room": round(ratio, 3),
        "latency_at_moves_per_second": round(served.offered, 1),
        "bytes_per_table": round(served.bytes_per_table),
        "bytes_per_message": round(served.bytes_per_message),
        "time": {part: round(share, 3) for part, share in served.parts.items()},
    }


def _figures(figures: Figures) -> dict[str, float]:
    return {
        "moves_per_cpu_second": round(figures.moves_per_cpu_second, 1),
        "moves_per_second": round(figures.moves_per_second, 1),
        "latency_p50_ms": round(figures.p50 * 1000, 2),
        "latency_p99_ms": round(figures.p99 * 1000, 2),
        "bytes_per_connection": round(figures.bytes_per_connection),
    }


def _print_tables(results: dict[str, Any]) -> None:
    console = Console()
    console.print(_servers_table(results))
    console.print(_time_table(results["time"]))
    for sentence in _remarks(results):
        console.print(sentence, markup=False, highlight=False, soft_wrap=True)


def _servers_table(results: dict[str, Any]) -> Table:
    table = Table(title=f"{results['tables']} tables of {results['clients']} clients, best round")
    table.add_column("")
    for heading in ("moves/CPU s", "moves/s", "p50 ms", "p99 ms", "KiB a connection"):
        table.add_column(heading, justify="right")
    for server, title in SERVERS.items():
        figures = results[server]
        table.add_row(
            title,
            f"{figures['moves_per_cpu_second']:,.0f}",
            f"{figures['moves_per_second']:,.0f}",
            f"{figures['latency_p50_ms']:.1f}",
            f"{figures['latency_p99_ms']:.1f}",
            f"{figures['bytes_per_connection'] / 1024:.1f}",
        )
    return table


def _time_table(time: dict[str, float]) -> Table:
    table = Table(title="Where the game server's time goes")
    table.add_column("")
    table.add_column("%", justify="right")
    for part, share in sorted(time.items(), key=lambda item: -item[1]):
        table.add_row(part, f"{100 * share:.1f}")
    return table


def _remarks(results: dict[str, Any]) -> list[str]:
    offered, ratio = results["latency_at_moves_per_second"], results["ratio_to_bare_room"]
    table, message = results["bytes_per_table"] / 1024, results["bytes_per_message"]
    return [
        "A move is sent to every client of its table, each with its own view; an echo only to its sender.",
        f"The game server makes {ratio:.2f} times as many moves as the room without a game.",
        f"Latency: the time until the last client hears of a move, at {offered:,.0f} moves/s: half the maximum.",
        f"An open table takes {table:,.0f} KiB without its connections; a message has {message:,} bytes.",
    ]

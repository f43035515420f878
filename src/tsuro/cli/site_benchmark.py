"""`tsuro bench --site`: how many tables a site serves on this machine, and what many stored ones cost."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from tsuro.bench.company import Waits
from tsuro.bench.generator import SEATS
from tsuro.bench.site import Arrangement, SitePlan, Step, measure_site
from tsuro.cli.growth_benchmark import Growth, measure_growth
from tsuro.cli.numbers import read_numbers
from tsuro.game.errors import TsuroError

__all__ = ["add_site_options", "run_site_benchmark"]

STORED = (100, 1000, 5000, 100_000)
STORES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
MOST_TABLES, MOST_PROCESSES, MOST_STORED = 4500, 16, 1_000_000
MIB = 1024 * 1024


def add_site_options(parser: argparse.ArgumentParser) -> None:
    usual = SitePlan()
    parser.add_argument("--site", action="store_true", help="measure a site: many tables, and many stored ones")
    parser.add_argument(
        "--tables",
        type=read_numbers,
        metavar="N",
        help=f"with --server: how many (default: 100); with --site: steps (default: {_list(usual.tables)})",
    )
    parser.add_argument(
        "--processes",
        type=read_numbers,
        default=usual.processes,
        metavar="N",
        help="with --site: of the server on PostgreSQL, such as 1,2,4; each is measured (default: 2)",
    )
    parser.add_argument(
        "--stored",
        type=read_numbers,
        default=STORED,
        metavar="N",
        help=f"with --site: tables in the database, one step each (default: {_list(STORED)})",
    )


def run_site_benchmark(options: argparse.Namespace) -> int:
    plan, stored = _plan(options), _steps("--stored", options.stored, MOST_STORED)
    stores = dict.fromkeys(arrangement.store for arrangement in plan.arrangements)
    with Progress(transient=True, console=Console(stderr=True)) as progress:
        total = len(plan.arrangements) * len(plan.tables) + len(stores) * len(stored)
        task = progress.add_task("measuring", total=total)
        load = measure_site(plan, lambda: progress.advance(task))
        growth = {store: measure_growth(store, stored, lambda: progress.advance(task)) for store in stores}
    if options.json:
        print(json.dumps(_results(plan, load, growth), indent=1))
    else:
        _print_tables(plan, load, growth)
    return 0


def _plan(options: argparse.Namespace) -> SitePlan:
    usual = SitePlan()
    return SitePlan(
        tables=_steps("--tables", options.tables or usual.tables, MOST_TABLES),
        processes=_steps("--processes", options.processes, MOST_PROCESSES),
        seconds=options.seconds or usual.seconds,
    )


def _steps(name: str, numbers: Sequence[int], most: int) -> tuple[int, ...]:
    if not all(1 <= number <= most for number in numbers):
        raise TsuroError(f"{name} must be 1 to {most:,}, not {_list(numbers)}")
    return tuple(sorted(set(numbers)))


def _list(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers))


def _results(
    plan: SitePlan, load: dict[Arrangement, Sequence[Step]], growth: dict[str, list[Growth]]
) -> dict[str, Any]:
    return {
        "clients": SEATS,
        "seconds_between_moves": plan.pace,
        "load": [
            {
                "store": arrangement.store,
                "processes": arrangement.processes,
                "steps": [_step(step) for step in steps],
            }
            for arrangement, steps in load.items()
        ],
        "growth": {store: [_growth(each) for each in steps] for store, steps in growth.items()},
    }


def _step(step: Step) -> dict[str, float]:
    return {
        "tables": step.tables,
        "moves_per_second": round(step.moves_per_second, 1),
        "p50_ms": _ms(step.waits.p50),
        "p99_ms": _ms(step.waits.p99),
        "refusals": step.refusals,
        "tables_lost": step.lost,
        "server_cores": round(step.server_cores, 3),
        "database_cores": round(step.database_cores, 3),
        "memory_mib": round(step.memory / MIB, 1),
        "bytes_per_move": round(step.bytes_per_move),
    }


def _growth(growth: Growth) -> dict[str, Any]:
    return {
        "tables": growth.tables,
        "start_ms": _ms(growth.start),
        "lobby": _waits(growth.lobby),
        "show": _waits(growth.show),
        "find": _waits(growth.find),
        "load": _waits(growth.load),
        "clean_up_ms": _ms(growth.clean_up),
        "removed": growth.removed,
    }


def _waits(waits: Waits) -> dict[str, float]:
    return {"p50_ms": _ms(waits.p50), "p99_ms": _ms(waits.p99)}


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 2)


def _print_tables(
    plan: SitePlan, load: dict[Arrangement, Sequence[Step]], growth: dict[str, list[Growth]]
) -> None:
    console = Console()
    for arrangement, steps in load.items():
        console.print(_load_table(arrangement, steps))
    for store, grown in growth.items():
        console.print(_growth_table(store, grown))
    for sentence in _remarks(plan, growth):
        console.print(sentence, markup=False, highlight=False, soft_wrap=True)


def _load_table(arrangement: Arrangement, steps: Sequence[Step]) -> Table:
    words = "one process" if arrangement.processes == 1 else f"{arrangement.processes} processes"
    table = _table(
        f"{STORES[arrangement.store]}, {words}",
        ("tables", "moves/s", "p50 ms", "p99 ms", "refusals", "lost", "cores", "DB cores", "MiB"),
    )
    for step in steps:
        table.add_row(
            f"{step.tables:,}",
            f"{step.moves_per_second:,.0f}",
            f"{1000 * step.waits.p50:,.1f}",
            f"{1000 * step.waits.p99:,.1f}",
            f"{step.refusals:,}",
            f"{step.lost:,}",
            f"{step.server_cores:.2f}",
            f"{step.database_cores:.2f}",
            f"{step.memory / MIB:,.0f}",
        )
    return table


def _growth_table(store: str, grown: Sequence[Growth]) -> Table:
    table = _table(
        f"{STORES[store]}, stored tables",
        ("tables", "start s", "lobby ms", "show ms", "find ms", "load ms", "removed", "in s"),
    )
    for each in grown:
        table.add_row(
            f"{each.tables:,}",
            f"{each.start:.2f}",
            *(f"{1000 * waits.p50:.1f}" for waits in (each.lobby, each.show, each.find, each.load)),
            f"{each.removed:,}",
            f"{each.clean_up:.2f}",
        )
    return table


def _table(title: str, headings: Sequence[str]) -> Table:
    table = Table(title=title)
    for heading in headings:
        table.add_column(heading, justify="right")
    return table


def _remarks(plan: SitePlan, growth: dict[str, list[Growth]]) -> list[str]:
    told = [
        f"Tables of {SEATS}, a move every {plan.pace:g} s at each; players and database are on this machine, too.",
        "p50, p99: until the last of the four heard of a move. Cores: processor time, on average.",
        "Show: asking for a table that was not in memory. Of lobby, show, find and load, half were done by then.",
    ]
    if "postgresql" not in growth:
        told.append("PostgreSQL is not installed here: only SQLite was measured.")
    return told

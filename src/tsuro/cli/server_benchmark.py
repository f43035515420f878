"""`tsuro bench --server`, `--crash` and `--dragons`: the server under load, after a crash, and beside bots."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from tsuro.bench.company import Company, CompanyPlan, Waits, measure_company
from tsuro.bench.returning import RETURN_STEPS, Return, measure_return
from tsuro.bench.serving import STEPS, Figures, Plan, Served, measure_serving
from tsuro.game.errors import TsuroError

__all__ = ["run_crash_benchmark", "run_dragons_benchmark", "run_server_benchmark"]

SECONDS = 7.0
TABLES = (100,)
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


def run_crash_benchmark(options: argparse.Namespace) -> int:
    if not 4 <= options.crash <= 100_000:
        raise TsuroError(f"--crash must be 4 to 100,000 clients, not {options.crash}")
    with Progress(transient=True, console=Console(stderr=True)) as progress:
        task = progress.add_task("measuring", total=RETURN_STEPS)
        returned = _return_results(measure_return(options.crash, lambda: progress.advance(task)))
    if options.json:
        print(json.dumps(returned, indent=1))
    else:
        print(
            f"{returned['back']:,} of {returned['clients']:,} clients came back: half of them "
            f"{returned['p50']:.1f} s, 99 of 100 {returned['p99']:.1f} s and the last {returned['last']:.1f} s "
            f"after the server listened again, which took {returned['down']:.1f} s. "
            f"The server used {returned['cpu']:.1f} s of processor time."
        )
    return 0


def run_dragons_benchmark(options: argparse.Namespace) -> int:
    if not 1 <= options.dragons <= 1000:
        raise TsuroError(f"--dragons must be 1 to 1000 tables, not {options.dragons}")
    plan = CompanyPlan(dragons=options.dragons, seconds=options.seconds or 20.0)
    with Console(stderr=True).status("measuring"):
        company = measure_company(plan)
    if options.json:
        print(json.dumps(_company_results(plan, company), indent=1))
        return 0
    for sentence in _company_words(plan, company):
        print(sentence)
    return 0


def _company_words(plan: CompanyPlan, company: Company) -> Iterator[str]:
    alone, beside, rounds = company.alone, company.beside_dragons, company.rounds
    yield f"People at {plan.people} tables of {plan.clients}, {plan.dragons} tables of one against three dragons."
    yield f"Half of people's moves reach all within {1000 * beside.p50:.1f} ms, 99 % in {1000 * beside.p99:.1f}."
    yield f"Without the dragons, it is {1000 * alone.p50:.1f} and {1000 * alone.p99:.1f} ms."
    yield f"Three dragons move within {rounds.p50:.1f} s, in 99 % of the cases within {rounds.p99:.1f} s."
    yield f"A bot waits for {1000 * company.mean_wait:.0f} ms on average until it can think."
    yield f"Bots made {company.bots:,} moves, {company.below:,} of them below their name."


def _company_results(plan: CompanyPlan, company: Company) -> dict[str, Any]:
    return {
        "tables_of_people": plan.people,
        "clients": plan.clients,
        "tables_with_dragons": plan.dragons,
        "alone": _waits(company.alone),
        "beside_dragons": _waits(company.beside_dragons),
        "against_dragons": _waits(company.against_dragons),
        "rounds": _waits(company.rounds),
        "bots": company.bots,
        "bots_wait_ms": round(company.mean_wait * 1000, 2),
        "below": company.below,
    }


def _waits(waits: Waits) -> dict[str, float]:
    return {
        "moves": waits.number,
        "p50_ms": round(waits.p50 * 1000, 2),
        "p99_ms": round(waits.p99 * 1000, 2),
    }


def _return_results(returned: Return) -> dict[str, Any]:
    waits = returned.waits or (float("nan"),)
    return {
        "clients": returned.clients,
        "back": len(returned.waits),
        "down": round(returned.down, 2),
        "p50": round(waits[len(waits) // 2], 2),
        "p99": round(waits[len(waits) * 99 // 100], 2),
        "last": round(waits[-1], 2),
        "cpu": round(returned.cpu, 2),
    }


def _plan(options: argparse.Namespace) -> Plan:
    tables, *more = options.tables or TABLES
    if more or not 1 <= tables <= 1000:
        raise TsuroError(f"--tables must be 1 to 1000, not {', '.join(map(str, options.tables))}")
    if not 2 <= options.clients <= 8:
        raise TsuroError(f"--clients must be 2 to 8, not {options.clients}")
    return Plan(tables=tables, clients=options.clients, seconds=options.seconds or SECONDS)


def _results(plan: Plan, served: Served) -> dict[str, Any]:
    return {
        "tables": plan.tables,
        "clients": plan.clients,
        "compiled": served.compiled,
        "tsuro": _figures(served.ours),
        "bare_room": _figures(served.room),
        "bare_echo": _figures(served.echo),
        "ratio_to_bare_room": round(served.ratio, 3),
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
    form = (
        "What every move passes through is compiled to C; its time counts where it was called from."
        if results["compiled"]
        else "The server runs as plain Python; a site may compile it to C: docs/hosting.md says how."
    )
    return [
        form,
        "A move is sent to every client of its table, each with its own view; an echo only to its sender.",
        f"It makes {ratio:.2f} times as many moves as the room without a game: the median of all rounds.",
        f"Latency: the time until the last client hears of a move, at {offered:,.0f} moves/s: half the maximum.",
        f"An open table takes {table:,.0f} KiB without its connections; a message has {message:,} bytes.",
    ]

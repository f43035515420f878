"""Faults of all kinds, at random, with the server's own timing; the result is written to docs/faults.md."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from random import Random, randrange

from tests.faults.kinds import FAULTS
from tests.faults.runs import Outcome, Run, series
from tests.faults.sites import Kind, Pace

REPORT = Path(__file__).parents[2] / "docs" / "faults.md"
ON_ONE_SITE = 10  # runs, then a new one is started
NAMES: dict[Kind, str] = {
    "sqlite": "SQLite",
    "postgresql": "PostgreSQL",
    "postgresql on a small disk": "PostgreSQL",
    "processes of one server": "PostgreSQL, `--processes 2`",
}

HEAD = """\
# Faults, injected into real processes

`make faults` lets people play at three tables, two of them with bots and a clock: on one process with SQLite, or
on two with PostgreSQL, each by itself or both of one server. At a random moment something goes wrong. People come
back by themselves, to any process, and ask again until they are answered. Then

- everything that was acknowledged is in the logs, and nothing is there twice;
- each table has one log without gaps, which replays;
- everybody is in step again, and sees what any process shows to somebody who comes now;
- another game is played to its end at every table.

The last run: how many moves were acknowledged and found in the logs, how many came too late for the clock, how
often people had to come back, and how many seconds after the end of the fault everybody was in step and answered,
at worst. A connection that is dead without a word is noticed by silence: by clients after ten seconds, by
processes that wait for PostgreSQL after fifteen.

| database | fault | runs | failures | moves | too late | returns | seconds |
|---|---|---:|---:|---:|---:|---:|---:|"""


@dataclass
class Result:
    outcomes: list[Outcome] = field(default_factory=list)
    failures: list[Run] = field(default_factory=list)


def plan(number: int, seed: int) -> list[Run]:
    """Every fault on every site, equally often, each with a seed of its own."""
    sites = [site for site in FAULTS if os.getuid() == 0 or site != "postgresql on a small disk"]
    kinds = [(site, fault) for site in sites for fault in FAULTS[site]]
    random = Random(seed)
    return [
        Run(site=site, fault=fault, seed=random.randrange(10**9)) for site, fault in islice(cycle(kinds), number)
    ]


def parts(runs: Sequence[Run], random: Random) -> Iterator[list[Run]]:
    """Those that can share a site, in any order."""
    for site in FAULTS:
        here = [run for run in runs if run.site == site]
        random.shuffle(here)
        yield from (here[first : first + ON_ONE_SITE] for first in range(0, len(here), ON_ONE_SITE))


async def make_all(runs: Sequence[Run], *, seed: int, together: int) -> Result:
    result, free = Result(), asyncio.Semaphore(together)

    async def make(some: Sequence[Run]) -> None:
        async with free:
            await _make(some, result)

    await asyncio.gather(*(make(some) for some in parts(runs, Random(seed))))
    return result


async def _make(runs: Sequence[Run], result: Result) -> None:
    """After a failure, those that are left get a new site."""
    left = list(runs)
    while left:
        try:
            async for outcome in series(tuple(left), Pace()):
                result.outcomes.append(outcome)
                left.pop(0)
                print(f"{len(result.outcomes)}: {outcome}", flush=True)
        except Exception:  # noqa: BLE001 -- whatever it is, it is a failure of this run
            traceback.print_exc()
            result.failures.append(left.pop(0))


def report(result: Result) -> str:
    return "\n".join(_report_lines(result)) + "\n"


def _report_lines(result: Result) -> Iterator[str]:
    yield HEAD
    for site, faults in FAULTS.items():
        for fault in faults:
            some = [each for each in result.outcomes if (each.run.site, each.run.fault) == (site, fault)]
            failed = sum((run.site, run.fault) == (site, fault) for run in result.failures)
            if some or failed:
                yield _row(NAMES[site], fault, some, failed)
    yield _row("**all**", "", result.outcomes, len(result.failures))


def _row(database: str, fault: str, outcomes: Sequence[Outcome], failed: int) -> str:
    sums = (sum(getattr(each, what) for each in outcomes) for what in ("moves", "refused", "returns"))
    worst = max((each.seconds for each in outcomes), default=0.0)
    runs = len(outcomes) + failed
    return (
        f"| {database} | {fault} | {runs} | {failed} | {' | '.join(f'{each:,}' for each in sums)} | {worst:.1f} |"
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--runs", type=int, default=100, metavar="N")
    parser.add_argument("--seed", type=int, default=randrange(10**9), metavar="N")
    parser.add_argument("--together", type=int, default=2, metavar="N", help="how many sites run at the same time")
    parser.add_argument("--report", type=Path, default=REPORT, metavar="FILE")
    options = parser.parse_args()
    print(f"--seed {options.seed}", flush=True)
    runs = plan(options.runs, options.seed)
    result = asyncio.run(make_all(runs, seed=options.seed, together=options.together))
    options.report.write_text(report(result), encoding="utf-8")
    for run in result.failures:
        print(f"failed: {run}")
    print(f"{len(runs)} runs, {len(result.failures)} failures: see {options.report}")
    return 1 if result.failures else 0


if __name__ == "__main__":
    sys.exit(main())

"""Things go wrong while people play: nothing is lost or done twice, and everybody is in step again by themselves.

Ten runs; `make faults` makes a hundred, and takes its time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import get_args

import pytest
from tests.faults.__main__ import Result, plan, report
from tests.faults.kinds import FAULTS
from tests.faults.runs import QUICK, Outcome, Run, series
from tests.faults.sites import Kind

ON_A_FILE = ["the disk is full", "a process is killed"]
PROCESSES_FAIL = [
    "a process is killed",
    "a process stands still, and wakes up",
    "connections of clients are half-open",
    "clocks jump",
]
THE_DATABASE_FAILS = [
    "PostgreSQL is killed",
    "PostgreSQL cannot be reached: late",
    "PostgreSQL cannot be reached: refused",
    "clients never read",
]


def make(runs: Sequence[Run]) -> list[Outcome]:
    async def all_of_them() -> list[Outcome]:
        return [outcome async for outcome in series(runs, QUICK)]

    return asyncio.run(all_of_them())


@pytest.mark.slow
def test_nothing_is_lost_on_a_file() -> None:
    outcomes = make([Run(site="sqlite", fault=fault, seed=seed) for seed, fault in enumerate(ON_A_FILE)])
    assert all(outcome.moves > 0 for outcome in outcomes)


@pytest.mark.slow
@pytest.mark.parametrize("faults", [PROCESSES_FAIL, THE_DATABASE_FAILS], ids=["processes", "database"])
def test_nothing_is_lost_on_postgresql(faults: list[str]) -> None:
    outcomes = make([Run(site="postgresql", fault=fault, seed=seed) for seed, fault in enumerate(faults)])
    assert all(outcome.moves > 0 for outcome in outcomes)


def test_the_longer_run_has_every_fault_on_every_database_and_tells_of_each() -> None:
    runs = plan(100, seed=1)
    kinds = {(run.site, run.fault) for run in runs}
    everywhere = {(site, fault) for site, faults in FAULTS.items() for fault in faults}
    assert (everywhere, len(FAULTS)) == (kinds, len(get_args(Kind)))
    failed = runs[0]
    outcomes = [Outcome(run=run, moves=10, refused=0, returns=2, seconds=0.25) for run in runs[1:]]
    text = report(Result(outcomes=outcomes, failures=[failed]))
    assert "| **all** |  | 100 | 1 | 990 | 0 | 198 | 0.2 |" in text
    assert all(f"| {fault} |" in text for _, fault in kinds)

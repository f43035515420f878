"""`tsuro bench --site`: what it measures, and how it says so."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from tsuro.bench.client import Client, ServingError
from tsuro.bench.company import Waits
from tsuro.bench.generator import Generators, Played, _Table
from tsuro.bench.load import Load
from tsuro.bench.process import cpu_of_all, memory_of_all
from tsuro.bench.site import Arrangement, SitePlan, Step, measure_site
from tsuro.cli import main
from tsuro.cli.growth_benchmark import Growth, measure_growth

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux")]

NOBODY = 2**22 + 1  # no process has a number as high
WAITS = Waits(number=10, p50=0.002, p99=0.0125)
STEP = Step(
    tables=1500,
    moves_per_second=750.04,
    waits=WAITS,
    refusals=1,
    lost=2,
    server_cores=0.5,
    database_cores=0.25,
    memory=100 * 1024 * 1024,
    bytes_per_move=7000.4,
)
GROWTH = Growth(
    tables=100_000, start=1.5, lobby=WAITS, show=WAITS, find=WAITS, load=WAITS, clean_up=2.25, removed=10_000
)


def test_a_site_is_measured_on_both_databases() -> None:
    ticks: list[None] = []
    plan = SitePlan(tables=(1, 3), processes=(2,), seconds=0.6, pace=0.1)
    measured = measure_site(plan, lambda: ticks.append(None))
    assert [*measured] == [Arrangement("sqlite", 1), Arrangement("postgresql", 2)]
    assert len(ticks) == 4
    for arrangement, steps in measured.items():
        assert [step.tables for step in steps] == [1, 3]
        for step in steps:
            assert step.moves_per_second > 0
            assert 0 < step.waits.p50 <= step.waits.p99
            assert (step.refusals, step.lost) == (0, 0)
            assert step.bytes_per_move > 1000
            assert step.memory > 10_000_000 * arrangement.processes


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_starting_looking_up_and_cleaning_up_are_measured(store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tsuro.cli.growth_benchmark.LOOK_UPS", 5)
    monkeypatch.setattr("tsuro.cli.growth_benchmark.AT_ONCE", 8)
    first, second = measure_growth(store, (20, 10))
    assert (first.tables, first.removed) == (10, 1)
    assert (second.tables, second.removed) == (20, 2)  # numbers 11 and 21: nine were left of ten
    for growth in (first, second):
        assert min(growth.start, growth.clean_up) > 0
        for waits in (growth.lobby, growth.show, growth.find, growth.load):
            assert waits.number == 5
            assert 0 < waits.p50 <= waits.p99


def test_a_refused_move_is_counted_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tsuro.bench.generator.AGAIN", 0.0)

    async def refused() -> tuple[Played, list[bytes]]:
        client, played = _Silent(), Played()
        table = _Table([client], Random(1), played)
        load = Load()
        table.go(load, moves=1)  # the host begins a game …
        table.hear(client, b'{"type":"refused","id":"1"}')
        await asyncio.sleep(0.01)  # … and does so again
        table.stop()
        table.hear(client, b'{"type":"refused","id":"2"}')
        await table.resting
        return played, client.said

    played, said = asyncio.run(refused())
    assert played.refusals == 2
    assert [json.loads(message)["type"] for message in said] == ["start", "start"]


def test_a_table_that_has_lost_a_player_is_counted_once() -> None:
    async def lost() -> Played:
        client, played = _Silent(), Played()
        table = _Table([client], Random(1), played)
        table.go(Load())
        client.lost()
        client.lost()
        await table.resting
        return played

    assert asyncio.run(lost()).lost == 1


class _Silent(Client):
    """Keeps what it should have sent."""

    def __init__(self) -> None:
        super().__init__("", lambda _client, _message: None)
        self.said: list[bytes] = []

    def say(self, message: bytes) -> None:
        self.said.append(message)


def test_players_who_cannot_make_a_table_say_so() -> None:
    generators = Generators(1, 1, connections=8)
    try:
        with pytest.raises(ServingError, match="no table can be made at the server"):
            generators.add(1)
    finally:
        generators.end()


def test_what_a_process_that_has_ended_uses_is_nothing() -> None:
    assert (cpu_of_all(NOBODY), memory_of_all(NOBODY)) == (0, 0)


@pytest.fixture
def planned(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What the command would have measured; it is told the same figures for all of it."""
    plans: list[object] = []

    def site(plan: SitePlan, tick: Callable[[], None]) -> dict[Arrangement, Sequence[Step]]:
        plans.append(plan)
        tick()
        return {arrangement: [STEP] for arrangement in plan.arrangements}

    def growth(store: str, steps: Sequence[int], tick: Callable[[], None]) -> list[Growth]:
        plans.append((store, steps))
        tick()
        return [GROWTH]

    monkeypatch.setattr("tsuro.cli.site_benchmark.measure_site", site)
    monkeypatch.setattr("tsuro.cli.site_benchmark.measure_growth", growth)
    return plans


def test_the_figures_are_told_as_json(planned: list[object], capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--tables", "1000,250", "--processes", "1,4", "--stored", "100", "--seconds", "3"]
    assert main(["bench", "--site", "--json", *words]) == 0
    plan = SitePlan(tables=(250, 1000), processes=(1, 4), seconds=3)
    assert planned == [plan, ("sqlite", (100,)), ("postgresql", (100,))]
    told = json.loads(capsys.readouterr().out)
    assert (told["clients"], told["seconds_between_moves"]) == (4, 2)
    assert [(each["store"], each["processes"]) for each in told["load"]] == [
        ("sqlite", 1),
        ("postgresql", 1),
        ("postgresql", 4),
    ]
    assert told["load"][0]["steps"] == [
        {
            "tables": 1500,
            "moves_per_second": 750.0,
            "p50_ms": 2.0,
            "p99_ms": 12.5,
            "refusals": 1,
            "tables_lost": 2,
            "server_cores": 0.5,
            "database_cores": 0.25,
            "memory_mib": 100.0,
            "bytes_per_move": 7000,
        }
    ]
    waits = {"p50_ms": 2.0, "p99_ms": 12.5}
    assert told["growth"]["postgresql"] == [
        {
            "tables": 100_000,
            "start_ms": 1500.0,
            "lobby": waits,
            "show": waits,
            "find": waits,
            "load": waits,
            "clean_up_ms": 2250.0,
            "removed": 10_000,
        }
    ]


def test_the_figures_are_told_in_tables(planned: list[object], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--site"]) == 0
    assert planned[0] == SitePlan(tables=(250, 500, 1000, 1500, 2500), processes=(2,), seconds=10)
    told = capsys.readouterr().out
    assert "SQLite, one process" in told
    assert "PostgreSQL, 2 processes" in told
    assert "100,000" in told
    assert "not installed" not in told


def test_without_postgresql_only_the_file_is_measured(
    planned: list[object], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tsuro.bench.site.is_installed", lambda: False)
    assert main(["bench", "--site", "--stored", "7"]) == 0
    assert planned[1:] == [("sqlite", (7,))]
    assert "PostgreSQL is not installed here: only SQLite was measured." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--tables", "250,0"), "--tables must be 1 to 4,500, not 250,0"),
        (("--processes", "17"), "--processes must be 1 to 16, not 17"),
        (("--stored", "0"), "--stored must be 1 to 1,000,000, not 0"),
    ],
)
def test_what_cannot_be_measured_is_refused(
    words: tuple[str, str], said: str, planned: list[object], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "--site", *words]) == 2
    assert said in capsys.readouterr().err
    assert planned == []


def test_what_is_no_number_is_told_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["bench", "--site", "--processes", "two"])
    assert "'two' should be numbers with commas between, such as 2,4,8" in capsys.readouterr().err

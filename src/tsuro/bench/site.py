"""How many tables a site can serve on one machine, with its database and the players on the same machine."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tsuro.bench.company import PACE, Waits
from tsuro.bench.generator import SEATS, Generators, Played
from tsuro.bench.guests import game_server
from tsuro.bench.postgresql import is_installed, postgresql
from tsuro.bench.process import Process, allow_connections, cpu_of_all, memory_of_all

__all__ = ["Arrangement", "SitePlan", "Step", "database_for", "measure_site"]

GENERATORS = 2  # processes with players
SETTLING = 1.0  # seconds for what new tables have started to be finished


@dataclass(frozen=True, slots=True, kw_only=True)
class SitePlan:
    tables: tuple[int, ...] = (250, 500, 1000, 1500, 2500)  # of four players, one step after the other
    processes: tuple[int, ...] = (2,)  # on PostgreSQL; on SQLite it is always one
    seconds: float = 10.0  # of load, for each step
    pace: float = PACE  # seconds between two moves at a table

    @property
    def arrangements(self) -> tuple[Arrangement, ...]:
        """What can be measured here."""
        shared = self.processes if is_installed() else ()
        return Arrangement("sqlite", 1), *(Arrangement("postgresql", processes) for processes in shared)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What a site consists of."""

    store: str
    processes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What happened with a number of tables; processor time is in cores, on average."""

    tables: int
    moves_per_second: float
    waits: Waits  # until the last of the four heard of a move
    refusals: int
    lost: int  # tables that came to a stop
    server_cores: float
    database_cores: float
    memory: int  # bytes, of all processes of the server
    bytes_per_move: float  # that players received


def measure_site(plan: SitePlan, tick: Callable[[], None] = lambda: None) -> dict[Arrangement, Sequence[Step]]:
    """Measure each arrangement with more and more tables; `tick` is called after each step of each."""
    allow_connections(SEATS * max(plan.tables))
    return {arrangement: list(_steps(plan, arrangement, tick)) for arrangement in plan.arrangements}


@contextmanager
def database_for(store: str) -> Iterator[tuple[str, int | None]]:
    """A new database for as long as the `with` lasts, and the process that serves it, if there is one."""
    if store == "sqlite":
        with tempfile.TemporaryDirectory(prefix="tsuro-") as folder:
            yield str(Path(folder) / "tables.sqlite3"), None
    else:
        with postgresql() as server:
            yield server.url, server.pid


def _steps(plan: SitePlan, arrangement: Arrangement, tick: Callable[[], None]) -> Iterator[Step]:
    with (
        database_for(arrangement.store) as (database, keeper),
        game_server(database, processes=arrangement.processes) as server,
        _generators(server, plan) as generators,
    ):
        there = 0
        for tables in plan.tables:
            generators.add(tables - there)
            there = tables
            time.sleep(SETTLING)
            yield _step(plan, tables, server, keeper, generators)
            tick()


@contextmanager
def _generators(server: Process, plan: SitePlan) -> Iterator[Generators]:
    generators = Generators(server.port, GENERATORS, connections=SEATS * max(plan.tables))
    try:
        yield generators
    finally:
        generators.end()


def _step(plan: SitePlan, tables: int, server: Process, keeper: int | None, generators: Generators) -> Step:
    def spent() -> tuple[float, float, float]:
        return time.monotonic(), cpu_of_all(server.pid), 0.0 if keeper is None else cpu_of_all(keeper)

    before = spent()
    played: Played = generators.play(plan.seconds, plan.pace)
    seconds, server_cpu, database_cpu = (now - then for now, then in zip(spent(), before, strict=True))
    return Step(
        tables=tables,
        moves_per_second=played.moves / seconds,
        waits=Waits.of(played.latencies),
        refusals=played.refusals,
        lost=played.lost,
        server_cores=server_cpu / seconds,
        database_cores=database_cpu / seconds,
        memory=memory_of_all(server.pid),
        bytes_per_move=played.bytes / max(1, played.moves),
    )

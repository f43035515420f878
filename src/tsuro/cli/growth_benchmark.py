"""How a site grows: what starting, looking up and cleaning up take with more and more stored tables.

It is here because it needs both the benchmark and the server's storage. The tables are copies of one at which
a game was played; they are written directly into the database.
"""

from __future__ import annotations

import asyncio
import secrets
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from time import perf_counter, time
from typing import TypeAlias

from tsuro.bench.client import ServingError
from tsuro.bench.company import Waits
from tsuro.bench.generator import SEATS
from tsuro.bench.guests import game_server, seated
from tsuro.bench.load import whole_game
from tsuro.bench.site import database_for
from tsuro.server.storage.archive import Archive, Row
from tsuro.server.storage.opening import open_archive, open_store
from tsuro.server.storage.store import DAY, Store

__all__ = ["Growth", "measure_growth"]

AT_ONCE = 500  # tables that are written together
LOOK_UPS = 200  # of each kind, at random
EVERY_TENTH = 10  # table is open to anyone, and the next one old enough to be removed
KEPT_DAYS = 30

Sample: TypeAlias = Mapping[str, Sequence[Row]]
"""The rows of a table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """With a number of stored tables; times are seconds."""

    tables: int
    start: float  # from starting the server until people can connect
    lobby: Waits  # asking for the lobby
    show: Waits  # asking for a table that is not in memory: it is found, read, replayed and sent
    find: Waits  # a table by its code, in the database
    load: Waits  # the log of a table, from the database
    clean_up: float
    removed: int  # tables, by the clean-up


def measure_growth(store: str, steps: Sequence[int], tick: Callable[[], None] = lambda: None) -> list[Growth]:
    """Store more and more tables, and measure after each step; `tick` is then called."""
    with database_for(store) as (database, _):
        return list(_measured(database, _sample(), sorted(steps), tick))


def _measured(database: str, sample: Sample, steps: Sequence[int], tick: Callable[[], None]) -> Iterator[Growth]:
    for tables in steps:
        codes = asyncio.run(_filled(database, sample, tables))
        yield _measure(database, tables, codes)
        tick()


def _measure(database: str, tables: int, codes: Sequence[str]) -> Growth:
    some = Random(tables).choices(codes, k=LOOK_UPS)
    began = perf_counter()
    with game_server(database) as server:
        start = perf_counter() - began
        lobby = _requests(server.port, ["/api/lobby"] * LOOK_UPS)
        show = _requests(server.port, [f"/api/tables/{code}" for code in some])
    find, load, clean_up, removed = asyncio.run(_in_the_database(database, some))
    return Growth(
        tables=tables,
        start=start,
        lobby=lobby,
        show=show,
        find=find,
        load=load,
        clean_up=clean_up,
        removed=removed,
    )


def _requests(port: int, paths: Sequence[str]) -> Waits:
    connection = HTTPConnection("127.0.0.1", port)
    headers = {"Authorization": f"Bearer {secrets.token_urlsafe(16)}"}

    def ask(path: str) -> float:
        began = perf_counter()
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        if answer.status != HTTPStatus.OK:
            raise ServingError(f"the server answers {answer.status} to a request for {path.split('/')[2]}")
        return perf_counter() - began

    try:
        return Waits.of([ask(path) for path in paths])
    finally:
        connection.close()


async def _in_the_database(database: str, codes: Sequence[str]) -> tuple[Waits, Waits, float, int]:
    async with open_store(database, serve=False) as store:
        tables = [found.id for code in codes if (found := await store.find(code))]
        find = Waits.of([await _timed(store.find(code)) for code in codes])
        load = Waits.of([await _timed(store.load(table)) for table in tables])
        began = perf_counter()
        removed = await _cleaned(store)
        return find, load, perf_counter() - began, removed


async def _cleaned(store: Store) -> int:
    return len(await store.prune(now=_now(), untouched_days=KEPT_DAYS))


async def _timed(work: Awaitable[object]) -> float:
    began = perf_counter()
    await work
    return perf_counter() - began


def _sample() -> Sample:
    """All that is stored of a table at which four played a whole game."""
    with tempfile.TemporaryDirectory(prefix="tsuro-") as folder:
        database = Path(folder) / "tables.sqlite3"
        with game_server(database) as server:
            asyncio.run(_play(server.port))
        return asyncio.run(_rows(database))


async def _play(port: int) -> None:
    (table,) = await seated(port, 1, SEATS, listed=True)
    await whole_game(table)
    for client in table.clients:
        client.close()


async def _rows(database: Path) -> Sample:
    async with open_archive(database, create=False) as archive:
        (rows,) = (await archive.read(await archive.tables())).values()
        return rows


async def _filled(database: str, sample: Sample, tables: int) -> list[str]:
    """Store copies of a table until there are this many; returns the codes of the new ones that stay."""
    async with open_archive(database, create=True) as archive:
        site = await archive.site()
        first, missing = site.last_table + 1, tables - len(await archive.tables())
        codes = [secrets.token_urlsafe(16) for _ in range(missing)]
        numbers = range(first, first + missing)
        await _write(archive, sample, dict(zip(numbers, codes, strict=True)))
        return [code for number, code in zip(numbers, codes, strict=True) if not _is_old(number)]


async def _write(archive: Archive, sample: Sample, codes: Mapping[int, str]) -> None:
    numbers = list(codes)
    for start in range(0, len(numbers), AT_ONCE):
        some = numbers[start : start + AT_ONCE]
        await archive.replace({number: _copy(sample, number, codes[number]) for number in some})
    if numbers:
        site = await archive.site()
        await archive.set_site(type(site)(last_table=numbers[-1], alive=site.alive, bans=site.bans))


def _copy(sample: Sample, number: int, code: str) -> Sample:
    """The same table with another number and other codes; some are open, and some are old."""
    ((_, play, watch, created, touched, phase, due, listed, position),) = sample["tables"]
    other = secrets.token_urlsafe(16)
    age = DAY * (2 * KEPT_DAYS if _is_old(number) else number // EVERY_TENTH % KEPT_DAYS)

    def with_codes(text: str) -> str:
        return text.replace(play, code).replace(watch, other)

    shown = with_codes(listed) if number % EVERY_TENTH == 0 else None
    copied = {name: [(number, *row[1:]) for row in rows] for name, rows in sample.items()}
    return copied | {
        "tables": [(number, code, other, created - age, touched - age, phase, due, shown, position)],
        "log": [(number, seq, with_codes(text)) for _, seq, text in sample["log"]],
    }


def _is_old(number: int) -> bool:
    return number % EVERY_TENTH == 1


def _now() -> int:
    return int(time() * 1000)

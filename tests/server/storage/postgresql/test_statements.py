"""What a site asks every second, at every move or when it starts reads no more rows the more tables are stored."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest
from tests.postgresql import run_sql
from tests.server.storage.entries import append, created

from tsuro.server.storage.opening import open_store
from tsuro.server.storage.store import Derived, Present, Store

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

TABLES = 3000
TIMES = 8  # after five times, PostgreSQL may choose a plan that fits all values
NEEDED = 25  # rows that one call may read, of all tables together
HOUR = 3_600_000
NOW = 1000 * HOUR
# Of tables that nobody has used for a month, a quarter each waits, plays, has a clock and is over; a half is open.
FILL = f"""
    WITH made AS (
        INSERT INTO tsuro.tables (play, watch, created, touched, phase, due, listed, position, entries)
        SELECT 'old' || n, 'seen' || n, n, n, (ARRAY['gathering', 'playing', 'playing', 'over'])[n % 4 + 1],
            CASE n % 4 WHEN 2 THEN {2 * NOW} END, CASE n % 2 WHEN 0 THEN '' END, n, 3
        FROM generate_series(1, {TABLES}) AS n RETURNING id
    ), logged AS (
        INSERT INTO tsuro.log SELECT id, seq, '{{}}' FROM made, generate_series(1, 3) AS seq
    ), over AS (INSERT INTO tsuro.games SELECT id, 1, '' FROM made)
    INSERT INTO tsuro.checkpoints SELECT id, '{{}}' FROM made
"""  # noqa: S608 -- numbers of ours
READ = """
    SELECT relname, sum(n)::bigint FROM (
        SELECT relname, seq_tup_read AS n FROM pg_stat_user_tables WHERE schemaname = 'tsuro'
        UNION ALL SELECT relname, idx_tup_read FROM pg_stat_user_indexes WHERE schemaname = 'tsuro'
    ) AS reads GROUP BY relname
"""
CONNECTED = "SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'tsuro%' AND datname = current_database()"
SOME = [5, 6, 7]

Call = Callable[[Store, int], Awaitable[Any]]


async def write_a_move(store: Store, number: int) -> None:
    await append(store, 5, 4 + number, due=NOW, listed="{}", derived=Derived(position=7, finished=(1, "record")))


async def create(store: Store, number: int) -> None:
    await store.create([created(f"new{number}")])


CALLS: Mapping[str, Call] = {
    "a move": write_a_move,
    "a new table": create,
    "find": lambda store, _: store.find("old77"),
    "load": lambda store, _: store.log(5, after=3),
    "seqs": lambda store, _: store.seqs(SOME),
    "the lobby": lambda store, _: store.listed(NOW - 6 * HOUR),
    "what is due": lambda store, number: store.due_before(NOW + number),
    "notices": lambda store, _: store.notices(),
    "bans": lambda store, _: store.bans(),
    "leases": lambda store, _: store.lease("a", SOME, seconds=5),
    "who is here": lambda store, number: store.present(
        "a", {table: [Present(table=table, guest="ann", clients=number + 1)] for table in SOME}
    ),
    "who is elsewhere": lambda store, _: store.who_is_present(SOME, besides="b"),
    "alive": lambda store, number: store.alive(NOW + number),
    "start": lambda store, number: store.start(f"process {number}", NOW),
    "leave": lambda store, number: store.leave(f"process {number}"),
}


async def sql(url: str, *statements: str) -> list[Any]:
    return await asyncio.to_thread(run_sql, url, *statements)


async def rows_read(url: str, call: Call) -> int:
    """The rows, of tables and indexes, that a process reads to do it once."""
    before = dict(await sql(url, READ))
    async with open_store(url, serve=False) as store:
        for number in range(TIMES):
            await call(store, number)
    while await sql(url, CONNECTED):  # a connection counts what it has read when it ends
        await asyncio.sleep(0.01)
    after = dict(await sql(url, READ))
    return int(sum(after[name] - before[name] for name in after)) // TIMES


async def test_no_statement_reads_all_tables(url: str) -> None:
    await sql(url, FILL, "ANALYZE tsuro.tables, tsuro.log, tsuro.games, tsuro.checkpoints")
    found = {name: await rows_read(url, call) for name, call in CALLS.items()}
    assert {name: rows for name, rows in found.items() if rows > NEEDED} == {}


async def test_no_statement_reads_all_tables_before_postgresql_has_counted_them(url: str) -> None:
    """As after a copy or a bulk load, until autovacuum comes by."""
    await sql(url, FILL)
    found = {name: await rows_read(url, call) for name, call in CALLS.items()}
    assert {name: rows for name, rows in found.items() if rows > NEEDED} == {}


async def test_a_move_writes_to_no_index_of_its_table(url: str) -> None:
    """The next version of the row fits beside it, unless the table is open to anyone or an hour is over."""
    await sql(url, FILL)
    before = await sql(url, "SELECT n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'tables'")
    async with open_store(url, serve=False) as store:
        for number in range(TIMES):
            await append(store, 7, 4 + number, due=NOW + number, derived=Derived(position=number))
    while await sql(url, CONNECTED):
        await asyncio.sleep(0.01)
    after = await sql(url, "SELECT n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'tables'")
    assert after[0][0] - before[0][0] >= TIMES - 1

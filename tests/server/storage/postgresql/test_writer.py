"""Many write at once, and connections are lost: nothing is lost with them, and nothing is written twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any

import asyncpg
import pytest
from tests.postgresql import ADMIN, run_sql, shared
from tests.server.storage.entries import acted, append, created, new_table
from tests.server.storage.postgresql.proxy import Proxy, proxy

from tsuro.server.storage.errors import Conflict, StoreError, Uncertain
from tsuro.server.storage.opening import open_store
from tsuro.server.storage.postgresql.store import PostgresqlStore
from tsuro.server.storage.store import Store

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@asynccontextmanager
async def store_behind_proxy(url: str) -> AsyncIterator[tuple[Store, Proxy]]:
    """Without TLS: if a connection is cut while that is agreed on, asyncpg leaves the error to the loop."""
    async with proxy(url) as network, open_store(f"{network.url}?sslmode=disable") as store:
        yield store, network


async def until(condition: Callable[[], Awaitable[Any]]) -> None:
    async with asyncio.timeout(20):
        while not await condition():
            await asyncio.sleep(0.02)


async def count(url: str, table: int) -> int:
    """How many entries the table has, seen by somebody else."""
    rows = await asyncio.to_thread(run_sql, url, f"SELECT entries FROM tsuro.tables WHERE id = {table}")  # noqa: S608 -- a number
    return int(rows[0][0])


async def test_writes_of_many_tasks_are_committed_together(url: str) -> None:
    async def play(table: int) -> None:
        for seq in range(2, 12):
            await append(store, table, seq, acted(seq))

    async with PostgresqlStore.open(url) as store:
        tables = await asyncio.gather(*(new_table(store, str(number)) for number in range(50)))
        batches = counted(store)
        await asyncio.gather(*map(play, tables))
        assert [row.entries for row in await store.rows()] == [11] * 50
    assert len(batches) < 100  # 500 writes


def counted(store: PostgresqlStore) -> list[int]:
    """A list that gets the size of each transaction."""
    sizes: list[int] = []
    execute = store._writer._execute

    async def noted(connection: Any, batch: Any) -> set[int]:
        sizes.append(len(batch))
        return await execute(connection, batch)

    store._writer._execute = noted  # type: ignore[method-assign]  # -- only watched
    return sizes


async def test_processes_that_write_to_the_same_tables_in_any_order_never_wait_in_a_circle(url: str) -> None:
    async def play(store: Store, tables: list[int]) -> None:
        for _ in range(5):
            seqs = await store.seqs(tables)
            writes = [append(store, table, seqs[table] + 1) for table in tables]
            await asyncio.gather(*writes, return_exceptions=True)

    async with open_store(url) as one, open_store(url) as other:
        tables = [await new_table(one, str(number)) for number in range(30)]
        await asyncio.gather(play(one, tables), play(other, tables[::-1]))
        seqs = await one.seqs(tables)
        assert [len(await other.log(table)) for table in tables] == [seqs[table] for table in tables]
        assert min(seqs.values()) > 5


async def test_a_write_that_makes_the_whole_transaction_fail_fails_alone(url: str) -> None:
    async with open_store(url) as store:
        one, other = await new_table(store, "1"), await new_table(store, "2")
        wrong = append(store, one, 2, due=2**70)
        outcomes = await asyncio.gather(wrong, append(store, other, 2), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [StoreError, type(None)]
        assert await store.seqs([one, other]) == {one: 1, other: 2}


async def test_an_answer_that_was_lost_is_found_in_the_log(url: str) -> None:
    async with store_behind_proxy(url) as (store, network):
        table = await new_table(store)
        await append(store, table, 2)
        network.keeps_answers = True
        writing = asyncio.create_task(append(store, table, 3, acted(3000), acted(3001)))
        await until(lambda: count_is(url, table, 4))
        network.keeps_answers = False
        network.cut()
        await writing
        assert await store.log(table) == [created(), acted(), acted(3000), acted(3001)]


async def count_is(url: str, table: int, wanted: int) -> bool:
    return await count(url, table) == wanted


async def test_a_connection_that_was_lost_while_nobody_wrote_is_made_again(url: str) -> None:
    async with store_behind_proxy(url) as (store, network):
        table = await new_table(store)
        for seq in range(2, 5):
            network.cut()
            await append(store, table, seq)
            network.cut()
            assert len(await store.log(table)) == seq
            assert await new_table(store, str(seq)) > table


WAITING_WRITERS = """
    SELECT application_name FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND application_name LIKE 'tsuro writer%' AND datname = current_database()
"""


@asynccontextmanager
async def locked(url: str) -> AsyncIterator[None]:
    """Another program holds the rows of all tables."""
    connection = await asyncpg.connect(url)
    try:
        async with connection.transaction():
            await connection.execute("SELECT 1 FROM tsuro.tables FOR UPDATE")
            yield
    finally:
        await connection.close()


async def test_a_statement_that_still_runs_at_the_server_is_ended_before_it_is_tried_again(url: str) -> None:
    async def writers() -> list[str]:
        rows = await asyncio.to_thread(run_sql, url, WAITING_WRITERS)
        return [name for (name,) in rows]

    async def is_replaced() -> bool:
        return bool(now := await writers()) and before not in now

    async with store_behind_proxy(url) as (store, network):
        table = await new_table(store)
        async with locked(url):
            writing = asyncio.create_task(append(store, table, 2))
            await until(writers)
            [before] = await writers()
            network.cut()
            await until(is_replaced)
            assert not writing.done()
        await writing
        assert len(await store.log(table)) == 2


async def test_who_wrote_while_the_database_went_away_learns_that_nobody_knows(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("writer", "connecting"):
        monkeypatch.setattr(f"tsuro.server.storage.postgresql.{module}.PATIENCE", 0.3)
    async with store_behind_proxy(url) as (store, network):
        one, other = await new_table(store, "1"), await new_table(store, "2")
        await append(store, one, 2)
        network.keeps_answers = True
        sent = asyncio.create_task(append(store, one, 3))
        await until(lambda: count_is(url, one, 3))
        waiting = asyncio.create_task(append(store, other, 2))
        network.is_down = True
        network.cut()
        with pytest.raises(Uncertain, match=r"cannot be reached.*; it is not known what was written"):
            await sent
        with pytest.raises(StoreError, match="cannot be reached") as refused:
            await waiting
        assert not isinstance(refused.value, Uncertain)
        with pytest.raises(StoreError, match="cannot be reached"):
            await store.log(one)
        network.is_down = network.keeps_answers = False
        monkeypatch.undo()  # connecting again may take longer on a busy machine
        assert await store.seqs([one, other]) == {one: 3, other: 1}
        await append(store, other, 2)
        with pytest.raises(Conflict):
            await append(store, one, 3)


async def test_a_write_that_always_loses_its_connection_keeps_nobody_waiting_for_ever(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tsuro.server.storage.postgresql.writer.PATIENCE", 0.5)
    async with PostgresqlStore.open(url) as store:
        one, other = await new_table(store, "1"), await new_table(store, "2")
        lose = "BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END"
        await asyncio.to_thread(
            run_sql,
            url,
            f"CREATE FUNCTION tsuro.lose() RETURNS trigger LANGUAGE plpgsql AS $$ {lose} $$",
            "CREATE TRIGGER lose BEFORE INSERT ON tsuro.log FOR EACH ROW "
            f"WHEN (NEW.table_id = {one}) EXECUTE FUNCTION tsuro.lose()",
        )
        async with asyncio.timeout(20):
            with pytest.raises(Uncertain, match="it is not known what was written"):
                await append(store, one, 2)
            await append(store, other, 2)
        assert await store.seqs([one, other]) == {one: 1, other: 2}


@pytest.fixture
def limit(url: str) -> Iterator[Callable[[int], None]]:
    """Lets the database accept no more connections than that; -1: as many as it can."""
    name, admin = url.rpartition("/")[2], shared().url(user=ADMIN)

    def change(connections: int) -> None:
        run_sql(admin, f"ALTER DATABASE {name} CONNECTION LIMIT {connections}")

    yield change
    change(-1)


async def test_who_wrote_learns_that_nobody_knows_if_there_is_no_connection_left_to_look(
    url: str, limit: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tsuro.server.storage.postgresql.writer.PATIENCE", 0.3)
    async with store_behind_proxy(url) as (store, network):
        table = await new_table(store)
        await append(store, table, 2)
        network.keeps_answers = True
        writing = asyncio.create_task(append(store, table, 3))
        await until(lambda: count_is(url, table, 3))
        await asyncio.to_thread(limit, 0)
        network.keeps_answers = False
        network.cut()
        with pytest.raises(Uncertain, match=r"accepts no more connections.*; it is not known"):
            await writing
        await asyncio.to_thread(limit, -1)
        await append(store, table, 4)
        assert len(await store.log(table)) == 4


async def test_a_table_whose_number_was_lost_on_the_way_is_made_once(url: str) -> None:
    async with store_behind_proxy(url) as (store, network):
        await new_table(store, "0")  # the statement is known to the connection from now on
        network.keeps_answers = True
        making = asyncio.create_task(new_table(store))
        made = "SELECT 1 FROM tsuro.tables WHERE play = 'play'"
        await until(lambda: asyncio.to_thread(run_sql, url, made))
        network.keeps_answers = False
        network.cut()
        table = await making
        assert await store.log(table) == [created()]
        with pytest.raises(Conflict, match="codes"):
            await new_table(store)
        assert await store.count() == 2


async def test_a_hand_over_is_not_taken_twice_by_trying_again(url: str) -> None:
    async with store_behind_proxy(url) as (store, network):
        await store.keep_hand_over(code_hash="c0de", table=await new_table(store), guest="ann", until=9)
        await store.take_hand_over(code_hash="other", now=1)  # the statement is known from now on
        network.keeps_answers = True
        taking = asyncio.create_task(store.take_hand_over(code_hash="c0de", now=1))
        await until(lambda: is_empty(url, "hand_overs"))
        network.keeps_answers = False
        network.cut()
        with pytest.raises(Uncertain):
            await taking


async def is_empty(url: str, relation: str) -> bool:
    return not await asyncio.to_thread(run_sql, url, f"SELECT 1 FROM tsuro.{relation}")  # noqa: S608 -- a name of ours


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [("disk_full", "the disk of the database is full"), ("read_only_sql_transaction", "is read-only")],
)
async def test_a_full_disk_fails_with_a_sentence_and_passes(empty: str, reason: str, sentence: str) -> None:
    async with open_store(empty) as store:
        table = await new_table(store)
        await asyncio.to_thread(
            run_script,
            empty,
            f"CREATE FUNCTION tsuro.full() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE {reason}; END $$;"
            "CREATE TRIGGER f BEFORE INSERT ON tsuro.log EXECUTE FUNCTION tsuro.full()",
        )
        with pytest.raises(StoreError, match=sentence):
            await append(store, table, 2)
        with pytest.raises(StoreError, match=sentence):
            await new_table(store, "2")
        assert (await store.seqs([table]), await store.count()) == ({table: 1}, 1)
        await asyncio.to_thread(run_script, empty, "DROP TRIGGER f ON tsuro.log")
        await append(store, table, 2)
        assert len(await store.log(table)) == 2


def run_script(url: str, script: str) -> None:
    for statement in script.split(";CREATE TRIGGER"):
        run_sql(
            url, statement if statement.startswith(("CREATE FUNCTION", "DROP")) else f"CREATE TRIGGER{statement}"
        )


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE tsuro.log SET entry = '{}' WHERE seq = 1",
        "DELETE FROM tsuro.log WHERE seq = 2",
        "TRUNCATE tsuro.log",
        "INSERT INTO tsuro.log VALUES (1, 1, '{}')",
        "INSERT INTO tsuro.log VALUES (77, 1, '{}')",
    ],
)
async def test_the_database_itself_keeps_logs_as_they_are(url: str, change: str) -> None:
    async with open_store(url) as store:
        table = await new_table(store)
        await append(store, table, 2)
        with pytest.raises(asyncpg.IntegrityConstraintViolationError):
            await asyncio.to_thread(run_sql, url, change)
        assert await store.log(table) == [created(), acted()]


async def test_closing_waits_for_no_database_that_does_not_answer(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tsuro.server.storage.postgresql.writer.LAST", 0.3)
    async with store_behind_proxy(url) as (store, network):
        one, other = await new_table(store, "1"), await new_table(store, "2")
        await append(store, one, 2)
        network.keeps_answers = True
        writing = [
            asyncio.create_task(append(store, table, seq)) for table, seq in ((one, 3), (other, 2), (one, 4))
        ]
        await asyncio.sleep(0.1)
        assert isinstance(store, PostgresqlStore)
        began = monotonic()
        await store.close()
        assert monotonic() - began < 5
        for each in writing:
            with pytest.raises(Uncertain):
                await each


async def test_while_somebody_keeps_tables_busy_nobody_waits_for_long(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tsuro.server.storage.postgresql.writer.PATIENCE", 0.3)
    monkeypatch.setattr("tsuro.server.storage.postgresql.connecting.PATIENCE", 0.3)  # of a statement for a lock
    async with PostgresqlStore.open(url) as store:
        tables = [await new_table(store, str(number)) for number in range(20)]
        locking = await asyncpg.connect(url)
        async with locking.transaction():
            await locking.execute("LOCK TABLE tsuro.tables")
            began = monotonic()
            done = await asyncio.gather(*(append(store, table, 2) for table in tables), return_exceptions=True)
            assert monotonic() - began < 5  # instead of 20 times the patience
        assert {type(error) for error in done} == {StoreError}
        await locking.close()
        await append(store, tables[0], 2)


async def test_closing_commits_what_was_asked_for(url: str) -> None:
    async with open_store(url) as store:
        tables = [await new_table(store, str(number)) for number in range(3)]
        writes = [asyncio.create_task(append(store, table, seq)) for seq in range(2, 7) for table in tables]
        await asyncio.sleep(0)
    assert await asyncio.gather(*writes) == [None] * 15
    async with open_store(url, serve=False) as store:
        assert await store.seqs(tables) == dict.fromkeys(tables, 6)

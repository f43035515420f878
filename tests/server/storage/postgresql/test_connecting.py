"""What cannot be opened is told in a sentence that says what to do, and never repeats the address."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import pytest
from tests.faults.proxy import Proxy
from tests.postgresql import ADMIN, GUARDED, PASSWORD, USER, run_sql, shared
from tests.server.storage.entries import acted, append, new_table

from tsuro.server.storage.errors import StoreError, Uncertain
from tsuro.server.storage.opening import open_store
from tsuro.server.storage.postgresql import migrations
from tsuro.server.storage.postgresql.connecting import POOL, Database, opened
from tsuro.server.storage.store import DAY

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def refused(url: str, *, serve: bool = True) -> str:
    """The sentence with which the address is refused."""
    with pytest.raises(StoreError) as error:
        async with open_store(url, serve=serve):
            pytest.fail("it was opened")  # pragma: no cover -- reached only when the test fails
    sentence = str(error.value)
    parts = urlsplit(url)
    for secret in (parts.password, parts.netloc, parts.path.lstrip("/")):
        assert not secret or secret not in sentence
    assert PASSWORD not in repr(error.value.__cause__)
    return sentence


def name_of(url: str) -> str:
    return urlsplit(url).path.lstrip("/")


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        (f"postgresql://ana:{PASSWORD}@127.0.0.1:1/ana", "cannot be reached"),
        (f"postgresql://ana:{PASSWORD}@127.0.0.1:5432x/ana", "cannot be read"),
        (f"postgresql://ana:{PASSWORD}@127.0.0.1/ana?sslmode=maybe", "the encryption that the address asks for"),
        (
            f"postgresql://ana:{PASSWORD}@127.0.0.1/ana?sslmode=verify-full&sslrootcert=/none",
            "there is no file /none",
        ),
        (f"postgres://ana:{PASSWORD}@127.0.0.1:99999/ana", "cannot be read"),
    ],
)
async def test_an_address_where_nobody_is(address: str, sentence: str) -> None:
    assert sentence in await refused(address)


async def test_a_wrong_password_a_missing_user_and_a_missing_database() -> None:
    server = shared()
    place = f"127.0.0.1:{server.port}"
    assert "refuses the user or the password" in await refused(f"postgresql://{GUARDED}:wrong@{place}/postgres")
    assert "refuses the user or the password" in await refused(
        f"postgresql://{GUARDED}:x{PASSWORD}@{place}/postgres"
    )
    assert "does not let this user in" in await refused(f"postgresql://nobody-here@{place}/postgres")
    assert "there is no database of that name" in await refused(server.url("nowhere"))


async def test_a_user_who_may_not_create_anything(empty: str) -> None:
    address = f"postgresql://{GUARDED}:{PASSWORD}@127.0.0.1:{shared().port}/{name_of(empty)}"
    assert "the user may not do this" in await refused(address)


@pytest.fixture
def few_connections() -> Iterator[None]:
    admin = shared().url(user=ADMIN)
    run_sql(admin, f"ALTER ROLE {GUARDED} CONNECTION LIMIT 0")
    yield
    run_sql(admin, f"ALTER ROLE {GUARDED} CONNECTION LIMIT -1")


async def test_a_server_that_accepts_no_more_connections(few_connections: None) -> None:
    address = f"postgresql://{GUARDED}:{PASSWORD}@127.0.0.1:{shared().port}/postgres"
    assert "accepts no more connections" in await refused(address)


async def test_a_database_of_a_newer_version_is_left_as_it_is(empty: str) -> None:
    async with open_store(empty) as store:
        await new_table(store)
    await asyncio.to_thread(run_sql, empty, "UPDATE tsuro.version SET number = 1000")
    for serve in (True, False):
        assert "written by a newer version of Tsuro" in await refused(empty, serve=serve)
    [(number,)] = await asyncio.to_thread(run_sql, empty, "SELECT number FROM tsuro.version")
    assert number == 1000


async def test_an_older_database_is_updated_by_a_server_and_by_nobody_else(
    empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_store(empty) as store:
        table = await new_table(store)
    monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, "ALTER TABLE tables ADD colour TEXT"))
    assert "start a server once to update it" in await refused(empty, serve=False)
    async with open_store(empty) as store:
        assert len(await store.log(table)) == 1
    [(colour,)] = await asyncio.to_thread(run_sql, empty, "SELECT colour FROM tsuro.tables")
    assert colour is None


async def test_tables_of_every_earlier_version_are_found_after_an_update(
    empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "MIGRATIONS", migrations.MIGRATIONS[:1])
        async with open_store(empty) as store:
            table = await new_table(store)
            await append(store, table, 2, acted(5 * DAY), due=6 * DAY, listed="{}")
    async with open_store(empty) as store:
        assert (await store.due_before(6 * DAY - 1), await store.due_before(6 * DAY)) == ([], [table])
        assert [len(await store.listed(since)) for since in (0, 5 * DAY, 5 * DAY + 1)] == [1, 1, 0]
        assert await store.seqs([table]) == {table: 2}


async def test_a_step_that_fails_changes_nothing(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_store(empty):
        pass
    with monkeypatch.context() as patch:
        wrong = "ALTER TABLE tables ADD colour TEXT; SELECT 1 / 0"
        patch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, wrong))
        assert "division by zero" in await refused(empty)
    async with open_store(empty) as store:
        assert await store.count() == 0


async def test_many_processes_create_the_tables_at_once(empty: str) -> None:
    async def open_and_count() -> int:
        async with open_store(empty) as store:
            return await store.count()

    assert await asyncio.gather(*(open_and_count() for _ in range(6))) == [0] * 6


async def test_a_read_only_database_serves_nobody_and_can_be_looked_at(url: str) -> None:
    async with open_store(url) as store:
        await new_table(store)
    name = name_of(url)
    await asyncio.to_thread(run_sql, url, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    try:
        assert "is read-only" in await refused(url)
        async with open_store(url, serve=False) as store:
            assert await store.count() == 1
    finally:
        admin = shared().url(user=ADMIN)
        await asyncio.to_thread(run_sql, admin, f"ALTER DATABASE {name} RESET default_transaction_read_only")


async def test_commits_wait_for_the_disk_whatever_the_database_is_told(url: str) -> None:
    name = name_of(url)
    await asyncio.to_thread(run_sql, url, f"ALTER DATABASE {name} SET synchronous_commit = off")
    try:
        database = Database(url)
        await database.open()
        own = await database.connect("test")
        settings = [
            await database.run(lambda connection: connection.fetchval("SHOW synchronous_commit")),
            await own.fetchval("SHOW synchronous_commit"),
        ]
        await own.close()
        await database.close()
    finally:
        await asyncio.to_thread(run_sql, url, f"ALTER DATABASE {name} RESET synchronous_commit")
    assert settings == ["on", "on"]


async def test_when_all_connections_are_in_use_somebody_is_told(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tsuro.server.storage.postgresql.connecting.PATIENCE", 0.2)
    async with open_store(url) as store:
        database: Database = store._database  # type: ignore[attr-defined]  # -- of this kind of store
        sleeping = [
            asyncio.create_task(database.run(lambda connection: connection.execute("SELECT pg_sleep(2)")))
            for _ in range(4)
        ]
        await asyncio.sleep(0.3)
        with pytest.raises(StoreError, match="all connections to it are in use"):
            await store.count()
        await asyncio.gather(*sleeping)
        assert await store.count() == 0


async def ask(database: Database, seconds: float = 0) -> None:
    await database.run(lambda connection: connection.execute(f"SELECT pg_sleep({seconds})"))


@asynccontextmanager
async def died_in_silence(url: str) -> AsyncIterator[tuple[Database, Any]]:
    """A database of which all connections died without a word: those of the pool, and one of its own."""
    network = Proxy(lambda: url)
    port = await network.open()
    async with opened(urlsplit(url)._replace(netloc=f"{USER}@127.0.0.1:{port}").geturl()) as database:
        own = await database.connect("test")
        await asyncio.gather(*(ask(database, 0.2) for _ in range(POOL)))
        network.trouble("dropped")
        network.clear()
        yield database, own
    await network.close()


async def test_of_connections_that_died_in_silence_only_one_is_waited_for(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tsuro.server.storage.postgresql.connecting.STATEMENT", 1.0)
    monkeypatch.setattr("tsuro.server.storage.postgresql.connecting.PATIENCE", 1.0)
    async with died_in_silence(url) as (database, _):
        with pytest.raises(StoreError, match="cannot be reached"):
            await ask(database)
        await ask(database)


async def test_whoever_began_late_on_a_connection_that_died_in_silence_waits_no_longer_than_others(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tsuro.server.storage.postgresql.connecting.STATEMENT", 2.0)
    monkeypatch.setattr("tsuro.server.storage.postgresql.connecting.PATIENCE", 2.0)
    async with died_in_silence(url) as (database, own):
        first = asyncio.create_task(ask(database))
        await asyncio.sleep(3)
        late = [asyncio.create_task(each) for each in (ask(database), own.execute("SELECT 1"))]
        with pytest.raises(StoreError, match="cannot be reached"):
            await first
        done, _ = await asyncio.wait(late, timeout=1)  # by themselves, they would wait for three seconds more
        assert done == {*late}
        assert late[0].exception() is None  # another connection did it
        assert isinstance(late[1].exception(), asyncpg.PostgresConnectionError | asyncpg.InterfaceError)


async def test_nobody_knows_what_was_done_if_the_last_connection_was_lost_on_the_way(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lose(connection: Any) -> None:
        await connection.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    monkeypatch.setattr("tsuro.server.storage.postgresql.connecting.PATIENCE", 0.5)
    async with opened(url) as database:
        for again in (True, False):
            with pytest.raises(Uncertain, match="it is not known what was written"):
                await database.run(lose, again=again)


async def test_what_takes_too_long_is_ended(url: str) -> None:
    database = Database(url)
    await database.open()

    async def sleep(connection: object) -> None:
        await connection.execute("SET statement_timeout = 100")  # type: ignore[attr-defined]  # -- a connection
        await connection.execute("SELECT pg_sleep(5)")  # type: ignore[attr-defined]  # -- a connection

    with pytest.raises(StoreError, match="took too long"):
        await database.run(sleep)
    await database.close()


def test_without_the_driver_the_extra_is_named() -> None:
    program = """if True:
        import sys
        from tsuro.cli import main
        sys.modules["asyncpg"] = None
        sys.exit(main(["tables", "--database", "postgresql://ana:secret@127.0.0.1/ana"]))
    """
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert done.stderr.endswith("PostgreSQL needs an extra: pip install 'tsuro[postgresql]'\n")

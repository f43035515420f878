"""Many write at once: together where they can, and what cannot be written harms nobody else."""

from __future__ import annotations

import asyncio
import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.storage.entries import acted, append, created, new_table

from tsuro.server.storage.errors import Conflict, StoreError
from tsuro.server.storage.sqlite.database import PATIENCE_OF_PLAYERS, connect
from tsuro.server.storage.sqlite.store import SqliteStore
from tsuro.server.storage.sqlite.writer import DELAY, MANY, Writer


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite3"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    with SqliteStore.open(path) as store:
        yield store


def test_writes_of_many_tasks_are_committed_together(store: SqliteStore, path: Path) -> None:
    async def play(table: int) -> None:
        for seq in range(2, 22):
            await append(store, table, seq, acted(seq), due=seq)

    async def play_all() -> None:
        tables = await asyncio.gather(*(store.create([created(str(number))]) for number in range(50)))
        await asyncio.gather(*(play(table) for table in tables))

    commits = committed(store)
    asyncio.run(play_all())
    assert [row.entries for row in asyncio.run(store.rows())] == [21] * 50
    assert len(commits) < 200  # 1050 writes
    assert asyncio.run(store.log(50)) == [created("49"), *(acted(seq) for seq in range(2, 22))]


def test_entries_of_many_tables_are_inserted_by_few_calls(store: SqliteStore) -> None:
    """After each call, the thread that plays and the one that writes wait for each other."""

    async def append_all() -> None:
        tables = await asyncio.gather(*(store.create([created(str(number))]) for number in range(100)))
        calls.clear()
        await asyncio.gather(*(append(store, table, 2, acted(2)) for table in tables))

    calls: list[str] = []
    store._writer._connection.set_trace_callback(calls.append)
    asyncio.run(append_all())
    assert [row.entries for row in asyncio.run(store.rows())] == [2] * 100
    inserted = {call for call in calls if call.startswith("INSERT INTO appended")}  # triggers are traced as well
    assert 4 <= len(inserted) < 20


@pytest.mark.parametrize(("tables", "waits"), [(MANY - 1, False), (MANY, True)])
def test_after_many_have_written_the_writer_waits_for_more(
    path: Path, monkeypatch: pytest.MonkeyPatch, tables: int, *, waits: bool
) -> None:
    async def create_all(store: SqliteStore) -> None:
        await asyncio.gather(*(store.create([created(str(number))]) for number in range(tables)))

    slept: list[float] = []
    monkeypatch.setattr("tsuro.server.storage.sqlite.writer.sleep", slept.append)
    with SqliteStore.open(path) as store:
        asyncio.run(create_all(store))
    assert slept == [DELAY] * waits


def committed(store: SqliteStore) -> list[str]:
    """A list that grows by one word for each commit."""
    found: list[str] = []
    connection = store._writer._connection
    connection.set_trace_callback(lambda statement: found.append(statement) if statement == "COMMIT" else None)
    return found


def test_who_fails_fails_alone(store: SqliteStore) -> None:
    tables = [asyncio.run(new_table(store, str(number))) for number in range(3)]

    async def append_all() -> list[BaseException | None]:
        writes = [append(store, table, seq, phase="over") for table, seq in wanted]
        return await asyncio.gather(*writes, return_exceptions=True)

    wanted = [(tables[0], 2), (tables[1], 3), (99, 1), (tables[2], 2), (tables[0], 3), (tables[2], 2)]
    outcomes = asyncio.run(append_all())
    assert [type(outcome) for outcome in outcomes] == [
        type(None),
        Conflict,
        Conflict,
        type(None),
        type(None),
        Conflict,
    ]
    assert [len(asyncio.run(store.log(table))) for table in tables] == [3, 1, 2]


def test_a_write_that_cannot_even_be_asked_fails_alone(store: SqliteStore) -> None:
    table = asyncio.run(new_table(store))

    async def write_both() -> list[BaseException | None]:
        writes = [append(store, table, seq, phase="over") for seq in (2**70, 2)]
        return await asyncio.gather(*writes, return_exceptions=True)

    failed, done = asyncio.run(write_both())
    assert isinstance(failed, OverflowError)
    assert done is None
    assert len(asyncio.run(store.log(table))) == 2


def test_a_write_is_done_even_if_nobody_waits_for_it(store: SqliteStore) -> None:
    table = asyncio.run(new_table(store))

    async def give_up() -> None:
        writes = [asyncio.create_task(append(store, table, seq, phase="over")) for seq in range(2, 12)]
        await asyncio.sleep(0)
        for write in writes[::2]:
            write.cancel()
        outcomes = await asyncio.gather(*writes, return_exceptions=True)
        assert sum(outcome is None for outcome in outcomes) == 5

    asyncio.run(give_up())
    assert len(asyncio.run(store.log(table))) == 11


def test_closing_commits_what_was_asked_for(path: Path) -> None:
    store = SqliteStore.open(path)
    table = asyncio.run(new_table(store))

    async def close_at_once() -> list[None]:
        writes = [asyncio.create_task(append(store, table, seq, phase="over")) for seq in range(2, 52)]
        await asyncio.sleep(0)
        store.close()
        return await asyncio.gather(*writes)

    assert asyncio.run(close_at_once()) == [None] * 50
    with SqliteStore.open(path) as again:
        assert len(asyncio.run(again.log(table))) == 51


def test_a_closed_store_refuses_everything_with_a_sentence(path: Path) -> None:
    store = SqliteStore.open(path)
    table = asyncio.run(new_table(store))
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        asyncio.run(append(store, table, 2))
    with pytest.raises(StoreError, match="closed"):
        asyncio.run(store.log(table))


def test_who_stopped_waiting_with_the_loop_disturbs_nobody(store: SqliteStore) -> None:
    """The event loop ends while writes are on their way."""
    table = asyncio.run(new_table(store))

    async def leave() -> None:
        task = asyncio.create_task(append(store, table, 2, phase="over"))
        await asyncio.sleep(0)
        task.cancel()

    asyncio.run(leave())
    asyncio.run(append(store, table, 3))
    assert len(asyncio.run(store.log(table))) == 3


def test_a_full_disk_fails_everyone_and_passes(store: SqliteStore) -> None:
    """Here the database may have no more pages; how a full disk really feels is tested elsewhere."""
    tables = [asyncio.run(new_table(store, str(number))) for number in range(3)]
    limit_pages(store, 1)  # it cannot be less than there are
    large = acted(action="x" * 100_000)

    async def append_all() -> list[BaseException | None]:
        writes = [append(store, table, 2, large, phase="over", due=5) for table in tables]
        return await asyncio.gather(*writes, return_exceptions=True)

    for _ in range(2):
        outcomes = asyncio.run(append_all())
        assert all(isinstance(outcome, StoreError) and "disk is full" in str(outcome) for outcome in outcomes)
        assert [asyncio.run(store.log(table)) for table in tables] == [
            [created(str(number))] for number in range(3)
        ]
        assert asyncio.run(store.due_before(9)) == []
    limit_pages(store, 1_000_000)
    assert asyncio.run(append_all()) == [None] * 3
    assert [len(asyncio.run(store.log(table))) for table in tables] == [2, 2, 2]


def limit_pages(store: SqliteStore, pages: int) -> None:
    store._writer._connection.execute(f"PRAGMA max_page_count = {pages}").fetchone()


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO other VALUES (99)",  # refused when all is committed
        "INSERT OR ROLLBACK INTO one VALUES (1)",  # the database gives up everything at once
    ],
)
def test_a_commit_that_fails_fails_everyone(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as connection:
        connection.executescript(
            "PRAGMA foreign_keys = ON; CREATE TABLE one (id INTEGER PRIMARY KEY); INSERT INTO one VALUES (1);"
            "CREATE TABLE other (one REFERENCES one (id) DEFERRABLE INITIALLY DEFERRED)"
        )
        writer = Writer(connection, path)

        async def write(text: str) -> int:
            return await writer.write(lambda connection: connection.execute(text).rowcount)

        async def write_all() -> list[int | BaseException]:
            texts = ["INSERT INTO one VALUES (2)", statement, "INSERT INTO one VALUES (3)"]
            return await asyncio.gather(*map(write, texts), return_exceptions=True)

        failed = asyncio.run(write_all())
        assert asyncio.run(write("INSERT INTO one VALUES (4)")) == 1
        writer.close()
        assert [type(outcome) for outcome in failed] == [StoreError] * 3
        assert connection.execute("SELECT id FROM one").fetchall() == [(1,), (4,)]


def test_who_cannot_wait_for_another_program_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tsuro.server.storage.sqlite.database.PATIENCE", 0.05)
    with SqliteStore.open(path) as store, closing(connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another program keeps the database busy"):
            asyncio.run(new_table(store))
        other.execute("COMMIT")
        assert asyncio.run(new_table(store)) == 1


def test_another_program_is_waited_for_once_and_not_for_long(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    monkeypatch.setattr("tsuro.server.storage.sqlite.database.PATIENCE_OF_PLAYERS", 0.05)
    with SqliteStore.open(path) as store, closing(connect(path)) as other:
        store._writer._connection.set_trace_callback(tried.append)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another program keeps the database busy"):
            asyncio.run(new_table(store))
        other.execute("COMMIT")
        store._writer._connection.set_trace_callback(None)
    assert [text for text in tried if text.startswith("BEGIN")] == ["BEGIN IMMEDIATE"]
    monkeypatch.undo()
    assert PATIENCE_OF_PLAYERS <= 3


def test_a_full_disk_is_called_full_when_sqlite_speaks_of_an_error(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_connection: sqlite3.Connection) -> None:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR | (12 << 8)
        raise error

    def full(**_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with SqliteStore.open(path) as store:

        async def write() -> None:
            await store._writer.write(fail)

        with pytest.raises(StoreError, match="does not work: disk I/O error"):
            asyncio.run(write())
        monkeypatch.setattr("tsuro.server.storage.sqlite.database.tempfile.TemporaryFile", full)
        with pytest.raises(StoreError, match="the disk is full: make room"):
            asyncio.run(write())


def test_nothing_is_written_to_a_file_that_was_moved(path: Path) -> None:
    with SqliteStore.open(path) as store:
        table = asyncio.run(new_table(store))
        away = path.with_name("away.sqlite3")
        path.rename(away)
        for write in (store.alive(7), append(store, table, 2)):
            with pytest.raises(StoreError, match="moved or removed"):
                asyncio.run(write)
        shutil.copy(away, path)  # another file by the same name
        with pytest.raises(StoreError, match="moved or removed"):
            asyncio.run(store.alive(7))
        away.rename(path)
        asyncio.run(append(store, table, 2))
        assert asyncio.run(store.seqs([table])) == {table: 2}

"""What only a SQLite file can show: it guards its logs itself, and names what it cannot read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.storage.entries import acted, append, created, new_table

from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.sqlite.database import connect
from tsuro.server.storage.sqlite.store import SqliteStore

pytestmark = pytest.mark.anyio


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite3"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    with SqliteStore.open(path) as store:
        yield store


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE log SET entry = '{}' WHERE seq = 1",
        "DELETE FROM log WHERE seq = 2",
        "DELETE FROM log",
        "INSERT INTO log VALUES (1, 4, '{}')",
        "INSERT OR REPLACE INTO log VALUES (1, 1, '{}')",
        "INSERT INTO log VALUES (2, 1, '{}')",
    ],
)
async def test_the_database_itself_keeps_logs_as_they_are(store: SqliteStore, path: Path, change: str) -> None:
    table = await new_table(store)
    await append(store, table, 2)
    with closing(connect(path)) as other, pytest.raises(sqlite3.IntegrityError):
        other.execute(change)
    assert await store.log(table) == [created(), acted()]


async def test_an_entry_that_cannot_be_read_is_named(store: SqliteStore, path: Path) -> None:
    table = await new_table(store)
    with closing(connect(path)) as other:
        other.execute("INSERT INTO log VALUES (?, 2, ?)", (table, '{"kind":"teleported","at":1}'))
    with pytest.raises(StoreError, match=f"entry 2 of table {table} cannot be read: .*teleported"):
        await store.log(table)

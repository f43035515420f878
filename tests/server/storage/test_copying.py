"""Everything is copied between databases of any kind, whatever interrupts it, and what differs is found."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from tests.postgresql import empty_database, new_database, run_sql
from tests.server.storage.entries import ANN, acted, append, created, new_table

from tsuro.server.storage import copying
from tsuro.server.storage.archive import RELATIONS, Archive, Content, Site
from tsuro.server.storage.copying import AT_ONCE, copy
from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.opening import open_archive, open_store
from tsuro.server.storage.store import DAY, Derived, Store, TableRow

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

Places: TypeAlias = tuple[str, str]

PRUNED = 50 * DAY  # when tables that were not touched are removed


def nothing(_done: int, _total: int) -> None:
    pass


@pytest.fixture(params=["to PostgreSQL", "from PostgreSQL", "to another file"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Places:
    """Where to copy from, and where to."""
    file, other = str(tmp_path / "one.sqlite3"), str(tmp_path / "other.sqlite3")
    return {
        "to PostgreSQL": lambda: (file, new_database()),
        "from PostgreSQL": lambda: (new_database(), file),
        "to another file": lambda: (file, other),
    }[request.param]()


async def fill(store: Store) -> list[TableRow]:
    """Tables of every kind, one of which is gone."""
    for number in range(7):
        table = await store.create([created(str(number), at=PRUNED)], listed=f"open {number}")
        derived = Derived(position=number, finished=(1, f"record {number}"))
        await append(store, table, 2, acted(PRUNED, f"Æ ✓ {number}"), due=9, derived=derived)
        await store.keep_hand_over(code_hash=f"hash {number}", table=table, guest=ANN, until=99 * DAY)
    await new_table(store, "old")
    assert len(await store.prune(now=PRUNED, untouched_days=30)) == 1
    await store.alive(123)
    await store.ban("192.0.2.1", until=456)
    return await store.rows()


async def copied(places: Places) -> int:
    async with open_archive(places[0], create=False) as source, open_archive(places[1], create=True) as target:
        return await copy(source, target, progress=nothing)


async def test_everything_is_copied(places: Places) -> None:
    async with open_store(places[0]) as store:
        rows = await fill(store)
        logs = [await store.log(row.id) for row in rows]
    assert await copied(places) == 7
    async with open_store(places[1]) as store:
        assert await store.rows() == rows
        assert [await store.log(row.id) for row in rows] == logs
        assert [await store.record(row.id, 1) for row in rows] == [f"record {row.play[4:]}" for row in rows]
        assert {each.listed for each in await store.listed()} == set()  # an append without one ended it
        assert await store.is_played([6])
        assert (await store.last_alive(), await store.bans()) == (123, {"192.0.2.1": 456})
        assert await store.take_hand_over(code_hash="hash 3", now=1) is not None
        await append(store, rows[0].id, 3)  # games go on
        assert (
            await new_table(store, "new") == rows[0].id + 2
        )  # the number of the removed table is not given again


async def test_there_and_back_is_the_same(tmp_path: Path) -> None:
    files = [tmp_path / "one.sqlite3", tmp_path / "other.sqlite3"]
    async with open_store(files[0]) as store:
        await fill(store)
    middle = new_database()
    await copied((str(files[0]), middle))
    await copied((middle, str(files[1])))
    assert dumped(files[0]) == dumped(files[1])


def dumped(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return [line for line in connection.iterdump() if "notices" not in line]


class Interrupted(Exception):
    """As if somebody had pressed Ctrl-C."""


class Failing:
    """A target that does something wrong after some parts."""

    def __init__(self, target: Archive, parts: int, wrong: Callable[[Content], Content]) -> None:
        self._target, self._left, self._wrong = target, parts, wrong

    def __getattr__(self, name: str) -> Any:
        return getattr(self._target, name)

    async def replace(self, content: Content) -> None:
        self._left -= 1
        await self._target.replace(content if self._left >= 0 else self._wrong(content))


def interrupted(_: Content) -> Content:
    raise Interrupted


async def copied_until(places: Places, parts: int, wrong: Callable[[Content], Content]) -> None:
    async with open_archive(places[0], create=False) as source, open_archive(places[1], create=True) as target:
        await copy(source, Failing(target, parts, wrong), progress=nothing)


async def test_a_copy_that_was_interrupted_goes_on(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "AT_ONCE", 2)
    async with open_store(places[0]) as store:
        rows = await fill(store)
    for parts in (0, 1, 2):
        with pytest.raises(Interrupted):
            await copied_until(places, parts, interrupted)
        with pytest.raises(StoreError, match="an unfinished copy: finish it with `tsuro tables copy`"):
            async with open_store(places[1]):
                pytest.fail("half a copy was served")  # pragma: no cover -- reached only when the test fails
        with pytest.raises(StoreError, match="the source is an unfinished copy"):
            await copied((places[1], places[0]))
    assert await copied(places) == 7
    assert await copied(places) == 7  # there is nothing left to do
    async with open_store(places[1]) as store:
        assert await store.rows() == rows


def without_the_last_entry(content: Content) -> Content:
    return changed(content, "log", lambda rows: rows[:-1])


def with_another_entry(content: Content) -> Content:
    return changed(content, "log", lambda rows: [*rows[:-1], (*rows[-1][:-1], "{}")])


def without_hand_overs(content: Content) -> Content:
    return changed(content, "hand_overs", lambda _: [])


def with_another_code(content: Content) -> Content:
    return changed(content, "tables", lambda rows: [(rows[0][0], "other", *rows[0][2:])])


def without_a_table(content: Content) -> Content:
    return dict(list(content.items())[1:])


def changed(content: Content, name: str, change: Callable[[Any], Any]) -> Content:
    """The content with other rows for its first table."""
    first, *others = content.items()
    table: Mapping[str, Any] = {**first[1], name: change(first[1][name])}
    return {first[0]: table, **dict(others)}


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        (without_the_last_entry, "table 5 is damaged: row 2 of log"),
        (with_another_entry, "table 5 is damaged: row 2 of log"),
        (without_hand_overs, "table 5 is damaged: row 1 of hand_overs"),
        (with_another_code, "table 5 is damaged: row 1 of tables"),
        (without_a_table, "table 5 is damaged: row 1 of tables"),
    ],
)
async def test_what_was_not_written_as_it_was_read_is_found(
    places: Places, wrong: Callable[[Content], Content], where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "AT_ONCE", 2)
    async with open_store(places[0]) as store:
        await fill(store)
    with pytest.raises(StoreError, match=where):
        await copied_until(places, 2, wrong)


async def test_a_copy_that_was_changed_meanwhile_is_refused(tmp_path: Path) -> None:
    places = str(tmp_path / "one.sqlite3"), empty_database()
    async with open_store(places[0]) as store:
        await fill(store)
    await copied(places)
    for statement in (
        "ALTER TABLE tsuro.log DISABLE TRIGGER ALL",
        "UPDATE tsuro.log SET entry = '{}' WHERE table_id = 3 AND seq = 2",
    ):
        await asyncio.to_thread(run_sql, *admin(places[1], statement))
    with pytest.raises(StoreError, match="entry 2 of table 3 is another in the target: name an empty database"):
        await copied(places)


def admin(url: str, statement: str) -> tuple[str, str]:
    return url.replace("//tsuro@", "//postgres@"), statement


async def test_what_went_on_in_the_source_is_copied_again(places: Places) -> None:
    async with open_store(places[0]) as store:
        rows = await fill(store)
    await copied(places)
    async with open_store(places[0]) as store:
        await append(store, rows[0].id, 3)
        await new_table(store, "new", at=PRUNED)
        rows = await store.rows()
    assert await copied(places) == 8
    async with open_store(places[1]) as store:
        assert await store.rows() == rows


async def test_a_target_with_other_tables_is_left_as_it_is(places: Places) -> None:
    async with open_store(places[0]) as store:
        await new_table(store, "1")
    async with open_store(places[1]) as store:
        for name in "23456":
            await new_table(store, name)
        rows = await store.rows()
    with pytest.raises(StoreError, match=r"the target has other tables \(2, 3, 4 and 1 more\)"):
        await copied(places)
    async with open_store(places[1]) as store:
        assert await store.rows() == rows


async def test_a_target_with_another_table_of_the_same_number_is_left_as_it_is(places: Places) -> None:
    """A server goes on with it, and none of the tables that come before is written."""
    last = 2 * AT_ONCE + 1
    for place, name in zip(places, ("source", "target"), strict=True):
        async with open_store(place) as store:
            for number in range(last):
                await new_table(store, f"{name} {number}")
    async with open_store(places[1]) as store:
        await store.remove(range(1, last))
        rows = await store.rows()
    with pytest.raises(StoreError, match=f"entry 1 of table {last} is another in the target"):
        await copied(places)
    async with open_store(places[1]) as store:
        assert await store.rows() == rows


async def test_a_database_in_use_is_not_copied(places: Places) -> None:
    async with open_store(places[0]) as store:
        await store.present("server", {})
        with pytest.raises(StoreError, match="another server is using the database"):
            await copied(places)


async def test_nothing_is_made_where_there_is_nothing_to_copy(tmp_path: Path) -> None:
    missing, target = tmp_path / "missing.sqlite3", tmp_path / "target.sqlite3"
    with pytest.raises(StoreError, match=r"missing\.sqlite3: there is no database"):
        await copied((str(missing), str(target)))
    with pytest.raises(StoreError, match="there is no database yet"):
        await copied((empty_database(), str(target)))
    assert list(tmp_path.iterdir()) == []


async def test_the_counters_are_compared_too(tmp_path: Path) -> None:
    class Forgetful(Failing):
        async def set_site(self, site: Site) -> None:
            pass

    places = str(tmp_path / "one.sqlite3"), str(tmp_path / "other.sqlite3")
    async with open_store(places[0]) as store:
        await fill(store)
    async with open_archive(places[0], create=False) as source, open_archive(places[1], create=True) as target:
        with pytest.raises(StoreError, match="the copy is damaged"):
            await copy(source, Forgetful(target, 99, interrupted), progress=nothing)


def test_everything_that_is_kept_for_tables_is_copied(tmp_path: Path) -> None:
    """If this fails, something was added to one of the databases: add it to `RELATIONS`, and to the other."""
    url, file = empty_database(), tmp_path / "tables.sqlite3"

    async def make() -> None:
        async with open_store(url), open_store(file):
            pass

    asyncio.run(make())
    query = "SELECT relname::text, attname::text FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid "
    query += (
        "WHERE relnamespace = 'tsuro'::regnamespace AND relkind = 'r' AND relpersistence = 'p' AND attnum > 0 "
    )
    query += "AND attgenerated = ''"  # those follow from others
    shared = {(table, column) for table, column in run_sql(url, query)}
    with closing(sqlite3.connect(file)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        alone = {
            (name, column)
            for name in names
            for (column,) in connection.execute("SELECT name FROM pragma_table_info(?)", (name,))
        }
    wanted = {(relation.name, column) for relation in RELATIONS for column in relation.columns}
    site = {("meta", "key"), ("meta", "value"), ("bans", "address"), ("bans", "until")}
    notices = {("notices", "id"), ("notices", "table_id")}  # which are for servers that are running
    assert shared == wanted | site | notices | {("tables", "entries"), ("version", "number")}
    assert alone - {("sqlite_sequence", "name"), ("sqlite_sequence", "seq")} == wanted | site | notices

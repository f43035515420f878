"""What is written is there afterwards, in order and once."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Coroutine, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tsuro.game.errors import TsuroError
from tsuro.server.options import Bank, TableOptions
from tsuro.server.storage.migrations import connect
from tsuro.server.storage.store import DAY, Conflict, Store, StoreError, TableRow
from tsuro.server.tables.log import Acted, Created, LogEntry, Paused, Sat, Started

_T = TypeVar("_T")
ANN, LEE = "a" * 64, "b" * 64


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite3"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store.open(path) as store:
        yield store


def run(work: Coroutine[Any, Any, _T]) -> _T:
    return asyncio.run(work)


def created(name: str = "", *, at: int = 1000) -> Created:
    return Created(
        at=at, by=ANN, play=f"play{name}", watch=f"watch{name}", options=TableOptions(clock=Bank(60, 5))
    )


def acted(at: int = 2000, action: str = "play 17e") -> Acted:
    return Acted(at=at, by=ANN, request="r1", seat=0, action=action)


def new_table(store: Store, name: str = "", *, at: int = 1000) -> int:
    return run(store.create([created(name, at=at)]))


def append(
    store: Store, table: int, seq: int, *entries: LogEntry, phase: str = "playing", due: int | None = None
) -> None:
    run(store.append(table, seq, entries or [acted()], phase=phase, due=due))


def test_a_table_is_created_with_its_entries(store: Store) -> None:
    entries: list[LogEntry] = [created(), Sat(at=1001, by=ANN, seat=0, guest=ANN, name="Ann — Æ", marker="circle")]
    table = run(store.create(entries))
    assert store.log(table) == entries
    assert store.row(table) == TableRow(
        id=table, play="play", watch="watch", created=1000, touched=1001, phase="gathering", due=None, entries=2
    )


def test_a_table_begins_with_created(store: Store) -> None:
    with pytest.raises(StoreError, match="begins with"):
        run(store.create([acted()]))
    assert store.count() == 0


def test_appended_entries_follow_in_order(store: Store) -> None:
    table = new_table(store)
    started = Started(at=1500, seats=(0, 1), first=1, secret="00ff")  # noqa: S106 -- of a deal
    append(store, table, 2, started, acted(1600))
    append(store, table, 4, Paused(at=1700, milliseconds=5), phase="playing", due=9000)
    assert store.log(table) == [created(), started, acted(1600), Paused(at=1700, milliseconds=5)]
    row = store.row(table)
    assert row is not None
    assert (row.created, row.touched, row.phase, row.due, row.entries) == (1000, 1700, "playing", 9000, 4)


@pytest.mark.parametrize("seq", [0, 1, 3, -1])
def test_an_entry_out_of_place_is_a_conflict_and_changes_nothing(store: Store, seq: int) -> None:
    table = new_table(store)
    before = store.row(table)
    with pytest.raises(Conflict, match=f"entry {seq} of table {table} "):
        append(store, table, seq, acted(), acted())
    assert store.log(table) == [created()]
    assert store.row(table) == before


def test_nothing_is_appended_to_a_table_that_is_gone(store: Store) -> None:
    with pytest.raises(Conflict, match="gone"):
        append(store, 7, 1)


def test_codes_belong_to_one_table(store: Store) -> None:
    new_table(store)
    with pytest.raises(Conflict, match="codes"):
        new_table(store)
    assert store.count() == 1


def test_a_code_finds_its_table(store: Store) -> None:
    new_table(store, "1")
    table = new_table(store, "2")
    assert store.find("play2") == (table, True)
    assert store.find("watch2") == (table, False)
    assert store.find("play3") is None
    assert store.find("") is None


def test_a_table_that_is_not_there_has_no_log_and_no_row(store: Store) -> None:
    assert store.log(1) == []
    assert store.row(1) is None
    assert (list(store.rows()), store.count()) == ([], 0)


def test_tables_are_listed_with_those_touched_last_first(store: Store) -> None:
    one, two, three = (new_table(store, str(number), at=1000 + number) for number in range(3))
    append(store, one, 2, acted(5000))
    assert [row.id for row in store.rows()] == [one, three, two]
    assert [row.entries for row in store.rows()] == [2, 1, 1]


def test_what_is_due_is_found_the_most_urgent_first(store: Store) -> None:
    one, two, three, four = (new_table(store, str(number)) for number in range(4))
    for table, due in ((one, 3000), (two, 2000), (three, None), (four, 4000)):
        append(store, table, 2, due=due)
    assert store.due_before(1999) == []
    assert store.due_before(3000) == [two, one]


def test_everything_is_there_when_the_file_is_opened_again(path: Path) -> None:
    with Store.open(path) as store:
        table = new_table(store)
        append(store, table, 2, due=77)
        run(store.alive(123))
        row = store.row(table)
    with Store.open(path) as store:
        assert store.log(table) == [created(), acted()]
        assert (store.row(table), store.last_alive()) == (row, 123)


def test_the_server_says_when_it_was_last_there(store: Store) -> None:
    assert store.last_alive() is None
    run(store.alive(1000))
    run(store.alive(2000))
    assert store.last_alive() == 2000


def hand_over(store: Store, table: int, *, until: int = 5000) -> None:
    run(store.keep_hand_over(code_hash="c0de", table=table, guest=ANN, until=until))


def test_a_hand_over_works_once(store: Store) -> None:
    table = new_table(store)
    hand_over(store, table)
    assert run(store.take_hand_over(code_hash="other", now=5000)) is None
    assert run(store.take_hand_over(code_hash="c0de", now=5000)) == (table, ANN)
    assert run(store.take_hand_over(code_hash="c0de", now=5000)) is None


def test_a_hand_over_does_not_work_after_its_time(store: Store) -> None:
    hand_over(store, new_table(store))
    assert run(store.take_hand_over(code_hash="c0de", now=5001)) is None
    assert run(store.take_hand_over(code_hash="c0de", now=4000)) is None  # it was given back to nobody


def test_a_hand_over_taken_by_many_at_once_is_given_to_one(store: Store) -> None:
    hand_over(store, new_table(store))

    async def take_all() -> list[tuple[int, str] | None]:
        return await asyncio.gather(*(store.take_hand_over(code_hash="c0de", now=1) for _ in range(10)))

    taken = run(take_all())
    assert taken.count(None) == 9


def test_a_new_hand_over_replaces_the_guests_earlier_one(store: Store) -> None:
    table = new_table(store)
    hand_over(store, table)
    run(store.keep_hand_over(code_hash="another", table=table, guest=ANN, until=5000))
    assert run(store.take_hand_over(code_hash="c0de", now=1)) is None
    assert run(store.take_hand_over(code_hash="another", now=1)) == (table, ANN)


def test_a_hand_over_needs_a_table_and_goes_with_it(store: Store) -> None:
    with pytest.raises(Conflict, match="table 9 is gone"):
        hand_over(store, 9)
    hand_over(store, new_table(store), until=99 * DAY)
    assert len(run(store.prune(now=50 * DAY, untouched_days=30))) == 1
    assert run(store.take_hand_over(code_hash="c0de", now=1)) is None


def test_tables_that_nobody_touched_for_long_are_removed(store: Store) -> None:
    now = 100 * DAY
    old, fresh, running, late, over = (new_table(store, str(number)) for number in range(5))
    append(store, fresh, 2, acted(now - 30 * DAY), phase="over")
    append(store, running, 2, phase="playing", due=now + 1)
    append(store, late, 2, phase="playing", due=now)
    append(store, over, 2, phase="over", due=now + 1)
    assert store.untouched(now=now, untouched_days=30) == [old, late, over]
    assert run(store.prune(now=now, untouched_days=30)) == [old, late, over]
    assert store.untouched(now=now, untouched_days=30) == []
    assert [row.id for row in store.rows()] == [fresh, running]
    assert store.log(old) == []
    assert store.find("play0") is None


def test_tables_at_which_nothing_was_played_may_be_removed_sooner(store: Store) -> None:
    one, other, played = (new_table(store, str(number)) for number in range(3))
    append(store, one, 2, acted(9 * DAY), phase="gathering")
    append(store, other, 2, acted(9 * DAY - 1), phase="gathering")
    append(store, played, 2, acted(9 * DAY - 1), phase="over")
    assert run(store.prune(now=10 * DAY, untouched_days=30)) == []
    assert run(store.prune(now=10 * DAY, untouched_days=30, unplayed_days=1)) == [other]


def test_many_tables_are_removed_a_part_at_a_time(store: Store) -> None:
    async def make() -> list[int]:
        return await asyncio.gather(*(store.create([created(str(number)), acted()]) for number in range(250)))

    tables = run(make())
    assert run(store.prune(now=99 * DAY, untouched_days=1)) == sorted(tables)
    assert store.count() == 0


def test_the_number_of_a_removed_table_is_not_given_again(store: Store) -> None:
    table = new_table(store)
    run(store.prune(now=99 * DAY, untouched_days=1))
    assert new_table(store) == table + 1
    with pytest.raises(Conflict):
        append(store, table, 2)


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
def test_the_database_itself_keeps_logs_as_they_are(store: Store, path: Path, change: str) -> None:
    table = new_table(store)
    append(store, table, 2)
    with closing(connect(path)) as other, pytest.raises(sqlite3.IntegrityError):
        other.execute(change)
    assert store.log(table) == [created(), acted()]


def test_an_entry_that_cannot_be_read_is_named(store: Store, path: Path) -> None:
    table = new_table(store)
    with closing(connect(path)) as other:
        other.execute("INSERT INTO log VALUES (?, 2, ?)", (table, '{"kind":"teleported","at":1}'))
    with pytest.raises(StoreError, match=f"entry 2 of table {table} cannot be read: .*teleported"):
        store.log(table)


def test_errors_are_refusals_of_this_package() -> None:
    assert issubclass(Conflict, StoreError)
    assert issubclass(StoreError, TsuroError)

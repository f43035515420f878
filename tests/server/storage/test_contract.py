"""What every store must do, whatever database is behind it. Add an implementation to `DATABASES`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pytest
from tests.postgresql import empty_database, new_database
from tests.server.storage.entries import ANN, acted, append, created, new_table

from tsuro.game.errors import TsuroError
from tsuro.server.options import TableOptions
from tsuro.server.storage.errors import Conflict, StoreError
from tsuro.server.storage.opening import open_store
from tsuro.server.storage.store import (
    DAY,
    PAUSE,
    Append,
    Derived,
    Downtime,
    FoundTable,
    HandedOver,
    Present,
    Store,
    TableRow,
    Usage,
)
from tsuro.server.tables.checkpoint import Checkpoint
from tsuro.server.tables.log import LogEntry, Paused, Rewritten, Sat, Started
from tsuro.server.tables.seats import EMPTY, SeatState

pytestmark = pytest.mark.anyio

Opening: TypeAlias = Callable[..., AbstractAsyncContextManager[Store]]
"""Opens the same database whenever it is called, as `open_store` does; it is empty at first."""


def sqlite(folder: Path) -> Opening:
    return partial(open_store, folder / "tables.sqlite3")


def postgresql(_: Path) -> Opening:
    return partial(open_store, new_database())


def nothing_in_postgresql(_: Path) -> Opening:
    return partial(open_store, empty_database())


DATABASES = [sqlite, pytest.param(postgresql, marks=pytest.mark.slow)]


@pytest.fixture(params=DATABASES)
def opening(request: pytest.FixtureRequest, tmp_path: Path) -> Opening:
    made: Opening = request.param(tmp_path)
    return made


@pytest.fixture(params=[sqlite, pytest.param(nothing_in_postgresql, marks=pytest.mark.slow)])
def opening_nothing(request: pytest.FixtureRequest, tmp_path: Path) -> Opening:
    """The same for a database that was never opened."""
    made: Opening = request.param(tmp_path)
    return made


@pytest.fixture
async def store(opening: Opening) -> AsyncIterator[Store]:
    async with opening() as store:
        yield store


async def new_tables(store: Store, count: int) -> list[int]:
    return [await new_table(store, str(number), at=1000 + number) for number in range(count)]


async def test_a_table_is_created_with_its_entries(store: Store) -> None:
    entries: list[LogEntry] = [created(), Sat(at=1001, by=ANN, seat=0, guest=ANN, name="Ann — Æ", marker="circle")]
    table = await store.create(entries)
    assert await store.log(table) == entries
    assert await store.row(table) == TableRow(
        id=table, play="play", watch="watch", created=1000, touched=1001, phase="gathering", due=None, entries=2
    )


async def test_open_tables_are_found_by_when_they_were_touched(store: Store) -> None:
    await store.create([created("private")])
    first = await store.create([created("first")], listed="one")
    second = await store.create([created("second")], listed="two")
    await append(store, second, 2, acted(at=5000), listed="three")
    found = await store.listed()
    assert [(each.id, each.touched, each.listed) for each in found] == [
        (first, 1000, "one"),
        (second, 5000, "three"),
    ]
    assert [each.id for each in await store.listed(5000)] == [second]
    over = await store.create([created("over")], phase="over", listed="four")
    assert [each.id for each in await store.listed()] == [first, over, second]
    assert [each.id for each in await store.listed(finished=False)] == [first, second]
    await store.remove([over])
    await append(store, second, 3, acted(at=6000))
    assert [each.id for each in await store.listed()] == [first]


async def test_a_table_is_created_with_its_phase_and_what_is_due(store: Store) -> None:
    table = await store.create([created()], phase="playing", due=7000)
    row = await store.row(table)
    assert row is not None
    assert (row.phase, row.due) == ("playing", 7000)
    assert await store.due_before(7000) == [table]


async def test_a_table_begins_with_created(store: Store) -> None:
    with pytest.raises(StoreError, match="must be 'created'"):
        await store.create([acted()])
    assert await store.count() == 0


async def test_appended_entries_follow_in_order(store: Store) -> None:
    table = await new_table(store)
    started = Started(at=1500, seats=(0, 1), first=1, secret="00ff")  # noqa: S106 -- of a deal
    await append(store, table, 2, started, acted(1600))
    await append(store, table, 4, Paused(at=1700, milliseconds=5), phase="playing", due=9000)
    assert await store.log(table) == [created(), started, acted(1600), Paused(at=1700, milliseconds=5)]
    row = await store.row(table)
    assert row is not None
    assert (row.created, row.touched, row.phase, row.due, row.entries) == (1000, 1700, "playing", 9000, 4)


@pytest.mark.parametrize("seq", [0, 1, 3, -1])
async def test_an_entry_out_of_place_is_a_conflict_and_changes_nothing(store: Store, seq: int) -> None:
    table = await new_table(store)
    before = await store.row(table)
    with pytest.raises(Conflict, match=f"entry {seq} of table {table} "):
        await append(store, table, seq, acted(), acted())
    assert await store.log(table) == [created()]
    assert await store.row(table) == before


async def test_nothing_is_appended_to_a_table_that_is_gone(store: Store) -> None:
    with pytest.raises(Conflict, match="gone"):
        await append(store, 7, 1)


async def test_codes_belong_to_one_table(store: Store) -> None:
    await new_table(store)
    with pytest.raises(Conflict, match="codes"):
        await new_table(store)
    assert await store.count() == 1


async def test_a_code_finds_its_table(store: Store) -> None:
    await new_table(store, "1")
    table = await new_table(store, "2")
    assert await store.find("play2") == FoundTable(id=table, plays=True)
    assert await store.find("watch2") == FoundTable(id=table, plays=False)
    assert await store.find("play3") is None
    assert await store.find("") is None


async def test_a_code_that_nobody_has_finds_nothing(store: Store) -> None:
    await new_table(store)
    for code in ("", "play ", "pla_", "%", "\0", "play\0", "é" * 300):
        assert await store.find(code) is None


async def test_a_long_log_is_read_whole(store: Store) -> None:
    table = await new_table(store)
    entries = [acted(number) for number in range(1500)]
    await append(store, table, 2, *entries)
    assert await store.log(table) == [created(), *entries]
    assert (await store.log(table, after=1400))[0] == entries[1399]


async def test_only_what_came_after_an_entry_is_read(store: Store) -> None:
    table = await new_table(store)
    await append(store, table, 2, acted(2000), acted(3000))
    assert await store.log(table, after=1) == [acted(2000), acted(3000)]
    assert await store.log(table, after=2) == [acted(3000)]
    assert await store.log(table, after=3) == await store.log(table, after=2**40) == []


async def test_the_last_entries_of_many_tables_are_told_at_once(store: Store) -> None:
    one, two, three = await new_tables(store, 3)
    await append(store, two, 2, acted(), acted())
    assert await store.seqs([one, two, three]) == {one: 1, two: 3, three: 1}
    assert await store.seqs({two, 77, 0, -1, 2**63, 2**80}) == {two: 3}
    assert await store.seqs([]) == {}


async def test_a_table_that_is_not_there_has_no_log_and_no_row(store: Store) -> None:
    assert await store.log(1) == []
    assert await store.row(1) is None
    assert (await store.rows(), await store.count()) == ([], 0)


async def test_tables_are_listed_with_those_touched_last_first(store: Store) -> None:
    one, two, three = await new_tables(store, 3)
    await append(store, one, 2, acted(5000))
    assert [row.id for row in await store.rows()] == [one, three, two]
    assert [row.entries for row in await store.rows()] == [2, 1, 1]


async def test_what_is_due_is_found_the_most_urgent_first(store: Store) -> None:
    one, two, three, four = await new_tables(store, 4)
    for table, due in ((one, 3000), (two, 2000), (three, None), (four, 4000)):
        await append(store, table, 2, due=due)
    assert await store.due_before(1999) == []
    assert await store.due_before(3000) == [two, one]


async def test_everything_is_there_when_it_is_opened_again(opening: Opening) -> None:
    async with opening() as store:
        table = await new_table(store)
        await append(store, table, 2, due=77)
        await store.alive(123)
        row = await store.row(table)
    async with opening() as store:
        assert await store.log(table) == [created(), acted()]
        assert (await store.row(table), await store.last_alive()) == (row, 123)


def checkpoint(seq: int) -> Checkpoint:
    seat = SeatState(kind="person", guest=ANN, name="Ann — Æ", marker="circle")
    options = TableOptions(seats=2)
    return Checkpoint(
        seq=seq, at=1000, play="p", watch="w", options=options, creator=ANN, host=None, seats=(seat, EMPTY)
    )


async def test_a_finished_game_is_kept_with_its_last_entry(store: Store) -> None:
    table = await new_table(store)
    await append(store, table, 2, derived=Derived(finished=(1, "a record — Æ")))
    assert await store.record(table, 1) == "a record — Æ"
    assert [await store.record(*other) for other in ((table, 2), (table, 0), (table + 1, 1), (-1, 2**70))] == [
        None
    ] * 4


async def test_a_game_that_goes_on_after_all_has_no_record(store: Store) -> None:
    table = await new_table(store)
    await append(store, table, 2, derived=Derived(finished=(1, "it ended")))
    await append(store, table, 3, derived=Derived(finished=(1, None)))
    assert await store.record(table, 1) is None
    await append(store, table, 4, derived=Derived(finished=(1, "it ended otherwise")))
    assert await store.record(table, 1) == "it ended otherwise"


async def test_what_is_derived_is_not_kept_without_its_entries(store: Store) -> None:
    table = await new_table(store)
    with pytest.raises(Conflict):
        await append(store, table, 7, derived=Derived(position=5, finished=(1, "no"), checkpoint=checkpoint(1)))
    assert await store.record(table, 1) is None
    assert await store.load(table) == (None, [created()])
    assert not await store.is_played([5])


async def test_earlier_records_are_kept_where_there_is_none(store: Store) -> None:
    table = await new_table(store)
    await append(store, table, 2, derived=Derived(finished=(2, "two")))
    await store.keep_records(table, {1: "one", 2: "another"})
    await store.keep_records(table + 1, {1: "of a table that is gone"})
    assert [await store.record(table, game) for game in (1, 2)] == ["one", "two"]
    assert await store.record(table + 1, 1) is None


async def test_a_table_is_loaded_from_its_last_checkpoint(store: Store) -> None:
    table = await new_table(store)
    assert await store.load(table) == (None, [created()])
    await append(store, table, 2, acted(1100), derived=Derived(checkpoint=checkpoint(1)))
    assert await store.load(table) == (checkpoint(1), [acted(1100)])
    await append(store, table, 3, acted(1200), acted(1300), derived=Derived(checkpoint=checkpoint(3)))
    await append(store, table, 5, acted(1400))
    assert await store.load(table) == (checkpoint(3), [acted(1300), acted(1400)])
    assert await store.load(table + 1) == (None, [])
    assert await store.load(-1) == (None, [])


async def test_positions_of_running_games_are_known(store: Store) -> None:
    one, two = await new_tables(store, 2)
    await append(store, one, 2, derived=Derived(position=-(2**63)))
    await append(store, two, 2, derived=Derived(position=2**63 - 1))
    assert await store.is_played([7, -(2**63)])
    assert not await store.is_played([7])
    assert not await store.is_played([])
    await append(store, one, 3)
    await append(store, two, 3, derived=Derived(position=2**63 - 1), phase="over")
    assert not await store.is_played([-(2**63), 2**63 - 1])


async def test_records_and_checkpoints_go_with_their_table(store: Store) -> None:
    table = await new_table(store)
    await append(
        store, table, 2, derived=Derived(finished=(1, "a record"), checkpoint=checkpoint(1)), phase="over"
    )
    assert await store.prune(now=100 * DAY, untouched_days=1) == [table]
    assert await store.record(table, 1) is None
    assert await store.load(table) == (None, [])


async def test_the_server_says_when_it_was_last_there(store: Store) -> None:
    assert await store.last_alive() is None
    await store.alive(1000)
    await store.alive(2000)
    assert await store.last_alive() == 2000


async def test_the_first_process_that_starts_says_how_long_there_was_none(store: Store) -> None:
    await store.alive(1000)
    assert await store.start("one", 5000) == Downtime(since=1000, until=5000)
    assert await store.last_alive() == 5000


async def test_short_pauses_do_not_count_as_not_running(store: Store) -> None:
    assert await store.up_since() is None
    await store.start("one", 1000)
    assert await store.up_since() == 1000
    await store.alive(2000)
    await store.leave("one")
    await asyncio.sleep(0.01)  # its silence is measured by the database's clock
    await store.start("two", 2000 + PAUSE)
    assert await store.up_since() == 1000
    await store.leave("two")
    for beginning in (3001 + 2 * PAUSE, 500):  # off for longer; the clock was set back
        await store.start("three", beginning)
        assert await store.up_since() == beginning
        await store.leave("three")


async def test_a_table_that_somebody_used_meanwhile_is_not_abandoned(store: Store) -> None:
    used, playing, left = await new_tables(store, 3)
    await append(store, used, 2, Paused(at=5000, milliseconds=1), phase="gathering")
    await append(store, playing, 2, Paused(at=2000, milliseconds=1))
    assert await store.remove_abandoned([used, playing, left, 99], before=5000) == [left]
    assert {row.id for row in await store.rows()} == {used, playing}


async def hand_over(store: Store, table: int, *, until: int = 5000) -> None:
    await store.keep_hand_over(code_hash="c0de", table=table, guest=ANN, until=until)


async def test_a_hand_over_works_once(store: Store) -> None:
    table = await new_table(store)
    await hand_over(store, table)
    assert await store.take_hand_over(code_hash="other", now=5000) is None
    assert await store.take_hand_over(code_hash="c0de", now=5000) == HandedOver(table=table, guest=ANN)
    assert await store.take_hand_over(code_hash="c0de", now=5000) is None


async def test_a_hand_over_does_not_work_after_its_time(store: Store) -> None:
    await hand_over(store, await new_table(store))
    assert await store.take_hand_over(code_hash="c0de", now=5001) is None
    assert await store.take_hand_over(code_hash="c0de", now=4000) is None  # it was given back to nobody


async def test_a_hand_over_taken_by_many_at_once_is_given_to_one(store: Store) -> None:
    await hand_over(store, await new_table(store))
    taken = await asyncio.gather(*(store.take_hand_over(code_hash="c0de", now=1) for _ in range(10)))
    assert taken.count(None) == 9


async def test_a_new_hand_over_replaces_the_guests_earlier_one(store: Store) -> None:
    table = await new_table(store)
    await hand_over(store, table)
    await store.keep_hand_over(code_hash="another", table=table, guest=ANN, until=5000)
    assert await store.take_hand_over(code_hash="c0de", now=1) is None
    assert await store.take_hand_over(code_hash="another", now=1) == HandedOver(table=table, guest=ANN)


async def test_a_hand_over_needs_a_table_and_goes_with_it(store: Store) -> None:
    with pytest.raises(Conflict, match="table 9 is gone"):
        await hand_over(store, 9)
    await hand_over(store, await new_table(store), until=99 * DAY)
    assert len(await store.prune(now=50 * DAY, untouched_days=30)) == 1
    assert await store.take_hand_over(code_hash="c0de", now=1) is None


async def test_tables_that_nobody_touched_for_long_are_removed(store: Store) -> None:
    now = 100 * DAY
    old, fresh, running, late, over = await new_tables(store, 5)
    await append(store, fresh, 2, acted(now - 30 * DAY), phase="over")
    await append(store, running, 2, phase="playing", due=now + 1)
    await append(store, late, 2, phase="playing", due=now)
    await append(store, over, 2, phase="over", due=now + 1)
    assert await store.untouched(now=now, untouched_days=30) == [old, late, over]
    assert await store.prune(now=now, untouched_days=30) == [old, late, over]
    assert await store.untouched(now=now, untouched_days=30) == []
    assert [row.id for row in await store.rows()] == [fresh, running]
    assert await store.log(old) == []
    assert await store.find("play0") is None


async def test_tables_at_which_nothing_was_played_may_be_removed_sooner(store: Store) -> None:
    one, other, played = await new_tables(store, 3)
    await append(store, one, 2, acted(9 * DAY), phase="gathering")
    await append(store, other, 2, acted(9 * DAY - 1), phase="gathering")
    await append(store, played, 2, acted(9 * DAY - 1), phase="over")
    assert await store.prune(now=10 * DAY, untouched_days=30) == []
    assert await store.prune(now=10 * DAY, untouched_days=30, unplayed_days=1) == [other]


async def test_many_tables_are_removed_a_part_at_a_time(store: Store) -> None:
    tables = await asyncio.gather(*(store.create([created(str(number)), acted()]) for number in range(250)))
    assert await store.prune(now=99 * DAY, untouched_days=1) == sorted(tables)
    assert await store.count() == 0


async def test_the_number_of_a_removed_table_is_not_given_again(store: Store) -> None:
    table = await new_table(store)
    await store.prune(now=99 * DAY, untouched_days=1)
    assert await new_table(store) == table + 1
    with pytest.raises(Conflict):
        await append(store, table, 2)


async def test_nothing_to_write_is_refused(store: Store) -> None:
    table = await new_table(store)
    with pytest.raises(StoreError, match="must be 'created'"):
        await store.create([])
    with pytest.raises(StoreError, match="no entry to write"):
        await store.append(Append(table=table, seq=2, entries=(), phase="playing"))
    assert (await store.log(table), await store.count()) == ([created()], 1)


@pytest.mark.parametrize("number", [0, -1, 2**63, 2**80])
async def test_a_number_that_no_table_can_have_finds_none(store: Store, number: int) -> None:
    await new_table(store)
    assert (await store.log(number), await store.row(number)) == ([], None)


async def test_of_many_who_append_the_same_entry_one_succeeds(store: Store) -> None:
    table = await new_table(store)
    writes = [append(store, table, 2, acted(number)) for number in range(20)]
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    (won,) = [number for number, outcome in enumerate(outcomes) if outcome is None]
    assert [type(outcome) for outcome in outcomes if outcome] == [Conflict] * 19
    assert await store.log(table) == [created(), acted(won)]


async def test_stores_on_one_database_race_for_an_entry(opening: Opening) -> None:
    """As `tsuro tables` does beside a server, or as several servers on one database would."""
    async with opening() as one, opening(serve=False) as other:
        table = await new_table(one)
        for seq in range(2, 12):
            writes = [append(store, table, seq, acted(seq)) for store in (one, other)]
            outcomes = await asyncio.gather(*writes, return_exceptions=True)
            assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "NoneType"]
        assert await one.log(table) == await other.log(table)
        assert await other.log(table) == [created(), *(acted(seq) for seq in range(2, 12))]


async def test_tables_are_written_side_by_side_and_read_meanwhile(store: Store) -> None:
    async def play(table: int) -> None:
        for seq in range(2, 22):
            await append(store, table, seq, acted(seq), due=seq)
            assert len(await store.log(table)) == seq  # what was awaited is seen

    tables = await new_tables(store, 20)
    await asyncio.gather(*map(play, tables))
    assert [row.entries for row in await store.rows()] == [21] * 20
    assert await store.due_before(21) == sorted(tables, key=tables.index)


async def test_a_write_fails_alone(store: Store) -> None:
    table, other = await new_tables(store, 2)
    writes = [append(store, number, seq) for number, seq in ((table, 2), (table, 9), (other, 2), (77, 1))]
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None), Conflict]
    assert [len(await store.log(number)) for number in (table, other)] == [2, 2]


async def test_a_write_is_done_even_if_nobody_waits_for_it(store: Store) -> None:
    table = await new_table(store)
    writing = asyncio.create_task(append(store, table, 2))
    await asyncio.sleep(0)
    writing.cancel()
    await append(store, table, 3)
    assert len(await store.log(table)) == 3


async def test_a_process_leases_tables_until_it_gives_them_back(store: Store) -> None:
    tables = await new_tables(store, 3)
    assert await store.lease("a", tables, seconds=60) == set(tables)
    assert await store.lease("a", tables[:1], seconds=60) == set(tables[:1])  # again
    assert await store.lease("a", [], seconds=60) == set()
    await store.release("a", tables)
    assert await store.lease("b", tables, seconds=60) == set(tables)
    await store.leave("b")
    assert await store.lease("a", tables, seconds=60) == set(tables)


async def test_a_process_does_not_hear_of_itself(store: Store) -> None:
    table = await new_table(store)
    await store.present("a", {table: [Present(table=table, guest=ANN, clients=2)]})
    assert await store.who_is_present([table], besides="a") == []
    usage = Usage(spent={"192.0.2.1": {"requests": 3}}, held={"192.0.2.1": {"connections": 1}})
    assert await store.share_usage("a", usage) == Usage()
    await store.leave("a")


async def test_a_closed_store_refuses_everything_with_a_sentence(opening: Opening) -> None:
    async with opening() as store:
        table = await new_table(store)
    with pytest.raises(StoreError, match="closed"):
        await append(store, table, 2)
    with pytest.raises(StoreError, match="closed"):
        await store.log(table)


async def test_what_is_missing_is_only_created_for_a_server(opening_nothing: Opening) -> None:
    with pytest.raises(StoreError, match="there is no database yet"):
        async with opening_nothing(serve=False):
            pytest.fail("made from nothing")  # pragma: no cover -- reached only when the test fails


async def test_a_backup_holds_everything_and_replaces_nothing(opening: Opening, tmp_path: Path) -> None:
    copy, heard = tmp_path / "copy", list[tuple[int, int]]()
    async with opening() as store:
        for table in await new_tables(store, 5):
            await append(store, table, 2, due=table)
        rows = await store.rows()
        await store.backup(copy, progress=lambda done, total: heard.append((done, total)))
        with pytest.raises(StoreError, match="exists already"):
            await store.backup(copy)
    assert heard[-1][0] == heard[-1][1] > 0
    async with open_store(copy, serve=False) as copied:
        assert await copied.rows() == rows
        assert await copied.log(rows[0].id) == [created("4", at=1004), acted()]


def test_errors_are_refusals_of_this_package() -> None:
    assert issubclass(Conflict, StoreError)
    assert issubclass(StoreError, TsuroError)


# For whoever runs the server


async def test_the_oldest_tables_without_a_game_are_abandoned(store: Store) -> None:
    first, second, third = await new_tables(store, 3)
    playing = await store.create([created("else")], phase="playing")
    assert await store.abandoned(before=1002, most=5) == [first, second]
    assert await store.abandoned(before=5000, most=2) == [first, second]
    assert third in await store.abandoned(before=5000, most=9)
    assert playing not in await store.abandoned(before=5000, most=9)


async def test_what_is_removed_is_gone_with_all_that_belongs_to_it(store: Store) -> None:
    table, other = await new_tables(store, 2)
    await store.keep_hand_over(code_hash="hash", table=table, guest=ANN, until=9000)
    assert await store.remove([table, 99, 0]) == [table]
    assert await store.log(table) == []
    assert await store.take_hand_over(code_hash="hash", now=1) is None
    assert [row.id for row in await store.rows()] == [other]
    assert await new_table(store, "again") > other


async def test_a_closed_table_is_not_found_and_keeps_its_log(store: Store) -> None:
    table = await store.create([created()], phase="playing", due=7000, listed="{}")
    await store.keep_hand_over(code_hash="hash", table=table, guest=ANN, until=9000)
    assert await store.close_tables([table, 99]) == [table]
    assert await store.close_tables([table]) == []
    assert await store.find("play") is None
    assert await store.find("watch") is None
    assert await store.due_before(9000) == []
    assert await store.listed() == []
    assert await store.take_hand_over(code_hash="hash", now=1) is None
    await append(store, table, 2, due=8000, listed="{}")  # it was on its way
    row = await store.row(table)
    assert row is not None
    assert (row.phase, row.due, row.entries) == ("closed", None, 2)
    assert await store.listed() == []


async def test_a_log_is_written_anew_only_as_long_as_it_is(store: Store) -> None:
    sat = Sat(at=1001, by=ANN, seat=0, guest=ANN, name="Ann", marker="circle")
    table = await store.create([created(), sat], listed="{}")
    assert await store.tables_of(ANN) == [table]
    renamed = Sat(at=1001, by="b" * 64, seat=0, guest="b" * 64, name="Guest", marker="circle")
    with pytest.raises(Conflict):
        await store.replace_log(table, [created(), renamed, renamed])
    await store.replace_log(table, [created(by="b" * 64), renamed])
    assert await store.log(table) == [created(by="b" * 64), renamed, Rewritten(at=1001)]
    assert (await store.seqs([table]))[table] == 3
    assert await store.tables_of(ANN) == []
    assert await store.listed() == []
    for seq in (2, 3):  # as somebody would who knows the log as it was
        with pytest.raises(Conflict):
            await append(store, table, seq)
    await append(store, table, 4)


async def test_an_address_is_banned_for_a_while(store: Store) -> None:
    await store.ban("192.0.2.1", until=5000)
    await store.ban("192.0.2.2", until=6000)
    await store.ban("192.0.2.1", until=7000)
    assert await store.bans() == {"192.0.2.1": 7000, "192.0.2.2": 6000}
    await store.ban("192.0.2.2", until=None)
    assert await store.bans() == {"192.0.2.1": 7000}


async def test_everything_an_operator_does_leaves_a_notice(store: Store) -> None:
    first, second, third = await new_tables(store, 3)
    assert await store.notices() == {}
    await store.close_tables([first])
    await store.remove([second, 99])
    await store.replace_log(third, await store.log(third))
    await store.ban("192.0.2.1", until=5000)
    notices = await store.notices()
    assert [notices[number] for number in sorted(notices)] == [first, second, third, None]

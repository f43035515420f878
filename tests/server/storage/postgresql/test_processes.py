"""Several processes on one database: hints, leases, who is present, what addresses use."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from tests.postgresql import run_sql
from tests.server.storage.entries import append, new_table
from tests.server.storage.postgresql.proxy import proxy

from tsuro.server.storage.opening import open_store
from tsuro.server.storage.store import DAY, Change, Downtime, Present, Store, Usage

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SILENT = "UPDATE tsuro.processes SET renewed = renewed - interval '{} seconds' WHERE name = '{}'"


@pytest.fixture
async def two(url: str) -> AsyncIterator[tuple[Store, Store]]:
    """As two processes would have them."""
    async with open_store(url) as one, open_store(url) as other:
        yield one, other


class Ear:
    """Collects what a store hears of others."""

    def __init__(self, store: Store) -> None:
        self.heard: list[Change] = []
        self._task = asyncio.create_task(self._listen(store))

    async def _listen(self, store: Store) -> None:
        async for change in store.changes():
            self.heard.append(change)

    async def hears(self, change: Change) -> None:
        async with asyncio.timeout(20):
            while change not in self.heard:
                await asyncio.sleep(0.01)

    async def close(self) -> None:
        async with asyncio.timeout(20):
            await self._task


async def test_others_hear_of_entries_and_nobody_of_their_own(url: str) -> None:
    async with open_store(url) as one, open_store(url) as other:
        ears = Ear(one), Ear(other)
        await asyncio.sleep(0.5)  # both listen
        table = await new_table(one)
        for seq in range(2, 5):
            await append(one, table, seq)
        await append(other, table, 5)
        await ears[1].hears(Change(table=table, seq=4))
        await ears[0].hears(Change(table=table, seq=5))
        assert {change.seq for change in ears[0].heard} == {5}
        assert {change.seq for change in ears[1].heard} <= {2, 3, 4}
    for ear in ears:
        await ear.close()  # it ends with its store


async def test_many_changes_are_told_in_several_parts(two: tuple[Store, Store]) -> None:
    one, other = two
    ear = Ear(other)
    await asyncio.sleep(0.5)
    one._hints.tell({10**15 + number: 7 for number in range(2000)})  # type: ignore[attr-defined]  # -- of this kind
    await ear.hears(Change(table=10**15 + 1999, seq=7))
    assert len(ear.heard) == 2000


async def test_others_hear_of_tables_that_are_removed(two: tuple[Store, Store]) -> None:
    one, other = two
    table, ear = await new_table(one), Ear(other)
    await asyncio.sleep(0.5)
    assert await one.prune(now=99 * DAY, untouched_days=1) == [table]
    await ear.hears(Change(table=table))


async def test_hints_come_again_after_the_connection_was_lost(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tsuro.server.storage.postgresql.hints.PAUSE", 0.05)
    async with proxy(url) as network, open_store(network.url) as one, open_store(url) as other:
        table, ear = await new_table(other), Ear(one)
        network.cut()
        seq = 1
        while not ear.heard:  # what is told while nobody listens is lost
            seq += 1
            await append(other, table, seq)
            await asyncio.sleep(0.05)
        assert ear.heard[0].table == table


async def test_an_interruption_is_logged_once(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("tsuro.server.storage.postgresql.hints.PAUSE", 0.01)
    async with proxy(url) as network, open_store(network.url), open_store(url) as other:
        network.is_down = True
        network.cut()
        await asyncio.sleep(0.5)  # it tries many times
        network.is_down = False
        assert await other.count() == 0
    assert [record.message for record in caplog.records].count("hints of other processes are interrupted") == 1


async def test_a_table_is_removed_by_one_of_several_who_prune(two: tuple[Store, Store]) -> None:
    tables = [await new_table(two[0], str(number)) for number in range(60)]
    removed = await asyncio.gather(*(store.prune(now=99 * DAY, untouched_days=1) for store in two))
    assert sorted(removed[0] + removed[1]) == tables


async def test_all_processes_of_a_site_know_when_it_was_down(two: tuple[Store, Store], url: str) -> None:
    one, other = two
    await one.alive(1000)
    assert await one.start("a", 5000) == Downtime(since=1000, until=5000)
    await one.alive(700_000)
    assert await other.start("b", 800_000) == Downtime(since=1000, until=5000)
    await one.leave("a")
    await asyncio.to_thread(run_sql, url, SILENT.format(11, "b"))
    down = await one.start("c", 900_000)
    assert down is not None
    assert down.until == 900_000
    assert abs(889_000 - down.since) < 2000


async def test_the_site_was_down_since_the_last_sign_of_life_however_soon_it_is_back(
    two: tuple[Store, Store], url: str
) -> None:
    one, other = two
    await one.start("a", 1_000_000)
    await one.start("b", 1_000_000)
    await one.alive(1_997_000)  # which is noted less often
    for process in ("a", "b"):
        await asyncio.to_thread(run_sql, url, SILENT.format(4, process))
    down = await one.start("c", 2_002_000)
    assert down is not None
    assert down.until == 2_002_000
    assert abs(1_998_000 - down.since) < 1000
    assert await other.start("d", 2_002_100) == down


async def test_a_process_that_ends_while_it_starts_hides_no_downtime(two: tuple[Store, Store], url: str) -> None:
    one, _ = two
    await one.alive(1000)
    await one.start("a", 3_600_000)
    await asyncio.to_thread(run_sql, url, SILENT.format(5, "a"))
    assert await one.start("b", 3_605_000) == Downtime(since=1000, until=3_605_000)


async def test_a_table_is_leased_to_one_process_at_a_time(two: tuple[Store, Store]) -> None:
    one, other = two
    assert await one.lease("a", [1, 2, 3], seconds=60) == {1, 2, 3}
    assert await other.lease("b", [3, 4, 2**63], seconds=60) == {4}
    await one.release("a", [3])
    await other.release("b", [1])  # which it does not have
    assert await other.lease("b", [1, 2, 3, 4], seconds=60) == {3, 4}
    await one.leave("a")
    assert await other.lease("b", [1, 2, 3, 4], seconds=60) == {1, 2, 3, 4}


async def test_a_lease_ends_by_itself(two: tuple[Store, Store]) -> None:
    one, other = two
    assert await one.lease("a", [1], seconds=0.05) == {1}
    await asyncio.sleep(0.1)
    assert await other.lease("b", [1], seconds=60) == {1}
    assert await one.lease("a", [1], seconds=60) == set()


async def test_many_who_want_a_lease_at_once(two: tuple[Store, Store]) -> None:
    wanted = list(range(1, 200))
    got = await asyncio.gather(
        *(
            two[number % 2].lease(f"p{number}", wanted[:: -1 if number % 2 else 1], seconds=60)
            for number in range(6)
        )
    )
    assert sorted(table for some in got for table in some) == wanted


async def test_who_is_connected_elsewhere_is_known(two: tuple[Store, Store]) -> None:
    one, other = two
    await one.present("a", at(present(1, "ann", 2), present(1, "bob"), present(2, "ann")))
    await other.present("b", at(present(1, "ann")))
    assert await other.who_is_present([1, 2], besides="b") == [
        present(1, "ann", 2),
        present(1, "bob"),
        present(2, "ann"),
    ]
    assert await other.who_is_present([1], besides="c") == [present(1, "ann", 3), present(1, "bob")]
    await one.present("a", at(present(1, "ann"), present(3, "cat")))
    assert await other.who_is_present([1, 2, 3], besides="b") == [present(1, "ann"), present(3, "cat")]
    assert await other.who_is_present([], besides="b") == []
    await one.leave("a")
    assert await other.who_is_present([1, 2, 3], besides="b") == []


async def test_where_somebody_who_is_connected_elsewhere_comes_from_is_known(two: tuple[Store, Store]) -> None:
    one, other = two
    for address in ("192.0.2.1", "192.0.2.2"):
        said = [Present(table=1, guest="ann", clients=1, address=address)]
        await one.present("a", at(*said))
        assert await other.who_is_present([1], besides="b") == said


def present(table: int, guest: str, clients: int = 1) -> Present:
    return Present(table=table, guest=guest, clients=clients)


def at(*guests: Present) -> dict[int, list[Present]]:
    """The guests by table."""
    return {table: [each for each in guests if each.table == table] for table in {each.table for each in guests}}


async def test_many_who_come_at_once_are_said_in_parts(
    two: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tsuro.server.storage.postgresql.processes.AT_ONCE", 3)
    one, other = two
    many = [present(table, guest) for table in range(1, 6) for guest in ("ann", "bob")]
    await one.present("a", at(*many))
    assert await other.who_is_present(range(1, 6), besides="b") == many
    await one.present("a", at(*many[5:]))
    assert await other.who_is_present(range(1, 6), besides="b") == many[5:]


async def test_others_hear_that_somebody_came_or_left(two: tuple[Store, Store]) -> None:
    one, other = two
    ear = Ear(other)
    await asyncio.sleep(0.5)
    await one.present("a", at(present(1, "ann"), present(2, "bob")))
    await ear.hears(Change(table=1))
    await ear.hears(Change(table=2))
    ear.heard.clear()
    await one.present("a", at(present(1, "ann")))
    await ear.hears(Change(table=2))
    assert ear.heard == [Change(table=2)]


async def test_a_process_that_is_silent_does_not_count(two: tuple[Store, Store], url: str) -> None:
    one, other = two
    guests = [present(1, "ann")]
    await one.present("a", at(*guests))
    await one.share_usage("a", Usage(held={"192.0.2.1": {"connections": 4}}))
    await asyncio.to_thread(run_sql, url, SILENT.format(11, "a"))
    assert await other.who_is_present([1], besides="b") == []
    assert await other.share_usage("b", Usage()) == Usage()
    await one.present("a", at(*guests))
    assert await other.who_is_present([1], besides="b") == guests


@pytest.mark.parametrize("notices_first", [False, True])
async def test_what_was_forgotten_is_said_again(
    two: tuple[Store, Store], url: str, *, notices_first: bool
) -> None:
    """After a crash of the database, the tables that nobody needs to keep are empty."""
    one, other = two
    guests = [present(1, "ann")]
    await one.present("a", at(*guests))
    await asyncio.to_thread(run_sql, url, "TRUNCATE tsuro.processes CASCADE")
    assert await other.who_is_present([1], besides="b") == []
    await one.share_usage("a", Usage())  # which is done more often, and is not enough
    if notices_first:  # that the site was down
        await one.start("a", 1000)
    await one.present("a", at(*guests))
    assert await other.who_is_present([1], besides="b") == guests


async def test_what_addresses_use_is_known_to_all_processes(two: tuple[Store, Store]) -> None:
    one, other = two
    ann, bob = "192.0.2.1", "2001:db8::/64"
    await one.present("a", {})
    await other.present("b", {})
    await one.share_usage("a", Usage(spent={ann: {"requests": 3}}, held={ann: {"connections": 2}}))
    await one.share_usage("a", Usage(spent={ann: {"requests": 4, "tables": 1}, bob: {"requests": 1}}))
    mine = Usage(spent={ann: {"requests": 10}}, held={bob: {"connections": 1}})
    assert await other.share_usage("b", mine) == Usage(
        spent={ann: {"requests": 7, "tables": 1}, bob: {"requests": 1}}
    )
    assert await other.share_usage("b", Usage()) == Usage()  # told once
    assert await one.share_usage("a", Usage(held={ann: {"connections": 5}})) == Usage(
        spent={ann: {"requests": 10}}
    )
    assert await other.share_usage("b", Usage()) == Usage(held={ann: {"connections": 5}})
    assert await other.share_usage("b", Usage()) == Usage(held={ann: {"connections": 5}})
    await one.leave("a")
    assert await other.share_usage("b", Usage()) == Usage()


async def test_a_burst_at_several_processes_goes_no_further_than_the_limit(two: tuple[Store, Store]) -> None:
    waits = await asyncio.gather(*(two[n % 2].spend("tables a", every=60, most=20) for n in range(60)))
    assert waits.count(0) == 20
    assert all(50 < wait <= 60 for wait in waits if wait)
    assert await two[0].spend("tables b", every=60, most=1) == 0


async def test_what_was_spent_comes_back_in_time_and_is_then_forgotten(two: tuple[Store, Store], url: str) -> None:
    one, other = two
    assert [await one.spend("tables a", every=0.2, most=2) for _ in range(2)] == [0, 0]
    wait = await other.spend("tables a", every=0.2, most=2)
    await asyncio.sleep(wait + 0.05)
    assert await other.spend("tables a", every=0.2, most=2) == 0
    await asyncio.sleep(0.5)
    await one.present("a", {})
    assert await asyncio.to_thread(run_sql, url, "SELECT * FROM tsuro.allowances") == []

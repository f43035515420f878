"""One lobby for a site: what is open at other processes is shown here, and strangers meet across them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from pathlib import Path

import msgspec
import pytest
from tests.server.rooms.evenings import Guest
from tests.server.rooms.sites import Site, run_site

from tsuro.server.messages import requests
from tsuro.server.messages.answers import Accepted, Started
from tsuro.server.messages.creation import NewTable
from tsuro.server.messages.lobby import LobbySnapshot
from tsuro.server.options import TableOptions
from tsuro.server.rooms import elsewhere, lobby, open_tables
from tsuro.server.rooms.attendance import Listener
from tsuro.server.rooms.room import Room
from tsuro.server.rooms.rooms import Rooms
from tsuro.server.settings import Limits
from tsuro.server.storage.store import ListedTable
from tsuro.server.tables import log as log_entries


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits until changes have gathered."""
    monkeypatch.setattr(lobby, "DELAY", 0)


async def shown(process: Rooms) -> LobbySnapshot:
    """What somebody sees who comes to the lobby at this process."""
    process.meetings._elsewhere._looked -= elsewhere.FRESH
    found = await process.meetings.lobby()
    return msgspec.json.decode(found.snapshot(), type=LobbySnapshot)


async def opened(site: Site, name: str, *, address: str = "") -> tuple[Room, Guest]:
    """An open table for two, with somebody who waits there."""
    room, _ = await site.processes[0].create(name, NewTable(open=True))
    guest = Guest(room, name)
    guest.listener.address = address
    await guest.enter()
    await guest.ask(requests.Sit, name=name)
    site.ahead += open_tables.ARRIVING  # nobody is only on the way
    await site.look()
    return room, guest


def test_a_table_at_another_process_is_shown_as_long_as_somebody_is_there(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        _, other = site.processes
        room, ann = await opened(site, "ann")
        assert [(table.id, table.people) for table in (await shown(other)).tables] == [
            (room.table.watch, ("ann",))
        ]
        assert other.loaded == 0
        await ann.ask(requests.AddBot, seat=1, bot="wanderer")
        await ann.ask(requests.Start)
        page = await shown(other)
        assert (page.tables, [game.id for game in page.games]) == ((), [room.table.watch])
        ann.leave()
        await site.look()
        assert (await shown(other)).games == ()

    run_site(tmp_path, play)


def test_a_table_that_became_private_elsewhere_is_gone(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        _, other = site.processes
        _, ann = await opened(site, "ann")
        assert len((await shown(other)).tables) == 1
        await ann.ask(requests.ChangeOptions, options=TableOptions())
        assert (await shown(other)).tables == ()

    run_site(tmp_path, play)


def test_games_that_are_over_are_read_only_by_whoever_knows_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(site: Site) -> None:
        room, ann = await opened(site, "ann")
        asked, listed = list[bool](), site.store.listed

        def noted(since: int = 0, *, finished: bool = True) -> Awaitable[list[ListedTable]]:
            asked.append(finished)
            return listed(since, finished=finished)

        monkeypatch.setattr(site.store, "listed", noted)
        for wait in (0.0, 0.0, elsewhere.STALE):
            site.processes[1].meetings._elsewhere._looked -= wait
            assert [table.id for table in (await shown(site.processes[1])).tables] == [room.table.watch]
        assert asked == [False, True, False]
        ann.leave()

    run_site(tmp_path, play)


def test_nobody_floods_the_lobby_of_another_process(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        _, other = site.processes
        made = [(await opened(site, name, address="10.0.0.1"))[0] for name in ("ann", "ben", "cleo")]
        await opened(site, "dan", address="10.0.0.2")
        await site.look()
        expected = {("ann",), ("ben",), ("dan",)}
        assert {table.people for table in (await shown(other)).tables} == expected
        for room in made:  # somebody looks at each of them, so this process has it in memory, too
            await other.room(room.table.watch)
        assert {table.people for table in (await shown(other)).tables} == expected

    run_site(tmp_path, play, limits=Limits(waiting_tables_per_address=2))


def test_the_bots_of_a_host_at_another_process_use_the_share_of_the_same_address(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        room, _ = await opened(site, "ann", address="10.0.0.1")
        found = await site.processes[1].room(room.table.play)
        assert found is not None
        assert found[0].owner == room.owner == "10.0.0.1"

    run_site(tmp_path, play)


def test_somebody_sits_down_from_another_process_and_both_lobbies_know(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        one, other = site.processes
        room, _ = await opened(site, "ann")
        found = await other.room(room.table.play)
        assert found is not None
        ben = await Guest(found[0], "ben").enter()
        assert isinstance(await ben.ask(requests.Sit, name="ben"), Accepted)
        await site.look()
        assert [(await shown(process)).tables for process in (one, other)] == [(), ()]  # it is full

    run_site(tmp_path, play)


def test_two_strangers_at_two_processes_meet(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        asked = [
            process.meetings.play_now(name, name)
            for process, name in zip(site.processes, ("ann", "ben"), strict=True)
        ]
        (one, _), (other, _) = await asyncio.gather(*asked)
        assert one.number == other.number
        for room in (one, other):
            await room.catch_up()
            assert sorted(seat.name for seat in room.table.seats if seat.name) == ["ann", "ben"]

    run_site(tmp_path, play)


def test_a_process_that_died_while_it_made_a_table_keeps_nobody_waiting_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(elsewhere, "PATIENCE", 0.05)

    async def play(site: Site) -> None:
        await site.store.lease("gone", {elsewhere.LOBBY}, seconds=60)
        room, is_new = await site.processes[0].meetings.play_now("ann", "ann")
        assert (room.table.seats[0].name, is_new) == ("ann", True)

    run_site(tmp_path, play)


def test_a_game_starts_once_by_itself_wherever_its_people_are_connected(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        one, other = site.processes
        made, _ = await one.meetings.play_now("ann", "ann")
        found = await other.room(made.table.play)
        assert found is not None
        ann = await Guest(found[0], "ann").enter()
        await site.look()
        site.ahead += 20_000
        async with asyncio.timeout(10):
            while not any(isinstance(message, Started) for message in ann.told):
                await site.look()
                await asyncio.sleep(0.01)
        await site.stop_bots([made, found[0]])
        log = await site.store.log(made.number)
        assert [entry.seats for entry in log if isinstance(entry, log_entries.Started)] == [(0, 1, 2, 3)]

    run_site(tmp_path, play)


def test_people_in_the_lobby_are_counted_at_all_processes(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        for process, name in zip(site.processes, ("ann", "ben"), strict=True):
            quiet = Listener(guest=name, plays=False, deliver=lambda _data: None, end=lambda _goodbye: None)
            (await process.meetings.lobby()).enter(quiet)
        await site.look()
        await site.processes[0].meetings.show_all()
        assert (await shown(site.processes[0])).here == 2

    run_site(tmp_path, play)

"""What the processes of a site leave to each other: work that is due, who is present, what a lost hint costs."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.server.rooms.evenings import Guest, mark, until
from tests.server.rooms.sites import Site, run_site

from tsuro.server.messages import requests
from tsuro.server.messages.answers import Accepted, Presence
from tsuro.server.messages.creation import NewTable
from tsuro.server.options import PerTurn
from tsuro.server.rooms import neighbours
from tsuro.server.rooms.room import Room
from tsuro.server.rooms.rooms import Rooms
from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.store import LIVE_SECONDS, Present
from tsuro.server.tables.log import Acted, HostPassed, Paused, TimeRanOut
from tsuro.server.tables.refusals import IdUsed, NotStored, Restarting


async def seated(site: Site, *people: str, **options: Any) -> tuple[list[Room], list[Guest]]:
    """A table at which everybody sits, each connected to the next process."""
    rooms, guests = await site.table(*people, **options)
    for seat, guest in enumerate(guests):
        assert isinstance(await guest.ask(requests.Sit, seat=seat, name=guest.name), Accepted)
    for room in rooms:
        await room.catch_up()
    await site.look()
    return rooms, guests


async def kinds(site: Site, room: Room) -> list[type[object]]:
    """What has happened at the table, when it is written."""
    async with room.lock:
        return [type(entry) for entry in await site.store.log(room.number)]


def test_what_was_said_of_who_is_here_is_not_overtaken_by_what_was_so_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the database is slow, the look of every few seconds and the news of somebody who came would meet."""

    async def play(site: Site) -> None:
        _, (ana, _) = await seated(site, "ana", "rui")
        process, said, go_on = site.processes[0], list[str](), asyncio.Event()

        async def present(_: str, guests: Mapping[int, Sequence[Present]]) -> None:
            said.append(f"{sum(map(len, guests.values()))} here")
            await go_on.wait()
            said.append("known")

        monkeypatch.setattr(site.store, "present", present)
        looking = asyncio.create_task(process._neighbours.say_who_is_present(again=True))
        await until(lambda: said)
        ana.leave()
        telling = asyncio.create_task(process._neighbours.say_who_is_present())
        await asyncio.sleep(0.02)
        assert said == ["1 here"]
        go_on.set()
        await asyncio.gather(looking, telling)
        assert said == ["1 here", "known", "0 here", "known"]

    run_site(tmp_path, play)


def test_bots_move_once_however_many_processes_have_the_table(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        rooms, (ana,) = await seated(site, "ana")
        await Guest(rooms[1], "wim", plays=False).enter()
        await ana.ask(requests.AddBot, seat=1, bot="wanderer")
        await ana.ask(requests.Start)
        while rooms[0].table.phase == "playing":
            if rooms[0].table.match and rooms[0].table.match.active == 0:
                await ana.ask(requests.Move, **mark(rooms[0]))
            await site.look()
            await asyncio.sleep(0)
        async with rooms[0].lock:  # it is written
            await rooms[1].catch_up()
        assert rooms[1].table.phase == "over"
        held = [process._services.leases.holds(rooms[0].number) for process in site.processes]
        assert held.count(True) <= 1

    run_site(tmp_path, play)


def test_another_process_goes_on_when_the_one_that_had_the_work_is_gone(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        rooms, (ana, _) = await seated(site, "ana", "rui", clock=PerTurn(seconds=60))
        await ana.ask(requests.Start)
        await until(lambda: site.processes[0]._services.leases.holds(rooms[0].number))
        dead, alive = site.processes
        site.processes.remove(dead)
        rooms[0].scheduler.stop()
        dead._services.closing = True  # as if it were gone: it does nothing more, and says nothing
        site.ahead += 1000
        await site.look()
        assert not alive._services.leases.holds(rooms[0].number)
        site.ahead += 50_000
        await site.look()
        assert alive._services.leases.holds(rooms[0].number)
        site.ahead += 10_000
        rooms[1].scheduler.look()
        await until(lambda: rooms[1].table.match is not None and rooms[1].table.match.active == 1)
        written = await kinds(site, rooms[1])
        assert written.count(TimeRanOut) == written.count(Acted) == 1

    run_site(tmp_path, play)


def test_work_goes_where_the_people_are(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        rooms, (ana,) = await seated(site, "ana")
        await ana.ask(requests.AddBot, seat=1, bot="wanderer")
        await ana.ask(requests.Start)
        await ana.ask(requests.Move, **mark(rooms[0]))
        await until(lambda: rooms[0].table.match is not None and rooms[0].table.match.active == 0)
        ana.leave()
        await Guest(rooms[1], "ana").enter()
        site.ahead += 61_000  # since ana last asked for something at the first process
        again = requests.Move(id="there", **mark(rooms[1]))
        await rooms[1].answer("ana", again, plays=True)
        await site.look()
        await until(lambda: rooms[1].table.match is not None and rooms[1].table.match.active == 0)
        assert [process._services.leases.holds(rooms[0].number) for process in site.processes] == [False, True]

    run_site(tmp_path, play)


def test_whoever_is_at_another_process_is_there(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        rooms, (ana, rui) = await seated(site, "ana", "rui")
        assert [dict(room._attendance.away) for room in rooms] == [{}, {}]
        await Guest(rooms[1], "wim", plays=False).enter()
        await site.look()
        assert rooms[0]._live.broadcaster.presence(0).watchers == 1
        await until(lambda: isinstance(ana.told[-1], Presence) and ana.told[-1].watchers == 1)
        rui.leave()
        await site.look()
        assert [list(room._attendance.away) for room in rooms] == [["rui"], ["rui"]]

    run_site(tmp_path, play)


def test_guests_of_a_process_that_died_do_not_count_after_a_while(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        rooms, _ = await seated(site, "ana", "rui")
        site.processes.pop()
        site.ahead += 1000 * LIVE_SECONDS - 1000
        await site.look()
        assert dict(rooms[0]._attendance.away) == {}
        site.ahead += 2000
        await site.look()
        assert list(rooms[0]._attendance.away) == ["rui"]

    run_site(tmp_path, play)


def test_a_rematch_waits_for_players_at_other_processes(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        rooms, (ana, rui) = await seated(site, "ana", "rui")
        await ana.ask(requests.Start)
        while rooms[0].table.phase == "playing":
            match = rooms[0].table.match
            assert match is not None
            await rooms[0].answer(
                ("ana", "rui")[match.active],
                requests.Move(id=f"m{rooms[0].table.seq}", **mark(rooms[0])),
                plays=True,
            )
        await ana.ask(requests.WantRematch)
        assert rooms[0].table.phase == "over"
        await rui.ask(requests.WantRematch)
        assert rooms[1].table.phase == "playing"

    run_site(tmp_path, play)


def test_a_missing_host_is_replaced_once(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        rooms, (ana, _, _) = await seated(site, "ana", "rui", "eva")
        ana.leave()
        await site.look()
        site.ahead += 61_000
        await site.look()
        await asyncio.gather(*(room.replace_host() for room in rooms))
        assert (await kinds(site, rooms[0])).count(HostPassed) == 1
        for room in rooms:
            await room.catch_up()
        assert rooms[0].table.host == rooms[1].table.host == "rui"

    run_site(tmp_path, play)


def test_hints_bring_news_at_once_and_lost_ones_cost_a_second(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        rooms, (ana, rui) = await seated(site, "ana", "rui")
        listening = [asyncio.create_task(process._neighbours.listen()) for process in site.processes]
        await asyncio.sleep(0)
        await ana.ask(requests.Start)
        await until(lambda: rooms[1].table.phase == "playing")
        site.store.loses_hints = True
        moved = await ana.ask(requests.Move, **mark(rooms[0]))
        await site.processes[1]._neighbours.look()
        assert rui.told[-1].seq == moved.seq
        for task in listening:
            task.cancel()

    run_site(tmp_path, play)


def test_many_rooms_are_looked_at_a_few_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbours, "AT_ONCE", 1)

    async def play(site: Site) -> None:
        rooms = [(await seated(site, *people))[0][1] for people in (("ana", "rui"), ("eva", "tom"))]
        asked: list[Any] = []
        for name in ("seqs", "who_is_present"):
            ask = getattr(site.store, name)

            def noted(tables: list[int], ask: Any = ask, **named: Any) -> Any:
                asked.append(tables)
                return ask(tables, **named)

            monkeypatch.setattr(site.store, name, noted)
        await site.processes[1]._neighbours.look()
        await site.processes[1]._neighbours.hear_who_is_present(rooms)
        assert asked == 2 * [[room.number] for room in rooms]
        assert all(room.is_visited_elsewhere for room in rooms)

    run_site(tmp_path, play)


def test_a_table_that_another_process_removed_is_gone_here(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        rooms, (_, rui) = await seated(site, "ana", "rui")
        later = site.processes[0]._services.now() + 86_400_000 * 60
        await site.store.prune(now=later, untouched_days=30)
        await site.processes[1]._neighbours.look()
        assert rui.goodbye == neighbours.REMOVED
        assert await site.processes[1].room(rooms[1].table.play) is None

    run_site(tmp_path, play)


async def downtime(site: Site, seconds: int) -> list[Rooms]:
    """All processes are gone for a while, then others start."""
    for process in site.processes:
        process._services.closing = True
        await process._leave()
    await site.store.alive(site.processes[0]._services.now())
    site.ahead += 1000 * seconds
    site.processes = [site.process(), site.process()]
    for process in site.processes:
        process.touch.down = await site.store.start(process._services.process, process._services.now())
        site.ahead += 1000
    return site.processes


def test_clocks_stand_still_once_while_no_process_runs(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        rooms, (ana, _) = await seated(site, "ana", "rui", clock=PerTurn(seconds=60))
        await ana.ask(requests.Start)
        one, other = await downtime(site, 3600)
        found = await asyncio.gather(one.room(rooms[0].table.play), other.room(rooms[0].table.play))
        assert all(found)
        paused = [entry for entry in await site.store.log(rooms[0].number) if isinstance(entry, Paused)]
        assert len(paused) == 1
        assert 3_590_000 < paused[0].milliseconds <= 3_601_000
        timing = found[0][0].table.timing if found[0] else None
        assert timing is not None
        assert timing.remaining(one._services.now()) > 50_000

    run_site(tmp_path, play)


def test_no_time_runs_out_before_the_clock_has_stood_still(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(site: Site) -> None:
        rooms, (ana, _) = await seated(site, "ana", "rui", clock=PerTurn(seconds=60))
        await ana.ask(requests.Start)
        code, one = rooms[0].table.play, (await downtime(site, 3600))[0]
        asked, answer, who_is_present = asyncio.Event(), asyncio.Event(), site.store.who_is_present

        async def slowly(*tables: Any, **named: Any) -> Any:
            asked.set()
            await answer.wait()
            return await who_is_present(*tables, **named)

        monkeypatch.setattr(site.store, "who_is_present", slowly)
        first = asyncio.create_task(one.room(code))
        await asked.wait()
        found = await one.room(code)  # somebody else comes meanwhile
        assert found is not None
        room = found[0]
        await Guest(room, "rui").enter()
        await until(lambda: room.scheduler.is_busy)
        for _ in range(20):  # long enough to do what is due
            async with room.lock:
                await asyncio.sleep(0.001)
        answer.set()
        await first
        assert TimeRanOut not in await kinds(site, room)
        assert (await kinds(site, room)).count(Paused) == 1

    run_site(tmp_path, play)


def test_nobody_stays_in_a_room_that_could_not_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(site: Site) -> None:
        rooms, (ana, _) = await seated(site, "ana", "rui", clock=PerTurn(seconds=60))
        await ana.ask(requests.Start)
        code, one = rooms[0].table.play, (await downtime(site, 3600))[0]

        tried, found_meanwhile = asyncio.Event(), asyncio.Event()

        async def fail(*_: Any, **__: Any) -> None:
            tried.set()
            await found_meanwhile.wait()
            raise StoreError("the database cannot be reached")

        monkeypatch.setattr(site.store, "append", fail)
        first = asyncio.create_task(one.room(code))
        await tried.wait()
        found = await one.room(code)
        found_meanwhile.set()
        assert found is not None
        with pytest.raises(Restarting):
            await Guest(found[0], "rui").enter()
        with pytest.raises(NotStored):
            await first
        assert one.loaded == 0

    run_site(tmp_path, play)


def test_a_process_that_joins_others_stops_no_clock(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        rooms, (ana, _) = await seated(site, "ana", "rui", clock=PerTurn(seconds=60))
        await ana.ask(requests.Start)
        site.ahead += 5000
        joined = site.process()
        joined.touch.down = await site.store.start(joined._services.process, joined._services.now())
        assert await joined.room(rooms[0].table.play)
        assert Paused not in await kinds(site, rooms[0])

    run_site(tmp_path, play)


def test_one_process_wakes_a_table_at_which_something_is_due(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        rooms, guests = await seated(site, "ana", "rui", clock=PerTurn(seconds=60))
        await guests[0].ask(requests.Start)
        for guest in guests:
            guest.leave()
        one, other = await downtime(site, 30)
        await asyncio.gather(one._wake(), other._wake())
        assert sorted([one.loaded, other.loaded]) == [0, 1]
        assert (await kinds(site, rooms[0])).count(Paused) == 1

    run_site(tmp_path, play)


def test_the_same_table_asked_for_at_two_processes_is_one_table(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        wanted = NewTable(id="one", seats=3)
        made = await asyncio.gather(*(process.create("ana", wanted) for process in site.processes))
        assert sorted(is_new for _, is_new in made) == [False, True]
        assert len({room.table.play for room, _ in made}) == await site.store.count() == 1
        with pytest.raises(IdUsed):
            await site.processes[1].create("ana", NewTable(id="one", seats=4))

    run_site(tmp_path, play)

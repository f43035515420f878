"""The rooms, with a real store and no network."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from msgspec import structs
from tests.server.rooms.evenings import Evening, Guest, mark, run

from tsuro.server.messages import answers, requests
from tsuro.server.messages.answers import Accepted
from tsuro.server.messages.creation import BotSeat, NewTable, PersonSeat
from tsuro.server.options import PerTurn
from tsuro.server.rooms import store_health
from tsuro.server.rooms.room import Room, TableFull
from tsuro.server.rooms.upkeep import TooManyTables
from tsuro.server.settings import Limits
from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.store import DAY
from tsuro.server.tables.checkpoint import Checkpoint
from tsuro.server.tables.commands import decide
from tsuro.server.tables.creation import NotMade
from tsuro.server.tables.log import HostPassed, LogEntry, Paused
from tsuro.server.tables.refusals import IdUsed, NotStored
from tsuro.server.tables.table import Table


def test_a_table_comes_back_after_a_restart_and_its_clock_has_not_run(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, _) = await evening.table("ana", "rui", clock=PerTurn(seconds=60))
        await ana.ask(requests.Start)
        play_code, number = room.table.play, room.number
        before = room.table.clocks(evening.rooms._services.now())
        await evening.end()
        evening.ahead += 3_600_000
        evening.begin()
        await evening.rooms.open()
        found = await evening.rooms.room(play_code)
        assert found is not None
        table = found[0].table
        assert isinstance((await evening.store.log(number))[-1], Paused)
        after = table.clocks(evening.rooms._services.now())
        assert before is not None
        assert after is not None
        assert after.left[0] is not None
        assert before.left[0] is not None
        assert before.left[0] - 10_000 < after.left[0] <= 60_000

    run(tmp_path, play)


def test_a_host_who_stays_away_is_replaced(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, _) = await evening.table("ana", "rui")
        ana.leave()
        await evening.rooms._look_round()
        assert room.table.host == "ana"
        evening.ahead += 61_000
        await evening.rooms._look_round()
        assert room.table.host == "rui"
        assert isinstance((await evening.store.log(room.number))[-1], HostPassed)

    run(tmp_path, play)


def test_tables_that_nobody_needs_leave_the_memory_and_come_back_when_asked_for(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, guests = await evening.table("ana", "rui")
        await guests[0].ask(requests.Start)
        evening.ahead += 3_600_000
        await evening.rooms._look_round()
        assert evening.rooms.loaded == 1  # people are there
        for guest in guests:
            guest.leave()
        evening.ahead += 3_600_000
        await evening.rooms._look_round()
        assert evening.rooms.loaded == 0
        found = await evening.rooms.room(room.table.watch)
        assert found is not None
        assert not found[1]
        assert found[0].table.view() == room.table.view()

    run(tmp_path, play)


def test_tables_with_something_due_are_woken(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, rui) = await evening.table("ana", "rui", clock=PerTurn(seconds=3600))
        await ana.ask(requests.Start)
        assert not room.scheduler.is_busy  # that is far away
        ana.leave()
        rui.leave()
        evening.ahead += 600_000
        await evening.rooms._look_round()
        assert evening.rooms.loaded == 0
        evening.ahead += 3_000_000 - 60_000
        await evening.rooms._wake()
        assert evening.rooms.loaded == 1
        found = await evening.rooms.room(room.table.play)
        assert found is not None
        assert found[0].scheduler.is_busy

    run(tmp_path, play)


def test_old_tables_are_removed(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, _) = await evening.table("ana", "rui")
        evening.ahead += 31 * 86_400_000
        await evening.rooms.upkeep.prune()
        assert ana.goodbye is not None
        assert await evening.rooms.room(room.table.play) is None

    run(tmp_path, play)


def test_a_hand_over_code_works_once(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, _) = await evening.table("ana", "rui")
        link = await ana.ask(requests.HandOver)
        assert isinstance(link, answers.HandOverLink)
        assert await evening.rooms.claim("not-a-code", "eva") is None
        assert await evening.rooms.claim(link.code, "ana on her phone") is room
        assert await evening.rooms.claim(link.code, "eva") is None
        assert room.table.seats_of("ana on her phone") == (0,)
        assert ana.told[-1].you.seats == ()

    run(tmp_path, play)


def test_a_hand_over_code_that_led_nowhere_works_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, _) = await evening.table("ana", "rui")
        link = await ana.ask(requests.HandOver)
        with monkeypatch.context() as patch:
            patch.setattr(evening.store, "append", AsyncMock(side_effect=StoreError("the disk is full")))
            with pytest.raises(NotStored):
                await evening.rooms.claim(link.code, "ana on her phone")
        assert await evening.rooms.claim(link.code, "ana on her phone") is room
        assert await evening.rooms.claim(link.code, "eva") is None
        assert room.table.seats_of("ana on her phone") == (0,)

    run(tmp_path, play)


def test_there_are_only_so_many_tables_and_clients(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, _ = await evening.table("ana", "rui")
        with pytest.raises(TableFull):
            await Guest(room, "eva").enter()
        with pytest.raises(TooManyTables):
            await evening.rooms.create("ana", NewTable())

    run(tmp_path, play, limits=Limits(connections_per_table=2, tables=1))


BOTS = NewTable(seats=(PersonSeat(name="Ana"), BotSeat(bot="wanderer")), start=True, id="same")


def test_a_table_asked_for_twice_is_made_once_even_after_a_restart(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        both = await asyncio.gather(*(evening.rooms.create("ana", BOTS) for _ in range(2)))
        (room, is_new), (again, is_new_again) = both
        assert room is again
        assert (is_new, is_new_again) == (True, False)
        await evening.end()
        evening.begin()
        await evening.rooms.open()
        found, is_new = await evening.rooms.create("ana", BOTS)
        assert (found.table.play, is_new) == (room.table.play, False)
        assert await evening.store.count() == 1

    run(tmp_path, play)


def test_another_guest_or_another_id_makes_another_table(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        wanted = [("ana", BOTS), ("rui", BOTS), ("ana", structs.replace(BOTS, id="other"))]
        rooms = [room for room, _ in [await evening.rooms.create(guest, each) for guest, each in wanted]]
        assert len({code for room in rooms for code in (room.table.play, room.table.watch)}) == 6
        with pytest.raises(IdUsed):
            await evening.rooms.create("ana", structs.replace(BOTS, start=False))

    run(tmp_path, play)


def test_a_table_that_is_made_whole_is_stored_whole_or_not_at_all(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        bad = structs.replace(BOTS, seats=(*BOTS.seats, PersonSeat(name="#")))  # type: ignore[misc]  # -- mypy does not follow replace
        with pytest.raises(NotMade):
            await evening.rooms.create("ana", bad)
        assert await evening.store.count() == 0
        timed = structs.replace(
            BOTS, clock=PerTurn(seconds=60), seats=(PersonSeat(name="A"), PersonSeat(name="B"))
        )
        room, _ = await evening.rooms.create("ana", timed)
        row = await evening.store.row(room.number)
        assert row is not None
        assert (row.phase, row.entries, row.due) == ("playing", 4, room.table.wakes_at)
        assert row.due is not None

    run(tmp_path, play)


def test_closing_refuses_says_goodbye_and_loses_nothing(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, _) = await evening.table("ana", "rui")
        await ana.ask(requests.Start)
        move = requests.Move(id="m", **mark(room))
        evening.rooms._services.closing = True
        assert (await ana.say(move)).code == "restarting"
        await evening.end()
        assert ana.goodbye is not None
        assert ana.goodbye.reason == "restarting"
        evening.begin()
        await evening.rooms.open()
        found = await evening.rooms.room(room.table.play)
        assert found is not None
        assert isinstance(await Guest(found[0], "ana").say(move), Accepted)

    run(tmp_path, play)


def test_a_store_that_takes_nothing_more_is_noticed_by_whoever_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_health, "FRESH", 0.0)
    asked: list[int] = []

    async def fail(now: int) -> None:
        asked.append(now)
        raise StoreError("the disk is full")

    async def play(evening: Evening) -> None:
        health = evening.rooms.store_health
        assert await health.is_good()
        with monkeypatch.context() as patched:
            patched.setattr(evening.store, "alive", fail)
            assert not any(await asyncio.gather(health.is_good(), health.is_good()))
            assert len(asked) == 1  # once for both
        assert await health.is_good()
        with monkeypatch.context() as patched:
            patched.setattr(store_health, "FRESH", 60.0)
            patched.setattr(evening.store, "alive", fail)
            assert await health.is_good()  # as it was just now

    run(tmp_path, play)


def test_nobody_waits_for_a_store_that_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_health, "PATIENCE", 0.01)
    answer = asyncio.Event()

    async def slow(_now: int) -> None:
        await answer.wait()

    async def play(evening: Evening) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(evening.store, "alive", slow)
            assert not await evening.rooms.store_health.is_good()
            answer.set()
            await asyncio.sleep(0)
            assert await evening.rooms.store_health.is_good()

    run(tmp_path, play)


def test_a_pause_that_cannot_be_written_is_not_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    async def play(evening: Evening) -> None:
        room, (ana, _) = await evening.table("ana", "rui", clock=PerTurn(seconds=60))
        await ana.ask(requests.Start)
        await evening.end()
        evening.ahead += 3_600_000
        evening.begin()
        with monkeypatch.context() as patched:
            patched.setattr(evening.store, "append", fail)
            await evening.rooms.open()
            with pytest.raises(NotStored):
                await evening.rooms.room(room.table.play)
        found = await evening.rooms.room(room.table.play)
        assert found is not None
        clocks = found[0].table.clocks(evening.rooms._services.now())
        assert clocks is not None
        assert clocks.left[0] is not None
        assert clocks.left[0] > 30_000

    run(tmp_path, play)


def test_a_deserted_game_of_bots_is_not_woken(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana,) = await evening.table("ana")
        await ana.ask(requests.AddBot, seat=1, bot="wanderer")
        await ana.ask(requests.ChooseFirst, seat=1)
        async with room.lock:
            await room.append(decide(room.table, "ana", requests.Start(id="s"), now=0, away={}))
        assert await evening.store.due_before(2**62) == []

    run(tmp_path, play)


def test_a_table_that_many_open_at_once_has_one_room(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, _ = await evening.table("ana", "rui")
        code = room.table.play
        await evening.end()
        evening.begin()
        await evening.rooms.open()
        found = await asyncio.gather(*(evening.rooms.room(code) for _ in range(20)))
        assert len({id(each[0]) for each in found if each}) == 1
        assert evening.rooms.loaded == 1

    run(tmp_path, play)


def test_a_table_that_is_found_while_it_is_created_has_one_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(evening: Evening) -> None:
        create, loaded = evening.store.create, list[Room]()

        async def slow(entries: Sequence[LogEntry], **facts: Any) -> int:
            number = await create(entries, **facts)
            found = await evening.rooms.room(Table.replay(entries).play)
            assert found is not None
            loaded.append(found[0])
            return number

        monkeypatch.setattr(evening.store, "create", slow)
        room, is_new = await evening.rooms.create("ana", NewTable())
        assert is_new
        assert loaded == [room]

    run(tmp_path, play)


def test_a_table_that_is_removed_while_it_is_loaded_has_no_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(evening: Evening) -> None:
        room, guests = await evening.table("ana", "rui")
        for guest in guests:
            guest.leave()
        evening.ahead += 3_600_000
        await evening.rooms._look_round()
        evening.ahead += 2 * DAY
        load, removal = evening.store.load, list[asyncio.Task[None]]()

        async def slow(table: int) -> tuple[Checkpoint | None, list[LogEntry]]:
            loaded = await load(table)
            removal.append(asyncio.create_task(evening.rooms.upkeep.prune()))
            while await evening.store.count():
                await asyncio.sleep(0.005)
            return loaded

        monkeypatch.setattr(evening.store, "load", slow)
        found = await evening.rooms.room(room.table.play)
        await asyncio.gather(*removal)
        assert found is not None
        assert found[0].lost
        assert evening.rooms.loaded == 0

    run(tmp_path, play)


def test_a_server_whose_file_was_moved_is_not_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_health, "FRESH", 0.0)

    async def play(evening: Evening) -> None:
        path, away = tmp_path / "tables.sqlite3", tmp_path / "away"
        path.rename(away)
        assert not await evening.rooms.store_health.is_good()
        with pytest.raises(StoreError, match="moved or removed"):
            await evening.rooms._note_alive()
        away.rename(path)
        assert await evening.rooms.store_health.is_good()

    run(tmp_path, play)


def test_nobody_waits_while_all_tables_are_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(evening: Evening) -> None:
        for number in range(5):
            await evening.rooms.create(f"guest {number}", NewTable())
        looked = [0]

        async def count(_room: Room) -> None:
            looked[-1] += 1

        monkeypatch.setattr(Room, "replace_host", count)
        looking = asyncio.create_task(evening.rooms._look_round())
        while not looking.done():
            looked.append(0)
            await asyncio.sleep(0)
        assert (sum(looked), max(looked)) == (5, 1)

    run(tmp_path, play)

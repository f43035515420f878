"""All tables together: those that nobody needs make room for new ones, and operators are heeded."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from tests.server.rooms.evenings import Evening, Guest, run

from tsuro.server.messages import requests
from tsuro.server.messages.creation import NewTable
from tsuro.server.rooms.room import Room
from tsuro.server.rooms.upkeep import ABANDONED_AFTER, COUNT_EVERY, COUNT_WHEN_FULL, TooManyTables
from tsuro.server.settings import Limits
from tsuro.server.storage.errors import StoreError
from tsuro.server.tables.forgetting import without_guest
from tsuro.server.tables.refusals import IdUsed

A_WHILE = 2 * ABANDONED_AFTER


async def empty_table(evening: Evening) -> Room:
    room, _ = await evening.rooms.create("nobody", NewTable())
    return room


def test_tables_without_a_game_where_nobody_is_make_room_for_new_ones(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        played, (ana, rui) = await evening.table("ana", "rui")
        await ana.ask(requests.Start)
        ana.leave()
        rui.leave()
        await evening.table("eva", "ivo")
        empty = await empty_table(evening)
        with pytest.raises(TooManyTables):  # it was made just now: somebody may be on the way
            await empty_table(evening)
        evening.ahead += A_WHILE
        await empty_table(evening)
        assert await evening.store.row(empty.number) is None
        assert await evening.store.row(played.number) is not None
        with pytest.raises(TooManyTables):
            await empty_table(evening)

    run(tmp_path, play, limits=Limits(tables=3))


def test_tables_are_counted_now_and_then_and_before_anybody_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(evening: Evening) -> None:
        counts, count = list[int](), evening.store.count

        async def counted() -> int:
            counts.append(await count())
            return counts[-1]

        monkeypatch.setattr(evening.store, "count", counted)
        for _ in range(4):
            room = await empty_table(evening)
        assert counts == [0]
        evening.ahead += COUNT_EVERY
        await empty_table(evening)
        assert counts == [0, 4]
        await evening.store.remove([room.number])  # as another process may
        for _ in range(9):
            with pytest.raises(TooManyTables):
                await empty_table(evening)
        assert counts == [0, 4]  # whoever is refused costs nothing
        evening.ahead += COUNT_WHEN_FULL
        await empty_table(evening)
        assert counts == [0, 4, 4]
        with pytest.raises(TooManyTables):
            await empty_table(evening)

    run(tmp_path, play, limits=Limits(tables=5))


def test_somebody_who_sits_down_at_the_last_moment_keeps_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(evening: Evening) -> None:
        room = await empty_table(evening)
        evening.ahead += A_WHILE
        find = evening.store.abandoned

        async def found_too_early(*, before: int, most: int) -> list[int]:
            found = await find(before=before, most=most)
            waiting = await Guest(room, "ana").enter()
            await waiting.ask(requests.Sit, seat=0, name="Ana")
            waiting.leave()
            room._asked_at = 0  # as at another process, where nobody has said yet that she is there
            return found

        monkeypatch.setattr(evening.store, "abandoned", found_too_early)
        with pytest.raises(TooManyTables):
            await empty_table(evening)
        assert await evening.store.row(room.number) is not None

    run(tmp_path, play, limits=Limits(tables=1))


def test_whoever_waits_at_a_table_keeps_it(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room = await empty_table(evening)
        waiting = await Guest(room, "ana").enter()
        evening.ahead += A_WHILE
        with pytest.raises(TooManyTables):
            await empty_table(evening)
        waiting.leave()
        await empty_table(evening)

    run(tmp_path, play, limits=Limits(tables=1))


def test_everybody_hears_that_a_table_was_closed_or_removed(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        closed, (ana, _) = await evening.table("ana", "rui")
        removed, (eva, _) = await evening.table("eva", "ivo")
        other, (ida, _) = await evening.table("ida", "udo")
        await evening.store.close_tables([closed.number])
        await evening.store.remove([removed.number])
        await evening.rooms.upkeep.heed()
        for guest in (ana, eva):
            assert guest.goodbye is not None
            assert guest.goodbye.reason == "removed"
        assert ida.goodbye is None
        for code in (closed.table.play, closed.table.watch, removed.table.play):
            assert await evening.rooms.room(code) is None
        assert await evening.rooms.room(other.table.play) == (other, True)

    run(tmp_path, play)


def test_a_guest_who_is_forgotten_is_gone_from_tables_in_memory_as_well(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, rui) = await evening.table("ana", "rui")
        await ana.ask(requests.Start)
        before = await evening.store.log(room.number)
        await evening.store.replace_log(room.number, without_guest(before, "ana", "somebody"))
        await evening.rooms.upkeep.heed()
        assert rui.goodbye is not None
        assert rui.goodbye.reason == "restarting"  # and comes back by itself
        found = await evening.rooms.room(room.table.play)
        assert found is not None
        again = await Guest(found[0], "rui").enter()
        assert [seat.name for seat in again.told[0].table.seats] == ["Guest 1", "rui"]
        assert again.told[0].position == rui.told[-1].position
        assert found[0].table.seats_of("ana") == ()

    run(tmp_path, play)


def test_nothing_is_written_of_a_guest_who_was_forgotten_before_anybody_here_heard_of_it(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, rui) = await evening.table("ana", "rui")
        before = await evening.store.log(room.number)
        await evening.store.replace_log(room.number, without_guest(before, "ana", "somebody"))
        assert (await ana.ask(requests.Start)).code == "restarting"
        assert (room.lost, rui.goodbye.reason if rui.goodbye else None) == (True, "restarting")
        assert await evening.store.tables_of("ana") == []
        found = await evening.rooms.room(room.table.play)
        assert found is not None
        assert found[0].table.seats_of("ana") == ()

    run(tmp_path, play)


def test_what_an_operator_did_is_heeded_once_the_store_can_be_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(evening: Evening) -> None:
        banned = list[Any]()
        evening.rooms.upkeep.on_bans = banned.append
        room, (ana, _) = await evening.table("ana", "rui")
        await evening.store.ban("192.0.2.1", until=5000)
        await evening.store.close_tables([room.number])
        with monkeypatch.context() as patch:
            for method in ("bans", "row"):
                patch.setattr(evening.store, method, AsyncMock(side_effect=StoreError("not now")))
            with pytest.raises(StoreError):
                await evening.rooms.upkeep.heed()
        assert (banned, ana.goodbye) == ([], None)
        for _ in range(2):
            await evening.rooms.upkeep.heed()
        assert banned == [{"192.0.2.1": 5000}]
        assert ana.goodbye is not None

    run(tmp_path, play)


def test_what_was_done_before_the_start_is_not_done_again(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, _) = await evening.table("ana", "rui")
        await evening.store.replace_log(room.number, await evening.store.log(room.number))
        await evening.rooms.upkeep.open()
        await evening.rooms.upkeep.heed()
        assert ana.goodbye is None

    run(tmp_path, play)


def test_bans_are_passed_on_at_the_start_and_when_they_change(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        told: list[dict[str, int]] = []
        evening.rooms.upkeep.on_bans = lambda bans: told.append({**bans})
        await evening.store.ban("192.0.2.1", until=5000)
        await evening.rooms.upkeep.heed()
        await evening.rooms.upkeep.heed()
        assert told == [{"192.0.2.1": 5000}]
        await evening.rooms.upkeep.open()
        assert told == [{"192.0.2.1": 5000}] * 2

    run(tmp_path, play)


def test_the_id_of_a_table_that_was_closed_makes_no_other(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, _ = await evening.rooms.create("ana", NewTable(id="same"))
        await evening.store.close_tables([room.number])
        await evening.rooms.upkeep.heed()
        with pytest.raises(IdUsed):
            await evening.rooms.create("ana", NewTable(id="same"))

    run(tmp_path, play)

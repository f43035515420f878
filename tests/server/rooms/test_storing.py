"""What is stored besides the log, and how a table with a long log is read again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.rooms.evenings import Evening, Guest, mark, run
from tests.server.storage.entries import append

from tsuro.record import read_text, verify
from tsuro.server.messages import requests
from tsuro.server.messages.answers import Accepted
from tsuro.server.messages.creation import BotSeat, NewTable, PersonSeat
from tsuro.server.rooms.room import NotKept, Room
from tsuro.server.rooms.storing import AT_ONCE, USUAL, in_parts, load
from tsuro.server.storage.errors import Damaged
from tsuro.server.tables.log import Undone
from tsuro.server.tables.table import Table


async def play_out(room: Room, guests: list[Guest]) -> None:
    while room.table.phase == "playing":
        seat = room.table.match.active if room.table.match else 0
        assert isinstance(await guests[seat].ask(requests.Move, **mark(room, -1)), Accepted)


async def play_against_bots(room: Room, ana: Guest, which: int) -> None:
    while room.table.phase == "playing":
        if room.table.match is not None and room.table.match.active == 0:
            await ana.ask(requests.Move, **mark(room, which))
        await asyncio.sleep(0.001)
    async with room.lock:  # until it is stored
        assert room.table.phase == "over"


async def several_games(evening: Evening, games: int) -> Room:
    room, guests = await evening.table("ana", "rui")
    await guests[0].ask(requests.Start)
    await play_out(room, guests)
    for _ in range(games - 1):
        for guest in guests:
            await guest.ask(requests.WantRematch)
        await play_out(room, guests)
    assert room.table.games == games
    return room


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many entries were applied since somebody else last had their turn, each time that was asked."""
    applied, apply = [0], Table.apply

    def count(self: Table, entry: Any) -> Any:
        applied[-1] += 1
        return apply(self, entry)

    monkeypatch.setattr(Table, "apply", count)
    return applied


def test_records_of_earlier_games_are_not_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(evening: Evening) -> None:
        room = await several_games(evening, 3)
        applied = counted(monkeypatch)
        for game in (1, 2, 3):
            record = await room.record(game, None)
            assert record is not None
            verify(record)
            assert record.result != "*"
            kept = await evening.store.record(room.number, game)
            assert kept is not None
            assert read_text(kept) == record
        assert await room.record(4, None) is await room.record(0, None) is None
        assert applied == [0]

    run(tmp_path, play)


def test_an_undone_game_leaves_no_record_behind(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        seats = (PersonSeat(name="Ana"), BotSeat(bot="wanderer"))
        room, _ = await evening.rooms.create("ana", NewTable(seats=seats, first=0, start=True))
        ana = await Guest(room, "ana").enter()
        await play_against_bots(room, ana, 0)
        assert await evening.store.record(room.number, 1) is not None
        assert isinstance(await ana.ask(requests.Undo, seq=room.table.seq, seat=0), Accepted)
        assert await evening.store.record(room.number, 1) is None
        await play_against_bots(room, ana, -1)
        kept = await evening.store.record(room.number, 1)
        assert kept is not None
        assert "taken-back" in kept
        assert read_text(kept) == await room.record(1, "ana")

    run(tmp_path, play)


def test_a_long_table_is_loaded_from_its_last_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(evening: Evening) -> None:
        room = await several_games(evening, 5)
        kept, entries = await evening.store.load(room.number)
        assert kept is not None
        assert (kept.games, kept.seq + len(entries)) == (3, room.table.seq)
        applied = counted(monkeypatch)
        table = await load(evening.store, room.number, asyncio.Lock())
        assert table is not None
        assert (table.seq, table.games, table.view()) == (room.table.seq, 5, room.table.view())
        assert applied == [len(entries)]

    run(tmp_path, play)


def test_no_load_keeps_others_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the log is, others get their turn after a few of its entries."""

    async def play(evening: Evening) -> None:
        room = await several_games(evening, 4)
        applied = counted(monkeypatch)
        with evening.connected() as database:
            database.execute("DELETE FROM checkpoints")
        loading = asyncio.create_task(load(evening.store, room.number, asyncio.Lock()))
        while not loading.done():
            applied.append(0)
            await asyncio.sleep(0)
        assert sum(applied) == room.table.seq - 1  # the first one makes the table
        assert max(applied) <= AT_ONCE

    run(tmp_path, play)


def test_long_logs_are_worked_on_one_at_a_time_and_short_ones_do_not_wait() -> None:
    async def read() -> None:
        one_at_a_time, long = asyncio.Lock(), iter(range(USUAL + 50))
        async with one_at_a_time:
            await in_parts(range(USUAL - 1), one_at_a_time)
            reading = asyncio.create_task(in_parts(long, one_at_a_time))
            for _ in range(2 * USUAL):
                await asyncio.sleep(0)
            assert next(long) == USUAL
        await reading
        assert next(long, None) is None

    asyncio.run(read())


def test_games_of_older_versions_follow_from_their_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(evening: Evening) -> None:
        room = await several_games(evening, 2)
        kept = await evening.store.record(room.number, 1)
        with evening.connected() as database:
            database.execute("DELETE FROM games")
        with pytest.raises(NotKept):
            await room.record(1, None)
        applied = counted(monkeypatch)
        recalling = asyncio.create_task(room.recall_records())
        while not recalling.done():
            applied.append(0)
            await asyncio.sleep(0)
        assert max(applied) <= AT_ONCE  # others have their turn meanwhile
        assert await evening.store.record(room.number, 1) == kept is not None

    run(tmp_path, play)


def test_a_checkpoint_that_makes_no_sense_is_not_believed(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room = await several_games(evening, 3)
        kept, _ = await evening.store.load(room.number)
        assert kept is not None
        for text in ("{}", "nonsense", msgspec.json.encode(msgspec.structs.replace(kept, seats=())).decode()):
            with evening.connected() as database:
                database.execute("UPDATE checkpoints SET checkpoint = ?", (text,))
            table = await load(evening.store, room.number, asyncio.Lock())
            assert table is not None
            assert table.view() == room.table.view()

    run(tmp_path, play)


def test_a_damaged_log_is_named(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, _ = await evening.table("ana", "rui")
        seq = room.table.seq + 1
        await append(evening.store, room.number, seq, Undone(at=1, seat=0, actions=9), phase="over")
        with pytest.raises(Damaged, match=rf"table {room.number} is damaged: entry {seq} \(undone\)"):
            await load(evening.store, room.number, asyncio.Lock())

    run(tmp_path, play)

"""Time at tables: whatever happens to the system's clock, a second lasts a second."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.rooms.evenings import Evening, Guest, mark, run, until

from tsuro.server.messages import requests
from tsuro.server.options import Days, PerTurn
from tsuro.server.rooms.room import Room
from tsuro.server.rooms.steady_clock import SLEW, SteadyClock
from tsuro.server.storage.store import DAY, PAUSE
from tsuro.server.tables.log import Acted, Paused
from tsuro.server.tables.table import Table

HOUR = 3_600_000
JUMPS = pytest.mark.parametrize("jump", [-400 * DAY, -HOUR, HOUR, 400 * DAY])


@given(st.lists(st.tuples(st.integers(0, 100_000), st.integers(-(10**12), 10**12))))
def test_the_clock_never_jumps(steps: list[tuple[int, int]]) -> None:
    wall, passed = 10**12, 0
    clock = SteadyClock(wall=lambda: wall, monotonic=lambda: passed / 1000)
    for milliseconds, jump in steps:
        before = clock()
        passed, wall = passed + milliseconds, wall + milliseconds + jump
        assert milliseconds * (1 - SLEW) - 1 <= clock() - before <= milliseconds * (1 + SLEW) + 1


def test_the_clock_agrees_with_the_wall_again_after_a_while() -> None:
    wall, passed = 10**12, 0
    clock = SteadyClock(wall=lambda: wall, monotonic=lambda: passed / 1000)
    wall += 60_000
    for _ in range(300):
        passed, wall = passed + 60_000, wall + 60_000
        clock()
    assert clock() == wall


async def against_a_bot(evening: Evening) -> tuple[Room, Guest]:
    room, (ana,) = await evening.table("ana")
    await ana.ask(requests.AddBot, seat=1, bot="wanderer")
    await ana.ask(requests.Start)
    return room, ana


def has_moved(table: Table) -> bool:
    assert table.match is not None
    return table.match.active == 0


async def restarted(evening: Evening, jump: int) -> None:
    """Another server, on the same file, after somebody has set the clock."""
    await evening.end()
    evening.wall_ahead += jump
    evening.begin()
    await evening.rooms.open()


async def found(evening: Evening, room: Room) -> Room:
    again = await evening.rooms.room(room.table.play)
    assert again is not None
    return again[0]


@JUMPS
def test_bots_play_on_when_the_clock_is_set(tmp_path: Path, jump: int) -> None:
    async def play(evening: Evening) -> None:
        room, ana = await against_a_bot(evening)
        evening.wall_ahead += jump
        await ana.ask(requests.Move, **mark(room))
        await until(lambda: has_moved(room.table))

    run(tmp_path, play)


@JUMPS
def test_bots_play_on_when_the_clock_was_set_while_the_server_was_off(tmp_path: Path, jump: int) -> None:
    async def play(evening: Evening) -> None:
        room, ana = await against_a_bot(evening)
        evening.rooms._services.closing = True  # the server ends before the bot has moved
        await room.append([Acted(at=evening.rooms._services.now(), seat=0, action=mark(room)["action"])])
        ana.leave()
        await restarted(evening, jump)
        room = await found(evening, room)
        await Guest(room, "ana").enter()
        await until(lambda: has_moved(room.table))

    run(tmp_path, play)


@JUMPS
def test_the_clock_of_a_game_does_not_jump_with_the_wall_clock(tmp_path: Path, jump: int) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, _) = await evening.table("ana", "rui", clock=PerTurn(seconds=60))
        await ana.ask(requests.Start)
        evening.wall_ahead += jump
        evening.ahead += 20_000
        await asyncio.sleep(0.05)
        clocks = room.table.clocks(evening.rooms._services.now())
        assert clocks is not None
        assert clocks.left[0] is not None
        assert 35_000 < clocks.left[0] <= 40_000 + 20_000 * SLEW
        assert room.table.due() is not None
        assert not room.table.time_is_up

    run(tmp_path, play)


@JUMPS
def test_a_clock_that_was_set_while_the_server_was_off_neither_stops_nor_ends_a_game(
    tmp_path: Path, jump: int
) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, _) = await evening.table("ana", "rui", clock=Days(days=1))
        await ana.ask(requests.Start)
        before, seq = room.table.clocks(evening.rooms._services.now()), room.table.seq
        await restarted(evening, jump)
        await until(lambda: evening.rooms.loaded or jump > 0)  # if it was set back, nobody knows what is due
        room = await found(evening, room)
        await until(lambda: room.table.seq > seq and not room.lock.locked())
        after = room.table.clocks(evening.rooms._services.now())
        assert before is not None
        assert after is not None
        assert before.left[0] is not None
        assert after.left[0] is not None
        assert abs(before.left[0] - after.left[0]) < 10_000
        assert isinstance((await evening.store.log(room.number))[-1], Paused)
        row = await evening.store.row(room.number)
        assert row is not None
        assert row.due is not None
        assert abs(row.due - evening.rooms._services.now() - DAY) < 3 * HOUR  # it is warned before

    run(tmp_path, play)


@JUMPS
def test_no_table_is_removed_on_the_first_day_of_a_server(tmp_path: Path, jump: int) -> None:
    async def play(evening: Evening) -> None:
        room, _ = await evening.table("ana", "rui")
        await restarted(evening, jump)
        await evening.rooms.upkeep.prune()
        evening.ahead += DAY // 2
        await evening.rooms.upkeep.prune()
        assert (await found(evening, room)).table.seats_of("ana") == (0,)

    run(tmp_path, play)


def test_a_server_that_was_off_for_a_month_removes_no_table_at_the_start(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, _ = await evening.table("ana", "rui")
        await evening.end()
        evening.ahead += 40 * DAY
        evening.begin()
        await evening.rooms.open()
        await evening.rooms.upkeep.prune()
        assert await evening.store.count() == 1
        evening.ahead += DAY
        await evening.rooms.upkeep.prune()
        assert await evening.rooms.room(room.table.play) is None

    run(tmp_path, play)


def test_a_server_that_is_restarted_every_day_removes_old_tables_all_the_same(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, _ = await evening.table("ana", "rui")
        for _ in range(31):
            await evening.end()
            evening.ahead += PAUSE - HOUR // 2
            evening.begin()
            await evening.rooms.open()
            evening.ahead += DAY - HOUR
            await evening.rooms._note_alive()
        await evening.rooms.upkeep.prune()
        assert await evening.rooms.room(room.table.play) is None

    run(tmp_path, play)


@pytest.mark.parametrize("first", [DAY * 400, 0], ids=["wrong at the start", "wrong later"])
def test_a_clock_that_is_wrong_removes_no_table_even_after_a_day(tmp_path: Path, first: int) -> None:
    async def play(evening: Evening) -> None:
        _, (ana, _) = await evening.table("ana", "rui")
        await ana.ask(requests.Start)  # else it may go after a day
        await restarted(evening, first)
        evening.wall_ahead = 400 * DAY - first  # put right, or made wrong
        evening.ahead += DAY + HOUR
        await evening.rooms.upkeep.prune()
        assert await evening.store.count() == 1

    run(tmp_path, play)


def test_the_log_says_once_that_the_clock_was_set(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def play(evening: Evening) -> None:
        with caplog.at_level(logging.WARNING, "tsuro.rooms"):
            evening.wall_ahead += HOUR
            for _ in range(3):
                await evening.rooms._note_alive()
        (line,) = [record for record in caplog.records if "clock" in record.message]
        assert abs(line.__dict__["ms"] - HOUR) < 1000

    run(tmp_path, play)

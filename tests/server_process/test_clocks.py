"""Time runs, runs out and stands still; who is absent does not stop the game. Seconds are short here."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.server_process.client import Client, new_id, some_action
from tests.server_process.games import log_of, place_markers, play_to_the_end, started
from tests.server_process.harness import Server, wait_for
from tests.server_process.hasty import ABSENCE, HASTY, SECOND

from tsuro.server.messages.answers import Changed, Moved
from tsuro.server.messages.requests import Leave, Move, TakeBack, Vote
from tsuro.server.options import Bank, PerTurn, TableOptions
from tsuro.server.tables.log import Acted, Paused, TimeRanOut
from tsuro.server.tables.table import Table


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("hasty"), command=HASTY) as server:
        yield server
        assert '"level":"error"' not in server.complained, server.complained


def story(client: Client) -> list[str]:
    """What happened, in one word each."""
    return [told.what if isinstance(told, Changed) else type(told).__name__.lower() for told in client.told]


def test_a_turn_that_takes_too_long_is_played_by_a_stand_in(hasty: Server) -> None:
    """First for one move; the second time in a row until the player takes the seat back."""

    async def wait() -> None:
        options = TableOptions(seats=2, first="chosen", clock=PerTurn(20))
        async with started(hasty.url, 2, options=options) as party:
            sleeper, other = party.people[1], party.people[0]
            await place_markers(party)
            await other.play_on(Random(1), moves=1, careful=True)
            await sleeper.until(lambda: sleeper.on_turn)
            assert sleeper.clocks is not None
            assert sleeper.clocks.running == 1
            began = time.monotonic()
            await other.until(lambda: other.on_turn)
            assert 1.9 < time.monotonic() - began < 4
            assert story(other)[-3:] == ["warned", "time-ran-out", "moved"]
            moved = other.moves(1)[-1]
            assert (moved.seat, moved.played) == (1, "stand-in")
            assert not other.table.seats[1].stand_in
            await other.play_on(Random(1), moves=1, careful=True)
            await sleeper.until(lambda: sleeper.table.seats[1].stand_in)
            await other.until(lambda: other.on_turn or other.table.phase == "over")
            assert story(other)[-4:] == ["warned", "time-ran-out", "stand-in-started", "moved"]
            refused = await sleeper.fail(Move(id=new_id(), seq=sleeper.seq, seat=1, action="play 1n"))
            assert refused.code in {"stand-in-plays", "not-your-turn", "tile-not-in-hand"}
            await other.play_on(Random(2), moves=1, careful=True)
            await other.until(
                lambda: other.on_turn or other.table.phase == "over"
            )  # at once: no clock runs for it
            await sleeper.do(TakeBack(id=new_id(), seat=1))
            assert not sleeper.table.seats[1].stand_in
            await play_to_the_end(party.people, Random(3))
            assert {moved.played for moved in other.moves(1) if moved.seat == 0} == {"person"}

    asyncio.run(wait())


def test_a_move_in_time_forgives_a_turn_that_was_not(hasty: Server) -> None:
    async def wait() -> None:
        options = TableOptions(seats=2, first="chosen", clock=PerTurn(12))
        async with started(hasty.url, 2, options=options) as party:
            slow, other = party.people[1], party.people[0]
            await place_markers(party)
            for late in (True, False, True):
                await other.play_on(Random(1), moves=1, careful=True)
                await slow.until(lambda: slow.game.active == 1 or slow.table.phase == "over")
                if not late and slow.on_turn:
                    await slow.move(some_action(slow.on_turn, slow.game, Random(2), careful=True))
                await other.until(lambda: other.on_turn or other.table.phase == "over")
            played = [moved.played for moved in other.moves(1) if moved.seat == 1]
            assert played[:4] == ["person", "stand-in", "person", "stand-in"]
            assert "stand-in-started" not in story(other)

    asyncio.run(wait())


def test_a_bank_is_spent_and_grows_with_each_turn(hasty: Server) -> None:
    async def wait() -> None:
        options = TableOptions(seats=2, first="chosen", clock=Bank(60, 10))
        whole, increment = 60 * SECOND, 10 * SECOND
        async with started(hasty.url, 2, options=options) as party:
            one, other = party.people
            assert one.clocks is not None
            assert one.clocks.left[1] == whole
            assert one.clocks.running == 0
            began = time.monotonic()
            await asyncio.sleep(1.5)
            await one.move("mark a6n1")
            spent = (time.monotonic() - began) * 1000
            assert one.clocks is not None
            assert one.clocks.running == 1
            left = one.clocks.left[0]
            assert left is not None
            assert whole - spent + increment - 100 <= left <= whole - 1500 + increment + 100
            await other.until(lambda: other.on_turn)
            await other.move("mark f1s2")
            assert other.clocks is not None
            assert whole + increment - 500 <= (other.clocks.left[1] or 0) <= whole + increment

    asyncio.run(wait())


def test_an_empty_bank_is_filled_a_little_when_the_player_comes_back(hasty: Server) -> None:
    async def wait() -> None:
        options = TableOptions(seats=2, first="chosen", clock=Bank(10))
        async with started(hasty.url, 2, options=options) as party:
            one, other = party.people
            await other.until(lambda: other.on_turn)  # a stand-in placed the other's marker
            assert one.moves(1)[0].played == "stand-in"
            await other.move("mark f1s2")
            await one.until(lambda: one.table.seats[0].stand_in)
            await one.do(TakeBack(id=new_id(), seat=0))
            assert one.clocks is not None
            assert one.clocks.left[0] is not None
            assert one.clocks.left[0] > 0

    asyncio.run(wait())


@pytest.mark.parametrize("end", ["kill", "stop"])
def test_no_clock_runs_while_the_server_is_away(tmp_path: Path, end: str) -> None:
    async def begin(server: Server) -> tuple[str, str]:
        options = TableOptions(seats=2, first="chosen", clock=Bank(600))
        async with started(server.url, 2, options=options) as party:
            await party.host.move("mark a6n1")
            await asyncio.sleep(0.5)
            server.kill() if end == "kill" else server.stop()
            token = party.people[1].token
            assert token is not None
            return party.codes.play, token

    async def go_on(server: Server, code: str, token: str) -> int:
        async with Client(server.url, code, token=token) as client:
            assert client.clocks is not None
            assert client.clocks.running == 1
            left = client.clocks.left[1]
            assert left is not None
            await client.move("mark f1s2")
            return left

    with Server(tmp_path, command=HASTY) as server:
        code, token = asyncio.run(begin(server))
        time.sleep(2)
        server.start()
        time.sleep(0.5)  # this counts
        left = asyncio.run(go_on(server, code, token))
        assert 58_000 < left <= 59_600
        (paused,) = [entry for entry in log_of(server.database, code) if isinstance(entry, Paused)]
        assert 2000 < paused.milliseconds < 6000


def test_a_turn_goes_on_where_it_was_and_nobody_is_rushed(tmp_path: Path) -> None:
    """Of a short turn all is left after a restart; it still ends."""

    async def begin(server: Server) -> str:
        options = TableOptions(seats=2, first="chosen", clock=PerTurn(20))
        async with started(server.url, 2, options=options) as party:
            await asyncio.sleep(1.5)
            server.kill()
            return party.codes.play

    with Server(tmp_path, command=HASTY) as server:
        code = asyncio.run(begin(server))
        server.start()
        began = time.monotonic()

        def ran_out() -> bool:
            return any(isinstance(entry, TimeRanOut) for entry in log_of(server.database, code))

        time.sleep(1)
        assert not ran_out()
        wait_for(ran_out, 5, "the end of the turn, though nobody came back")
        assert time.monotonic() - began > 1.5


def test_people_vote_for_a_stand_in_for_who_is_absent(hasty: Server) -> None:
    async def vote() -> None:
        async with started(hasty.url, 4) as party:
            *voters, absent = party.people
            await place_markers(party)
            for client in voters:
                await client.play_on(Random(1), moves=1, careful=True)
            one, two, three = voters
            await two.until(lambda: two.game.active == 3)
            assert (await one.fail(Vote(id=new_id(), seat=1))).code == "not-on-turn"
            assert (await one.fail(Vote(id=new_id(), seat=3))).code == "not-away"
            await absent.leave()
            await one.until(lambda: one.away == (3,))
            assert (await one.fail(Vote(id=new_id(), seat=3))).code == "not-away"
            await asyncio.sleep(ABSENCE / 1000 + 0.3)
            await one.do(Vote(id=new_id(), seat=3))
            assert one.table.seats[3].votes == (0,)
            assert not one.table.seats[3].stand_in
            assert (await one.fail(Vote(id=new_id(), seat=3))).code == "voted-already"
            await two.do(Vote(id=new_id(), seat=3))
            await three.until(lambda: three.table.seats[3].stand_in)
            await one.until(lambda: one.on_turn)
            assert (one.moves(1)[-1].seat, one.moves(1)[-1].played) == (3, "stand-in")
            async with Client(hasty.url, party.codes.play, token=absent.token) as back:
                await back.do(TakeBack(id=new_id(), seat=3))
                assert not back.table.seats[3].stand_in
                await play_to_the_end([*voters, back], Random(2))

    asyncio.run(vote())


def test_with_a_clock_there_is_no_vote(hasty: Server) -> None:
    async def vote() -> None:
        options = TableOptions(seats=2, first="chosen", clock=PerTurn(600))
        async with started(hasty.url, 2, options=options) as party:
            await party.host.leave()
            refused = await party.people[1].fail(Vote(id=new_id(), seat=0))
            assert refused.code == "clock-decides"

    asyncio.run(vote())


def test_a_host_who_stays_away_is_host_no_more(hasty: Server) -> None:
    async def leave() -> None:
        async with started(hasty.url, 2) as party:
            host, other = party.people
            await host.leave()
            await other.until(lambda: other.you.host)
            async with Client(hasty.url, party.codes.play, token=host.token) as back:
                assert not back.you.host
                assert back.you.seats == (0,)

    asyncio.run(leave())


def test_a_table_that_was_put_away_is_as_it_was(hasty: Server) -> None:
    async def leave() -> None:
        async with started(hasty.url, 2) as party:
            await place_markers(party)
            one, other = party.people
            await one.resync()
        known = one.known
        await asyncio.sleep(1)
        async with Client(hasty.url, party.codes.play, token=one.token) as back:
            assert back.known[0] == known[0]
            assert back.position == one.position
            assert back.own == one.own
            async with Client(hasty.url, party.codes.play, token=other.token) as again:
                await play_to_the_end([back, again], Random(1))

    asyncio.run(leave())


def test_with_a_clock_the_game_is_played_to_its_end_though_everybody_has_left(hasty: Server) -> None:
    async def leave() -> str:
        options = TableOptions(seats=3, first="chosen", clock=PerTurn(10))
        async with started(hasty.url, 2, "wanderer", options=options) as party:
            await party.host.do(Leave(id=new_id()))  # the other only goes away
            return party.codes.play

    def is_over() -> bool:
        return Table.replay(log_of(hasty.database, code)).phase == "over"

    code = asyncio.run(leave())
    wait_for(is_over, 15, "the end of the game")
    acted = [entry for entry in log_of(hasty.database, code) if isinstance(entry, Acted)]
    assert {entry.played for entry in acted} == {"bot", "stand-in"}


def test_a_turn_of_five_seconds_takes_five_seconds(server: Server) -> None:
    """With the real clock."""

    async def wait() -> None:
        options = TableOptions(seats=2, first="chosen", clock=PerTurn(6))
        async with started(server.url, 2, options=options) as party:
            began = time.monotonic()
            other = party.people[1]
            assert other.clocks is not None
            assert 5000 < (other.clocks.left[0] or 0) <= 6000
            await other.until(lambda: "warned" in story(other))
            assert 0.8 < time.monotonic() - began < 3
            await other.until(lambda: other.on_turn)
            assert 5.8 < time.monotonic() - began < 9
            last = other.told[-1]
            assert isinstance(last, Moved)
            assert last.played == "stand-in"

    asyncio.run(wait())

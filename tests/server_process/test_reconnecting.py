"""Whoever comes back knows all that they would know had they stayed."""

from __future__ import annotations

import asyncio
from random import Random

import msgspec
from tests.server_process.client import Client, new_id, some_action
from tests.server_process.games import (
    check_agreement,
    gathered,
    place_markers,
    play_to_the_end,
    record_of,
    started,
)
from tests.server_process.harness import Server
from tests.server_process.web import fetch

from tsuro.server.messages.answers import Accepted, Refused, Snapshot
from tsuro.server.messages.requests import Leave, Move, Start, TakeBack
from tsuro.server.options import TableOptions


def test_who_comes_back_knows_what_who_stayed_knows(server: Server) -> None:
    """After every move of a whole game, in an edition with exchanges."""

    async def play() -> None:
        options = TableOptions(edition="classic", seats=3)
        async with started(server.url, 3, options=options) as party:
            random = Random(1)
            while party.host.table.phase == "playing":
                player = next(client for client in party.people if client.on_turn)
                assert player.on_turn is not None
                done = await player.move(some_action(player.on_turn, player.game, random))
                for client in party.people:
                    await client.until_seq(done.seq)
                stayed = random.choice(party.people)
                async with Client(server.url, party.codes.play, token=stayed.token) as back:
                    assert back.known == stayed.known
            shown = fetch(server.url, f"/api/tables/{party.codes.play}", token=party.host.token).body
            assert msgspec.json.decode(shown, type=Snapshot).position == party.host.position

    asyncio.run(play())


def test_a_client_that_missed_something_asks_for_a_snapshot(server: Server) -> None:
    async def play() -> None:
        async with started(server.url, 2, "wanderer") as party:
            await asyncio.gather(*(client.play_on(Random(2), moves=2, careful=True) for client in party.people))
            host = party.host
            await host.until(lambda: len(host.moves(1)) > 5)  # and the bot has moved as well
            before = host.known
            host.seq -= 3  # as if it had missed these
            host.position = None
            snapshot = await host.resync()
            assert host.known == before
            assert snapshot.seq == before[0]

    asyncio.run(play())


def test_the_game_goes_on_without_who_is_away_and_waits_for_their_turn(server: Server) -> None:
    async def play() -> None:
        async with started(server.url, 2, "wanderer") as party:
            one, other = party.people
            await place_markers(party)
            await other.leave()
            await one.until(lambda: one.away == (1,))
            await one.play_on(Random(4), moves=1, careful=True)
            await one.until(lambda: one.game.active == 1)
            async with Client(server.url, party.codes.play, token=other.token) as back:
                await one.until(lambda: one.away == ())
                assert back.on_turn is not None
                await play_to_the_end([one, back], Random(5))
                assert back.known == one.known or back.you != one.you
                check_agreement(one, record_of(server.url, party.codes.play, 1), 1)

    asyncio.run(play())


def test_a_move_sent_again_after_the_connection_broke_gets_the_first_answer(server: Server) -> None:
    async def play() -> None:
        async with started(server.url, 2) as party:
            player = next(client for client in party.people if client.on_turn)
            assert player.on_turn is not None
            action = some_action(player.on_turn, player.game, Random(6))
            move = Move(id=new_id(), seq=player.seq, seat=player.on_turn.seat, action=action)
            first = await player.do(move)
            await player.leave()
            async with Client(server.url, party.codes.play, token=player.token) as back:
                assert back.seq == first.seq
                assert await back.ask(move) == first
                other = msgspec.structs.replace(move, action="exchange nothing")
                refused = await back.ask(other, again=True)
                assert isinstance(refused, Refused)
                assert refused.code == "id-used"
                assert back.seq == first.seq

    asyncio.run(play())


def test_who_left_a_game_can_take_the_seat_back(server: Server) -> None:
    async def play() -> None:
        async with started(server.url, 2) as party:
            one, other = party.people
            await place_markers(party)
            await one.play_on(Random(7), moves=1, careful=True)
            await other.do(Leave(id=new_id()))
            assert other.table.seats[1].stand_in
            await one.until(lambda: one.on_turn)
            assert [(moved.seat, moved.played) for moved in one.moves(1)[-2:]] == [(0, "person"), (1, "stand-in")]
            refused = await other.fail(Move(id=new_id(), seq=other.seq, seat=1, action="play 1n"))
            assert refused.code in {"stand-in-plays", "not-your-turn"}
            assert isinstance(await other.ask(TakeBack(id=new_id(), seat=1)), Accepted)
            assert not other.table.seats[1].stand_in
            await play_to_the_end(party.people, Random(8))
            check_agreement(one, record_of(server.url, party.codes.play, 1), 1)

    asyncio.run(play())


def test_a_new_game_finds_everybody_who_came_back(server: Server) -> None:
    async def play() -> None:
        async with gathered(server.url, 2) as party:
            await party.people[1].leave()
            await party.host.do(Start(id=new_id()))
            async with Client(server.url, party.codes.play, token=party.people[1].token) as back:
                assert back.table.phase == "playing"
                assert back.own[0].seat == 1
                assert len(back.own[0].hand) == 3

    asyncio.run(play())

"""Looking closer at games of a real server: records shown again, advice, and games that go on from a record."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from random import Random

import msgspec
from tests.server_process.client import Client, new_id, new_token
from tests.server_process.games import check_agreement, log_of, record_of, started
from tests.server_process.harness import Server
from tests.server_process.web import TableMade, fetch, post
from tests.server_process.wire import request

from tsuro.game.tiles import FACE_DOWN
from tsuro.match import Match
from tsuro.notation import read_action, read_edition
from tsuro.record import Record, replay, verify, write_text
from tsuro.server.messages.answers import Problem
from tsuro.server.messages.requests import Undo, WantRematch
from tsuro.server.messages.views import Advice, Replay
from tsuro.server.tables.log import Acted, Started


def long_game(edition: str = "modern", players: int = 3) -> Record:
    """A game in which much happens before the end."""
    for seed in range(100):
        match, random = Match(edition=read_edition(edition), players=players, seed=seed), Random(seed)
        while not match.is_over:
            match.submit(match.active, random.choice(match.legal_actions))
        if len(match.record().entries) > players + 8:
            return match.record()
    raise AssertionError("all games were short")


def practise(server: Server, token: str, record: Record, *, move: int, seat: int) -> TableMade:
    wanted = {"record": write_text(record), "move": move, "seat": seat, "name": "Ana", "bot": "wanderer"}
    answer = post(server.url, "/api/practice", wanted, token=token)
    assert answer.status == 201, answer.body
    return msgspec.json.decode(answer.body, type=TableMade)


def advice_at(server: Server, code: str, seat: int, token: str) -> Advice | Problem:
    answer = fetch(server.url, f"/api/tables/{code}/advice?seat={seat}", token=token)
    if answer.status == 200:
        return msgspec.json.decode(answer.body, type=Advice)
    return msgspec.json.decode(answer.body, type=Problem)


def test_a_game_is_played_on_from_a_record_with_advice_to_the_end_and_once_more(server: Server) -> None:
    record, token, random = long_game(), new_token(), Random(1)
    move = 5
    seat = record.entries[move].seat

    async def play() -> None:
        codes = practise(server, token, record, move=move, seat=seat)
        async with Client(server.url, codes.play, token=token) as client:
            assert client.you.practice
            assert client.game.phase == "play"
            advised = 0
            while client.table.phase == "playing" and client.position is not None:
                await client.until(lambda: client.on_turn or client.table.phase == "over")
                if client.on_turn is None:
                    break
                advice = await asyncio.to_thread(advice_at, server, codes.play, seat, token)
                assert isinstance(advice, Advice)
                await client.move(advice.chosen)
                advised += 1
                if advised == 2:
                    await client.play_on(random)
            assert advised
            whole = record_of(server.url, codes.play, 1)
            verify(whole)
            kept = [(entry.seat, entry.action) for entry in record.entries[:move]]
            assert [(entry.seat, entry.action) for entry in whole.entries[:move]] == kept
            assert whole.tag("secret") is None
            await client.do(WantRematch(id=new_id()))
            await client.until(lambda: client.table.game == 2)
            assert client.table.commitment is not None
            await client.play_on(random)
            again = record_of(server.url, codes.play, 2)
            verify(again)
            check_agreement(client, again, 2)

    asyncio.run(play())


def test_a_game_that_goes_on_from_a_record_survives_a_power_cut(tmp_path: Path) -> None:
    record, token = long_game("classic", 4), new_token()
    move = 6
    seat = record.entries[move].seat
    with Server(tmp_path) as server:
        codes = practise(server, token, record, move=move, seat=seat)

        async def look() -> tuple[object, ...]:
            async with Client(server.url, codes.play, token=token) as client:
                return client.known

        before = asyncio.run(look())
        server.kill()
        server.start()
        assert asyncio.run(look()) == before
        states = [moment.state for moment in replay(record)]
        *_, started = log_of(server.database, codes.play)
        assert isinstance(started, Started)
        assert started.secret not in {record.tag("secret"), ""}
        snapshot = msgspec.json.decode(fetch(server.url, f"/api/tables/{codes.play}", token=token).body)
        assert tuple(snapshot["own"][0]["hand"]) == states[move].hands[seat]


def test_what_was_taken_back_stays_so_after_a_power_cut_and_the_record_says_it_was_practice(
    tmp_path: Path,
) -> None:
    token, random = new_token(), Random(3)
    seats = [{"kind": "person", "name": "Ana"}, {"kind": "bot", "bot": "wanderer"}]
    with Server(tmp_path) as server:
        made = post(server.url, "/api/tables", {"seats": seats, "start": True}, token=token)
        code = msgspec.json.decode(made.body, type=TableMade).play

        async def begin() -> tuple[object, ...]:
            async with Client(server.url, code, token=token) as client:
                await client.play_on(random)
                assert client.table.phase == "over"
                await client.do(Undo(id=new_id(), seq=client.seq, seat=0))
                assert (client.table.phase, client.table.taken_back) == ("playing", 1)
                assert client.on_turn is not None
                return client.known

        async def go_on() -> tuple[object, ...]:
            async with Client(server.url, code, token=token) as client:
                known = client.known
                await client.play_on(random)
                return known

        before = asyncio.run(begin())
        server.kill()
        server.start()
        assert asyncio.run(go_on()) == before
        whole = record_of(server.url, code, 1)
        verify(whole)
        assert whole.tag("taken-back") == "1"
        shown = msgspec.json.decode(fetch(server.url, f"/api/tables/{code}/games/1/replay").body, type=Replay)
        assert shown.practice
        assert shown.over


def test_the_others_tiles_are_hidden_at_the_new_table_too(server: Server) -> None:
    record, token = long_game(), new_token()
    codes = practise(server, token, record, move=4, seat=record.entries[4].seat)
    for asker in (None, new_token()):
        seen = record_of(server.url, codes.watch, 1, token=asker)
        assert all(tile == FACE_DOWN for hand in seen.deal for tile in hand)
        shown = msgspec.json.decode(
            fetch(server.url, f"/api/tables/{codes.watch}/games/1/replay", token=asker).body, type=Replay
        )
        assert {tile for frame in shown.frames for hand in frame.hands for tile in hand} == {FACE_DOWN}
        assert not any(frame.own for frame in shown.frames)


def test_a_running_game_between_people_has_no_advice_and_its_replay_no_choices(server: Server) -> None:
    async def play() -> None:
        async with started(server.url, 2, "wanderer") as party:
            for client in party.people:
                assert not client.you.practice
                assert client.token is not None
                told = advice_at(server, party.codes.play, client.you.seats[0], client.token)
                assert isinstance(told, Problem)
                assert told.code == "not-practice"
                answer = fetch(server.url, f"/api/tables/{party.codes.play}/games/1/replay", token=client.token)
                shown = msgspec.json.decode(answer.body, type=Replay)
                assert not any(frame.own for frame in shown.frames)
                assert all(FACE_DOWN in hand for hand in shown.frames[0].hands[client.you.seats[0] - 1 :][:1])

    asyncio.run(play())


def test_one_who_asks_much_does_not_keep_the_bots_of_others_waiting(server: Server) -> None:
    record = write_text(long_game("classic", 4))

    async def ask(move: int) -> int:
        body = {"record": record, "move": move}  # always from the same address
        asked = partial(
            request, server.url, "POST", "/api/advice", body=body, token=new_token(), source="127.0.9.9"
        )
        return (await asyncio.to_thread(asked)).status

    async def play() -> None:
        asking = [asyncio.create_task(ask(move)) for move in range(12)]
        async with started(server.url, 1, "apprentice") as party:
            await party.host.play_on(Random(1), moves=4)
            acted = [entry for entry in log_of(server.database, party.codes.play) if isinstance(entry, Acted)]
            assert any(entry.played == "bot" for entry in acted)
            assert all(read_action(entry.action) for entry in acted)
        statuses = await asyncio.gather(*asking)
        assert set(statuses) == {200, 429}

    asyncio.run(play())

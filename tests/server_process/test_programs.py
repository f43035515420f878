"""Programs play over plain HTTP: they read a stream, and post their moves."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from threading import Thread

import msgspec
from tests.server_process.client import Client, new_id, new_token, some_action
from tests.server_process.games import check_agreement, gathered, record_of
from tests.server_process.harness import Server
from tests.server_process.web import fetch, lines, make_table, program_asks

from tsuro.record import read_text, verify
from tsuro.server.messages.answers import Accepted, Moved, ProgramToken, Refused, Snapshot, Started, Welcome
from tsuro.server.messages.requests import AddBot, InviteProgram, Move, Sit, Start
from tsuro.server.options import TableOptions

EXAMPLE = Path(__file__).parents[2] / "examples" / "web_bot.py"


def play_by_stream(url: str, code: str, token: str, heard: list[object]) -> None:
    """A whole game of a program, from a stream."""
    random = Random(token)
    with lines(url, code, token) as messages:
        for message in messages:
            heard.append(message)
            if not isinstance(message, Snapshot | Started | Moved) or message.position is None:
                continue
            if message.position.result is not None:
                return
            own = next((own for own in message.own if own.on_turn), None)
            if own is not None:
                action = some_action(own, message.position, random)
                move = Move(id=new_id(), seq=message.seq, seat=own.seat, action=action)
                assert isinstance(program_asks(url, code, move, token), Accepted)


def test_an_invited_program_plays_from_the_stream(server: Server) -> None:
    async def play() -> None:
        async with gathered(server.url, 1, options=TableOptions(seats=3, edition="classic")) as party:
            host = party.host
            invited = await host.ask(InviteProgram(id=new_id(), seat=1, name="Deep Path"))
            assert isinstance(invited, ProgramToken)
            assert (invited.seat, host.table.seats[1].kind) == (1, "program")
            again = await host.ask(InviteProgram(id=new_id(), seat=2, name="Deeper Path"))
            assert isinstance(again, ProgramToken)
            programs = [
                Thread(target=play_by_stream, args=(server.url, party.codes.play, token, heard), daemon=True)
                for token, heard in ((invited.token, first), (again.token, second))
            ]
            for program in programs:
                program.start()
            await host.do(Start(id=new_id()))
            await host.play_on(Random(1))
            for program in programs:
                await asyncio.to_thread(program.join, 20)
                assert not program.is_alive()
            check_agreement(host, record_of(server.url, party.codes.play, 1), 1)
            assert host.moves(1)[-1].position == second[-1].position  # type: ignore[attr-defined]  # -- the last message is a move

    first: list[object] = []
    second: list[object] = []
    asyncio.run(play())
    for heard in (first, second):
        assert isinstance(heard[0], Welcome)
        assert isinstance(heard[1], Snapshot)
        numbers = [message.seq for message in heard if isinstance(message, Moved)]
        assert numbers == list(range(numbers[0], numbers[-1] + 1))


def test_a_program_may_have_its_seat_by_http_alone(server: Server) -> None:
    token = new_token()
    code = make_table(server.url, token).play
    for request in (
        Sit(id="sit", seat=0, name="Program"),
        AddBot(id="bot", seat=1, bot="wanderer"),
        Start(id="start"),
    ):
        assert isinstance(program_asks(server.url, code, request, token), Accepted)
    heard: list[object] = []
    play_by_stream(server.url, code, token, heard)
    assert isinstance(heard[-1], Moved)
    record = record_of(server.url, code, 1)
    assert len(record.entries) == heard[-1].seq - 5  # created, committed, two sat down, started
    shown = msgspec.json.decode(fetch(server.url, f"/api/tables/{code}", token=token).body, type=Snapshot)
    assert shown.position == heard[-1].position


def test_a_program_cannot_play_another_seat(server: Server) -> None:
    async def ask() -> None:
        async with gathered(server.url, 2, options=TableOptions(seats=3)) as party:
            invited = await party.host.ask(InviteProgram(id=new_id(), seat=2, name="Deep Path"))
            assert isinstance(invited, ProgramToken)
            await party.host.do(Start(id=new_id()))
            for seat in (0, 1):
                move = Move(id=new_id(), seq=party.host.seq, seat=seat, action="mark a1s1")
                answer = program_asks(server.url, party.codes.play, move, invited.token)
                assert isinstance(answer, Refused)
                assert answer.code == "not-your-seat"
                assert [own.seat for own in answer.snapshot.own] == [2]
            heard = b"".join(party.people[1].frames)
            assert invited.token.encode() not in heard

    asyncio.run(ask())


def test_the_same_invitation_sent_twice_gives_the_same_token(server: Server) -> None:
    async def ask() -> None:
        async with gathered(server.url, 1) as party:
            request = InviteProgram(id=new_id(), seat=1, name="Deep Path")
            first = await party.host.ask(request)
            seq = party.host.seq
            again = await party.host.ask(request, again=True)
            assert isinstance(first, ProgramToken)
            assert again == first
            assert party.host.seq == seq
            async with Client(server.url, party.codes.play, token=first.token) as program:
                assert program.you.seats == (1,)

    asyncio.run(ask())


def test_the_example_of_the_documentation_plays_a_game(server: Server) -> None:
    host = server.url.removeprefix("http://")
    environment = os.environ | {"PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, str(EXAMPLE), host]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=30, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    record = read_text(done.stdout)
    assert "Web bot" in record.names
    verify(record)

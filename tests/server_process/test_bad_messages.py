"""What no honest client sends: it gets a clear answer, changes nothing, and harms nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import msgspec
import pytest
from tests.server_process.client import Client, new_id, new_token, some_action
from tests.server_process.games import Party, log_of, place_markers, started
from tests.server_process.harness import Server
from tests.server_process.web import fetch, make_table, post
from websockets.exceptions import InvalidStatus

from tsuro.server.messages.answers import Accepted, Moved, Problem, Refused
from tsuro.server.messages.requests import InviteProgram, Leave, Move, Request, Sit, Start, TakeBack, Vote

PREFIX = '{"type":"move","id":"x","seq":4,"seat":0,"action":'


@asynccontextmanager
async def nothing_changes(server: Server, party: Party) -> AsyncIterator[None]:
    """Everything is afterwards as it was before, for everybody."""
    known = [client.known for client in party.people]
    log = log_of(server.database, party.codes.play)
    yield
    for client, before in zip(party.people, known, strict=True):
        async with Client(server.url, party.codes.play, token=client.token) as again:
            assert again.known == before
    assert log_of(server.database, party.codes.play) == log


@asynccontextmanager
async def in_the_middle(server: Server) -> AsyncIterator[Party]:
    """Two people in a game; it is the turn of the first."""
    async with started(server.url, 2) as party:
        await place_markers(party)
        await party.host.until(lambda: party.host.on_turn)
        await party.people[1].until_seq(party.host.seq)
        yield party


def a_move(client: Client, **other: object) -> Move:
    own = client.own[0]
    action = some_action(own, client.game, Random(1))
    move = Move(id=new_id(), seq=client.seq, seat=own.seat, action=action)
    return msgspec.structs.replace(move, **other)


def test_a_move_sent_many_times_at_once_is_done_once(server: Server) -> None:
    async def play() -> None:
        async with in_the_middle(server) as party:
            move = a_move(party.host)
            await asyncio.gather(*(party.host.send(move) for _ in range(8)))
            await party.host.until(lambda: len(party.host.answers[move.id]) == 8)
            first, *others = party.host.answers[move.id]
            assert isinstance(first, Accepted)
            assert others == [first] * 7
            assert [told.seq for told in party.host.told if isinstance(told, Moved)][-1] == first.seq
            entries = log_of(server.database, party.codes.play)
            assert [entry.request for entry in entries].count(move.id) == 1
            assert len(entries) == first.seq

    asyncio.run(play())


REFUSED_MOVES: list[tuple[dict[str, object], str | None]] = [
    ({"seq": 3}, "stale"),
    ({"seq": 0}, "stale"),
    ({"seq": 1000}, "from-the-future"),
    ({"seq": 2**53}, "from-the-future"),
    ({"seat": 1}, "not-your-seat"),
    ({"seat": 7}, "no-such-seat"),
    ({"action": "play 36n"}, "not-understood"),
    ({"action": "mark a6n1"}, "markers-are-placed"),
    ({"action": "exchange nothing"}, None),
    ({"action": ""}, "not-understood"),
    ({"action": "play 1n\n"}, "not-understood"),
    ({"action": "exchange ? for ?"}, None),
    ({"action": "play ?n"}, "not-understood"),
]


def test_wrong_moves_are_refused_each_with_its_reason(server: Server) -> None:
    async def play() -> None:
        async with in_the_middle(server) as party, nothing_changes(server, party):
            for wrong, code in REFUSED_MOVES:
                refused = await party.host.ask(a_move(party.host, **wrong))
                assert isinstance(refused, Refused)
                assert refused.sentence
                if code is not None:
                    assert refused.code == code, (wrong, refused.sentence)
                assert refused.snapshot.seq == party.host.seq

    asyncio.run(play())


def test_a_tile_of_another_hand_cannot_be_played(server: Server) -> None:
    async def play() -> None:
        async with in_the_middle(server) as party, nothing_changes(server, party):
            tile = party.people[1].own[0].hand[0]
            refused = await party.host.fail(a_move(party.host, action=f"play {tile}n"))
            assert refused.rule == "P1"

    asyncio.run(play())


def test_moves_in_the_wrong_order_are_done_in_the_order_of_the_game(server: Server) -> None:
    async def play() -> None:
        async with in_the_middle(server) as party:
            host, other = party.people
            early = a_move(other)
            assert isinstance(await other.ask(early), Refused)
            move = a_move(host, action=next(p.action for p in host.own[0].previews if p.refused is None))
            await host.do(move)
            await other.until_seq(host.seq)
            again = await other.ask(early, again=True)
            assert isinstance(again, Refused)  # the first answer, though it would be its turn now
            assert isinstance(await other.ask(msgspec.structs.replace(early, id=new_id())), Refused)  # stale
            await other.do(a_move(other))

    asyncio.run(play())


MALFORMED = {
    "nothing": "",
    "blank": "   ",
    "a word": "hello",
    "null": "null",
    "a number": "17",
    "a list": "[]",
    "no type": "{}",
    "an unknown type": '{"type":"cheat","id":"x"}',
    "a type that is a list": '{"type":[],"id":"x"}',
    "a message of the server's": '{"type":"accepted","id":"x","seq":1}',
    "half a message": PREFIX,
    "two messages": '{"type":"ping"}{"type":"ping"}',
    "an unknown field": '{"type":"resync","all":true}',
    "a field too few": '{"type":"move","id":"x","seq":4,"seat":0}',
    "no id": '{"type":"start"}',
    "an empty id": '{"type":"start","id":""}',
    "an id with a space": '{"type":"start","id":"a b"}',
    "an id of another script": '{"type":"start","id":"ä"}',
    "an id with a line end": '{"type":"start","id":"a\\n"}',
    "an id too long": '{"type":"start","id":"' + "a" * 41 + '"}',
    "an id that is a number": '{"type":"start","id":7}',
    "a seat that is a text": '{"type":"take-back","id":"x","seat":"0"}',
    "a seat that is true": '{"type":"take-back","id":"x","seat":true}',
    "half a seat": '{"type":"take-back","id":"x","seat":0.5}',
    "a seat below": '{"type":"take-back","id":"x","seat":-1}',
    "a seat above": '{"type":"take-back","id":"x","seat":8}',
    "a seat without end": '{"type":"take-back","id":"x","seat":' + "9" * 400 + "}",
    "a seq of another size": '{"type":"move","id":"x","seq":1e400,"seat":0,"action":"play 1n"}',
    "not a number": '{"type":"move","id":"x","seq":NaN,"seat":0,"action":"play 1n"}',
    "infinity": '{"type":"move","id":"x","seq":Infinity,"seat":0,"action":"play 1n"}',
    "a seq above all numbers of a browser": '{"type":"move","id":"x","seq":9007199254740993,"seat":0,"action":""}',
    "a seq below": '{"type":"move","id":"x","seq":-1,"seat":0,"action":"play 1n"}',
    "an action that is a list": PREFIX + '["play 1n"]}',
    "a long action": PREFIX + '"' + "p" * 81 + '"}',
    "half a character": '{"type":"sit","id":"x","seat":0,"name":"\\ud800"}',
    "a control character": '{"type":"sit","id":"x","seat":0,"name":"a\nb"}',
    "a long name": '{"type":"sit","id":"x","seat":0,"name":"' + "n" * 61 + '"}',
    "deep lists": "[" * 4000,
    "deep objects": '{"type":' * 450,
    "deep inside": '{"type":"change-options","id":"x","options":' + "[" * 1500 + "]" * 1500 + "}",
    "a clock of no kind": '{"type":"change-options","id":"x","options":{"clock":{"kind":"sun"}}}',
    "a clock too quick": '{"type":"change-options","id":"x","options":{"clock":{"kind":"turn","seconds":1}}}',
    "nine seats": '{"type":"change-options","id":"x","options":{"seats":9}}',
    "a bot that is a number": '{"type":"add-bot","id":"x","seat":1,"bot":7}',
    "a bot with a long name": '{"type":"add-bot","id":"x","seat":1,"bot":"' + "b" * 200 + '"}',
}


def test_what_cannot_be_read_is_said_to_be_a_problem_and_changes_nothing(server: Server) -> None:
    async def send() -> None:
        async with in_the_middle(server) as party, nothing_changes(server, party):
            for texts in (
                list(MALFORMED.values())[:20],
                list(MALFORMED.values())[20:40],
                list(MALFORMED.values())[40:],
            ):
                async with Client(server.url, party.codes.play, token=party.host.token) as client:
                    for number, text in enumerate(texts, 1):
                        await client.send_text(text)
                        await client.until(lambda: len(client.problems) == number)  # noqa: B023 -- used at once
                        assert client.problems[-1].code == "malformed", text
                        assert client.problems[-1].sentence.startswith("This could not be read: ")
                        assert len(client.problems[-1].sentence) < 300
                    assert (await client.resync()).seq == party.host.seq  # the connection survives

    asyncio.run(send())


def test_the_same_over_http_is_a_bad_request(server: Server) -> None:
    async def send() -> None:
        async with in_the_middle(server) as party, nothing_changes(server, party):
            path = f"/api/tables/{party.codes.play}/requests"
            for text in MALFORMED.values():
                data = text.encode("utf-8", "surrogatepass")
                answer = fetch(server.url, path, token=party.host.token, body=data)
                assert answer.status == 400, text
                assert msgspec.json.decode(answer.body, type=Problem).code == "malformed"
            for text in ('{"type":"ping"}', '{"type":"resync"}'):  # which are for sockets
                assert fetch(server.url, path, token=party.host.token, body=text.encode()).status == 400
            answer = fetch(server.url, path, token=party.host.token, body=b" " * 5000)
            assert answer.status == 413

    asyncio.run(send())


def test_who_goes_on_sending_what_cannot_be_read_is_closed(server: Server) -> None:
    async def send() -> None:
        async with in_the_middle(server) as party, nothing_changes(server, party):
            async with Client(server.url, party.codes.play, token=party.host.token) as client:
                for _ in range(21):
                    await client.send_text("cheat")
                assert await client.until_closed() == 1008
            assert party.host.close_code is None

    asyncio.run(send())


BROKEN = {
    "a frame too long": ("x" * 4097, 1009),
    "a very long frame": ("x" * 2_000_000, 1009),
    "text that is not UTF-8": (b'{"type":"ping\xff"}', 1007),
}


@pytest.mark.parametrize(("data", "code"), BROKEN.values(), ids=BROKEN.keys())
def test_a_frame_that_breaks_the_rules_of_sockets_closes_only_its_own(
    server: Server, data: str | bytes, code: int
) -> None:
    async def send() -> None:
        async with in_the_middle(server) as party, nothing_changes(server, party):
            async with Client(server.url, party.codes.play, token=party.host.token) as client:
                await client.send_frame(data)
                assert await client.until_closed() == code
            assert (await party.host.resync()).seq == party.host.seq

    asyncio.run(send())


def test_a_binary_frame_is_no_back_door(server: Server) -> None:
    async def send() -> None:
        async with (
            in_the_middle(server) as party,
            nothing_changes(server, party),
            Client(server.url, party.codes.play, token=party.host.token) as client,
        ):
            for number, data in enumerate((b"\x00\xff\xfe", b"", b"\x80" * 4096), 1):
                await client.send_text(data)
                await client.until(lambda: len(client.problems) == number)  # noqa: B023 -- used at once
            assert {problem.code for problem in client.problems} == {"malformed"}
            await client.resync()

    asyncio.run(send())


def test_who_sends_too_fast_is_told_once_and_then_closed_and_others_notice_nothing(server: Server) -> None:
    async def send() -> None:
        async with in_the_middle(server) as party, nothing_changes(server, party):
            async with Client(server.url, party.codes.play, token=party.host.token) as client:
                for _ in range(200):
                    try:
                        await client.send_text('{"type":"ping"}')
                    except OSError:
                        break
                assert await client.until_closed() == 1008
                assert [problem.code for problem in client.problems] == ["too-fast"]
            await asyncio.wait_for(party.people[1].resync(), 2)

    asyncio.run(send())


def test_the_seat_of_another_cannot_be_used(server: Server) -> None:
    async def forge() -> None:
        async with (
            in_the_middle(server) as party,
            nothing_changes(server, party),
            Client(server.url, party.codes.play) as stranger,
        ):
            requests: list[Request] = [
                a_move(party.host, id=new_id()),
                TakeBack(id=new_id(), seat=0),
                Vote(id=new_id(), seat=0),
                Leave(id=new_id()),
                Start(id=new_id()),
                Sit(id=new_id(), seat=0, name="Ana"),
            ]
            for request in requests:
                assert (await stranger.fail(request)).code not in {"stale", "not-your-turn"}
            assert (await party.people[1].fail(a_move(party.host, id=new_id()))).code == "not-your-seat"

    asyncio.run(forge())


def test_the_ids_of_another_lead_nowhere(server: Server) -> None:
    """Whoever guesses the id of a request gets neither its answer nor in its way."""

    async def guess() -> None:
        async with started(server.url, 2) as party, Client(server.url, party.codes.play) as stranger:
            move = Move(id="guess-me", seq=party.host.seq, seat=0, action="mark a6n1")
            assert isinstance(await stranger.ask(move), Refused)
            done = await party.host.do(move)
            again = await stranger.ask(move, again=True)
            assert isinstance(again, Refused)
            assert again.snapshot.own == ()
            assert await party.host.ask(move, again=True) == done
        code = make_table(server.url, token := new_token()).play
        async with Client(server.url, code, token=token) as host, Client(server.url, code) as stranger:
            invitation = InviteProgram(id="guess-me", seat=0, name="Program")
            await host.ask(invitation)
            assert (await stranger.fail(invitation)).code == "not-host"

    asyncio.run(guess())


def test_a_move_at_another_table_is_not_made_here(server: Server) -> None:
    async def mix_up() -> None:
        async with (
            in_the_middle(server) as party,
            in_the_middle(server) as elsewhere,
            nothing_changes(server, party),
            nothing_changes(server, elsewhere),
        ):
            path = f"/api/tables/{elsewhere.codes.play}/requests"
            answer = post(server.url, path, a_move(party.host), token=party.host.token)
            assert answer.status == 409
            refused = msgspec.json.decode(answer.body, type=Refused)
            assert refused.code == "not-your-seat"
            assert refused.snapshot.you.seats == ()

    asyncio.run(mix_up())


@pytest.mark.parametrize(
    "code", ["A" * 22, "a", "%00", "A" * 5000, "..%2f..", "%c3%a9" * 22], ids=lambda code: code[:8]
)
def test_a_code_that_does_not_exist_leads_nowhere(server: Server, code: str) -> None:
    async def connect() -> int:
        try:
            async with Client(server.url, code):
                return 101
        except InvalidStatus as refused:
            return refused.response.status_code

    answer = fetch(server.url, f"/api/tables/{code}", token=new_token())
    assert answer.status == 404
    assert msgspec.json.decode(answer.body, type=Problem).sentence
    assert asyncio.run(connect()) == 404


def test_pages_of_strangers_and_wrong_tokens_get_no_connection(server: Server) -> None:
    code = make_table(server.url, new_token()).play
    upgrade = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }
    for headers, status in (
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Authorization": "Bearer short"}, 401),
        ({"Authorization": "Basic QTpC"}, 401),
        ({"Host": "evil.example"}, 421),
    ):
        answer = fetch(server.url, f"/api/tables/{code}/socket", headers=upgrade | headers)
        assert answer.status == status, headers
        assert msgspec.json.decode(answer.body, type=Problem).sentence

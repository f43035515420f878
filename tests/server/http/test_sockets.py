"""The server over sockets: what is said, and what becomes of those who say too much, too fast, or nothing."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.server.running import Guest, Talk, running
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import tsuro
from tsuro.server.messages import PROTOCOL
from tsuro.server.rooms.room import Room
from tsuro.server.settings import Limits
from tsuro.server.tokens import guest_of


@pytest.fixture(scope="module")
def guest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    with running(tmp_path_factory.mktemp("server")) as guest:
        yield guest


@pytest.fixture
def code(guest: Guest) -> str:
    return guest.make_table()["play"]


@pytest.fixture
def talk(guest: Guest, code: str) -> Iterator[Talk]:
    with guest.connect(code) as talk:
        talk.until("snapshot")
        yield talk


def _closed(talk: Talk) -> int | None:
    """The code with which the server closed."""
    talk.rest()
    return talk.connection.close_code


def test_a_connection_begins_with_a_welcome_and_a_snapshot(guest: Guest, code: str) -> None:
    with guest.connect(code) as talk:
        first, second = talk.hear(), talk.hear()
    assert first == {"type": "welcome", "protocol": PROTOCOL, "server": tsuro.__version__, "heartbeat": 20}
    assert (second["type"], second["seq"], second["you"]["host"]) == ("snapshot", 2, True)


def test_a_request_is_answered_and_everybody_learns_what_happened(guest: Guest, code: str, talk: Talk) -> None:
    with guest.another().connect(code) as other:
        other.until("snapshot")
        talk.say({"type": "sit", "id": "a", "seat": 0, "name": "Ana"})
        assert talk.until("accepted") == {"type": "accepted", "id": "a", "seq": 3}
        changed = other.until("changed")
        assert (changed["seq"], changed["table"]["seats"][0]["name"]) == (3, "Ana")


def test_a_refusal_brings_the_table_as_it_is(talk: Talk) -> None:
    talk.say({"type": "start", "id": "a"})
    refused = talk.until("refused")
    assert (refused["id"], refused["code"], refused["snapshot"]["seq"]) == ("a", "too-few-sit", 2)


def test_a_ping_is_answered_and_a_snapshot_comes_when_asked_for(talk: Talk) -> None:
    talk.say({"type": "ping"})
    assert talk.until("pong") == {"type": "pong"}
    talk.say({"type": "pong"})
    talk.say({"type": "showing", "done": False})  # is not answered
    talk.say({"type": "resync"})
    assert talk.until("snapshot")["seq"] == 2


def test_binary_frames_are_read_as_text(talk: Talk) -> None:
    talk.say(b'{"type":"ping"}')
    assert talk.until("pong") == {"type": "pong"}


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("", "truncated"),
        ("hello", "malformed"),
        ('{"type":"dance"}', "invalid value 'dance', at type"),
        ('{"type":"leave"}', "missing required field id"),
        ('{"type":"leave","id":"a","seat":1}', "unknown field seat"),
        ('{"type":"sit","id":"a","seat":8,"name":"Ana"}', "expected int <= 7, at seat"),
        ('{"type":"leave","id":"?"}', "an id is 1 to 40"),
        ('{"type":"seal","id":"a","commitment":"ab","seal":"cd"}', "hashes are 64 hexadecimal digits"),
        (b"\xff\xfe", "could not be read"),
        (b'{"type":"sit","id":"a","seat":0,"name":"\xff"}', "not UTF-8"),
        ("[" * 4000, "could not be read"),
    ],
)
def test_what_cannot_be_read_is_told_so_and_changes_nothing(
    guest: Guest, code: str, talk: Talk, said: str | bytes, sentence: str
) -> None:
    talk.say(said)
    problem = talk.until("problem")
    assert problem["code"] == "malformed"
    assert sentence in problem["sentence"]
    assert guest.look(code)["seq"] == 2


def test_a_client_that_talks_nonsense_on_and_on_is_closed(talk: Talk) -> None:
    for _ in range(21):
        talk.say("nonsense")
    assert _closed(talk) == 1008


def test_a_message_that_is_too_long_closes_the_connection(talk: Talk) -> None:
    talk.say("x" * 1_000_000)
    assert _closed(talk) == 1009


def test_a_long_message_in_small_parts_is_still_too_long(talk: Talk) -> None:
    with suppress(ConnectionClosed):  # before the last part is sent
        talk.connection.send(["x" * 1000] * 5)
    assert _closed(talk) == 1009


def test_a_client_that_is_too_fast_is_told_once_and_closed_if_it_goes_on(tmp_path: Path) -> None:
    limits = Limits(messages_per_second=0.01, messages_at_once=5)
    with running(tmp_path, limits=limits) as guest, guest.connect(guest.make_table()["play"]) as talk:
        for _ in range(10):  # of which 5 are read
            talk.say({"type": "ping"})
        time.sleep(0.3)
        with suppress(ConnectionClosed):
            for _ in range(100):
                talk.say({"type": "ping"})
                time.sleep(0.01)
        heard = [message["type"] for message in talk.rest()]
        assert (heard.count("pong"), heard.count("problem")) == (5, 1)
        assert talk.connection.close_code == 1008


def test_a_new_guest_gets_a_cookie_with_the_handshake(guest: Guest, code: str) -> None:
    url = f"ws://{guest.place}/api/tables/{code}/socket"
    with connect(url) as first:
        assert first.response is not None
        cookie = first.response.headers["set-cookie"].partition(";")[0]
    with connect(url, additional_headers={"Cookie": cookie}) as again:
        assert again.response is not None
        assert "set-cookie" not in again.response.headers
    seen = guest.client.get(f"/api/tables/{code}", headers={"Cookie": cookie})
    assert "set-cookie" not in seen.headers


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Authorization": "Bearer x"}, 401),
    ],
)
def test_a_handshake_that_is_refused_is_told_why(
    guest: Guest, code: str, headers: dict[str, str], status: int, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(InvalidStatus) as refused, guest.connect(code, **headers):
        pass
    response = refused.value.response
    assert response.status_code == status
    assert response.body.startswith(b'{"type":"problem"')
    assert response.headers["x-content-type-options"] == "nosniff"
    assert not caplog.records


@pytest.mark.parametrize("code", ["A" * 22, "x", "A%2f" * 5])
def test_a_wrong_code_opens_nothing(guest: Guest, code: str) -> None:
    with pytest.raises(InvalidStatus) as refused, guest.connect(code):
        pass
    assert refused.value.response.status_code == 404
    assert b"no-such-table" in refused.value.response.body


def test_a_table_and_an_address_have_only_so_many_connections(tmp_path: Path) -> None:
    limits = Limits(connections_per_table=1, connections_per_address=2)
    with running(tmp_path, limits=limits) as guest:
        one, other = guest.make_table()["play"], guest.make_table()["play"]
        with guest.connect(one):
            with pytest.raises(InvalidStatus) as refused, guest.connect(one):
                pass
            assert refused.value.response.status_code == 503
            assert guest.get(f"/api/tables/{one}/stream").json()["code"] == "table-full"
            with guest.connect(other):
                with pytest.raises(InvalidStatus) as refused, guest.connect(other):
                    pass
                assert refused.value.response.status_code == 429
        with guest.connect(one) as talk:
            assert talk.until("snapshot")["seq"] == 2


def test_whoever_says_nothing_is_asked_and_then_left(tmp_path: Path) -> None:
    with running(tmp_path, heartbeat=1) as guest, guest.connect(guest.make_table()["play"]) as talk:
        heard = talk.rest()
        assert [message["type"] for message in heard[-2:]] == ["ping", "goodbye"]
        assert heard[-1]["reason"] == "silent"
        assert talk.connection.close_code == 1001


def test_a_failure_in_the_server_is_told_and_the_connection_stays(
    guest: Guest, talk: Talk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object, **__: object) -> bytes:
        raise RuntimeError("very private")

    with monkeypatch.context() as patch:
        patch.setattr(Room, "answer", fail)
        talk.say({"type": "leave", "id": "a"})
        problem = talk.until("problem")
    assert (problem["code"], "private" in problem["sentence"]) == ("failed", False)
    talk.say({"type": "ping"})
    assert talk.until("pong")
    assert [record.message for record in caplog.records] == ["message failed"]


def test_a_failure_during_the_handshake_is_told(
    guest: Guest, code: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise RuntimeError("very private")

    with monkeypatch.context() as patch:
        patch.setattr(Room, "enter", fail)
        with pytest.raises(InvalidStatus) as refused, guest.connect(code):
            pass
    assert refused.value.response.status_code == 500
    assert b"private" not in refused.value.response.body
    assert [record.message for record in caplog.records] == ["socket failed"]


def test_small_messages_are_sent_at_once(guest: Guest, talk: Talk) -> None:
    sockets = [c.transport.get_extra_info("socket") for c in guest.server.server_state.connections]
    assert sockets
    assert all(each.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for each in sockets)


def test_the_rest_of_the_server_knows_only_hashes(guest: Guest, code: str) -> None:
    guest.ask(code, "sit", seat=0, name="Ana")
    database = guest.server.rooms._services.settings.database
    kept = b"".join(path.read_bytes() for path in database.parent.iterdir() if path.stat().st_size)
    assert guest_of(guest.token).encode() in kept
    assert guest.token.encode() not in kept

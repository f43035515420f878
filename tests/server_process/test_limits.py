"""Nobody takes the server from the others: every limit, against a real server whose limits are small."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from itertools import count

import msgspec
import pytest
from tests.server_process.client import new_token
from tests.server_process.harness import Server, wait_for
from tests.server_process.limited import Asked, limited
from tests.server_process.wire import (
    TEXT,
    all_of,
    ask,
    close_code,
    dial,
    frame,
    gauge,
    handshake,
    head,
    heard,
    joined,
    opened,
    request,
    said,
    table_from,
)
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tsuro.server.messages.requests import Sit
from tsuro.server.settings import Limits

SMALL = Limits(
    messages_per_second=5,
    messages_at_once=8,
    tables_per_minute=60,
    tables_at_once=3,
    requests_per_second=4,
    requests_at_once=20,
    connections_per_address=5,
    connections=12,
    connections_per_table=4,
    addresses=10,
)
RESYNC = '{"type":"resync"}'

_addresses = count(2)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("small"), command=limited(Asked(limits=SMALL))) as server:
        yield server
        assert '"level":"error"' not in server.complained, server.complained


@pytest.fixture
def home() -> str:
    """An address of this machine from which nobody else comes, so that every test has its own limits."""
    return f"127.0.1.{next(_addresses)}"


def refused(url: str, code: str, source: str) -> tuple[int, str]:
    """How a socket is refused."""
    with pytest.raises(InvalidStatus) as caught, opened(url, code, source=source):
        pass
    response = caught.value.response
    assert int(response.headers["Retry-After"]) > 0
    return response.status_code, json.loads(response.body or b"")["code"]


# What one client may do


def test_messages_that_come_too_fast_are_not_read_and_who_goes_on_is_closed(small: Server, home: str) -> None:
    with joined(small.url, table_from(small.url, home), source=home) as wire:
        wire.sendall(frame(TEXT, RESYNC.encode()) * 60)
        heard = all_of(wire)
    assert close_code(heard) == 1008
    assert heard.count(b'"type":"problem","code":"too-fast"') == 1
    assert 0 <= heard.count(b'"type":"snapshot"') - 1 - SMALL.messages_at_once <= 2


def test_who_waits_a_little_is_heard_again(small: Server, home: str) -> None:
    with opened(small.url, table_from(small.url, home), source=home) as client:
        for _ in range(SMALL.messages_at_once + 2):
            client.send(RESYNC)
        assert said(client, "problem")["code"] == "too-fast"
        time.sleep(0.5)
        client.send('{"type":"ping"}')
        said(client, "pong")


@pytest.mark.parametrize("parts", [1, 3], ids=["in one frame", "in three"])
def test_a_message_has_so_many_bytes_and_no_more(small: Server, home: str, parts: int) -> None:
    def sent(size: int) -> str | list[str]:
        text = f'"{"x" * (size - 2)}"'
        step = -(-size // parts)
        return text if parts == 1 else [text[start : start + step] for start in range(0, size, step)]

    with opened(small.url, table_from(small.url, home), source=home) as client:
        client.send(sent(SMALL.frame))
        assert said(client, "problem")["code"] == "malformed"  # it was read, but made no sense
        with suppress(ConnectionClosed):  # before the last part is sent
            client.send(sent(SMALL.frame + 1))
        assert heard(client)[1] == 1009


@pytest.mark.parametrize("coding", ["Content-Length", "chunked"])
def test_a_body_has_so_many_bytes_and_no_more(small: Server, home: str, coding: str) -> None:
    def posted(body: bytes) -> tuple[int, str | None]:
        lines, sent = [f"Content-Length: {len(body)}"], body
        if coding == "chunked":
            half = len(body) // 2
            lines = ["Transfer-Encoding: chunked"]
            sent = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in (body[:half], body[half:], b""))
        start = head(small.url, "POST", "/api/tables", "Content-Type: application/json", *lines)
        reply = ask(small.url, start + sent, source=home)
        return reply.status, reply.headers.get("connection")

    assert posted(b"{}".ljust(SMALL.body)) == (201, None)
    assert posted(b"{}".ljust(SMALL.body + 1)) == (413, "close")
    assert posted(b"{}".ljust(100_000)) == (413, "close")


def test_a_body_that_is_told_to_be_too_large_is_not_waited_for(small: Server) -> None:
    start = head(small.url, "POST", "/api/tables", "Content-Type: application/json", "Content-Length: 5000")
    with dial(small.url) as wire:
        wire.sendall(start + b" " * 4500)
        assert wire.recv(100).startswith(b"HTTP/1.1 413 ")


# What one address may do


def test_only_so_many_tables_are_made_from_one_address(small: Server, home: str) -> None:
    for _ in range(SMALL.tables_at_once):
        table_from(small.url, home)
    reply = request(small.url, "POST", "/api/tables", body={}, source=home)
    assert (reply.status, reply.code) == (429, "too-fast")
    seconds = int(reply.headers["retry-after"])
    assert 1 <= seconds <= 60 / SMALL.tables_per_minute
    table_from(small.url, f"127.0.2.{home.rpartition('.')[2]}")  # others are not hindered
    time.sleep(seconds)
    table_from(small.url, home)


def test_only_so_many_requests_come_from_one_address(small: Server, home: str) -> None:
    statuses = [request(small.url, "GET", "/api/tiles", source=home).status for _ in range(40)]
    assert statuses[: SMALL.requests_at_once] == [200] * SMALL.requests_at_once
    assert 429 in statuses
    reply = ask(small.url, handshake(small.url, "x" * 22), source=home)  # sockets count as well
    assert (reply.status, reply.headers["retry-after"]) == (429, "1")
    time.sleep(1)
    assert request(small.url, "GET", "/api/tiles", source=home).status == 200


def test_only_so_many_connections_come_from_one_address(small: Server, home: str) -> None:
    codes = [table_from(small.url, home) for _ in range(2)]
    with ExitStack() as stack:
        last = opened(small.url, codes[0], source=home)
        last.__enter__()
        for number in range(3):
            stack.enter_context(opened(small.url, codes[number % 2], source=home))
        stream = stack.enter_context(dial(small.url, source=home))
        stream.sendall(head(small.url, "GET", f"/api/tables/{codes[0]}/stream"))
        assert stream.recv(20).startswith(b"HTTP/1.1 200")
        assert refused(small.url, codes[1], home) == (429, "too-many-connections")
        reply = request(small.url, "GET", f"/api/tables/{codes[1]}/stream", source=home)
        assert (reply.status, reply.code) == (429, "too-many-connections")
        last.__exit__(None, None, None)
        wait_for(lambda: gauge(small.url, "connections") == 4, 5, "the connection is gone")
        with opened(small.url, codes[1], source=home) as client:
            said(client, "welcome")
    wait_for(lambda: gauge(small.url, "connections") == 0, 5, "all are gone")


def test_only_so_many_clients_are_at_one_table(small: Server, home: str) -> None:
    code, other = table_from(small.url, home), table_from(small.url, home)
    with ExitStack() as stack:
        for _ in range(SMALL.connections_per_table):
            stack.enter_context(opened(small.url, code, source=home))
        assert refused(small.url, code, home) == (503, "table-full")
        stack.enter_context(opened(small.url, other, source=home))
    wait_for(lambda: gauge(small.url, "connections") == 0, 5, "all are gone")


def test_watchers_do_not_keep_a_player_from_the_own_seat(small: Server, home: str) -> None:
    token = new_token()
    codes = json.loads(request(small.url, "POST", "/api/tables", body={}, token=token, source=home).body)
    sit = msgspec.to_builtins(Sit(id="a", seat=0, name="Ana"))
    table = f"/api/tables/{codes['play']}"
    assert request(small.url, "POST", f"{table}/requests", body=sit, token=token, source=home).status == 200
    with ExitStack() as stack:
        for _ in range(SMALL.connections_per_table):
            stack.enter_context(opened(small.url, codes["watch"], source=home))
        assert refused(small.url, codes["watch"], home) == (503, "table-full")
        with opened(small.url, codes["play"], token=token, source=home) as player:
            said(player, "snapshot")
    wait_for(lambda: gauge(small.url, "connections") == 0, 5, "all are gone")


def test_only_so_many_clients_are_at_the_server(small: Server, home: str) -> None:
    homes = [home, *(f"127.0.3.{number}" for number in (1, 2, 3))]
    codes = [table_from(small.url, each) for each in homes]
    with ExitStack() as stack:
        for number in range(SMALL.connections):
            stack.enter_context(opened(small.url, codes[number % 4], source=homes[number % 4]))
        assert refused(small.url, codes[3], homes[3]) == (503, "server-full")
        assert request(small.url, "GET", "/health", source=home).status == 200
    wait_for(lambda: gauge(small.url, "connections") == 0, 5, "all are gone")


def test_addresses_longest_unseen_are_forgotten_so_that_memory_is_bounded(small: Server, home: str) -> None:
    for _ in range(SMALL.tables_at_once):
        table_from(small.url, home)
    assert request(small.url, "POST", "/api/tables", body={}, source=home).status == 429
    for number in range(SMALL.addresses):
        request(small.url, "GET", "/health", source=f"127.0.4.{number + 1}")
    assert request(small.url, "POST", "/api/tables", body={}, source=home).status == 201


def test_there_are_only_so_many_tables(tmp_path_factory: pytest.TempPathFactory) -> None:
    asked = Asked(limits=Limits(tables=2))
    with Server(tmp_path_factory.mktemp("full"), command=limited(asked)) as server:
        code = table_from(server.url, "127.0.0.1")
        table_from(server.url, "127.0.0.1")
        reply = request(server.url, "POST", "/api/tables", body={})
        assert (reply.status, reply.code) == (503, "too-many-tables")
        assert int(reply.headers["retry-after"]) > 0
        with opened(server.url, code) as client:  # those that are there go on
            said(client, "snapshot")


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that few connections may be open to."""
    asked = Asked(limits=Limits(connections=100, accepted_per_address=20))
    with Server(tmp_path_factory.mktemp("narrow"), command=limited(asked)) as server:
        yield server


def test_connections_that_are_kept_open_shut_nobody_out(narrow: Server, home: str) -> None:
    with ExitStack() as stack:
        kept = [stack.enter_context(dial(narrow.url, source=home)) for _ in range(100)]
        for wire in kept[:20]:
            wire.settimeout(0.5)
        assert sum(_is_closed(wire) for wire in kept[:20]) == 20  # the oldest made room for the others
        for visitor in range(30):
            assert request(narrow.url, "GET", "/health", source=f"127.0.3.{visitor + 1}").status == 200


def _is_closed(wire: socket.socket) -> bool:
    try:
        return wire.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def test_a_flood_of_refusals_is_counted_and_not_logged_line_by_line(small: Server, home: str) -> None:
    before = len(small.complained.splitlines())
    statuses = [request(small.url, "GET", "/api/tiles", source=home).status for _ in range(60)]
    refusals = statuses.count(429)
    assert refusals > 20
    for _ in range(20):
        assert request(small.url, "GET", "/api/tiles", headers={"Host": "else.example"}).status == 421
    lines = small.complained.splitlines()[before:]
    assert len(lines) <= 60 - refusals
    metrics = request(small.url, "GET", "/metrics", source="127.0.0.250").body.decode()
    assert 'tsuro_turned_away_total{reason="too-fast"}' in metrics
    assert 'tsuro_turned_away_total{reason="wrong-host"} 20.0' in metrics


@pytest.mark.parametrize("kind", ["a request", "a socket"])
def test_a_head_has_so_many_bytes_and_no_more_however_it_arrives(small: Server, home: str, kind: str) -> None:
    many = [f"X-{number}: {'x' * 250}" for number in range(SMALL.head // 250)]
    is_socket = kind == "a socket"
    start = handshake(small.url, "x" * 22, *many) if is_socket else head(small.url, "GET", "/api/tiles", *many)
    reply = ask(small.url, start, source=home)  # in one piece
    assert (reply.status, reply.code) == (431, "head-too-large")

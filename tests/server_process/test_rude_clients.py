"""Clients that do not read, say nothing, never finish, or shout: they are let go, and nobody else notices."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import msgspec
import pytest
from tests.server_process.client import new_token
from tests.server_process.games import play_to_the_end, started
from tests.server_process.harness import Server, wait_for
from tests.server_process.limited import Asked, limited
from tests.server_process.web import make_table
from tests.server_process.wire import (
    CLOSE,
    CONTINUATION,
    PING,
    PONG,
    TEXT,
    all_of,
    close_code,
    dial,
    frame,
    gauge,
    handshake,
    head,
    heard,
    joined,
    memory,
    open_files,
    opened,
    request,
    said,
    table_from,
    talk,
)
from websockets.sync.client import ClientConnection

from tsuro.server.messages.requests import Sit
from tsuro.server.settings import Limits

LARGE = Limits(
    messages_per_second=1e6,
    messages_at_once=10**6,
    tables_at_once=1000,
    requests_per_second=1e6,
    requests_at_once=10**6,
    waiting=16,
)
RESYNC = '{"type":"resync"}'


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Nearly without limits, but it does not wait long for anybody."""
    asked = Asked(limits=LARGE, heartbeat=1, patience=1)
    with Server(tmp_path_factory.mktemp("hasty"), command=limited(asked)) as server:
        yield server
        assert '"level":"error"' not in server.complained, server.complained


# Clients that do not take what they are sent, or send nothing


def test_a_client_that_does_not_read_is_let_go_and_the_others_play_on(hasty: Server) -> None:
    async def play() -> None:
        async with started(hasty.url, 4) as party:
            with joined(hasty.url, party.codes.play) as deaf:
                await asyncio.to_thread(deaf.sendall, frame(TEXT, RESYNC.encode()) * 6000)
                await play_to_the_end(party.people, Random(1))
                assert all(client.table.phase == "over" for client in party.people)
                await asyncio.to_thread(wait_for_connections, hasty, 4)

    asyncio.run(play())
    wait_for_connections(hasty, 0)


def test_who_reads_again_learns_why_it_was_let_go(hasty: Server) -> None:
    with joined(hasty.url, table_from(hasty.url)) as wire:
        for _ in range(100):
            wire.sendall(frame(TEXT, RESYNC.encode()) * 100)
            time.sleep(0.005)  # the answers pile up: nobody reads them
        heard = all_of(wire)
    assert heard.count(b'"type":"snapshot"') < 10_000
    assert b'"type":"goodbye","reason":"too-slow"' in heard
    assert close_code(heard) == 1013


def test_who_says_nothing_is_let_go_and_who_answers_is_not(hasty: Server) -> None:
    code = table_from(hasty.url)
    with opened(hasty.url, code) as silent, opened(hasty.url, code) as awake:
        began = time.monotonic()
        while time.monotonic() - began < 3:
            said(awake, "ping")
            awake.send('{"type":"pong"}')
        types, closed = heard(silent)
        assert (types[-1], closed) == ("goodbye", 1001)
        awake.send('{"type":"ping"}')
        said(awake, "pong")


@pytest.mark.parametrize("start", [b"", b"GET /he", b"GET /health HTTP/1.1\r\nHost: 127"], ids=str)
def test_a_request_that_never_ends_is_not_waited_for_for_ever(hasty: Server, start: bytes) -> None:
    with ExitStack() as stack:
        slow = [stack.enter_context(dial(hasty.url)) for _ in range(20)]
        for wire in slow:
            wire.sendall(start)
        assert request(hasty.url, "GET", "/health").status == 200  # nobody else waits
        for wire in slow:
            wire.settimeout(10)
            assert wire.recv(100) == b""


def test_a_request_that_comes_in_drops_is_not_waited_for_either(hasty: Server) -> None:
    with dial(hasty.url) as wire:
        wire.settimeout(0.05)
        for byte in b"GET /health HTTP/1.1\r\nX: " + b"x" * 200:
            wire.sendall(bytes([byte]))
            with suppress(TimeoutError):
                assert wire.recv(100) == b""
                break
        else:
            pytest.fail("it was waited for")


@pytest.mark.parametrize("line", ["Content-Length: 100", "Transfer-Encoding: chunked"])
def test_a_body_that_never_ends_is_not_waited_for_for_ever(hasty: Server, line: str) -> None:
    heard = talk(
        hasty.url, head(hasty.url, "POST", "/api/tables", "Content-Type: application/json", line) + b"2\r\n{}"
    )
    assert heard.startswith(b"HTTP/1.1 408 ")
    assert b'"code":"too-slow"' in heard


def test_a_connection_that_was_used_is_not_kept_for_ever(hasty: Server) -> None:
    with dial(hasty.url) as wire:
        wire.settimeout(15)
        wire.sendall(head(hasty.url, "GET", "/health"))
        assert wire.recv(1000).startswith(b"HTTP/1.1 200")
        while wire.recv(1000):
            pass


BAD_HANDSHAKES = {
    "too many headers": [f"X-{number}: x" for number in range(200)],
    "a body": ["Content-Length: 5"],
}


@pytest.mark.parametrize("lines", BAD_HANDSHAKES.values(), ids=BAD_HANDSHAKES)
def test_a_handshake_that_cannot_be_read_does_not_keep_a_connection(hasty: Server, lines: list[str]) -> None:
    with dial(hasty.url) as wire:
        wire.settimeout(5)
        wire.sendall(handshake(hasty.url, "x" * 22, *lines))
        while wire.recv(1000):
            pass


def test_connections_without_requests_do_not_use_up_the_server(tmp_path_factory: pytest.TempPathFactory) -> None:
    asked = Asked(limits=Limits(connections=10), patience=1, files=300)
    with Server(tmp_path_factory.mktemp("files"), command=limited(asked)) as server, ExitStack() as stack:
        for _ in range(500):
            stack.enter_context(dial(server.url))
        wait_for(lambda: is_well(server.url), 10, "somebody else is let in")
        assert "out of system resource" not in server.complained


def is_well(url: str) -> bool:
    with suppress(OSError):
        return request(url, "GET", "/health").status == 200
    return False


# Floods


FLOODS = {
    "pings": frame(PING),
    "pongs": frame(PONG),
    "empty parts": frame(CONTINUATION, last=False),
    "short messages": frame(TEXT, b"x"),
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
def test_a_flood_is_cut_off_before_others_notice(server: Server, flood: bytes) -> None:
    with joined(server.url, table_from(server.url)) as wire:
        wire.sendall(b"" if flood == FLOODS["short messages"] else frame(TEXT, last=False))
        threads = [
            threading.Thread(target=pour, args=(wire, flood)),
            threading.Thread(target=all_of, args=(wire,)),
        ]
        for thread in threads:
            thread.start()
        time.sleep(0.2)
        times = [timed_health(server.url) for _ in range(5)]
        for thread in threads:
            thread.join()
    assert max(times) < 0.5


def pour(wire: socket.socket, flood: bytes) -> None:
    """Send it again and again, until the connection is closed."""
    with suppress(OSError):
        for _ in range(200):
            wire.sendall(flood * 5000)


def timed_health(url: str) -> float:
    began = time.monotonic()
    assert request(url, "GET", "/health").status == 200
    return time.monotonic() - began


def test_a_thousand_clients_that_come_and_go_leave_nothing_behind(hasty: Server) -> None:
    code = table_from(hasty.url)

    def come_and_go(times: int) -> None:
        for number in range(times):
            with joined(hasty.url, code) as wire:
                if number % 3:  # some say goodbye, some hang up
                    wire.sendall(frame(CLOSE, (1000).to_bytes(2, "big")))

    come_and_go(100)
    wait_for_connections(hasty, 0)
    process = hasty.process.pid
    rooms, files, before = gauge(hasty.url, "tables_loaded"), open_files(process), memory(process)
    come_and_go(1000)
    wait_for_connections(hasty, 0)
    assert gauge(hasty.url, "listeners") == 0
    assert gauge(hasty.url, "tables_loaded") == rooms
    wait_for(lambda: open_files(process) <= files + 2, 10, "the files are closed")
    assert memory(process) - before < 8_000_000


# How a socket is closed


def test_what_is_said_after_goodbye_is_not_done(hasty: Server) -> None:
    token = new_token()
    code = make_table(hasty.url, token).play
    sit = msgspec.json.encode(Sit(id="late", seat=0, name="Ana"))
    goodbye = frame(CLOSE, (1000).to_bytes(2, "big"))
    with joined(hasty.url, code, f"Authorization: Bearer {token}") as wire:
        wire.sendall(goodbye + frame(TEXT, sit))
        assert close_code(all_of(wire)) == 1000
    assert seq_of(hasty.url, code) == 2  # created, committed


def seq_of(url: str, code: str) -> int:
    return int(json.loads(request(url, "GET", f"/api/tables/{code}").body)["seq"])


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (frame(TEXT, b"\xff\xfe"), 1007),
        (frame(CONTINUATION, b"x"), 1002),
        (frame(3, b"x"), 1002),
        (bytes([0xC1]) + frame(TEXT, b"x")[1:], 1002),
        (frame(PING, last=False), 1002),
        (b"\x81\x01x", 1002),
    ],
    ids=["not UTF-8", "continues nothing", "unknown", "compressed", "a ping in parts", "not masked"],
)
def test_frames_against_the_rules_close_the_socket_with_a_code(hasty: Server, bad: bytes, code: int) -> None:
    with joined(hasty.url, table_from(hasty.url)) as wire:
        wire.sendall(bad)
        heard = all_of(wire)
    closing = heard.rindex(bytes([0x80 | CLOSE]))
    assert heard[closing + 2 : closing + 4] == code.to_bytes(2, "big")


def test_a_ping_between_two_parts_of_a_message_is_answered(hasty: Server) -> None:
    with opened(hasty.url, table_from(hasty.url)) as client:
        client.send(parts_with_a_ping(client))
        said(client, "pong")


def parts_with_a_ping(client: ClientConnection) -> Iterator[str]:
    yield '{"type":'
    assert client.ping().wait(10)
    yield '"ping"}'


def test_messages_are_not_compressed_whatever_the_client_offers(hasty: Server) -> None:
    start = handshake(hasty.url, table_from(hasty.url), "Sec-WebSocket-Extensions: permessage-deflate")
    with dial(hasty.url) as wire:
        wire.sendall(start)
        answer = wire.recv(4096).partition(b"\r\n\r\n")[0].lower()
    assert answer.startswith(b"http/1.1 101")
    assert b"extensions" not in answer


def wait_for_connections(server: Server, number: int) -> None:
    wait_for(lambda: gauge(server.url, "connections") == number, 15, f"{number} connections")


ON_THE_WAY = 1440  # bytes of a packet, as on Ethernet: the loopback would swallow a whole answer
FEW = Limits(accepted_per_address=20)


def test_answers_that_nobody_reads_hold_no_more_connections_than_an_address_may_have(tmp_path: Path) -> None:
    with Server(tmp_path, command=limited(Asked(limits=FEW, patience=2))) as server, ExitStack() as stack:
        before = open_files(server.process.pid)
        path = largest_part(server.url)
        for _ in range(100):
            unread = stack.enter_context(socket.socket())
            unread.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            unread.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, ON_THE_WAY)
            unread.connect((urlsplit(server.url).hostname, urlsplit(server.url).port))
            unread.sendall(head(server.url, "GET", path))
        assert request(server.url, "GET", "/health", source="127.0.0.9").status == 200
        assert open_files(server.process.pid) <= before + FEW.accepted_per_address + 5
        wait_for(lambda: open_files(server.process.pid) <= before + 2, 20, "all were given up")


def test_a_client_that_reads_an_answer_slowly_gets_all_of_it(tmp_path: Path) -> None:
    with Server(tmp_path, command=limited(Asked(patience=1))) as server, socket.socket() as slow:
        path = largest_part(server.url)
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        slow.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, ON_THE_WAY)
        slow.connect((urlsplit(server.url).hostname, urlsplit(server.url).port))
        slow.sendall(head(server.url, "GET", path))
        answer, began = b"", time.monotonic()
        while b"\r\n\r\n" not in answer or len(answer.partition(b"\r\n\r\n")[2]) < length_of(answer):
            some = slow.recv(4096)
            assert some, "it was cut off"
            answer += some
            time.sleep(0.1)
        assert time.monotonic() - began > 3  # several times as long as a client that reads nothing is waited for


def largest_part(url: str) -> str:
    """The address of the largest file of the page."""
    shell = request(url, "GET", "/").body.decode()
    parts: set[str] = set(re.findall(r"/page/[\w./-]+\.(?:js|css)", shell))
    return max(parts, key=lambda path: len(request(url, "GET", path).body))


def length_of(answer: bytes) -> int:
    found = re.search(rb"content-length: (\d+)", answer, re.IGNORECASE)
    assert found
    return int(found[1])

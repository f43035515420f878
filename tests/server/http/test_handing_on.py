"""Connections that one process accepts, and another serves."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import Mock
from zlib import crc32

import pytest

from tsuro.server.http.handing_on import STALE, HandingOn
from tsuro.server.site_process import metrics_of


@pytest.fixture
def folder() -> Iterator[Path]:
    """The name of a socket may have a hundred letters."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for number in range(2):
            metrics_of(folder, number).touch()
        yield folder


CODES = ["A" * 22, "B" * 22, "C" * 22, "D" * 22]


def head(code: str, path: str = "/api/tables/{}/socket", end: str = "\r\n\r\n") -> bytes:
    return f"GET {path.format(code)} HTTP/1.1\r\nHost: here\r\nUpgrade: websocket{end}".encode()


def code_of(process: int) -> str:
    return next(code for code in CODES if crc32(code.encode()) % 2 == process)


def transport_of(connection: socket.socket) -> Any:
    transport = Mock()
    transport.get_extra_info.return_value = connection
    transport.abort.side_effect = connection.close
    return transport


def test_a_client_of_another_process_comes_to_it_with_what_it_said(folder: Path) -> None:
    async def hand() -> None:
        one, other = (HandingOn(number=number, count=2, folder=folder) for number in range(2))
        adopted: asyncio.Queue[tuple[socket.socket, bytes]] = asyncio.Queue()

        async def adopt(connection: socket.socket, data: bytes) -> None:
            adopted.put_nowait((connection, data))

        other.open(adopt)
        client, accepted = socket.socketpair()
        transport, said = transport_of(accepted), head(code_of(1))
        assert one.hand_on(transport, said)
        assert transport.abort.called
        connection, data = await asyncio.wait_for(adopted.get(), 5)
        assert data == said
        with client, connection:
            connection.sendall(b"welcome")
            assert client.recv(100) == b"welcome"  # the other end is still open
        one.close()
        other.close()

    asyncio.run(hand())


def test_a_process_that_has_been_silent_for_a_while_is_given_nothing(folder: Path) -> None:
    async def hand() -> None:
        one, other = (HandingOn(number=number, count=2, folder=folder) for number in range(2))
        other.open(Mock())
        before = time.time() - STALE - 1
        os.utime(metrics_of(folder, 1), (before, before))
        client, accepted = socket.socketpair()
        with client, accepted:
            assert not one.hand_on(transport_of(accepted), head(code_of(1)))
        one.close()
        other.close()

    asyncio.run(hand())


@pytest.mark.parametrize(
    "said",
    [
        head(code_of(0)),
        head(code_of(1), end="\r\n"),  # there is more to come
        head(code_of(1), path="/api/tables/{}/requests"),
        head(code_of(1)).replace(b"GET", b"POST"),
        b"\x16\x03\x01",
        b"",
    ],
)
def test_everything_else_is_served_where_it_is(folder: Path, said: bytes) -> None:
    transport, one = Mock(), HandingOn(number=0, count=2, folder=folder)
    assert not one.hand_on(transport, said)
    assert not transport.abort.called
    one.close()


def test_if_the_other_is_not_there_a_client_is_served_where_it_is(folder: Path) -> None:
    client, accepted = socket.socketpair()
    with client, accepted:
        transport, one = transport_of(accepted), HandingOn(number=0, count=2, folder=folder)
        assert not one.hand_on(transport, head(code_of(1)))
        assert not transport.abort.called
        one.close()


def test_a_new_process_takes_the_place_of_an_old_one(folder: Path) -> None:
    async def hand() -> None:
        old, new, other = (HandingOn(number=number, count=2, folder=folder) for number in (1, 1, 0))
        adopted: asyncio.Queue[str] = asyncio.Queue()

        async def by_old(_connection: socket.socket, _data: bytes) -> None:
            adopted.put_nowait("old")

        async def by_new(connection: socket.socket, _data: bytes) -> None:
            connection.close()
            adopted.put_nowait("new")

        old.open(by_old)
        (folder / "1.socket").rename(folder / "1.old")  # in one process, both have the same name beside it
        new.open(by_new)
        client, accepted = socket.socketpair()
        with client:
            assert other.hand_on(transport_of(accepted), head(code_of(1)))
            assert await asyncio.wait_for(adopted.get(), 5) == "new"
        for each in (old, new, other):
            each.close()

    asyncio.run(hand())

"""Bytes on the wire, for what no well-behaved client says."""

from __future__ import annotations

import http.client
import json
import os
import re
import secrets
import socket
import struct
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tsuro.server.http.security import HEADERS

__all__ = [
    "CLOSE",
    "CONTINUATION",
    "PING",
    "PONG",
    "SET_COOKIE",
    "TEXT",
    "Reply",
    "all_of",
    "ask",
    "close_code",
    "dial",
    "frame",
    "gauge",
    "handshake",
    "head",
    "heard",
    "joined",
    "memory",
    "missing",
    "open_files",
    "opened",
    "request",
    "said",
    "table_from",
    "talk",
]

PATIENCE = 20.0  # seconds, on a busy machine
CONTINUATION, TEXT, CLOSE, PING, PONG = 0, 1, 8, 9, 10  # kinds of frames
SET_COOKIE = re.compile(r"tsuro_guest=([A-Za-z0-9_-]{22}); ")
GOODBYE = bytes([0x80 | CLOSE, 2])  # how a frame begins that closes with a code


@dataclass(frozen=True, kw_only=True)
class Reply:
    """An answer over HTTP; the names of its headers are in small letters."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def code(self) -> str:
        """Of the problem that it reports."""
        return str(json.loads(self.body)["code"])


def dial(url: str, *, source: str = "127.0.0.1") -> socket.socket:
    address = urlsplit(url)
    return socket.create_connection((address.hostname, address.port), PATIENCE, (source, 0))


def head(url: str, method: str, target: str, *lines: str) -> bytes:
    """A request without a body, for this server."""
    return "\r\n".join((f"{method} {target} HTTP/1.1", f"Host: {urlsplit(url).netloc}", *lines, "", "")).encode()


def talk(url: str, data: bytes, *, seconds: float = PATIENCE) -> bytes:
    """All that the server answers, until it closes the connection."""
    heard = b""
    with dial(url) as wire:
        wire.settimeout(seconds)
        wire.sendall(data)
        try:
            while some := wire.recv(65536):
                heard += some
        except ConnectionResetError:  # it closed without reading on
            pass
    return heard


def ask(url: str, data: bytes, *, source: str = "127.0.0.1") -> Reply:
    """The first answer to the bytes."""
    with dial(url, source=source) as wire:
        wire.sendall(data)
        return _reply(http.client.HTTPResponse(wire, method=data.partition(b" ")[0].decode()))


def request(
    url: str,
    method: str,
    target: str,
    *,
    headers: Mapping[str, str] | None = None,
    body: object = None,
    token: str | None = None,
    source: str = "127.0.0.1",
) -> Reply:
    """An answer to a plain request; a body that is not bytes is sent as JSON."""
    sent = {} if token is None else {"Authorization": f"Bearer {token}"}
    if body is not None and not isinstance(body, bytes):
        sent["Content-Type"] = "application/json"
        body = json.dumps(body).encode()
    with dial(url, source=source) as wire:
        connection = http.client.HTTPConnection(urlsplit(url).netloc)
        connection.sock = wire
        connection.request(method, target, body=body, headers=sent | dict(headers or {}))
        return _reply(connection.getresponse(), begun=True)


def _reply(response: http.client.HTTPResponse, *, begun: bool = False) -> Reply:
    with response:
        if not begun:
            response.begin()
        headers = {name.lower(): value for name, value in response.getheaders()}
        return Reply(status=response.status, headers=headers, body=response.read())


def missing(reply: Reply) -> dict[str, str | None]:
    """The headers that every answer should have, and that this one lacks, or has with other values."""
    wanted = {name.decode(): value.decode() for name, value in HEADERS.items()}
    return {name: reply.headers.get(name) for name, value in wanted.items() if reply.headers.get(name) != value}


def table_from(url: str, source: str = "127.0.0.1") -> str:
    """The code to play of a new table."""
    reply = request(url, "POST", "/api/tables", body={}, source=source)
    assert reply.status == 201, reply.body
    return str(json.loads(reply.body)["play"])


def handshake(url: str, code: str, *lines: str, host: str | None = None) -> bytes:
    """What a client sends to open the socket of a table."""
    return "\r\n".join(
        (
            f"GET /api/tables/{code}/socket HTTP/1.1",
            f"Host: {host or urlsplit(url).netloc}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            *lines,
            "",
            "",
        )
    ).encode()


def frame(opcode: int, data: bytes = b"", *, last: bool = True) -> bytes:
    """A frame of a client; it is masked, with zeros."""
    length = bytes([0x80 | len(data)]) if len(data) < 126 else struct.pack("!BH", 0x80 | 126, len(data))
    return bytes([0x80 * last | opcode]) + length + bytes(4) + data


@contextmanager
def opened(
    url: str, code: str, *, token: str | None = None, source: str = "127.0.0.1"
) -> Iterator[ClientConnection]:
    """The socket of a table."""
    with connect(
        f"{url.replace('http', 'ws', 1)}/api/tables/{code}/socket",
        additional_headers={"Authorization": f"Bearer {token or secrets.token_urlsafe(16)}"},
        compression=None,
        proxy=None,
        ping_interval=None,
        max_size=None,
        open_timeout=PATIENCE,
        close_timeout=2,
        source_address=(source, 0),
    ) as client:
        yield client


@contextmanager
def joined(url: str, code: str, *lines: str, source: str = "127.0.0.1") -> Iterator[socket.socket]:
    """A client of a table that speaks in frames, and does not read unless asked to."""
    with dial(url, source=source) as wire:
        wire.sendall(handshake(url, code, *lines))
        assert wire.recv(12) == b"HTTP/1.1 101"
        yield wire


def all_of(wire: socket.socket) -> bytes:
    """Everything that comes until the server closes; its goodbye is answered."""
    heard = b""
    with suppress(OSError):
        while some := wire.recv(65536):
            heard += some
            if heard[-4:-2] == GOODBYE:
                wire.sendall(frame(CLOSE, heard[-2:]))
    return heard


def close_code(heard: bytes) -> int:
    """The code of the frame that ends what was heard."""
    assert heard[-4:-2] == GOODBYE, heard[-100:]
    return int.from_bytes(heard[-2:], "big")


def gauge(url: str, name: str) -> float:
    """What the server's metrics show."""
    lines = request(url, "GET", "/metrics", source="127.0.0.250").body.decode().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(f"tsuro_{name} "))


def memory(process: int) -> int:
    """Bytes of memory that a process really has."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGESIZE")


def open_files(process: int) -> int:
    return len(list(Path(f"/proc/{process}/fd").iterdir()))


def heard(client: ClientConnection) -> tuple[list[str], int | None]:
    """The types of all messages until the server closes, and the code with which it does."""
    types = []
    try:
        while True:
            types.append(str(json.loads(client.recv(timeout=20))["type"]))
    except ConnectionClosed as closed:
        return types, closed.rcvd.code if closed.rcvd else None


def said(client: ClientConnection, kind: str) -> dict[str, object]:
    """The next message of the kind; others are passed over."""
    while True:
        message: dict[str, object] = json.loads(client.recv(timeout=20))
        if message["type"] == kind:
            return message

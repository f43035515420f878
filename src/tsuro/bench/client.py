"""A WebSocket client that costs next to nothing: the measuring side must not be the slow one.

It knows as much of WebSockets as a benchmark needs: unfragmented, uncompressed text messages, pings,
and closing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

from tsuro.game.errors import TsuroError

__all__ = ["Client", "ServingError", "connect"]

PATIENCE = 30.0  # seconds for a handshake; hundreds may wait for theirs

TEXT, CLOSE, PING = 0x81, 0x88, 0x89  # the first byte of a whole message
PONG = b"\x8a\x80\0\0\0\0"
MASKED = 0x80
ENOUGH = 126  # from here on the length takes more bytes

ARE_YOU_THERE, I_AM = b'{"type":"ping"}', b'{"type":"pong"}'  # a client that does not answer counts as gone

HANDSHAKE = """\
GET {path} HTTP/1.1\r
Host: 127.0.0.1:{port}\r
Authorization: Bearer {token}\r
Upgrade: websocket\r
Connection: Upgrade\r
Sec-WebSocket-Version: 13\r
Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r
\r
"""


class ServingError(TsuroError):
    """The server cannot be measured."""


class Client(asyncio.Protocol):
    """Hands every message to `hear`; `lost` is called when the connection ends, unless `close` ended it."""

    def __init__(self, hello: str, hear: Callable[[Client, bytes], None]) -> None:
        self._hello = hello
        self._rest = b""
        self._transport: asyncio.Transport | None = None
        self.connected: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.connected.add_done_callback(_ignore)
        self.hear = hear
        self.lost: Callable[[], None] = lambda: None

    def say(self, message: bytes) -> None:
        """Send a message of less than 64 KiB."""
        assert self._transport is not None  # noqa: S101 -- it is connected
        self._transport.write(_frame(message))

    def close(self) -> None:
        self.lost = lambda: None
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._hello.encode())

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 -- whatever it was, it is over
        if not self.connected.done():
            self.connected.set_exception(ServingError("the server hung up on a client that was connecting"))
        self.lost()

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        if not self.connected.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            self._shake_hands(head)
        self._rest = self._read(data)

    def _shake_hands(self, head: bytes) -> None:
        status = head.split(b"\r\n")[0].decode("latin-1")
        if " 101 " in status:
            self.connected.set_result(None)
        else:
            self.connected.set_exception(ServingError(f"the server refuses a client: {status}"))

    def _read(self, data: bytes) -> bytes:
        """Pass on all complete messages; returns what is left."""
        at, there = 0, len(data)
        while there - at >= 2:
            begin, length = at + 2, data[at + 1]
            if length >= ENOUGH:
                begin += 2 if length == ENOUGH else 8
                if there < begin:
                    break
                length = int.from_bytes(data[at + 2 : begin], "big")
            if there < begin + length:
                break
            self._take(data[at], data[begin : begin + length])
            at = begin + length
        return data[at:]

    def _take(self, kind: int, message: bytes) -> None:
        if kind == TEXT and message != ARE_YOU_THERE:
            self.hear(self, message)
        elif kind == TEXT:
            self.say(I_AM)
        elif kind == PING and self._transport is not None:
            self._transport.write(PONG)
        elif kind == CLOSE and self._transport is not None:
            self._transport.close()


def _ignore(connected: asyncio.Future[None]) -> None:
    """An error is no news to anyone who has stopped waiting, as after Ctrl-C."""
    if not connected.cancelled():
        connected.exception()


def _frame(message: bytes) -> bytes:
    """The message as clients send it: masked, with a mask that changes nothing."""
    length = len(message)
    if length < ENOUGH:
        return bytes((TEXT, MASKED | length, 0, 0, 0, 0)) + message
    return bytes((TEXT, MASKED | ENOUGH)) + length.to_bytes(2, "big") + bytes(4) + message


def _nothing(_client: Client, _message: bytes) -> None:
    """For a client whose messages nobody wants yet."""


async def connect(port: int, path: str, token: str, *, hear: Callable[[Client, bytes], None] = _nothing) -> Client:
    """A new client on this machine, with the identity of the token; `hear` gets its messages from the first on."""
    hello = HANDSHAKE.format(path=path, port=port, token=token)
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(PATIENCE):
            _, client = await loop.create_connection(lambda: Client(hello, hear), "127.0.0.1", port)
            try:
                await client.connected
            except BaseException:
                client.close()  # whoever gives up does not go on waiting
                raise
    except TimeoutError:
        raise ServingError("the server does not answer a client that is connecting") from None
    except OSError as error:
        raise ServingError(f"a client cannot connect to the server: {error}") from None
    return client

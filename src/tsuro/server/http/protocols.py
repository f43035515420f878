"""uvicorn's two protocols, with what they lack: an end of patience, a limit to floods, and quick sending.

These parts of other projects are used here, none of which they promise to keep. When uvicorn or websockets
is raised in pyproject.toml, look at each:

- uvicorn, `protocols.http.h11_impl`: `H11Protocol` with `app`, `client`, `cycle`, `loop` and `transport`, its
  methods `data_received`, `handle_websocket_upgrade` and `on_response_complete`;
  `RequestResponseCycle.response_complete`.
- uvicorn, `protocols.websockets.websockets_sansio_impl`: `WebSocketsSansIOProtocol` with `app`, `close_sent`,
  `conn`, `curr_msg_data_type`, `frames`, `handshake_complete`, `handshake_initiated`, `loop`, `queue`, `transport`
  and `writable`; its methods `data_received`, `handle_cont`, `handle_parser_exception`, `handle_ping`,
  `handle_pong`, `send` and `send_receive_event_to_app`.
- uvicorn, `server`: `Server` with `config.http_protocol_class`, `server_state` and `lifespan.state`, from which it
  makes protocols, as we do for connections that another process accepted.
- uvicorn, `_types`: `ASGISendEvent`, for the type checker only.
- websockets: `frames.Frame` and `utils.apply_mask`; `conn.state`, `conn.data_to_send()` and `conn.send_close()` of
  its Sans-I/O server.
"""

from __future__ import annotations

import socket
import struct
from asyncio.transports import BaseTransport, Transport
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeAlias

from h11 import Request
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from tsuro.server.http.arrivals import Arrival, Arrivals
from tsuro.server.http.frames import Frames, framed
from tsuro.server.http.limits import Bucket
from tsuro.server.http.outbox import ABORT, GONE, PUT, Put

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

__all__ = ["HttpProtocol", "SocketProtocol", "http_protocol"]

HandOn: TypeAlias = Callable[[Transport, bytes], bool]
"""Gives a connection, and the first that came on it, to another process; returns whether it did."""

PATIENCE = 10.0  # for a client to send its request
LEAST_READ = 4096  # bytes that a client takes of an answer in that time
PIECE = 4096  # bytes that are parsed at once
ASIDES_PER_SECOND, ASIDES_AT_ONCE = 10, 40  # frames that are not messages: pings, pongs, parts
LAST_WORDS = 1.0  # seconds in which a client that breaks the rules of sockets is told so
AT_ONCE = struct.pack("ii", 1, 0)  # to linger for no second
ESTABLISHED = 1  # the state of a TCP connection that both sides keep open
FEW_UNHEARD = 8  # messages that may wait before no more are read
MOST_UNHEARD = 1000  # messages that arrive faster than they are answered
MOST_UNREAD = 1_000_000  # bytes that a client has not read while it goes on sending


class HttpProtocol(H11Protocol):
    """Waits for a request, but not forever: a client that sends none, or never ends it, is disconnected."""

    arrivals: Arrivals  # of the server; see `http_protocol`
    hand_on: HandOn | None = None  # of several processes, each has its tables
    _is_new: bool = True
    _arrival: Arrival | None = None
    _last: RequestResponseCycle | None = None
    _unread = 0  # bytes of answers that the client had not taken when we last looked

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # -- uvicorn's own class narrows it, too
        super().connection_made(transport)
        self._arrival = self.arrivals.arrive(self.client, partial(_cut, transport))
        if self._arrival is None:
            transport.abort()  # with no files left, nobody else could connect
            return
        self.app = _abortable(self.app, transport)
        self.loop.call_later(PATIENCE, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._leave()

    def _leave(self) -> None:
        if self._arrival is not None:
            self.arrivals.leave(self._arrival)
            self._arrival = None

    def data_received(self, data: bytes) -> None:
        if self._arrival is not None:
            self.arrivals.work(self._arrival)
        is_new, self._is_new = self._is_new, False
        if is_new and self.hand_on is not None and self.hand_on(self.transport, data):
            return
        super().data_received(data)

    def adopt(self, data: bytes) -> None:
        """Another process handed the connection on, with what it had read."""
        self._is_new = False
        if not self.transport.is_closing():
            self.data_received(data)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._arrival is not None and self.cycle.response_complete:  # no other request was waiting
            self.arrivals.rest(self._arrival)

    def _look(self) -> None:
        if self.transport.is_closing() or self.transport.get_protocol() is not self:  # it became a socket
            return
        before, self._unread = self._unread, self.transport.get_write_buffer_size()
        answering = self._last is not None and not self._last.response_complete
        if self.cycle is self._last and not answering and not self._is_read(before):
            if self._unread:
                _cut(self.transport)
            else:
                self.transport.close()
            return
        self._last = self.cycle
        self.loop.call_later(PATIENCE, self._look)

    def _is_read(self, before: int) -> bool:
        """Whether the client goes on reading an answer, at least slowly."""
        return self._unread > 0 and (not before or self._unread <= before - LEAST_READ)

    def handle_websocket_upgrade(self, event: Request) -> None:
        """Open no socket for a client that has already left.

        When thousands come back at once, some give up while they wait. If the server worked for those that are
        gone, it would be late for the next ones as well, and so on for ever.
        """
        if _has_left(self.transport):
            self.transport.abort()
        else:
            super().handle_websocket_upgrade(event)
            protocol = self.transport.get_protocol()
            assert isinstance(protocol, SocketProtocol)  # noqa: S101 -- it takes over from here
            protocol.on_lost = self._leave


class SocketProtocol(WebSocketsSansIOProtocol):
    """Ends a client that floods it, that does not read the answers, or whose handshake cannot be read."""

    _leaving = False
    on_lost: Callable[[], None] = staticmethod(lambda: None)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.on_lost()

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.app = _abortable(self.app, self.transport, put=self.put)
        self._frames = Frames()
        self._asides = Bucket(per_second=ASIDES_PER_SECOND, most=ASIDES_AT_ONCE, now=monotonic())

    def put(self, messages: Collection[bytes]) -> bool:
        """Send texts at once and together, if the client takes them; returns whether it does."""
        if self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(framed(messages))
        return True

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # with a refusal; otherwise uvicorn logs it as our error

    def data_received(self, data: bytes) -> None:
        """Most of what comes is one short text; the parser gets everything else."""
        is_open = self.conn.state is State.OPEN and not self._leaving
        text = self._frames.short_text(data) if is_open and not self.frames else None
        if text is None:
            self._follow(data, is_open=is_open)
            self._parse(data)
        else:
            self.curr_msg_data_type, self.frames = "text", [text]
            self.send_receive_event_to_app()
            self._end_floods()

    def _follow(self, data: bytes, *, is_open: bool) -> None:
        if is_open:
            self._frames.follow(data)
        elif self.handshake_initiated:  # the client has not waited until it was let in
            self._frames.lose()

    def _parse(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE):  # so that a flood is noticed before all of it is parsed
            if self._leaving:
                return
            super().data_received(data[start : start + PIECE])
            if self._end_floods():
                return
        if not self.handshake_initiated:  # the head of the request came whole, but was not understood
            self.transport.abort()

    def _end_floods(self) -> bool:
        """Hang up on a client that sends more than is read, or does not read; returns whether it is gone."""
        if self.transport.is_closing():
            return True
        if self.queue.qsize() > MOST_UNHEARD or self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.transport.abort()
            return True
        return False

    def handle_parser_exception(self) -> None:
        """Say why and hang up, but only after a moment, so that a client that is still sending hears it."""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1006})  # to us, it is gone already
        self.transport.write(b"".join(self.conn.data_to_send()))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.close_sent = self._leaving = True
        self.loop.call_later(LAST_WORDS, self.transport.abort)

    def handle_ping(self) -> None:
        if self._may_pass():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_pass():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._may_pass():
            super().handle_cont(event)

    def _may_pass(self) -> bool:
        """Whether a frame that is not a message may come now; no player needs many."""
        if not self.transport.is_closing() and self._asides.take(monotonic()):
            self.transport.abort()
        return not self.transport.is_closing()

    def send_receive_event_to_app(self) -> None:
        """Hand a message on, as bytes: they are decoded where they are understood.

        Text that is not UTF-8 ends the socket, as it must; uvicorn would log it as an error of ours. And it stops
        reading after each message until that is answered, which costs two system calls: here, several may wait.
        """
        data = b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "text" and not _is_text(data):
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if self.queue.qsize() >= FEW_UNHEARD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()


def http_protocol(arrivals: Arrivals, hand_on: HandOn | None = None) -> type[HttpProtocol]:
    """The protocol of a server that counts its connections there; uvicorn makes one for each connection."""
    handing = None if hand_on is None else staticmethod(hand_on)
    return type("HttpProtocol", (HttpProtocol,), {"arrivals": arrivals, "hand_on": handing})


def _cut(transport: Transport) -> None:
    """End the connection at once, with what the client has not taken: the system would keep it for minutes."""
    connection = transport.get_extra_info("socket")
    if connection is not None:
        with suppress(OSError):
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
    transport.abort()


def _has_left(transport: Transport) -> bool:
    """Whether the client has closed its side; what it sent before may still wait to be read."""
    connection = transport.get_extra_info("socket")
    if connection is None or not hasattr(socket, "TCP_INFO"):  # only Linux tells
        return False
    try:
        state: int = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0]
    except OSError:
        return False
    return state != ESTABLISHED


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _abortable(app: Any, transport: Transport, put: Put | None = None) -> Any:
    """The application; each scope tells it how to end the connection at once, and how to send without waiting."""

    async def abortable(scope: Scope, receive: Receive, send: Send) -> None:
        scope[ABORT], scope[GONE], scope[PUT] = transport.abort, transport.is_closing, put
        await app(scope, receive, send)

    return abortable

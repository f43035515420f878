"""The socket of a table: what browsers speak. docs/protocol.md describes a whole connection."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from functools import partial
from time import monotonic

import msgspec
from starlette.types import Receive, Scope, Send

import tsuro
from tsuro.server.http.context import Context, type_of
from tsuro.server.http.identity import Guest
from tsuro.server.http.limits import Bucket, address_of
from tsuro.server.http.lobby_socket import LobbySocket
from tsuro.server.http.outbox import ABORT, GONE, PUT, Outbox
from tsuro.server.http.problems import HttpProblem, no_such_table, unavailable, unreadable
from tsuro.server.http.routes import API_PATHS
from tsuro.server.http.security import HEADERS
from tsuro.server.messages import ENCODER, PROTOCOL, ClientMessage, Request
from tsuro.server.messages.answers import Pong, Problem, Welcome
from tsuro.server.messages.requests import Ping, Resync, Showing
from tsuro.server.messages.requests import Pong as ClientPong
from tsuro.server.rooms.attendance import Listener
from tsuro.server.rooms.room import Room, TableFull
from tsuro.server.storage.errors import StoreError
from tsuro.server.tables.refusals import NotStored, Restarting

__all__ = ["Sockets", "table_full", "welcome"]

MOST_MALFORMED = 20  # messages, before a client counts as broken
POLICY_VIOLATION = 1008

_PATH = re.compile(API_PATHS["socket"].format(code="([^/]+)"))
_DECODER = msgspec.json.Decoder(ClientMessage)
_PONG = ENCODER.encode(Pong())
_TOO_FAST = ENCODER.encode(
    Problem(code="too-fast", sentence="You sent too many messages: some were not read. Wait a little.")
)
_FAILED = ENCODER.encode(
    Problem(code="failed", sentence="Something went wrong on the server: ask for a snapshot, then try again.")
)

_log = logging.getLogger("tsuro.sockets")


def welcome(heartbeat: int) -> bytes:
    """The first message on every connection."""
    return ENCODER.encode(Welcome(protocol=PROTOCOL, server=tsuro.__version__, heartbeat=heartbeat))


def table_full(error: TableFull) -> HttpProblem:
    return HttpProblem(503, "table-full", str(error), headers={"Retry-After": "60"})


@dataclass(slots=True, kw_only=True)
class _Client:
    """Who is at the other end of a socket, and how they behave."""

    room: Room
    guest: str
    plays: bool
    outbox: Outbox
    listener: Listener
    bucket: Bucket
    dropped: int = 0  # messages that came too fast, since it was last quiet
    malformed: int = 0


class Sockets:
    """Answers all sockets, as a plain ASGI application: nothing stands between it and a client."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._welcome = welcome(context.settings.heartbeat)
        self._lobby = LobbySocket(context, self._welcome)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # that it wants to connect
        try:
            guest = self._context.admit(scope)
            with self._context.turnstile.connection(address_of(scope), scope[ABORT]):
                await self._connect(scope, guest, receive, send)
        except HttpProblem as problem:
            self._context.turned_away.add(problem.code)
            await _deny(problem, send)
        except (StoreError, NotStored, Restarting) as error:
            await _deny(unavailable(error), send)
        except OSError:
            pass  # the client is gone
        except Exception:  # noqa: BLE001 -- whatever it is, the server goes on
            _log.exception("socket failed")
            await _deny(HttpProblem(500, "failed", "Something went wrong on the server: try again."), send)

    async def _connect(self, scope: Scope, guest: Guest, receive: Receive, send: Send) -> None:
        if scope["path"] == API_PATHS["lobby_socket"]:
            await self._lobby.connect(scope, guest, receive, send)
            return
        found = _PATH.fullmatch(scope["path"])
        if found is None:
            raise no_such_table()
        room, plays = await self._context.find(found[1])
        if scope[GONE]():  # it did not wait until the table was read
            return
        client = self._client(room, guest.hash, scope, send, plays=plays)
        client.outbox.deliver(self._welcome)
        try:
            await room.enter(client.listener)
        except TableFull as error:
            raise table_full(error) from None
        began = monotonic()
        self._context.connections.add(client.outbox)
        try:
            await send({"type": "websocket.accept", "headers": _headers(guest)})
            client.outbox.start()
            await self._listen(client, receive)
        finally:
            self._context.connections.remove(client.outbox)
            client.outbox.stop()
            room.leave(client.listener)
            _log.info("socket closed", extra={"table": room.number, "ms": round((monotonic() - began) * 1000)})

    def _client(self, room: Room, guest: str, scope: Scope, send: Send, *, plays: bool) -> _Client:
        limits = self._context.settings.limits
        outbox = Outbox(
            write=partial(_write, send),
            close=partial(_close, send),
            abandon=scope[ABORT],
            most=limits.waiting,
            put=scope[PUT],
        )
        return _Client(
            room=room,
            guest=guest,
            plays=plays,
            outbox=outbox,
            listener=Listener(
                guest=guest, plays=plays, deliver=outbox.deliver, end=outbox.end, address=address_of(scope)
            ),
            bucket=Bucket(per_second=limits.messages_per_second, most=limits.messages_at_once, now=monotonic()),
        )

    async def _listen(self, client: _Client, receive: Receive) -> None:
        while True:
            event = await receive()
            if event["type"] == "websocket.disconnect":
                return
            client.outbox.hear()
            if client.bucket.take(monotonic()):
                self._too_fast(client)
                continue
            if client.bucket.is_full:
                client.dropped = 0
            try:
                await self._hear(client, event["bytes"])
            except Exception:  # noqa: BLE001 -- whatever it is, the table goes on
                _log.exception("message failed", extra={"table": client.room.number})
                client.outbox.deliver(_FAILED)

    async def _hear(self, client: _Client, data: bytes) -> None:
        try:
            message = _DECODER.decode(data)
        except (ValueError, RecursionError) as error:
            self._malformed(client, error)
            return
        if isinstance(message, Ping):
            client.outbox.deliver(_PONG)
        elif isinstance(message, Resync):
            client.outbox.deliver(await client.room.snapshot(client.guest, plays=client.plays))
        elif isinstance(message, Showing):
            client.room.show(client.listener, done=message.done)
        elif not isinstance(message, ClientPong):
            client.outbox.deliver(await self._answer(client, message))

    async def _answer(self, client: _Client, request: Request) -> bytes:
        address = client.listener.address
        answer = await client.room.answer(client.guest, request, plays=client.plays, address=address)
        self._context.metrics.asked(str(request.__struct_config__.tag), type_of(answer))
        return answer

    def _too_fast(self, client: _Client) -> None:
        """Say so once; a client that goes on is closed."""
        client.dropped += 1
        if client.dropped == 1:
            self._context.metrics.asked("unknown", "too-fast")
            client.outbox.deliver(_TOO_FAST)
        elif client.dropped > self._context.settings.limits.messages_at_once:
            client.outbox.close(POLICY_VIOLATION)

    def _malformed(self, client: _Client, error: Exception) -> None:
        client.malformed += 1
        self._context.metrics.asked("unknown", "malformed")
        client.outbox.deliver(ENCODER.encode(Problem(code="malformed", sentence=unreadable(error))))
        if client.malformed > MOST_MALFORMED:
            client.outbox.close(POLICY_VIOLATION)


def _headers(guest: Guest) -> list[tuple[bytes, bytes]]:
    return [] if guest.cookie is None else [(b"set-cookie", guest.cookie.encode())]


async def _write(send: Send, data: bytes) -> None:
    await send({"type": "websocket.send", "text": data.decode()})


async def _close(send: Send, code: int) -> None:
    await send({"type": "websocket.close", "code": code})


async def _deny(problem: HttpProblem, send: Send) -> None:
    """Answer the handshake as any request over HTTP."""
    answer = problem.answer()
    headers = [*answer.raw_headers, *HEADERS.items()]
    await send({"type": "websocket.http.response.start", "status": answer.status_code, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": answer.body})

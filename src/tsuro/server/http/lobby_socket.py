"""The socket of the lobby: what the page speaks there."""

from __future__ import annotations

from functools import partial
from time import monotonic
from typing import Any, TypeAlias

import msgspec
from starlette.types import Receive, Scope, Send

from tsuro.server.http.context import Context
from tsuro.server.http.identity import Guest
from tsuro.server.http.limits import Bucket
from tsuro.server.http.outbox import ABORT, PUT, Outbox
from tsuro.server.http.problems import HttpProblem
from tsuro.server.messages import ENCODER
from tsuro.server.messages.answers import Pong, Problem
from tsuro.server.messages.requests import Ping, Resync
from tsuro.server.messages.requests import Pong as ClientPong
from tsuro.server.rooms.attendance import Listener
from tsuro.server.tables.refusals import NoLobby

__all__ = ["LobbySocket", "check_lobby"]

MOST_STRAYS = 20  # messages that are none, or too many, before a client counts as broken
POLICY_VIOLATION = 1008

_Said: TypeAlias = Resync | Ping | ClientPong
_SAID: msgspec.json.Decoder[_Said] = msgspec.json.Decoder(_Said)
_PONG = ENCODER.encode(Pong())
_STRAY = ENCODER.encode(
    Problem(code="malformed", sentence="In the lobby a client says resync, ping or pong, and not too often.")
)


def check_lobby(context: Context) -> None:
    """Raises `HttpProblem` where whoever runs the server has switched the lobby off."""
    if not context.settings.lobby:
        raise HttpProblem(404, NoLobby.code(), NoLobby.sentence)


class LobbySocket:
    """The socket of the lobby: everything at first, then what changes."""

    def __init__(self, context: Context, welcome: bytes) -> None:
        self._context, self._welcome = context, welcome

    async def connect(self, scope: Scope, guest: Guest, receive: Receive, send: Send) -> None:
        check_lobby(self._context)
        self._context.check_open()
        outbox = Outbox(
            write=partial(_write, send),
            close=partial(_close, send),
            abandon=scope[ABORT],
            most=self._context.settings.limits.waiting,
            put=scope[PUT],
        )
        listener = Listener(guest=guest.hash, plays=False, deliver=outbox.deliver, end=outbox.end)
        outbox.deliver(self._welcome)
        lobby = await self._context.rooms.meetings.lobby()
        self._context.connections.add(outbox)
        try:
            lobby.enter(listener)
            cookie = [] if guest.cookie is None else [(b"set-cookie", guest.cookie.encode())]
            await send({"type": "websocket.accept", "headers": cookie})
            outbox.start()
            await self._listen(outbox, receive)
        finally:
            self._context.connections.remove(outbox)
            outbox.stop()
            lobby.leave(listener)

    async def _listen(self, outbox: Outbox, receive: Receive) -> None:
        limits = self._context.settings.limits
        bucket = Bucket(per_second=limits.messages_per_second, most=limits.messages_at_once, now=monotonic())
        strays = 0
        while (event := await receive())["type"] != "websocket.disconnect":
            outbox.hear()
            said = None if bucket.take(monotonic()) else _read(event)
            if said is None:
                strays += 1
                outbox.deliver(_STRAY)
                if strays > MOST_STRAYS:
                    outbox.close(POLICY_VIOLATION)
            elif isinstance(said, Ping):
                outbox.deliver(_PONG)
            elif isinstance(said, Resync):
                outbox.deliver(self._context.rooms.lobby.snapshot())


def _read(event: Any) -> _Said | None:
    try:
        return _SAID.decode(event["bytes"])
    except (ValueError, RecursionError):
        return None


async def _write(send: Send, data: bytes) -> None:
    await send({"type": "websocket.send", "text": data.decode()})


async def _close(send: Send, code: int) -> None:
    await send({"type": "websocket.close", "code": code})

"""What all HTTP and WebSocket handlers share, and what each does first."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ParamSpec, TypeVar

import msgspec
from starlette.requests import Request
from starlette.types import Scope

from tsuro.server.http.identity import Guest, identify
from tsuro.server.http.limits import Turnstile, address_of, read_body
from tsuro.server.http.outbox import Connections
from tsuro.server.http.problems import HttpProblem, malformed, no_such_table, restarting, store_fails
from tsuro.server.http.security import Security, check_json, headers_of
from tsuro.server.metrics import Metrics
from tsuro.server.rooms.lobby import Lobby
from tsuro.server.rooms.room import Room
from tsuro.server.settings import Settings
from tsuro.server.storage.errors import StoreError

__all__ = ["Context", "guest_asking", "type_of"]

P = ParamSpec("P")
T = TypeVar("T")

_log = logging.getLogger("tsuro.http")
_CODE = re.compile(r"[A-Za-z0-9_-]{22}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    lobby: Lobby
    settings: Settings
    metrics: Metrics
    security: Security
    turnstile: Turnstile
    connections: Connections
    _working: asyncio.Lock = field(default_factory=asyncio.Lock)

    def admit(self, scope: Scope, *, counts: bool = True) -> Guest:
        """Who asks; raises `HttpProblem` if they may not, or ask too often.

        Requests that are answered as quickly as they would be refused need not count.
        """
        headers, scheme = headers_of(scope["headers"]), scope["scheme"]
        if b"content-length" in headers and b"transfer-encoding" in headers:  # a proxy may see another end
            raise HttpProblem(
                400,
                "malformed",
                "A request may have a Content-Length or a Transfer-Encoding, but not both.",
                headers={"Connection": "close"},
            )
        own = self.security.check_host(headers, scheme)
        if counts:
            self.turnstile.request(address_of(scope))
        if scope["type"] == "websocket":
            self.security.check_page(headers, own)
        elif scope["method"] not in {"GET", "HEAD"}:
            self.security.check_write(headers, own)
        return identify(scope["headers"], secure=self.security.is_secure(scheme))

    def check_open(self) -> None:
        """Refuse every request while the server is stopping."""
        if self.lobby.closing:
            raise restarting()

    async def find(self, code: str) -> tuple[Room, bool]:
        """The room with that code, and whether it is the one to play; raises `HttpProblem` if there is none."""
        self.check_open()
        try:
            found = await self.lobby.room(code) if _CODE.fullmatch(code) else None
        except StoreError:
            _log.exception("table not read")
            raise store_fails() from None
        if found is None:
            raise no_such_table()
        return found

    async def work(self, request: Request, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run slow work in a thread, one piece at a time: people who play come first."""
        with self.turnstile.work(address_of(request.scope)):
            async with self._working:
                return await asyncio.to_thread(work, *args, **kwargs)

    async def read(self, request: Request, decoder: msgspec.json.Decoder[T], *, most: int | None = None) -> T:
        """The body of the request; raises `HttpProblem` if it is too large or not what it should be."""
        check_json(headers_of(request.scope["headers"]))
        body = await read_body(request.receive, most=most or self.settings.limits.body)
        try:
            return decoder.decode(body)
        except (ValueError, RecursionError) as error:
            raise malformed(error) from None


def guest_asking(request: Request) -> str:
    """The guest whose request it is."""
    guest: Guest = request.scope["guest"]
    return guest.hash


def type_of(message: bytes) -> str:
    """The type of an encoded message: it comes first.

    >>> type_of(b'{"type":"accepted","id":"a","seq":3}')
    'accepted'
    """
    return message[9 : message.index(b'"', 9)].decode()

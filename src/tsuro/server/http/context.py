"""What all HTTP and WebSocket handlers share, and what each does first."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import ParamSpec, TypeVar

import msgspec
from starlette.requests import Request
from starlette.types import Scope

from tsuro.server.http.connections import Connections
from tsuro.server.http.identity import Guest, identify
from tsuro.server.http.limits import Turnstile, address_of, read_body
from tsuro.server.http.problems import (
    HttpProblem,
    malformed,
    no_such_table,
    refused,
    restarting,
    store_fails,
    unavailable,
)
from tsuro.server.http.security import PINNED, Security, check_json, headers_of
from tsuro.server.http.shared_limits import count_table
from tsuro.server.http.turned_away import TurnedAway
from tsuro.server.http.turns import Turns
from tsuro.server.metrics import Metrics
from tsuro.server.rooms.room import Room
from tsuro.server.rooms.rooms import Rooms
from tsuro.server.settings import Settings
from tsuro.server.storage.errors import Damaged, StoreError
from tsuro.server.tables.refusals import StillPlayed

__all__ = ["Context", "guest_asking", "type_of"]

P = ParamSpec("P")
T = TypeVar("T")

_log = logging.getLogger("tsuro.http")
_CODE = re.compile(r"[A-Za-z0-9_-]{22}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    rooms: Rooms
    settings: Settings
    metrics: Metrics
    security: Security
    turnstile: Turnstile
    connections: Connections
    turned_away: TurnedAway
    _turns: Turns = field(default_factory=Turns)

    def admit(self, scope: Scope, *, counts: bool = True) -> Guest:
        """Who asks; raises `HttpProblem` if they may not, or ask too often.

        Requests that are answered as quickly as they would be refused need not count.
        """
        _check_head(scope, self.settings.limits.head)
        headers, scheme = headers_of(scope["headers"]), scope["scheme"]
        if b"content-length" in headers and b"transfer-encoding" in headers:  # a proxy may see another end
            raise HttpProblem(
                400,
                "malformed",
                "A request may have a Content-Length or a Transfer-Encoding, but not both.",
                headers={"Connection": "close"},
            )
        own = self.security.check_host(headers, scheme)
        scope[PINNED] = self.security.is_pinned(own, scheme)
        address = address_of(scope)
        self.turnstile.admit(address)
        if counts:
            self.turnstile.request(address)
        if scope["type"] == "websocket":
            self.security.check_page(headers, own)
        elif scope["method"] not in {"GET", "HEAD"}:
            self.security.check_write(headers, own)
        return identify(scope["headers"], secure=self.security.is_secure(scheme))

    def check_open(self) -> None:
        """Refuse every request while the server is stopping."""
        if self.rooms.closing:
            raise restarting()

    async def count_table(self, request: Request) -> None:
        """Refuse to make a table if too many were made from the address, at all processes together."""
        await count_table(self.turnstile, self.rooms.store, self.settings.limits, address_of(request.scope))

    async def find(self, code: str) -> tuple[Room, bool]:
        """The room with that code, and whether it is the one to play; raises `HttpProblem` if there is none."""
        self.check_open()
        try:
            found = await self.rooms.room(code) if _CODE.fullmatch(code) else None
        except StoreError as error:
            if not isinstance(error, Damaged):  # which the rooms have logged
                self.rooms.not_read.add(None, error)
            raise unavailable(error) from None
        if found is None:
            raise no_such_table()
        return found

    async def refuse_running(self, positions: Collection[int]) -> None:
        """Refuse help with a position at which a game is now, at any table and whoever asks."""
        try:
            is_played = await self.rooms.is_played(positions)
        except StoreError:
            raise store_fails() from None
        if is_played:
            raise refused(StillPlayed(), status=403)

    async def work(self, request: Request, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run slow work in a thread, one piece at a time, in fair turns: people who play come first."""
        async with self.queued(request):
            return await asyncio.to_thread(work, *args, **kwargs)

    @asynccontextmanager
    async def queued(self, request: Request) -> AsyncIterator[None]:
        """Slow work, when its turn has come; raises `HttpProblem` if too much of one address waits."""
        address = address_of(request.scope)
        async with AsyncExitStack() as held:
            held.enter_context(self.turnstile.work(address))
            with self.metrics.waiting("work"):
                await held.enter_async_context(self._turns.turn(address))
            yield

    async def read(self, request: Request, decoder: msgspec.json.Decoder[T], *, most: int | None = None) -> T:
        """The body of the request; raises `HttpProblem` if it is too large or not what it should be."""
        check_json(headers_of(request.scope["headers"]))
        body = await read_body(request.receive, most=most or self.settings.limits.body)
        try:
            return decoder.decode(body)
        except (ValueError, RecursionError) as error:
            raise malformed(error) from None


def _check_head(scope: Scope, most: int) -> None:
    """Refuse a head that is too large; the parser notices only one that comes in pieces."""
    target = len(scope["raw_path"]) + len(scope["query_string"])
    if target + sum(len(name) + len(value) + 4 for name, value in scope["headers"]) > most:
        raise HttpProblem(
            431,
            "head-too-large",
            f"The headers of a request may have {most} bytes at most: send less.",
            headers={"Connection": "close"},
        )


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

"""Tables over HTTP, for programs without WebSockets: requests are posted, what happens is streamed.

The messages are the same as on the socket. A stream has one message on each line.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import msgspec
from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from tsuro.game.errors import Refused
from tsuro.notation import NotationError
from tsuro.server.http.context import Context, guest_asking, type_of
from tsuro.server.http.limits import address_of
from tsuro.server.http.openapi import NDJSON, HandOverTaken, Nothing, TableMade
from tsuro.server.http.outbox import ABORT, Outbox
from tsuro.server.http.problems import (
    HttpProblem,
    json_answer,
    no_such_hand_over,
    refused,
    unavailable,
)
from tsuro.server.http.records import record_until
from tsuro.server.http.sockets import table_full, welcome
from tsuro.server.messages import Request
from tsuro.server.messages.creation import NewTable
from tsuro.server.messages.records import PracticeWanted
from tsuro.server.rooms.attendance import Listener
from tsuro.server.rooms.room import Room, TableFull
from tsuro.server.rooms.upkeep import TooManyTables
from tsuro.server.storage.errors import StoreError
from tsuro.server.tables.creation import NotMade
from tsuro.server.tables.refusals import NotStored, Restarting, TableRefused

__all__ = ["TablesApi", "refusals", "table_made"]

WHOLE = "return=representation"  # a preference (RFC 7240): not only that it was done, but what came of it
_NEW_TABLE = msgspec.json.Decoder(NewTable)
_PRACTICE = msgspec.json.Decoder(PracticeWanted)
_REQUEST = msgspec.json.Decoder(Request)
_NOTHING = msgspec.json.Decoder(Nothing)


class TablesApi:
    """What can be asked for over HTTP: making a table, looking at it, acting at it, listening to it."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._welcome = welcome(context.settings.heartbeat)

    async def make_table(self, request: HttpRequest) -> Response:
        wanted = await self._context.read(request, _NEW_TABLE)
        self._context.check_open()
        await self._context.count_table(request)
        with refusals():
            room, is_new = await self._context.rooms.create(guest_asking(request), wanted)
        return await table_made(self._context, request, room, is_new=is_new)

    async def practise(self, request: HttpRequest) -> Response:
        """Make a table at which a record is played on against bots."""
        wanted = await self._context.read(request, _PRACTICE, most=self._context.settings.limits.record)
        self._context.check_open()
        await self._context.count_table(request)
        record, positions = await self._context.work(request, record_until, wanted.record, wanted.move)
        await self._context.refuse_running(positions)
        with refusals():
            room = await self._context.rooms.practise(guest_asking(request), record, wanted)
        return await table_made(self._context, request, room, is_new=True)

    async def show_table(self, request: HttpRequest) -> Response:
        room, plays = await self._room(request)
        address = address_of(request.scope)
        return json_answer(await room.snapshot(guest_asking(request), plays=plays, address=address))

    async def ask(self, request: HttpRequest) -> Response:
        wanted = await self._context.read(request, _REQUEST)
        room, plays = await self._room(request)
        address = address_of(request.scope)
        answer = await room.answer(guest_asking(request), wanted, plays=plays, address=address)
        kind = type_of(answer)
        self._context.metrics.asked(str(wanted.__struct_config__.tag), kind)
        if kind == "accepted" and request.headers.get("prefer") == WHOLE:
            answer = await room.snapshot(guest_asking(request), plays=plays)
            return json_answer(answer, headers={"Preference-Applied": WHOLE})
        return json_answer(answer, status=409 if kind == "refused" else 200)

    async def take_hand_over(self, request: HttpRequest) -> Response:
        await self._context.read(request, _NOTHING)
        self._context.check_open()
        try:
            room = await self._context.rooms.claim(request.path_params["code"], guest_asking(request))
        except (NotStored, Restarting, StoreError) as error:
            raise unavailable(error) from None
        except TableRefused as error:
            raise refused(error) from None
        if room is None:
            raise no_such_hand_over()
        return json_answer(HandOverTaken(play=room.table.play))

    async def stream(self, request: HttpRequest) -> Response:
        if request.method == "HEAD":
            raise HttpProblem(405, "wrong-method", "A stream can only be asked for with GET.")
        room, plays = await self._room(request)
        return _Stream(self._context, room, guest_asking(request), plays=plays, first=self._welcome)

    async def _room(self, request: HttpRequest) -> tuple[Room, bool]:
        return await self._context.find(request.path_params["code"])


async def table_made(context: Context, request: HttpRequest, room: Room, *, is_new: bool) -> Response:
    """The codes of the table, and all that whoever asked for it needs to show it at once."""
    if is_new:
        context.metrics.made_table()
        room.address = address_of(request.scope)
    snapshot: Any = msgspec.Raw(await room.snapshot(guest_asking(request), plays=True))
    made = TableMade(play=room.table.play, watch=room.table.watch, snapshot=snapshot)
    return json_answer(made, status=201 if is_new else 200)


@contextmanager
def refusals() -> Iterator[None]:
    """What keeps a table from being made, as a problem for the client."""
    try:
        yield
    except TooManyTables as error:
        raise HttpProblem(503, "too-many-tables", str(error), headers={"Retry-After": "3600"}) from None
    except NotMade as error:
        raise refused(error.why, field=error.field) from None
    except (NotStored, Restarting, StoreError) as error:
        raise unavailable(error) from None
    except (TableRefused, Refused, NotationError) as error:
        raise refused(error) from None


class _Stream(Response):
    """An answer that goes on for as long as the client listens."""

    media_type = NDJSON

    def __init__(self, context: Context, room: Room, guest: str, *, plays: bool, first: bytes) -> None:
        super().__init__(headers={"X-Accel-Buffering": "no"})  # so that nginx passes it on at once
        del self.headers["content-length"]
        self._context, self._room, self._first = context, room, first
        self._guest, self._plays = guest, plays

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._context.turnstile.connection(address_of(scope), scope[ABORT]):
            await self._listen(scope, receive, send)

    async def _listen(self, scope: Scope, receive: Receive, send: Send) -> None:
        most = self._context.settings.limits.waiting
        outbox = Outbox(write=partial(_write, send), close=partial(_close, send), abandon=scope[ABORT], most=most)
        listener = Listener(
            guest=self._guest,
            plays=self._plays,
            deliver=outbox.deliver,
            end=outbox.end,
            address=address_of(scope),
        )
        outbox.deliver(self._first)
        try:
            await self._room.enter(listener)
        except TableFull as error:
            raise table_full(error) from None
        self._context.connections.add(outbox, talks=False)
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            outbox.start()
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self._context.connections.remove(outbox)
            outbox.stop()
            self._room.leave(listener)


async def _write(send: Send, data: bytes) -> None:
    await send({"type": "http.response.body", "body": data + b"\n", "more_body": True})


async def _close(send: Send, _code: int) -> None:
    await send({"type": "http.response.body", "body": b"", "more_body": False})

"""The lobby over HTTP: what it shows, and one request that finds a table."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tsuro.server.http.context import Context, guest_asking
from tsuro.server.http.lobby_socket import check_lobby
from tsuro.server.http.problems import json_answer
from tsuro.server.http.tables_api import refusals, table_made
from tsuro.server.messages.lobby import PlayNow

__all__ = ["LobbyApi"]

_PLAY_NOW = msgspec.json.Decoder(PlayNow)


class LobbyApi:
    """What programs, and the page, ask for in the lobby."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def show(self, _request: Request) -> Response:
        check_lobby(self._context)
        lobby = await self._context.rooms.meetings.lobby()
        return json_answer(lobby.snapshot())

    async def play_now(self, request: Request) -> Response:
        wanted = await self._context.read(request, _PLAY_NOW)
        check_lobby(self._context)
        self._context.check_open()
        await self._context.count_table(request)
        with refusals():
            room, is_new = await self._context.rooms.meetings.play_now(guest_asking(request), wanted.name)
        return await table_made(self._context, request, room, is_new=is_new)

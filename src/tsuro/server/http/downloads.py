"""What can be downloaded: records, replays, animations, tiles, descriptions of the interface."""

from __future__ import annotations

import asyncio
from functools import cache, lru_cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tsuro.game.tiles import ORIENTATIONS
from tsuro.record import Record, write_json, write_text
from tsuro.render import animate
from tsuro.server.http.bots import offered_views
from tsuro.server.http.compression import Compressed, compress
from tsuro.server.http.context import Context, guest_asking
from tsuro.server.http.game_records import GameRecords
from tsuro.server.http.openapi import FORMATS, THEMES, TileFace, openapi
from tsuro.server.http.problems import JSON, json_answer
from tsuro.server.http.query import chosen, game_number
from tsuro.server.http.security import PICTURE_POLICY
from tsuro.server.messages import ENCODER
from tsuro.server.messages.schema import schema
from tsuro.server.rooms.replays import replayed_for
from tsuro.server.rooms.room import Room

__all__ = ["Downloads"]

PICTURES = 64  # that are kept, since drawing one takes a while
REPLAYS = 32


class Downloads:
    def __init__(self, context: Context, records: GameRecords) -> None:
        self._context = context
        self._records = records

    async def record(self, request: Request) -> Response:
        record = await self._record(request)
        as_json = chosen(request, "format", FORMATS) == "json"
        text, kind, suffix = (
            (write_json(record), JSON, "json") if as_json else (write_text(record), "text/plain", "tsuro")
        )
        name = f"tsuro-game-{request.path_params['game']}.{suffix}"
        return Response(text, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    async def replay(self, request: Request) -> Response:
        room, _ = await self._context.find(request.path_params["code"])
        record = await self._record_of(room, request)
        shown = await self._context.work(request, _replayed, record, room.onlooker(guest_asking(request)))
        return shown.answer(request)

    async def picture(self, request: Request) -> Response:
        theme = chosen(request, "theme", THEMES)
        record = await self._record(request)
        svg = await self._context.work(request, _drawn, record, theme)
        return Response(svg, media_type="image/svg+xml", headers={"Content-Security-Policy": PICTURE_POLICY})

    async def bots(self, _request: Request) -> Response:
        return json_answer(offered_views(self._context.settings.bots))

    async def tiles(self, _request: Request) -> Response:
        return json_answer(await asyncio.to_thread(_tiles))

    async def schema(self, _request: Request) -> Response:
        return json_answer(await asyncio.to_thread(_schema))

    async def openapi(self, _request: Request) -> Response:
        return json_answer(await asyncio.to_thread(_openapi))

    async def _record(self, request: Request) -> Record:
        room, _ = await self._context.find(request.path_params["code"])
        return await self._record_of(room, request)

    async def _record_of(self, room: Room, request: Request) -> Record:
        return await self._records.find(request, room, game_number(request), guest_asking(request))


@lru_cache(maxsize=PICTURES)
def _drawn(record: Record, theme: str) -> bytes:
    return animate(record, theme=theme).svg.encode()


@lru_cache(maxsize=REPLAYS)
def _replayed(record: Record, seat: int | None) -> Compressed:
    return compress(ENCODER.encode(replayed_for(record, seat)))


# Made once, when somebody asks for it, in a thread: a description of everything takes a while.


@cache
def _tiles() -> bytes:
    faces = (face for orientations in ORIENTATIONS.values() for face in orientations)
    return msgspec.json.encode([TileFace(name=str(face), tile=face.tile, paths=face.paths) for face in faces])


@cache
def _schema() -> bytes:
    return msgspec.json.encode(schema())


@cache
def _openapi() -> bytes:
    return msgspec.json.encode(openapi())

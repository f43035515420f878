"""Pictures to share: a moment of a game, the whole game as an animation, and what a messenger shows with a link.

Nothing that the rules hide is on any of them: they are drawn from what a watcher may know.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tsuro.record import Record, write_json
from tsuro.render.palettes import PALETTES
from tsuro.server.http.context import Context
from tsuro.server.http.drawing import Drawings
from tsuro.server.http.drawing_process import DrawingOrder
from tsuro.server.http.game_records import GameRecords
from tsuro.server.http.limits import address_of
from tsuro.server.http.openapi import FILM_FORMATS, PICTURE_SHAPES, FilmProgress
from tsuro.server.http.problems import HttpProblem, json_answer
from tsuro.server.http.query import chosen, game_number
from tsuro.server.http.records import read_record
from tsuro.server.messages.records import ReplayWanted
from tsuro.server.rooms.room import Room

__all__ = ["Pictures"]

FILMS = 24  # that are kept, of about a megabyte each
PICTURES = 64
PATIENCE = 0.5  # seconds, after which a client hears how far its animation is
LONGEST_NUMBER = 5  # digits
THEMES = tuple(PALETTES)

_Find: TypeAlias = Callable[[Request], Awaitable[Record]]
"""Where a record comes from that is to be drawn."""

_WANTED = msgspec.json.Decoder(ReplayWanted)


class Pictures:
    def __init__(self, context: Context, records: GameRecords) -> None:
        self._context = context
        self._records = records
        self._films = Drawings(context, kept=FILMS)
        self._stills = Drawings(context, kept=PICTURES)
        self._brought_before: dict[bytes, Record] = {}  # whoever waits for an animation sends it again and again

    async def snapshot(self, request: Request) -> Response:
        return await self._snapshot(request, self._record)

    async def record_snapshot(self, request: Request) -> Response:
        """A moment of a record that the client sends."""
        return await self._snapshot(request, self._brought)

    async def _snapshot(self, request: Request, find: _Find) -> Response:
        theme, shape = chosen(request, "theme", THEMES), chosen(request, "shape", PICTURE_SHAPES)
        record = await find(request)
        move = _move(request, record)
        return await self._still(request, record, move, theme, shape)

    async def preview(self, request: Request) -> Response:
        """The table's game as it is now, or an empty board before the first one."""
        room, _ = await self._context.find(request.path_params["code"])
        record = await self._public(request, room, room.table.games) if room.table.games else None
        moves = len(record.entries) if record else 0
        return await self._still(request, record, moves, "light", "wide")

    async def _still(self, request: Request, record: Record | None, move: int, theme: str, shape: str) -> Response:
        drawing = await self._stills.wanted(request, _order(record, "png", theme, shape, move))
        return _answer(request, drawing.result(), "image/png")

    async def film(self, request: Request) -> Response:
        return await self._film(request, self._record)

    async def record_film(self, request: Request) -> Response:
        """A record that the client sends, as an animation."""
        return await self._film(request, self._brought)

    async def _film(self, request: Request, find: _Find) -> Response:
        """The animation once it is there; until then, how far it is."""
        kind, theme = chosen(request, "format", FILM_FORMATS), chosen(request, "theme", THEMES)
        shape = chosen(request, "shape", ("tall", "square"))
        record = await find(request)
        drawing = await self._films.wanted(request, _order(record, kind, theme, shape), patience=PATIENCE)
        if not drawing.is_there:
            progress = FilmProgress(done=drawing.done, of=drawing.of)
            return json_answer(progress, status=202, headers={"Retry-After": "1"})
        return _answer(request, drawing.result(), f"image/{kind}")

    async def _record(self, request: Request) -> Record:
        number = game_number(request)
        room, _ = await self._context.find(request.path_params["code"])
        return await self._public(request, room, number)

    async def _public(self, request: Request, room: Room, game: int) -> Record:
        """What anyone may see of a game: of a running one, what a watcher may know."""
        return (await self._records.find(request, room, game, None)).seen_by(None)

    async def _brought(self, request: Request) -> Record:
        wanted = await self._context.read(request, _WANTED, most=self._context.settings.limits.record)
        key = sha256(wanted.record.encode(errors="surrogatepass")).digest()
        record = self._brought_before.get(key)
        if record is None:
            self._context.check_open()
            self._context.turnstile.analysis(address_of(request.scope))
            record = await self._context.work(request, _checked, wanted.record)
            self._brought_before[key] = record
            if len(self._brought_before) > FILMS:
                del self._brought_before[next(iter(self._brought_before))]
        return record


def _order(record: Record | None, kind: str, theme: str, shape: str, move: int = 0) -> DrawingOrder:
    text = None if record is None else write_json(record)
    return msgspec.convert(
        {"record": text, "kind": kind, "theme": theme, "shape": shape, "move": move}, DrawingOrder
    )


def _move(request: Request, record: Record) -> int:
    wanted, last = request.query_params.get("move", ""), len(record.entries)
    if not wanted:
        return last
    if not (wanted.isascii() and wanted.isdecimal()):
        raise HttpProblem(400, "malformed", f"A move is a number: the game has the moves 0 to {last}.")
    if len(wanted) > LONGEST_NUMBER or int(wanted) > last:
        raise HttpProblem(404, "no-such-game", f"The game has only the moves 0 to {last}.")
    return int(wanted)


def _checked(text: str) -> Record:
    return read_record(text).seen_by(None)


def _answer(request: Request, content: bytes, kind: str) -> Response:
    tag = f'"{sha256(content).hexdigest()[:20]}"'
    headers = {
        "ETag": tag,
        "Cache-Control": "private, no-cache",
        "Cross-Origin-Resource-Policy": "cross-origin",  # a messenger's page may show it
    }
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=kind, headers=headers)

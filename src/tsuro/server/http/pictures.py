"""Pictures to share: a moment of a game, the whole game as an animation, and what a messenger shows with a link.

Nothing that the rules hide is on any of them: they are drawn from what a watcher may know.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tsuro.record import Record, write_json
from tsuro.render.palettes import PALETTES
from tsuro.server.http.context import Context
from tsuro.server.http.film_process import FilmOrder
from tsuro.server.http.game_records import GameRecords
from tsuro.server.http.limits import address_of
from tsuro.server.http.openapi import FILM_FORMATS, PICTURE_SHAPES, FilmProgress
from tsuro.server.http.problems import HttpProblem, json_answer
from tsuro.server.http.query import chosen, game_number
from tsuro.server.http.records import read_record
from tsuro.server.messages.records import ReplayWanted
from tsuro.server.rooms.room import Room

__all__ = ["Pictures"]

KEPT = 24  # animations, of about a megabyte each
PICTURES = 64  # that are kept
SECONDS = 60  # for an animation; the longest game takes about ten
PATIENCE = 0.5  # seconds, after which a client hears how far it is
WIDTHS = {"tall": 1080, "square": 1080, "wide": 1200}
PROCESS = (sys.executable, "-m", "tsuro.server.http.film_process")
LONGEST_NUMBER = 5  # digits
NICE = 10  # those who play come first
THEMES = tuple(PALETTES)

_Find: TypeAlias = Callable[[Request], Awaitable[Record]]
"""Where a record comes from that is to be drawn."""

_WANTED = msgspec.json.Decoder(ReplayWanted)
_log = logging.getLogger("tsuro.pictures")


@dataclass(slots=True)
class _Job:
    """An animation that is being made, or is there."""

    task: asyncio.Task[bytes] | None = None
    done: int = 0
    of: int = 0


class Pictures:
    def __init__(self, context: Context, records: GameRecords) -> None:
        self._context = context
        self._records = records
        self._jobs: OrderedDict[str, _Job] = OrderedDict()
        self._one = asyncio.Lock()  # at a time

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
        self._context.turnstile.analysis(address_of(request.scope))
        png = await self._context.work(request, _drawn, record, move, theme, shape)
        return _answer(request, png, "image/png")

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
        order = msgspec.convert(
            {"record": write_json(record), "kind": kind, "theme": theme, "shape": shape},
            FilmOrder,
        )
        job = self._job(request, msgspec.json.encode(order))
        assert job.task is not None, "a job has begun"  # noqa: S101 -- for the type checker
        await asyncio.wait({job.task}, timeout=PATIENCE)
        if not job.task.done():
            return json_answer(FilmProgress(done=job.done, of=job.of), status=202, headers={"Retry-After": "1"})
        return _answer(request, job.task.result(), f"image/{kind}")

    def _job(self, request: Request, order: bytes) -> _Job:
        key = sha256(order).hexdigest()
        job = self._jobs.get(key)
        if job is None or job.task is None or (job.task.done() and (job.task.cancelled() or job.task.exception())):
            self._context.check_open()
            self._context.turnstile.analysis(address_of(request.scope))
            job = self._jobs[key] = _Job()
            job.task = asyncio.create_task(self._make(job, order, address_of(request.scope)))
            job.task.add_done_callback(_seen)
            while len(self._jobs) > KEPT:
                self._jobs.popitem(last=False)  # whoever waits for it still gets it
        self._jobs.move_to_end(key)
        return job

    async def _make(self, job: _Job, order: bytes, address: str) -> bytes:
        with self._context.turnstile.work(address):
            async with self._one:
                try:
                    return await asyncio.wait_for(_run(job, order), SECONDS)
                except (OSError, TimeoutError, _Failed) as error:
                    _log.warning("animation failed", exc_info=error)
                    raise HttpProblem(500, "failed", "The animation could not be made: try again.") from None

    async def _record(self, request: Request) -> Record:
        number = game_number(request)
        room, _ = await self._context.find(request.path_params["code"])
        return await self._public(request, room, number)

    async def _public(self, request: Request, room: Room, game: int) -> Record:
        """What anyone may see of a game: of a running one, what a watcher may know."""
        return (await self._records.find(request, room, game, None)).seen_by(None)

    async def _brought(self, request: Request) -> Record:
        wanted = await self._context.read(request, _WANTED, most=self._context.settings.limits.record)
        return await self._context.work(request, _checked, wanted.record)


class _Failed(Exception):
    """The process ended without an animation."""


async def _run(job: _Job, order: bytes) -> bytes:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*PROCESS, stdin=pipe, stdout=pipe, stderr=pipe)
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, process.pid, NICE)
    assert process.stdin and process.stdout and process.stderr  # noqa: S101, PT018 -- for the type checker
    try:
        process.stdin.write(order)
        process.stdin.close()
        drawn, _ = await asyncio.gather(process.stdout.read(), _listen(job, process.stderr))
        if await process.wait() or not drawn:
            raise _Failed(f"exit code {process.returncode}")
        return drawn
    finally:
        if process.returncode is None:
            process.kill()


async def _listen(job: _Job, told: asyncio.StreamReader) -> None:
    async for line in told:
        numbers = line.split()
        if len(numbers) == 2 and all(number.isdigit() for number in numbers):
            job.done, job.of = int(numbers[0]), int(numbers[1])


def _seen(task: asyncio.Task[bytes]) -> None:
    if not task.cancelled():
        task.exception()  # raised for whoever asks for it


def _move(request: Request, record: Record) -> int:
    wanted, last = request.query_params.get("move", ""), len(record.entries)
    if not wanted:
        return last
    if not (wanted.isascii() and wanted.isdecimal()):
        raise HttpProblem(400, "malformed", f"A move is a number: the game has the moves 0 to {last}.")
    if len(wanted) > LONGEST_NUMBER or int(wanted) > last:
        raise HttpProblem(404, "no-such-game", f"The game has only the moves 0 to {last}.")
    return int(wanted)


@lru_cache(maxsize=KEPT)
def _checked(text: str) -> Record:
    """Whoever waits for an animation sends the same record again and again."""
    return read_record(text).seen_by(None)


@lru_cache(maxsize=PICTURES)
def _drawn(record: Record | None, move: int, theme: str, shape: str) -> bytes:
    from tsuro.render.film import blank, snapshot  # noqa: PLC0415 -- a server that draws nothing starts sooner
    from tsuro.render.poster import SHAPES, Look  # noqa: PLC0415 -- the same

    (known,) = (one for one in SHAPES if one == shape)
    look = Look(theme=theme, width=WIDTHS[shape], shape=known)
    return blank(look=look) if record is None else snapshot(record, move, look=look, title="Tsuro")


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

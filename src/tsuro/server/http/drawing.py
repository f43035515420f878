"""Has pictures and animations drawn by other processes, one at a time, in fair turns, and keeps the last ones."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections import OrderedDict
from contextlib import ExitStack, suppress
from hashlib import sha256

import msgspec
from starlette.requests import Request

from tsuro.server.http.context import Context
from tsuro.server.http.drawing_process import DrawingOrder
from tsuro.server.http.limits import address_of
from tsuro.server.http.problems import HttpProblem
from tsuro.server.http.turns import Turns

__all__ = ["Drawing", "Drawings"]

SECONDS = 60  # for an animation; the longest game takes about ten
PROCESS = (sys.executable, "-m", "tsuro.server.http.drawing_process")
NICE = 10  # those who play come first

_log = logging.getLogger("tsuro.pictures")


class Drawing:
    """Something that is being drawn, or is there."""

    task: asyncio.Task[bytes]
    done = of = 0  # how far it is

    @property
    def is_there(self) -> bool:
        return self.task.done()

    @property
    def has_failed(self) -> bool:
        return self.task.done() and (self.task.cancelled() or self.task.exception() is not None)

    def result(self) -> bytes:
        """The file; raises `HttpProblem` if it could not be drawn."""
        return self.task.result()


class Drawings:
    """Drawings of one kind, of which a given number are kept."""

    def __init__(self, context: Context, *, kept: int) -> None:
        self._context = context
        self._kept = kept
        self._drawings: OrderedDict[str, Drawing] = OrderedDict()
        self._turns = Turns()

    async def wanted(self, request: Request, order: DrawingOrder, *, patience: float | None = None) -> Drawing:
        """The drawing, begun now or earlier, once it is there or patience has ended; `result` has it."""
        drawing = self._begun(request, msgspec.json.encode(order))
        with self._context.metrics.waiting("work"):
            await asyncio.wait({drawing.task}, timeout=patience)
        return drawing

    def _begun(self, request: Request, order: bytes) -> Drawing:
        key = sha256(order).hexdigest()
        drawing = self._drawings.get(key)
        if drawing is None or drawing.has_failed:
            drawing = self._drawings[key] = self._begin(order, address_of(request.scope))
            there = [kept for kept, each in self._drawings.items() if each.is_there]
            for oldest in there[: max(0, len(self._drawings) - self._kept)]:  # others are still waited for
                del self._drawings[oldest]
        self._drawings.move_to_end(key)
        return drawing

    def _begin(self, order: bytes, address: str) -> Drawing:
        """Raises `HttpProblem` if the address wants too much: then nothing has changed for others."""
        self._context.check_open()
        turnstile = self._context.turnstile
        with ExitStack() as held:
            held.enter_context(turnstile.work(address))
            turnstile.analysis(address)
            drawing = Drawing()
            drawing.task = asyncio.create_task(self._draw(drawing, order, address, held.pop_all()))
            drawing.task.add_done_callback(_seen)
            return drawing

    async def _draw(self, drawing: Drawing, order: bytes, address: str, held: ExitStack) -> bytes:
        with held:
            async with self._turns.turn(address):
                try:
                    return await asyncio.wait_for(_run(drawing, order), SECONDS)
                except (OSError, TimeoutError, _Failed) as error:
                    _log.warning("drawing failed", exc_info=error)
                    raise HttpProblem(500, "failed", "The picture could not be made: try again.") from None


class _Failed(Exception):
    """The process ended without a drawing."""


async def _run(drawing: Drawing, order: bytes) -> bytes:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*PROCESS, stdin=pipe, stdout=pipe, stderr=pipe)
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, process.pid, NICE)
    assert process.stdin and process.stdout and process.stderr  # noqa: S101, PT018 -- for the type checker
    try:
        process.stdin.write(order)
        process.stdin.close()
        drawn, _ = await asyncio.gather(process.stdout.read(), _listen(drawing, process.stderr))
        if await process.wait() or not drawn:
            raise _Failed(f"exit code {process.returncode}")
        return drawn
    finally:
        if process.returncode is None:
            process.kill()


async def _listen(drawing: Drawing, told: asyncio.StreamReader) -> None:
    async for line in told:
        numbers = line.split()
        if len(numbers) == 2 and all(number.isdigit() for number in numbers):
            drawing.done, drawing.of = int(numbers[0]), int(numbers[1])


def _seen(task: asyncio.Task[bytes]) -> None:
    if not task.cancelled():
        task.exception()  # raised for whoever asks for it

"""Bots at tables: they think in processes of their own, and never for longer than they may."""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from random import Random
from time import perf_counter
from typing import TypeVar

from tsuro.bots import make_bot
from tsuro.game.actions import Action
from tsuro.game.errors import TsuroError
from tsuro.game.view import View
from tsuro.notation import read_action
from tsuro.server.messages.views import Advice
from tsuro.server.rooms.bot_process import advice_question, question, read_advice, read_answer

__all__ = ["BUDGET", "STAND_IN", "BotPool", "NoAdvice"]

BUDGET = 5.0  # seconds for a move; the slowest bot takes 1.3 without the compiled core
STAND_IN = "apprentice"  # quick, sensible, and needs no playouts

T = TypeVar("T")

_log = logging.getLogger("tsuro.bots")
_FAILURES = (TsuroError, OSError, TimeoutError, ValueError)


class NoAdvice(TsuroError):
    """Whoever was asked for advice failed, or took too long."""


class BotPool:
    """Some processes, each thinking about one move at a time.

    `choose` always gives a legal action: a process that fails or takes too long is ended
    and replaced, and the stand-in moves instead.
    """

    def __init__(
        self,
        count: int,
        *,
        budget: float = BUDGET,
        command: tuple[str, ...] = (sys.executable, "-m", "tsuro.server.rooms.bot_process"),
        told: Callable[[str, float], None] = lambda _bot, _seconds: None,
    ) -> None:
        self._count = count
        self._budget = budget
        self._command = command
        self._told = told
        self._idle: asyncio.LifoQueue[Process | None] = asyncio.LifoQueue()
        self._running: set[Process] = set()

    async def open(self) -> None:
        """Let the processes start; each does so when it is first needed."""
        for _ in range(self._count):
            self._idle.put_nowait(None)

    async def close(self) -> None:
        """End all processes, whatever they are thinking about."""
        ending = [self._end(process) for process in self._running.copy()]
        await asyncio.gather(*ending)

    async def choose(self, bot: str, seen: View) -> Action:
        """What the bot does; decided by the stand-in if the bot fails."""
        began = perf_counter()
        try:
            action = await self._ask(bot, seen)
        except _FAILURES as error:
            _log.warning("bot failed", extra={"bot": bot}, exc_info=error)
            action = _instead(seen)
        self._told(bot, perf_counter() - began)
        return action

    async def advise(self, seconds: float, seen: View) -> Advice:
        """What the strongest bot would do, after thinking for so long; raises `NoAdvice` if it fails."""
        began = perf_counter()
        try:
            advice = await self._answer(advice_question(seconds, seen), read_advice)
            _check(read_action(advice.chosen), seen)
        except _FAILURES as error:
            _log.warning("advice failed", exc_info=error)
            raise NoAdvice("There is no advice now: try again in a moment.") from None
        self._told("advice", perf_counter() - began)
        return advice

    async def _ask(self, bot: str, seen: View) -> Action:
        action = await self._answer(question(bot, seen), read_answer)
        _check(action, seen)
        return action

    async def _answer(self, line: str, read: Callable[[str], T]) -> T:
        """What a process answers; one that fails, or cannot be understood, is ended."""
        process = await self._idle.get()
        try:
            if process is not None and process.returncode is not None:
                await self._end(process)
                process = None
            process = process or await self._start()
            told = read(await asyncio.wait_for(_exchange(process, line), self._budget))
        except BaseException:
            if process is not None:
                await self._end(process)
            self._idle.put_nowait(None)
            raise
        self._idle.put_nowait(process)
        return told

    async def _start(self) -> Process:
        process = await asyncio.create_subprocess_exec(*self._command, stdin=PIPE, stdout=PIPE)
        self._running.add(process)
        return process

    async def _end(self, process: Process) -> None:
        self._running.discard(process)
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _exchange(process: Process, line: str) -> str:
    assert process.stdin is not None  # noqa: S101 -- a pipe
    assert process.stdout is not None  # noqa: S101 -- a pipe
    process.stdin.write(line.encode())
    await process.stdin.drain()
    return (await process.stdout.readline()).decode()


def _check(action: Action, seen: View) -> None:
    if action not in seen.legal_actions:
        raise ValueError(f"{action!r} is not legal")


def _instead(seen: View) -> Action:
    """A sensible move, made here and now: it takes a few milliseconds."""
    return make_bot(STAND_IN, Random()).choose(seen)

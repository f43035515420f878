"""The bots at tables: engines in other processes, which never think for longer than they may."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from time import perf_counter

from tsuro.bots import make_own_bot, start_bot
from tsuro.engine import EngineFailed, EnginePlayer, Failure
from tsuro.fast.position import is_supported
from tsuro.game.actions import Action
from tsuro.game.errors import TsuroError
from tsuro.game.view import View
from tsuro.notation import write_action
from tsuro.player import Estimate
from tsuro.server.messages.views import Advice, Estimated

__all__ = ["BUDGET", "STAND_IN", "BotFailed", "BotPool", "NoAdvice"]

BUDGET = 5.0  # seconds for a move; the slowest bot takes 1.3 without the compiled core
STAND_IN = "apprentice"  # quick, sensible, and needs no playouts
# It starts as a bot that waits for no compiler, and each question says which bot to be.
ENGINE = (sys.executable, "-m", "tsuro", "engine", STAND_IN)
STARTING = 30.0  # seconds for somebody else's bot, which may have much to load
NICE = 5  # a socket must not wait for a bot
MOST = 100  # estimates: after a placement that eliminates many players, there are a thousand exchanges
DIGITS = 4  # of a share; playouts are no more precise

_log = logging.getLogger("tsuro.bots")
_FAILURES = (TsuroError, OSError, TimeoutError, ValueError)


class BotFailed(TsuroError):
    """A bot gave no legal action in time."""

    def __init__(self, sentence: str, how: Failure) -> None:
        super().__init__(sentence)
        self.how = how

    @classmethod
    def by(cls, error: Exception) -> BotFailed:
        if isinstance(error, TimeoutError):
            return cls("it did not answer in time", "late")
        return cls(str(error), error.how if isinstance(error, EngineFailed) else "ended")


class NoAdvice(TsuroError):
    """The bot that was asked for advice failed, or took too long."""


@dataclass(slots=True)
class _Slot:
    """A place for one process; None until it is first needed."""

    engine: EnginePlayer | None = None
    playing: object = None  # the game and the seat that it was last asked about

    @property
    def is_ready(self) -> bool:
        return self.engine is not None and not self.engine.has_failed

    def kill(self) -> None:
        if self.engine is not None:
            self.engine.kill()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    chosen: Action
    estimates: Sequence[Estimate]


class BotPool:
    """A number of engine processes, each thinking about one move at a time.

    `choose` always gives a legal action: a process that fails or takes too long is ended
    and replaced, and the stand-in moves instead. Each process has a thread here that talks to
    it, so that the server and the arena speak with engines through the same client.
    """

    def __init__(
        self,
        count: int,
        *,
        budget: float = BUDGET,
        command: Sequence[str] = ENGINE,
        plays: str | None = None,
        on_answer: Callable[[str, float], None] = lambda _bot, _seconds: None,
    ) -> None:
        """`plays` is a bot that is not ours, if these processes play one; otherwise they play any of ours."""
        self._budget = budget
        self._command = command
        self._plays = plays
        self._on_answer = on_answer
        self._slots = tuple(_Slot() for _ in range(count))
        self._idle: asyncio.LifoQueue[_Slot] = asyncio.LifoQueue()  # the one used last is warm
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="bot")
        self._closed = False

    async def open(self) -> None:
        """Let the processes start; each does so when it is first needed."""
        for slot in self._slots:
            self._idle.put_nowait(slot)

    async def close(self) -> None:
        """End all processes, whatever they are thinking about."""
        self._closed = True
        for slot in self._slots:
            slot.kill()
        await asyncio.to_thread(self._end)

    def _end(self) -> None:
        self._threads.shutdown()
        for slot in self._slots:
            slot.kill()  # it may have started just now
            if slot.engine is not None:
                slot.engine.close()

    async def choose(self, bot: str, seen: View) -> Action:
        """What the bot does; decided by the stand-in if the bot fails."""
        try:
            return await self.try_to_choose(bot, seen)
        except BotFailed:
            return _instead(seen)

    async def try_to_choose(self, bot: str, seen: View, *, playing: object = None) -> Action:
        """What the bot does; raises `BotFailed` if it does not give a legal action in time.

        A process that is asked again about the game and seat it is `playing` goes on; otherwise it begins anew,
        so that no bot takes what it saw from one seat to another.
        """
        began = perf_counter()
        try:
            return (await self._ask(bot, seen, playing)).chosen
        except _FAILURES as error:
            _log.warning("bot failed", extra={"bot": bot}, exc_info=error)
            raise BotFailed.by(error) from error
        finally:
            self._on_answer(bot, perf_counter() - began)

    async def advise(self, seconds: float, seen: View) -> Advice:
        """What the strongest bot would do after thinking for a time; raises `NoAdvice` if it fails."""
        began = perf_counter()
        try:
            answer = await self._ask(f"dragon:{seconds:g}s,analyse", seen)
        except _FAILURES as error:
            _log.warning("advice failed", exc_info=error)
            raise NoAdvice("There is no advice right now: try again in a moment.") from None
        self._on_answer("advice", perf_counter() - began)
        return _advice(seen, answer)

    async def _ask(self, bot: str, seen: View, playing: object = None) -> _Answer:
        """What a process answers, within the budget; a process that nobody waits for any more is ended."""
        slot = await self._idle.get()
        if self._closed:
            self._idle.put_nowait(slot)  # else the next one would wait for ever
            raise EngineFailed("the bots have been closed")
        patience = self._budget if self._plays is None or slot.is_ready else self._budget + STARTING
        work = asyncio.get_running_loop().run_in_executor(self._threads, self._talk, slot, bot, seen, playing)
        work.add_done_callback(lambda done: self._release(slot, done))
        try:
            return await asyncio.wait_for(asyncio.shield(work), patience)
        except (TimeoutError, asyncio.CancelledError):
            slot.kill()
            raise

    def _talk(self, slot: _Slot, bot: str, seen: View, playing: object) -> _Answer:
        """In a thread: ask the process, started if it does not run. A failed engine has ended its process."""
        if slot.engine is None:
            slot.engine = self._start()
        if playing is None or slot.playing != playing or not slot.is_ready:
            slot.engine.new_game()
            slot.playing = playing
        if self._plays is None:
            slot.engine.set_option("bot", bot)
        return _Answer(chosen=slot.engine.choose(seen), estimates=slot.engine.estimates)

    def _start(self) -> EnginePlayer:
        if self._plays is None:
            return EnginePlayer(self._command, seconds=self._budget, nice=NICE)
        return start_bot(self._plays, seconds=self._budget, start_seconds=STARTING, nice=NICE)

    def _release(self, slot: _Slot, done: asyncio.Future[_Answer]) -> None:
        if not done.cancelled():
            done.exception()  # raised for the caller, if it is still waiting
        self._idle.put_nowait(slot)


def _instead(seen: View) -> Action:
    """A sensible move, made in this process: it takes a few milliseconds."""
    return make_own_bot(STAND_IN, Random()).choose(seen)


def _advice(seen: View, answer: _Answer) -> Advice:
    best = sorted(answer.estimates, key=lambda estimate: (estimate.action != answer.chosen, -estimate.share))
    return Advice(
        seat=seen.seat or 0,
        by="dragon" if is_supported(seen.position.setup) else "apprentice",
        chosen=write_action(answer.chosen),
        estimates=tuple(_estimated(estimate) for estimate in best[:MOST]),
    )


def _estimated(estimate: Estimate) -> Estimated:
    low, high = estimate.ci95
    return Estimated(
        action=write_action(estimate.action),
        share=round(estimate.share, DIGITS),
        low=round(low, DIGITS),
        high=round(high, DIGITS),
    )

"""The bots at tables: engines in other processes, which never think for longer than they may.

Whose bot thinks next is decided by a fair queue. Bots that need no thought have a process of their own, so
that they never wait for those that do.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from tsuro.bots import make_own_bot, needs_core, start_bot
from tsuro.engine import EngineFailed, EnginePlayer, Failure
from tsuro.game.actions import Action
from tsuro.game.errors import TsuroError
from tsuro.game.view import View
from tsuro.notation import write_action
from tsuro.player import Estimate
from tsuro.server.messages.views import Advice, Below, Estimated
from tsuro.server.rooms.fair_queue import FairQueue, Whose
from tsuro.server.rooms.giving_way import Step, Thinking

__all__ = ["BUDGET", "STAND_IN", "Answer", "BotFailed", "BotPool", "NoAdvice"]

BUDGET = 5.0  # seconds for a move; the slowest bot takes 1.3 without the compiled core
STAND_IN = "apprentice"  # quick, sensible, and needs no playouts
# It starts as a bot that waits for no compiler, and each question says which bot to be.
ENGINE = (sys.executable, "-m", "tsuro", "engine", STAND_IN)
STARTING = 30.0  # seconds for somebody else's bot, which may have much to load
NICE = 5  # a socket must not wait for a bot
MOST = 100  # estimates: after a placement that eliminates many players, there are a thousand exchanges
DIGITS = 4  # of a share; playouts are no more precise
NO_OWNER = Whose(owner=None, table=None)

_log = logging.getLogger("tsuro.bots")
_FAILURES = (TsuroError, OSError, TimeoutError, ValueError)
_FAILED: dict[Failure, str] = {
    "ended": "a bot's process ended",
    "late": "a bot took too long",
    "nonsense": "a bot gave no action",
    "illegal": "a bot broke the rules",
}


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


@dataclass(eq=False, slots=True, kw_only=True)
class _Slot:
    """A place for one process; None until it is first needed."""

    quick: bool = False  # only for bots that need no thought
    engine: EnginePlayer | None = None
    playing: object = None  # the game and the seat that it was last asked about

    @property
    def is_ready(self) -> bool:
        return self.engine is not None and not self.engine.has_failed

    def kill(self) -> None:
        if self.engine is not None:
            self.engine.kill()


@dataclass(eq=False, slots=True, kw_only=True)
class _Question:
    """What is asked of a bot, and the slot that it gets when its turn comes."""

    bot: str
    seen: View
    whose: Whose
    playing: object
    quick: bool
    granted: asyncio.Future[tuple[_Slot, Step]] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a bot would do, and what it expects of it."""

    chosen: Action
    estimates: Sequence[Estimate] = ()
    below: Below | None = None  # how it played below its name, because the server was busy


class BotPool:
    """A number of engine processes, each thinking about one move at a time.

    With processes that are `quick`, bots that need no thought have these, and any other that nobody needs.
    `choose` always gives a legal action: a process that fails or takes too long is ended
    and replaced, and the stand-in moves instead. Each process has a thread here that talks to
    it, so that the server and the arena speak with engines through the same client.
    """

    def __init__(
        self,
        count: int,
        *,
        quick: int = 0,
        budget: float = BUDGET,
        command: Sequence[str] = ENGINE,
        plays: str | None = None,
        on_answer: Callable[[str, float, float], None] = lambda _bot, _waited, _thought: None,
    ) -> None:
        """`plays` is a bot that is not ours, if these processes play one; otherwise they play any of ours.

        `on_answer` is told the bot, how many seconds its question waited, and how long the bot then took.
        """
        self._budget = budget
        self._command = command
        self._plays = plays
        self._on_answer = on_answer
        self._count = count
        self._slots = tuple(_Slot(quick=number >= count) for number in range(count + quick))
        self._idle: list[_Slot] = []  # the one used last, which is warm, first
        self._slow: FairQueue[_Question] = FairQueue()
        self._quick = FairQueue[_Question]() if quick else self._slow
        self._thinking = Thinking()
        self._threads = ThreadPoolExecutor(count + quick, thread_name_prefix="bot")
        self._closed = False

    @property
    def waiting(self) -> int:
        """Questions that no process thinks about yet."""
        return sum(len(queue) for queue in {self._slow, self._quick})

    async def open(self) -> None:
        """Let the processes start; each does so when it is first needed."""
        self._idle = list(self._slots)

    async def close(self) -> None:
        """End all processes, whatever they are thinking about."""
        self._closed = True
        for queue in (self._slow, self._quick):
            while queue:
                queue.pop().granted.set_exception(EngineFailed("the bots have been closed"))
        for slot in self._slots:
            slot.kill()
        await asyncio.to_thread(self._end)

    def _end(self) -> None:
        self._threads.shutdown()
        for slot in self._slots:
            slot.kill()  # it may have started just now
            if slot.engine is not None:
                slot.engine.close()

    async def choose(self, bot: str, seen: View, *, whose: Whose = NO_OWNER) -> Answer:
        """What the bot does; decided by the stand-in if the bot fails."""
        try:
            return await self.ask(bot, seen, whose=whose)
        except BotFailed:
            return Answer(chosen=_instead(seen), below="apprentice" if bot != STAND_IN else None)

    async def ask(self, bot: str, seen: View, *, whose: Whose = NO_OWNER, playing: object = None) -> Answer:
        """What the bot does; raises `BotFailed` if it does not give a legal action in time.

        A process that is asked again about the game and seat it is `playing` goes on; otherwise it begins anew,
        so that no bot takes what it saw from one seat to another.
        """
        try:
            return await self._ask(bot, seen, whose=whose, playing=playing, counts_as=bot)
        except _FAILURES as error:
            failed = BotFailed.by(error)
            _log.warning(_FAILED[failed.how], extra={"bot": bot}, exc_info=_for_debugging(error))
            raise failed from error

    async def advise(self, seconds: float, seen: View, *, whose: Whose = NO_OWNER) -> Advice:
        """What the strongest bot would do after thinking for a time; raises `NoAdvice` if it fails."""
        try:
            answer = await self._ask(f"dragon:{seconds:g}s,analyse", seen, whose=whose, counts_as="advice")
        except _FAILURES as error:
            _log.warning("no advice: " + _FAILED[BotFailed.by(error).how], exc_info=_for_debugging(error))
            raise NoAdvice("There is no advice right now: try again in a moment.") from None
        return _advice(seen, answer)

    async def _ask(self, bot: str, seen: View, *, whose: Whose, playing: object = None, counts_as: str) -> Answer:
        quick = self._plays is None and not needs_core(bot)
        question = _Question(bot=bot, seen=seen, whose=whose, playing=playing, quick=quick)
        began = granted = perf_counter()
        try:
            slot, step = await self._slot(question)
            granted = perf_counter()
            return await self._think(question, slot, step)
        finally:
            self._on_answer(counts_as, granted - began, perf_counter() - granted)

    async def _slot(self, question: _Question) -> tuple[_Slot, Step]:
        """A process, as soon as it is this question's turn, and how much the bot may think."""
        if self._closed:
            raise EngineFailed("the bots have been closed")
        queue = self._queue(question)
        queue.push(question, question.whose)
        self._serve()
        try:
            return await asyncio.shield(question.granted)
        except asyncio.CancelledError:
            if not question.granted.done():
                queue.remove(question, question.whose)
            elif question.granted.exception() is None:
                slot, step = question.granted.result()
                queue.charge(question.whose, -self._thinking.seconds(step))
                self._free(slot)
            raise

    def _queue(self, question: _Question) -> FairQueue[_Question]:
        return self._quick if question.quick else self._slow

    def _serve(self) -> None:
        """Give every idle process the next question; the quick ones first, so that others are free for thought."""
        for slot in sorted(self._idle, key=lambda slot: slot.quick, reverse=True):
            queue = self._quick if slot.quick or not self._slow else self._slow
            if queue:
                self._idle.remove(slot)
                self._grant(queue.pop(), slot)

    def _grant(self, question: _Question, slot: _Slot) -> None:
        queue = self._queue(question)
        if self._plays is None and not question.quick:
            behind = queue.behind(question.whose.owner)
            step = self._thinking.step(question.bot, behind=behind, processes=self._count)
        else:
            step = Step(bot=question.bot, work=0.0)
        queue.charge(question.whose, self._thinking.seconds(step))
        question.granted.set_result((slot, step))

    async def _think(self, question: _Question, slot: _Slot, step: Step) -> Answer:
        """What a process answers, within the budget; a process that nobody waits for any more is ended."""
        patience = self._budget if self._plays is None or slot.is_ready else self._budget + STARTING
        was_ready, began = slot.is_ready, perf_counter()
        work = asyncio.get_running_loop().run_in_executor(self._threads, self._talk, slot, question, step)

        def release(done: asyncio.Future[Answer]) -> None:
            taken = perf_counter() - began
            self._queue(question).charge(question.whose, taken - self._thinking.seconds(step))
            if was_ready:  # starting a process takes longer than any thought
                self._thinking.learn(step, taken)
            self._release(slot, done)

        work.add_done_callback(release)
        try:
            return await asyncio.wait_for(asyncio.shield(work), patience)
        except (TimeoutError, asyncio.CancelledError):
            slot.kill()
            raise

    def _talk(self, slot: _Slot, question: _Question, step: Step) -> Answer:
        """In a thread: ask the process, started if it does not run. A failed engine has ended its process."""
        playing = question.playing
        if slot.engine is None:
            slot.engine = self._start()
        if playing is None or slot.playing != playing or not slot.is_ready:
            slot.engine.new_game()
            slot.playing = playing
        if self._plays is None:
            slot.engine.set_option("bot", step.bot)
        chosen = slot.engine.choose(question.seen)
        return Answer(chosen=chosen, estimates=slot.engine.estimates, below=step.below)

    def _start(self) -> EnginePlayer:
        if self._plays is None:
            return EnginePlayer(self._command, seconds=self._budget, nice=NICE)
        return start_bot(self._plays, seconds=self._budget, start_seconds=STARTING, nice=NICE)

    def _release(self, slot: _Slot, done: asyncio.Future[Answer]) -> None:
        if not done.cancelled():
            done.exception()  # raised for the caller, if it is still waiting
        self._free(slot)

    def _free(self, slot: _Slot) -> None:
        self._idle.insert(0, slot)  # it is warm
        self._serve()


def _for_debugging(error: Exception) -> Exception | None:
    """Where it happened is always here, in the client of the engine: it is noise, unless one is looking for it."""
    return error if _log.isEnabledFor(logging.DEBUG) else None


def _instead(seen: View) -> Action:
    """A sensible move, made in this process: it takes a few milliseconds."""
    return make_own_bot(STAND_IN, Random()).choose(seen)


def _advice(seen: View, answer: Answer) -> Advice:
    best = sorted(answer.estimates, key=lambda estimate: (estimate.action != answer.chosen, -estimate.share))
    return Advice(
        seat=seen.seat or 0,
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

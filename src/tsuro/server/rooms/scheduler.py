"""What a table does by itself, when it is due: bots move, clocks warn and run out, stand-ins step in."""

from __future__ import annotations

import asyncio
import logging
from asyncio import Lock
from collections.abc import Awaitable, Mapping, Sequence
from contextlib import suppress
from typing import Protocol

from tsuro.bots import levels
from tsuro.game.view import View
from tsuro.notation import write_action
from tsuro.server.messages.views import BotFailure, Played
from tsuro.server.rooms.bot_pool import STAND_IN, Answer, BotFailed
from tsuro.server.rooms.fair_queue import Whose
from tsuro.server.rooms.offered_bots import NotOffered
from tsuro.server.rooms.services import Services
from tsuro.server.storage.errors import Conflict
from tsuro.server.tables.commands import bot_failed, out_of_time
from tsuro.server.tables.dealing import deal
from tsuro.server.tables.due import BotToMove, DueWork, OutOfTime, StandInToMove, ToDeal, ToStart, ToWarn
from tsuro.server.tables.fingerprint import fingerprints
from tsuro.server.tables.log import Acted, LogEntry, Warned
from tsuro.server.tables.meeting import start_by_itself
from tsuro.server.tables.practice import is_left_to_bots
from tsuro.server.tables.refusals import NotStored, Restarting
from tsuro.server.tables.table import Table

__all__ = ["Scheduler"]

_log = logging.getLogger("tsuro.tables")


class _Room(Protocol):
    number: int
    lock: Lock
    lost: bool

    @property
    def owner(self) -> str: ...

    @property
    def table(self) -> Table: ...

    @property
    def away(self) -> Mapping[str, int]: ...

    @property
    def has_player(self) -> bool: ...

    @property
    def is_visited(self) -> bool: ...

    @property
    def is_visited_elsewhere(self) -> bool: ...

    @property
    def is_behind(self) -> bool: ...

    def append(self, entries: Sequence[LogEntry]) -> Awaitable[None]: ...


class Scheduler:
    """Waits until something is due at one table, and does it."""

    def __init__(self, room: _Room, services: Services) -> None:
        self._room = room
        self._services = services
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._looked = asyncio.Event()  # for a bot that has thought, and waits to move
        self._hurries = False  # bots play without pauses while only they are left in the game

    @property
    def is_busy(self) -> bool:
        """Whether something is due soon, or being done."""
        return self._timer is not None or self._task is not None

    @property
    def has_work(self) -> bool:
        """Whether something is due here now and then, and this process should do it: people are connected to it.

        Bots do not play on alone: forgotten tables must not keep other tables' bots waiting. Clocks do.
        """
        table = self._room.table
        if self._room.lost or self._services.closing:
            return False
        if table.timing is not None:
            return self._room.is_visited or not self._room.is_visited_elsewhere
        if table.phase == "playing":
            return self._room.is_visited and any(seat.bot or seat.stand_in for seat in table.seats)
        return self._room.is_visited and table.due() is not None

    @property
    def _may_work(self) -> bool:
        """In a hurry it needs no lease: whichever process is quicker moves for the bots."""
        return self._hurries or self._services.leases.holds(self._room.number)

    def hurry(self) -> None:
        """Nobody wants to follow what the bots do: let them play to the end."""
        self._hurries = True
        self.look()

    def look(self) -> None:
        """Something has happened at the table: see what is due now, and when."""
        self._looked.set()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        duty = self._room.table.due()
        self._hurries = self._hurries and is_left_to_bots(self._room.table)
        if duty is None or self._task is not None or not self.has_work:
            return  # a task at work looks again when it is done
        if isinstance(duty, ToStart) and not self._room.has_player:
            return  # nobody would play: it starts when somebody comes back
        if not self._may_work:
            self._services.leases.want(self._room.number, self.look)
            return
        wait = self._seconds_until(duty)
        if wait < LONGEST_WAIT:  # otherwise the rooms will wake us in time
            self._timer = asyncio.get_running_loop().call_later(wait, self._begin)

    def _seconds_until(self, duty: DueWork) -> float:
        """A bot is due at once, even if its turn came while the clock was ahead of what it says now."""
        if isinstance(duty, BotToMove | StandInToMove):
            return 0.0
        return max(0, duty.at - self._services.now()) / 1000

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()

    async def _wait(self, since: int) -> None:
        """Bots could be too quick for people to follow."""
        while (wait := since / 1000 + self._pace - self._services.now() / 1000) > 0:
            self._looked.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._looked.wait(), wait)

    @property
    def _pace(self) -> float:
        if self._hurries:
            return 0.0
        pace = self._services.settings.pace
        return max(pace, LONGEST_SHOW) if self._room.is_behind else pace

    def _begin(self) -> None:
        self._timer = None
        self._task = asyncio.create_task(self._work())

    async def _work(self) -> None:
        try:
            duty = self._room.table.due() if self._may_work else None
            if isinstance(duty, BotToMove | StandInToMove):
                await self._move(duty)
            elif isinstance(duty, ToStart):
                await self._start(duty)
            elif duty is not None and not self._services.is_in_touch:
                await asyncio.sleep(MEANWHILE)  # no clock runs out while nobody can move
            elif duty is not None and duty.at <= self._services.now():
                await self._keep_time(duty)
        except Conflict:
            pass  # another process did something meanwhile, and the room has caught up
        except NotStored:  # of which a line in the log tells
            await asyncio.sleep(RETRY)
        except Restarting:
            pass  # the room is let go of
        except Exception:  # noqa: BLE001 -- whatever it was, the game must go on
            _log.exception("work failed", extra={"table": self._room.number})
            await asyncio.sleep(RETRY)
        finally:
            self._task = None
        self.look()

    async def _start(self, duty: ToStart) -> None:
        async with self._room.lock:
            now = self._services.now()
            if duty == self._room.table.due() and duty.at <= now and not self._services.closing:
                await self._room.append(start_by_itself(self._room.table, now=now, away=self._room.away))

    async def _keep_time(self, duty: ToWarn | OutOfTime | ToDeal) -> None:
        async with self._room.lock:
            if duty != self._room.table.due():
                return
            now = self._services.now()
            if isinstance(duty, ToWarn):
                await self._room.append((Warned(at=now, seat=duty.seat, left=duty.left),))
            elif isinstance(duty, ToDeal):
                await self._room.append(deal(self._room.table, now=now))
            else:
                await self._room.append(out_of_time(self._room.table, duty.seat, now=now))

    async def _move(self, duty: BotToMove | StandInToMove) -> None:
        """The lock is free while the bot thinks and waits; if its move is no longer wanted then, it is dropped."""
        match, seat = self._room.table.match, duty.seat
        if match is None:
            return
        since = min(duty.at, self._services.now())
        if await self._is_played_by_others():
            await asyncio.sleep(MEANWHILE)
            return
        try:
            answer = await self._choose(duty, match.view(seat))
        except (BotFailed, NotOffered) as failed:
            await self._replace(duty, failed)
            return
        await self._wait(since)
        async with self._room.lock:
            table = self._room.table
            if table.match is match and duty == table.due() and not self._services.closing:
                played: Played = "bot" if isinstance(duty, BotToMove) else "stand-in"
                now, action = self._services.now(), write_action(answer.chosen)
                acted = Acted(at=now, seat=seat, action=action, played=played, below=answer.below)
                await self._room.append((acted,))
                if answer.below is not None:
                    self._services.metrics.gave_way(answer.below)

    async def _is_played_by_others(self) -> bool:
        """Whether people are at this very position in another game: a bot's move would be a hint to them."""
        course = self._room.table.course
        if course is None or not course.goes_on_from_a_record:
            return False
        return await self._services.store.is_played(fingerprints([course.match.state]))

    async def _choose(self, duty: BotToMove | StandInToMove, seen: View) -> Answer:
        """What the bot does. Ours always do something; any other may raise `BotFailed` or `NotOffered`."""
        bot = duty.bot if isinstance(duty, BotToMove) else STAND_IN
        whose = Whose(owner=self._room.owner, table=self._room.number)
        with self._services.metrics.waiting("bots"):
            if bot in levels():
                return await self._services.bot_pool.choose(bot, seen, whose=whose)
            playing = self._room.number, self._room.table.games, duty.seat
            return await self._services.offered.choose(bot, seen, whose=whose, playing=playing)

    async def _replace(self, duty: BotToMove | StandInToMove, failed: BotFailed | NotOffered) -> None:
        """Let a stand-in play on for a bot that failed, and everybody know why."""
        how: BotFailure = failed.how if isinstance(failed, BotFailed) else "not-offered"
        async with self._room.lock:
            if duty == self._room.table.due() and not self._services.closing:
                now = self._services.now()
                await self._room.append(bot_failed(self._room.table, duty.seat, how, str(failed), now=now))


LONGEST_WAIT = 120.0  # seconds
LONGEST_SHOW = 10.0  # seconds for which bots wait for a page that shows moves: it may hang
MEANWHILE = 1.0  # seconds until work that has to wait for something is looked at again
RETRY = 5.0  # seconds after which work that failed is tried again

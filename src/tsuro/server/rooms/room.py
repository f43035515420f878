"""A table in memory: one thing happens after the other, is stored, and then sent.

Everything goes the same way: it is decided, applied, committed to the log, and only then
sent to clients. All of it happens under the room's lock, and so does every look at the
table, so nobody ever sees a state that is not in the log.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from time import perf_counter
from typing import TypeAlias

from tsuro.game.errors import Refused as RefusedByRules
from tsuro.game.errors import TsuroError
from tsuro.game.view import View
from tsuro.notation import NotationError
from tsuro.record import Record
from tsuro.server.messages import ENCODER, Request
from tsuro.server.messages.answers import Accepted, Goodbye, HandOverLink, ProgramToken, Refused
from tsuro.server.messages.requests import HandOver, InviteProgram, Move, SkipToEnd
from tsuro.server.messages.views import Reason
from tsuro.server.options import NoClock
from tsuro.server.rooms.attendance import Attendance, Listener
from tsuro.server.rooms.broadcast import Broadcaster
from tsuro.server.rooms.scheduler import Scheduler
from tsuro.server.rooms.services import Services
from tsuro.server.storage.errors import Conflict, StoreError
from tsuro.server.tables.commands import claim, decide, repeated
from tsuro.server.tables.history import game_of
from tsuro.server.tables.hosts import host_absent
from tsuro.server.tables.log import Acted, LogEntry, Paused
from tsuro.server.tables.practice import view_for_advice
from tsuro.server.tables.refusals import (
    IdUsed,
    NotStored,
    Restarting,
    TableRefused,
    TableWornOut,
    WatchersOnlyWatch,
    reason,
)
from tsuro.server.tables.table import Table
from tsuro.server.tokens import guest_of, new_token

__all__ = ["Room", "TableFull"]

HAND_OVER_SECONDS = 600
REMEMBERED = 64  # answers, so that a request that is sent twice gets the same answer
PRESENCE_DELAY = 0.3  # seconds: a page that is loaded again was never away
MOST_ENTRIES = 5000  # of a log: then a running game may end, and that is more than a hundred games
VISIT = 60_000  # milliseconds for which a guest who asks without listening counts as present

Answer: TypeAlias = Accepted | ProgramToken | HandOverLink

_AGAIN = Goodbye(reason="restarting", sentence="Something went wrong at this table: come back in a moment.")

_log = logging.getLogger("tsuro.tables")


class TableFull(TsuroError):
    """As many clients as a table can have."""


class Room:
    """One table with its clients, and a scheduler that does what the table has to do by itself."""

    def __init__(self, number: int, table: Table, services: Services) -> None:
        self.number = number
        self.table = table
        self.lock = asyncio.Lock()
        self.idle_since = services.now()  # when something last happened here
        self._asked_at = 0
        self._services = services
        self._attendance = Attendance(_guests(table), services.now())
        self._broadcaster = Broadcaster(table, self._attendance)
        self._answered: OrderedDict[tuple[str, str], tuple[Request, Answer | Reason]] = OrderedDict()
        self._earlier: dict[int, Record | None] = {}  # records of earlier games, which do not change any more
        self._presence: asyncio.Task[None] | None = None
        self.scheduler = Scheduler(self, services)
        self.lost = False  # it may differ from its log

    @property
    def listeners(self) -> int:
        return len(self._attendance)

    @property
    def is_visited(self) -> bool:
        """Whether somebody listens, or has asked for something lately."""
        return self.listeners > 0 or self._services.now() - self._asked_at < VISIT

    @property
    def is_behind(self) -> bool:
        """Whether the only person who plays here is still being shown the last moves."""
        people = {seat.guest for seat in self.table.seats if seat.guest}
        return len(people) == 1 and self._attendance.is_behind(*people)

    async def enter(self, listener: Listener) -> None:
        """Let a client listen: it gets a snapshot, and everything that happens from then on."""
        async with self.lock:
            self._check()
            is_full = self.listeners >= self._services.settings.limits.connections_per_table
            if is_full and not self._is_missed(listener.guest):
                raise TableFull("There are too many people at this table: come back later.")
            self._attendance.enter(listener)
            listener.deliver(self._snapshot(listener.guest, plays=listener.plays))
        self._presence_changed()
        self.scheduler.look()

    def _check(self) -> None:
        """Nobody may see a table that may differ from its log; the lock is held."""
        if self.lost:
            raise Restarting

    @property
    def _is_at_its_limit(self) -> bool:
        return self.table.seq >= MOST_ENTRIES

    def _is_missed(self, guest: str) -> bool:
        """Whether the guest plays here and is away: nobody else can take their place."""
        return guest in _guests(self.table) and not self._attendance.is_here(guest)

    def leave(self, listener: Listener) -> None:
        self.idle_since = self._services.now()
        self._attendance.leave(listener, self.idle_since)
        self._presence_changed()

    def show(self, listener: Listener, *, done: bool) -> None:
        """A client still shows moves, or is done with it."""
        listener.is_behind = not done
        self.scheduler.look()

    def end(self, goodbye: Goodbye) -> None:
        """Say goodbye to everybody."""
        for listener in self._attendance:
            listener.end(goodbye)

    async def snapshot(self, guest: str, *, plays: bool) -> bytes:
        self._asked()
        async with self.lock:
            self._check()
            return self._snapshot(guest, plays=plays)

    async def record(self, game: int, guest: str | None) -> Record | None:
        """The record of one of the table's games: whole when it is over, else what the guest may know."""
        async with self.lock:
            self._check()
            if game != self.table.games or self.table.match is None:
                return await self._earlier_record(game)
            record = self.table.match.record()
            if self.table.match.is_over:
                return record
            return record.seen_by(self.onlooker(guest))

    def onlooker(self, guest: str | None) -> int | None:
        """The seat whose view of a game the guest may see again: none if several share one device."""
        seats = self.table.seats_of(guest) if guest else ()
        return seats[0] if len(seats) == 1 else None

    async def view_for_advice(self, guest: str, seat: int) -> View:
        """What the guest's player on turn sees, if that player may get advice."""
        self._asked()
        async with self.lock:
            self._check()
            return view_for_advice(self.table, guest, seat)

    async def answer(self, guest: str, request: Request, *, plays: bool) -> bytes:
        """Do what the guest asks for, or say why not. The same request, sent again, gets the same answer."""
        self._asked()
        async with self.lock:
            self._check()
            answer = await self._answer(guest, request, plays=plays)
            if not isinstance(answer, Reason):
                return ENCODER.encode(answer)
            self._services.metrics.refused(answer.code)
            snapshot = self._broadcaster.snapshot(guest, plays=plays, now=self._services.now())
            return ENCODER.encode(
                Refused(
                    id=request.id, code=answer.code, sentence=answer.sentence, rule=answer.rule, snapshot=snapshot
                )
            )

    def _asked(self) -> None:
        was_visited, self._asked_at = self.is_visited, self._services.now()
        if not was_visited:
            self.scheduler.look()

    async def _answer(self, guest: str, request: Request, *, plays: bool) -> Answer | Reason:
        known, answer = self._answered.get((guest, request.id), (None, None))
        if known is not None and answer is not None:
            return answer if known == request else reason(IdUsed())
        try:
            seq = repeated(self.table, guest, request)
            answer = Accepted(id=request.id, seq=seq) if seq else await self._do(guest, request, plays=plays)
        except (Restarting, NotStored) as error:
            return reason(error)  # not remembered: it may work next time
        except (TableRefused, RefusedByRules, NotationError) as error:
            answer = reason(error)
        self._answered[guest, request.id] = request, answer
        if len(self._answered) > REMEMBERED:
            self._answered.popitem(last=False)
        return answer

    async def _do(self, guest: str, request: Request, *, plays: bool) -> Answer:
        if self._services.closing:
            raise Restarting
        if not plays and not self.table.seats_of(guest) and self.table.host != guest:
            raise WatchersOnlyWatch
        if self._is_at_its_limit and not (self.table.phase == "playing" and isinstance(request, Move)):
            raise TableWornOut
        token = new_token() if isinstance(request, InviteProgram | HandOver) else ""
        entries = decide(
            self.table,
            guest,
            request,
            now=self._services.now(),
            away=self._attendance.away,
            program=guest_of(token) if token else None,
            offered=self._services.offered.names,
        )
        await self.append(entries)
        if isinstance(request, InviteProgram):
            return ProgramToken(id=request.id, seq=self.table.seq, seat=request.seat, token=token)
        if isinstance(request, HandOver):
            return await self._hand_over(guest, request, token)
        if isinstance(request, SkipToEnd):
            self.scheduler.hurry()
        return Accepted(id=request.id, seq=self.table.seq)

    async def _hand_over(self, guest: str, request: HandOver, code: str) -> HandOverLink:
        until = self._services.now() + HAND_OVER_SECONDS * 1000
        store = self._services.store
        try:
            await store.keep_hand_over(code_hash=guest_of(code), table=self.number, guest=guest, until=until)
        except StoreError as error:
            raise NotStored from error
        return HandOverLink(id=request.id, code=code, seconds=HAND_OVER_SECONDS)

    async def claim(self, old: str, new: str) -> None:
        """Another device takes the seats of a guest."""
        async with self.lock:
            self._check()
            if self._is_at_its_limit:
                raise TableWornOut
            await self.append(claim(self.table, old, new, now=self._services.now()))

    async def return_after(self, milliseconds: int) -> None:
        """The server was down for this long: no clock has run meanwhile."""
        async with self.lock:
            if self.table.phase == "playing" and not isinstance(self.table.options.clock, NoClock):
                await self.append((Paused(at=self._services.now(), milliseconds=milliseconds),))

    async def replace_host(self) -> None:
        """Replace a host who has been away for a long time."""
        if self.table.host is None or self.table.host in self._attendance.away:
            async with self.lock:
                entries = host_absent(self.table, now=self._services.now(), away=self._attendance.away)
                await self.append(entries)

    def tell_who_is_missing(self) -> None:
        """Nothing else happens when a player has been away for a minute, and then the others may vote."""
        told = self._broadcaster.told
        if told is not None and told != self._broadcaster.presence(self._services.now()):
            self._presence_changed()

    async def append(self, entries: Sequence[LogEntry]) -> None:
        """Store what happened, then send it to everybody. The lock must be held.

        What cannot be stored has not happened: the table is read again from its log.
        """
        if not entries:
            return
        table, seq, began = self.table, self.table.seq + 1, perf_counter()
        try:
            happened = [table.apply(entry) for entry in entries]
            await self._services.store.append(self.number, seq, entries, phase=table.phase, due=table.wakes_at)
        except StoreError as error:
            await self._take_back(error)
            raise NotStored from error
        except (RefusedByRules, NotationError):  # of a move, which is the only entry: nothing has changed
            raise
        except BaseException:
            self.abandon(_AGAIN)  # nobody knows whether it was written
            raise
        self._services.metrics.commit(perf_counter() - began)
        self.idle_since = now = self._services.now()
        if isinstance(entries[-1], Acted):
            self._services.metrics.moved()
        else:
            self._attendance.expect(_guests(table), now)
            self._presence_changed()
        for number, each in enumerate(happened, seq):
            self._broadcaster.send(each, number, now)
        self.scheduler.look()

    async def _take_back(self, error: StoreError) -> None:
        _log.error("not written", extra={"table": self.number}, exc_info=error)
        if isinstance(error, Conflict):
            self.abandon(_AGAIN)
            return
        try:
            self.table = Table.replay(await self._services.store.log(self.number))
        except TsuroError:
            self.abandon(_AGAIN)
            return
        except BaseException:
            self.abandon(_AGAIN)
            raise
        self._broadcaster = Broadcaster(self.table, self._attendance)

    def abandon(self, goodbye: Goodbye) -> None:
        """Let go of a table that is gone or may differ from its log: it is read again for the next client."""
        self.lost = True
        self.scheduler.stop()
        self.end(goodbye)

    async def _earlier_record(self, game: int) -> Record | None:
        """The record of an earlier game. Replaying a long log takes a while."""
        if not 0 < game < self.table.games:
            return None
        if game not in self._earlier:
            match = await asyncio.to_thread(game_of, await self._services.store.log(self.number), game)
            self._earlier[game] = None if match is None else match.record()
        return self._earlier[game]

    def _snapshot(self, guest: str, *, plays: bool) -> bytes:
        return ENCODER.encode(self._broadcaster.snapshot(guest, plays=plays, now=self._services.now()))

    def _presence_changed(self) -> None:
        if self._presence is None:
            self._presence = asyncio.create_task(self._send_presence())

    async def _send_presence(self) -> None:
        await asyncio.sleep(PRESENCE_DELAY)
        async with self.lock:
            self._presence = None
            self._broadcaster.send_presence(self._services.now())


def _guests(table: Table) -> set[str]:
    """Everybody with a seat or a role at the table: they count as away when they are not here."""
    return {seat.guest for seat in table.seats if seat.guest} | ({table.host} if table.host else set())

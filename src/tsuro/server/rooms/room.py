"""A table in memory: one thing happens after the other, is stored, and then sent.

Everything goes the same way: it is decided, applied, committed to the log, and only then
sent to clients. All of it happens under the room's lock, and so does every look at the
table, so nobody ever sees a state that is not in the log.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress

from tsuro.game.errors import TsuroError
from tsuro.game.view import View
from tsuro.record import Record, read_text
from tsuro.server.messages import ENCODER, Request
from tsuro.server.messages.answers import Goodbye, Refused
from tsuro.server.messages.views import Reason
from tsuro.server.rooms.answering import MOST_RACES, Answering
from tsuro.server.rooms.attendance import Attendance, Listener
from tsuro.server.rooms.live_table import LiveTable
from tsuro.server.rooms.scheduler import Scheduler
from tsuro.server.rooms.services import Services
from tsuro.server.rooms.storing import in_parts
from tsuro.server.storage.errors import Conflict
from tsuro.server.storage.store import Downtime, Present
from tsuro.server.tables.commands import claim, paused
from tsuro.server.tables.history import recalling
from tsuro.server.tables.hosts import expected, host_absent
from tsuro.server.tables.log import Acted, LogEntry
from tsuro.server.tables.practice import view_for_advice
from tsuro.server.tables.refusals import (
    Restarting,
)
from tsuro.server.tables.request import Entries
from tsuro.server.tables.table import Table

__all__ = ["NotKept", "Room", "TableFull"]

PRESENCE_DELAY = 0.3  # seconds: a page that is loaded again was never away
UNKNOWN = "an unknown address"  # all tables of such count as those of one: it must not pay to hide
VISIT = 60_000  # milliseconds for which a guest who asks without listening counts as present

_AGAIN = Goodbye(reason="restarting", sentence="Something went wrong at this table: come back in a moment.")

_log = logging.getLogger("tsuro.tables")


class TableFull(TsuroError):
    """As many clients as a table can have."""


class NotKept(TsuroError):
    """A record that was not kept when its game was over: it follows from the log."""


class Room:
    """One table with its clients, and a scheduler that does what the table has to do by itself."""

    def __init__(self, number: int, table: Table, services: Services) -> None:
        self.number = number
        self.lock = asyncio.Lock()
        self.idle_since = services.now()  # when something last happened here
        self.address = ""  # from which the table was made, or its host last came
        self._asked_at = 0
        self._services = services
        self._attendance = Attendance(expected(table), services.now())
        self._live = LiveTable(
            number,
            table,
            services,
            self._attendance,
            changed=self._changed,
            lost=lambda: self.abandon(_AGAIN),
        )
        self._answering = Answering(self, services)
        self._presence: asyncio.Task[None] | None = None
        self.scheduler = Scheduler(self, services)
        self.lost = False  # it may differ from its log

    @property
    def table(self) -> Table:
        return self._live.table

    @property
    def owner(self) -> str:
        """Whose share of the bots' time the table uses: an address, where known, for anyone can be many guests."""
        return self.address or self.guests.get(self.table.host or self.table.creator or "") or UNKNOWN

    @property
    def listeners(self) -> int:
        return len(self._attendance)

    @property
    def guests(self) -> dict[str, str]:
        """Everybody who is here, or at another process; each with the address that they come from, if known."""
        return self._attendance.guests

    @property
    def has_player(self) -> bool:
        """Whether somebody who sits at the table is here."""
        return any(self._attendance.is_here(seat.guest) for seat in self.table.seats)

    @property
    def away(self) -> Mapping[str, int]:
        """Who has a part in the table and is not here, and since when."""
        return self._attendance.away

    @property
    def present(self) -> list[Present]:
        """Who listens at this process."""
        return self._attendance.present(self.number)

    @property
    def is_visited(self) -> bool:
        """Whether somebody listens, or has asked for something lately, at this process."""
        return self.listeners > 0 or self._services.now() - self._asked_at < VISIT

    @property
    def is_visited_elsewhere(self) -> bool:
        """Whether somebody listens at another process."""
        return self._attendance.elsewhere > 0

    @property
    def is_followed(self) -> bool:
        """Whether anybody here wants to hear at once what happens: otherwise it is read when somebody comes."""
        return self.listeners > 0 or self.scheduler.has_work or self.table.options.open

    def hear_who_is_elsewhere(self, present: Iterable[Present]) -> None:
        """These listen at other processes."""
        if self._attendance.hear(present, self._services.now()):
            self._presence_changed()
            self.scheduler.look()

    @property
    def is_behind(self) -> bool:
        """Whether the only person who plays here is still being shown the last moves."""
        people = {seat.guest for seat in self.table.seats if seat.guest}
        return len(people) == 1 and self._attendance.is_behind(*people)

    async def enter(self, listener: Listener) -> None:
        """Let a client listen: it gets a snapshot, and everything that happens from then on."""
        async with self.lock:
            await self._bring_up_to_date()
            is_full = (
                self.listeners + self._attendance.elsewhere >= self._services.settings.limits.connections_per_table
            )
            if is_full and not self._is_missed(listener.guest):
                raise TableFull("There are too many people at this table: come back later.")
            self._attendance.enter(listener)
            self._note_address(listener.guest, listener.address)
            listener.deliver(self._snapshot(listener.guest, plays=listener.plays))
        self._services.attendance_changed()
        self._presence_changed()
        self.scheduler.look()

    def _check(self) -> None:
        """Nobody may see a table that may differ from its log; the lock is held."""
        if self.lost:
            raise Restarting

    async def _bring_up_to_date(self) -> None:
        """Whoever comes from another process has seen there what it knows; the lock is held."""
        self._check()
        if self._services.store.is_shared:
            await self._live.catch_up()

    def _is_missed(self, guest: str) -> bool:
        """Whether the guest plays here and is away: nobody else can take their place."""
        return guest in expected(self.table) and not self._attendance.is_here(guest)

    def leave(self, listener: Listener) -> None:
        self.idle_since = self._services.now()
        self._attendance.leave(listener, self.idle_since)
        self._services.attendance_changed()
        self._presence_changed()

    def hurry(self) -> None:
        """Bots play to the end of the game without pauses."""
        self.scheduler.hurry()

    def show(self, listener: Listener, *, done: bool) -> None:
        """A client still shows moves, or is done with it."""
        listener.is_behind = not done
        self.scheduler.look()

    def end(self, goodbye: Goodbye) -> None:
        """Say goodbye to everybody."""
        for listener in self._attendance:
            listener.end(goodbye)

    async def snapshot(self, guest: str, *, plays: bool, address: str = "") -> bytes:
        self._asked()
        async with self.lock:
            await self._bring_up_to_date()
            self._note_address(guest, address)
            return self._snapshot(guest, plays=plays)

    async def record(self, game: int, guest: str | None) -> Record | None:
        """The record of one of the table's games: whole when it is over, else what the guest may know.

        Raises `NotKept` for a game of a time when records were not kept.
        """
        async with self.lock:
            await self._bring_up_to_date()
            match = self.table.match
            if match is not None and game == self.table.games:
                record = match.record()
                return record if match.is_over else record.seen_by(self.onlooker(guest))
            if not 0 < game < self.table.games:
                return None
        kept = await self._services.store.record(self.number, game)
        if kept is None:
            raise NotKept
        return read_text(kept)

    async def recall_records(self) -> None:
        """Keep the records of all earlier games, as they follow from the log."""
        store, records = self._services.store, dict[int, str]()
        await in_parts(recalling(await store.log(self.number), records), self._services.one_at_a_time)
        await store.keep_records(self.number, records)

    def onlooker(self, guest: str | None) -> int | None:
        """The seat whose view of a game the guest may see again: none if several share one device."""
        seats = self.table.seats_of(guest) if guest else ()
        return seats[0] if len(seats) == 1 else None

    async def view_for_advice(self, guest: str, seat: int) -> View:
        """What the guest's player on turn sees, if that player may get advice."""
        self._asked()
        async with self.lock:
            await self._bring_up_to_date()
            return view_for_advice(self.table, guest, seat)

    async def answer(self, guest: str, request: Request, *, plays: bool, address: str = "") -> bytes:
        """Do what the guest asks for, or say why not. The same request, sent again, gets the same answer."""
        self._asked()
        async with self.lock:
            self._check()
            self._note_address(guest, address)
            answer = await self._answering.answer(guest, request, plays=plays, address=address)
            if not isinstance(answer, Reason):
                return ENCODER.encode(answer)
            self._services.metrics.refused(answer.code)
            snapshot = self._live.broadcaster.snapshot(guest, plays=plays, now=self._services.now())
            return ENCODER.encode(
                Refused(
                    id=request.id, code=answer.code, sentence=answer.sentence, rule=answer.rule, snapshot=snapshot
                )
            )

    def _note_address(self, guest: str, address: str) -> None:
        """Remember from where the host last came, or, where there is none, whoever made the table."""
        if address and guest == (self.table.host or self.table.creator):
            self.address = address

    def _asked(self) -> None:
        was_visited, self._asked_at = self.is_visited, self._services.now()
        if not was_visited:
            self.scheduler.look()

    async def claim(self, old: str, new: str) -> None:
        """Another device takes the seats of a guest."""
        async with self.lock:
            await self._bring_up_to_date()
            await self._append_decided(lambda: claim(self.table, old, new, now=self._services.now()))

    async def return_after(self, down: Downtime, *, tolerance: int) -> None:
        """The site was down: no clock has run meanwhile. Once something has happened since, this does nothing."""
        async with self.lock:
            since, until, now = down.since, down.until, self._services.now()
            await self._append_decided(
                lambda: paused(self.table, since=since, until=until, now=now, tolerance=tolerance)
            )

    async def replace_host(self) -> None:
        """Replace a host who has been away for a long time."""
        if self.table.host is None or self.table.host in self._attendance.away:
            async with self.lock:
                now, away = self._services.now(), self._attendance.away
                await self._append_decided(lambda: host_absent(self.table, now=now, away=away))

    def tell_who_is_missing(self) -> None:
        """Nothing else happens when a player has been away for a minute, and then the others may vote."""
        told = self._live.broadcaster.told
        if told is not None and told != self._live.broadcaster.presence(self._services.now()):
            self._presence_changed()

    async def _append_decided(self, decide: Callable[[], Entries]) -> None:
        """Append what is decided, and decide again if another process was quicker. The lock must be held."""
        for _ in range(MOST_RACES):
            with suppress(Conflict):
                await self.append(decide())
                return
        raise Restarting

    async def catch_up_here(self) -> bool:
        """The same for whoever holds the lock; returns whether other processes wrote anything."""
        return self._services.store.is_shared and await self._live.catch_up()

    async def append(self, entries: Sequence[LogEntry]) -> None:
        """Store what happened, then send it to everybody. The lock must be held.

        Raises `NotStored`, or `Conflict` if another process was quicker; the table is then as its log is.
        """
        if entries:
            await self._live.append(entries)

    async def catch_up(self) -> None:
        """Read what other processes wrote, and send it to everybody."""
        async with self.lock:
            if not self.lost:
                await self._live.catch_up()

    def _changed(self, entries: Sequence[LogEntry]) -> None:
        """What happened may change who is expected here, and what is due."""
        self.idle_since = self._services.now()
        if not isinstance(entries[-1], Acted):
            self._attendance.expect(expected(self.table), self.idle_since)
            self._presence_changed()
        self.scheduler.look()
        self._services.lobby.look(self)

    def abandon(self, goodbye: Goodbye) -> None:
        """Let go of a table that is gone or may differ from its log: it is read again for the next client."""
        self.lost = True
        self.scheduler.stop()
        self.end(goodbye)

    def _snapshot(self, guest: str, *, plays: bool) -> bytes:
        return ENCODER.encode(self._live.broadcaster.snapshot(guest, plays=plays, now=self._services.now()))

    def _presence_changed(self) -> None:
        if self._presence is None:
            self._presence = asyncio.create_task(self._send_presence())

    async def _send_presence(self) -> None:
        await asyncio.sleep(PRESENCE_DELAY)
        async with self.lock:
            self._presence = None
            self._live.broadcaster.send_presence(self._services.now())
        self._services.lobby.look(self)

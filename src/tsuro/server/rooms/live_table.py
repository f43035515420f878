"""A table that follows its log: what happens is stored, then sent; what other processes stored is read, then sent.

The log decides. Any process may append to it; one that was too late reads what it missed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter

from tsuro.game.errors import Refused as RefusedByRules
from tsuro.game.errors import TsuroError
from tsuro.notation import NotationError
from tsuro.server.rooms.attendance import Attendance
from tsuro.server.rooms.broadcast import Broadcaster
from tsuro.server.rooms.services import Services
from tsuro.server.rooms.storing import derived, in_parts
from tsuro.server.storage.errors import Conflict, StoreError, Uncertain
from tsuro.server.storage.store import Append
from tsuro.server.tables.dealing import commit
from tsuro.server.tables.fingerprint import Fingerprints
from tsuro.server.tables.listing import listed_text
from tsuro.server.tables.log import Acted, LogEntry, Rewritten
from tsuro.server.tables.refusals import NotStored, Restarting
from tsuro.server.tables.table import Table

__all__ = ["LiveTable"]

MOST_AT_ONCE = 20  # entries of other processes that are sent one by one


class LiveTable:
    """One table, as far as this process has read its log. Whoever calls a method holds the room's lock.

    `changed` is called with entries that took effect, before they are sent; `lost` when the
    table may differ from its log, or is gone.
    """

    def __init__(
        self,
        number: int,
        table: Table,
        services: Services,
        attendance: Attendance,
        *,
        changed: Callable[[Sequence[LogEntry]], None],
        lost: Callable[[], None],
    ) -> None:
        self.number = number
        self.table = table
        self.broadcaster = Broadcaster(table, attendance)
        self._fingerprints = Fingerprints()
        self._services = services
        self._changed, self._lost = changed, lost

    async def append(self, entries: Sequence[LogEntry]) -> None:
        """Store what happened, then send it to everybody.

        What cannot be stored has not happened. If another process was quicker, the table catches up and
        `Conflict` is raised: what was decided may no longer be true.
        """
        table, go_back, seq, now = self.table, self.table.savepoint(), self.table.seq + 1, self._services.now()
        began = perf_counter()
        try:
            happened = [table.apply(entry) for entry in entries]
            happened += [table.apply(entry) for entry in commit(table, now=now)]
            with self._services.metrics.waiting("store"):
                await self._services.store.append(
                    Append(
                        table=self.number,
                        seq=seq,
                        entries=[each.entry for each in happened],
                        phase=table.phase,
                        due=table.wakes_at,
                        listed=listed_text(table),
                        derived=derived(table, entries, self._fingerprints),
                    )
                )
        except (Conflict, Uncertain) as error:
            self._go_back(go_back)
            await self._settle(error)
            raise Conflict(str(error)) from error
        except StoreError as error:
            self._services.not_written.add(self.number, error)
            self._go_back(go_back)
            raise NotStored from error
        except (RefusedByRules, NotationError):  # of a move, which is the only entry: nothing has changed
            raise
        except BaseException:
            self._lost()  # nobody knows whether it was written
            raise
        self._services.metrics.commit(perf_counter() - began)
        if isinstance(entries[-1], Acted):
            self._services.metrics.moved()
        self._changed(entries)
        now = self._services.now()  # storing takes a while
        for number, each in enumerate(happened, seq):
            self.broadcaster.send(each, number, now)

    async def _settle(self, error: Conflict | Uncertain) -> None:
        """Read what the log has instead; that may be what we wrote."""
        try:
            missed = await self.catch_up()
        except StoreError as again:
            raise NotStored from again
        if not missed and isinstance(error, Conflict):
            self._lost()  # the table is gone
            raise NotStored from error

    def _go_back(self, go_back: Callable[[], None]) -> None:
        go_back()
        self.broadcaster.follow(self.table)

    async def catch_up(self) -> bool:
        """Read what other processes wrote, and send it to everybody; returns whether there was anything."""
        missed = await self._services.store.log(self.number, after=self.table.seq)
        if any(isinstance(entry, Rewritten) for entry in missed):
            self._lost()  # what is known of the entries before is no longer true
            raise Restarting
        try:
            if len(missed) > MOST_AT_ONCE:
                await self._take(missed)
                self.broadcaster.show_all(self._services.now())
            else:
                self._take_one_by_one(missed)
        except TsuroError:
            self._lost()
            raise
        return bool(missed)

    async def _take(self, entries: Sequence[LogEntry]) -> None:
        await in_parts(map(self.table.apply, entries), self._services.one_at_a_time)
        self._changed(entries)

    def _take_one_by_one(self, entries: Sequence[LogEntry]) -> None:
        """So that each message shows the table as it was after its entry."""
        for entry in entries:
            happened = self.table.apply(entry)
            self._changed((entry,))
            self.broadcaster.send(happened, self.table.seq, self._services.now())

"""What a server does about all its tables: old ones go, new ones get room, and its operator is heeded."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from tsuro.game.errors import TsuroError
from tsuro.server.messages.answers import Goodbye
from tsuro.server.rooms.neighbours import REMOVED
from tsuro.server.rooms.room import Room
from tsuro.server.rooms.services import Services
from tsuro.server.storage.store import DAY

__all__ = ["TooManyTables", "Upkeep"]

UNPLAYED_DAYS = 1  # after which a table without a game is removed
ABANDONED_AFTER = 600_000  # milliseconds after which such a table makes room for a new one, if there are too many
REMOVED_AT_ONCE = 100  # tables, at most, to make room
COUNT_EVERY = 10_000  # milliseconds: a database has to look at all tables to count them
COUNT_WHEN_FULL = 1000  # milliseconds: many may be refused in a second

_CLOSED = Goodbye(reason="removed", sentence="Whoever runs this server has closed this table.")
_CHANGED = Goodbye(reason="restarting", sentence="This table was changed: come back in a moment.")

_log = logging.getLogger("tsuro.rooms")


class TooManyTables(TsuroError):
    """The server has as many tables as it may."""


class Upkeep:
    """Looks after all stored tables. `let_go` ends the room of a table, if it has one, and says why."""

    def __init__(
        self, services: Services, rooms: Mapping[int, Room], let_go: Callable[[int, Goodbye], Awaitable[None]]
    ) -> None:
        self._services, self._rooms, self._let_go = services, rooms, let_go
        self._opened = 0
        self._tables, self._counted = 0, -COUNT_EVERY  # how many there are, and when they were counted
        self._heeded: set[int] = set()  # notices
        self._heeding = asyncio.Lock()
        self.on_bans: Callable[[Mapping[str, int]], None] = lambda _bans: None

    async def open(self) -> None:
        store = self._services.store
        self._opened = self._services.now()
        self._heeded = {*await store.notices()}
        self.on_bans(await store.bans())

    async def check_room_for_a_table(self) -> None:
        """Refuse another table if there are too many, and none that nobody needs."""
        if await self._is_full() and not await self._make_room():
            self._tables -= 1
            raise TooManyTables("This server has as many tables as it can: come back later.")

    async def _is_full(self) -> bool:
        """Whether one more is too many; all tables are counted now and then, and before anybody is refused."""
        now, most = self._services.now(), self._services.settings.limits.tables
        enough = COUNT_WHEN_FULL if self._tables >= most else COUNT_EVERY
        if now - self._counted >= enough:
            self._tables, self._counted = await self._services.store.count(), now
        self._tables += 1
        return self._tables > most

    async def _make_room(self) -> bool:
        """Remove tables at which no game was played and where nobody is; returns whether there were any."""
        store, before = self._services.store, self._services.now() - ABANDONED_AFTER
        if before < self._opened:  # the clock may be wrong, and people have yet to come back
            return False
        found = await store.abandoned(before=before, most=REMOVED_AT_ONCE)
        elsewhere = await store.who_is_present(found, besides=self._services.process)
        used = {each.table for each in elsewhere} | {
            number for number in found if number in self._rooms and self._rooms[number].is_visited
        }
        removed = await store.remove_abandoned([each for each in found if each not in used], before=before)
        for number in removed:
            await self._let_go(number, REMOVED)
        self._tables -= len(removed)
        if removed:
            _log.info("abandoned tables removed", extra={"tables": len(removed)})
        return bool(removed)

    async def prune(self) -> None:
        """Remove old tables, but none on a site's first day: it may have been off, or the clock be wrong."""
        now, since = self._services.now(), await self._services.store.up_since()
        if since is None or now - since < DAY:
            return
        removed = await self._services.store.prune(
            now=min(now, self._services.wall()),
            untouched_days=self._services.settings.keep_days,
            unplayed_days=UNPLAYED_DAYS,
        )
        for number in removed:
            await self._let_go(number, REMOVED)
        if removed:
            _log.info("old tables removed", extra={"tables": len(removed)})

    async def heed(self) -> None:
        """Do what whoever runs the server wants: they told the store."""
        async with self._heeding:
            notices = await self._services.store.notices()
            new = notices.keys() - self._heeded
            for table in dict.fromkeys(notices[number] for number in sorted(new)):
                await self._heed(table)
                self._heeded |= {number for number in new if notices[number] == table}
            self._heeded &= notices.keys()

    async def _heed(self, table: int | None) -> None:
        """Look at what was done to a table, or to bans; if the store fails, it is looked at again."""
        if table is None:
            self.on_bans(await self._services.store.bans())
            return
        row = await self._services.store.row(table)
        is_gone = row is None or row.phase == "closed"
        await self._let_go(table, _CLOSED if is_gone else _CHANGED)

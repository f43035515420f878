"""Open tables at other processes: what is listed of them, and who is there, so that a site has one lobby.

A server that has its store to itself has nothing to look for, and nothing here costs it anything.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from time import monotonic

from tsuro.server.rooms.lobby import OpenElsewhere
from tsuro.server.rooms.room import Room
from tsuro.server.rooms.services import Services
from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.store import ListedTable
from tsuro.server.tables.listing import Listed, read_listed

__all__ = ["LOBBY", "Elsewhere"]

LOBBY = 2**63 - 1  # no table will ever have this number: who is in the lobby, which process makes a table there
# Milliseconds: a table at which nothing has happened for longer is found when something does.
RECENT = 6 * 3600_000
SLACK = 10_000  # milliseconds by which the clocks of two processes may differ
FRESH = 1.0  # seconds for which what was found is good enough
STALE = 60.0  # seconds without a look, after which it is cheaper to begin anew
PATIENCE = 2.0  # seconds to wait until no other process makes a table
AT_ONCE = 500  # tables that are read before others have their turn


class Elsewhere:
    """Tells the lobby of this process what the others know."""

    def __init__(self, services: Services, rooms: Mapping[int, Room]) -> None:
        self._services, self._rooms = services, rooms
        self._since: int | None = None
        self._rows: dict[int, tuple[ListedTable, Listed]] = {}
        self._looked = -FRESH
        self._looking = asyncio.Lock()

    async def look_if_needed(self) -> None:
        if self._services.store.is_shared and monotonic() - self._looked >= FRESH:
            await self.look()

    async def look(self) -> None:
        """Read what has changed at open tables, and who is there now."""
        if self._services.store.is_shared:
            async with self._looking:  # two at once would each undo what the other heard
                await self._look()

    async def _look(self) -> None:
        if monotonic() - self._looked >= STALE:
            self._since, self._rows = None, {}
        self._looked = monotonic()
        # Which games are over matters only for those that are known: a busy site has finished thousands since.
        await self._read(await self._services.store.listed(self._from(), finished=self._since is not None))
        lobby, rows = self._services.lobby, self._rows
        numbers = [number for number in rows if number not in self._rooms]
        for first in range(0, len(numbers), AT_ONCE):
            some = numbers[first : first + AT_ONCE]
            guests = await self._guests_at(some)
            lobby.hear(
                OpenElsewhere(number, rows[number][1], guests[number])
                for number in some
                if number not in self._rooms  # which knows better, if it has been opened meanwhile
            )
        lookers = await self._guests_at([LOBBY])
        lobby.hear_all({*numbers} - self._rooms.keys(), lookers=frozenset(lookers[LOBBY]))

    async def _guests_at(self, tables: Collection[int]) -> defaultdict[int, dict[str, str]]:
        """Who is connected to these tables at other processes, each with their address."""
        guests: defaultdict[int, dict[str, str]] = defaultdict(dict)
        for each in await self._services.store.who_is_present(tables, besides=self._services.process):
            guests[each.table][each.guest] = each.address
        return guests

    def _from(self) -> int:
        oldest = self._services.now() - RECENT
        return oldest if self._since is None else max(oldest, self._since - SLACK)

    async def _read(self, rows: list[ListedTable]) -> None:
        for number, row in enumerate(rows, 1):
            self._since = max(self._since or 0, row.touched)
            known = self._rows.get(row.id)
            if known is None or known[0] != row:
                self._keep(row)
            if not number % AT_ONCE:
                await asyncio.sleep(0)
        oldest = self._from()
        self._rows = {
            number: found
            for number, found in self._rows.items()
            if found[0].touched >= oldest - RECENT and found[1].phase != "over"
        }

    def _keep(self, row: ListedTable) -> None:
        found = read_listed(row.listed)
        if found is None:
            self._rows.pop(row.id, None)
        else:
            self._rows[row.id] = row, found

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """While no other process does the same, or for as long as that is worth waiting for."""
        store, process = self._services.store, self._services.process
        until = monotonic() + PATIENCE
        while store.is_shared and not await store.lease(process, {LOBBY}, seconds=PATIENCE):
            if monotonic() > until:
                break  # two tables are better than none
            await asyncio.sleep(0.02)
        try:
            yield
        finally:
            if store.is_shared:
                with suppress(StoreError):  # it ends by itself
                    await store.release(process, {LOBBY})

"""Which process does what is due at a table: one at a time, as long as it says every second that it does.

A lease only saves work. If two processes do the same, the log takes it from one of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from time import monotonic

from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.store import Store

__all__ = ["Leases"]

_log = logging.getLogger("tsuro.rooms")

SECONDS = 5.0  # after which another process goes on at the tables of one that is gone
AGAIN = 1.0  # seconds, after which it is worth asking again for a lease that another process has
AT_ONCE = 0.01  # seconds in which the wishes of several tables are put into one question


class Leases:
    """The leases of this process. On a store that no other process uses, it has them all."""

    def __init__(self, store: Store, process: str, *, clock: Callable[[], float] = monotonic) -> None:
        self._store, self._process, self._clock = store, process, clock
        self._until: dict[int, float] = {}
        self._taken: dict[int, float] = {}  # by others, as of this time
        self._wanted: dict[int, Callable[[], None]] = {}
        self._closed = False
        self._asking: asyncio.Task[None] | None = None

    def holds(self, table: int) -> bool:
        """Whether this process does what is due at the table."""
        return not self._store.is_shared or self._until.get(table, 0.0) > self._clock()

    def want(self, table: int, granted: Callable[[], None]) -> None:
        """Ask for the lease of a table soon, unless another process has it; `granted` is called if we get it."""
        if self._closed or self._clock() - self._taken.get(table, -AGAIN) < AGAIN:
            return
        self._wanted[table] = granted
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())

    async def _ask(self) -> None:
        try:
            while self._wanted:
                await asyncio.sleep(AT_ONCE)
                wanted, self._wanted = self._wanted, {}
                taken = await self.take(wanted)
                self._taken.update(dict.fromkeys(wanted.keys() - taken, self._clock()))
                for table in taken:
                    wanted[table]()
        except StoreError:
            _log.warning("no lease")  # it is asked for again within a second
        finally:
            self._asking = None

    async def close(self) -> None:
        """Ask for nothing more."""
        self._closed = True
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.wait([self._asking])

    async def take(self, tables: Collection[int]) -> set[int]:
        """Take or renew the leases of these tables; returns those that this process now has."""
        if not self._store.is_shared or not tables:
            return set(tables)
        until = self._clock() + SECONDS  # from before the question, so that we never believe in it for too long
        taken = await self._store.lease(self._process, tables, seconds=SECONDS)
        self._until.update(dict.fromkeys(taken, until))
        return taken

    async def keep(self, tables: Collection[int]) -> set[int]:
        """Keep the leases of these tables alone, for another while; returns those that are new to this process."""
        before = {table for table in self._until if self.holds(table)}
        if given_up := before - {*tables}:
            await self._store.release(self._process, given_up)
        self._taken = {table: at for table, at in self._taken.items() if table in tables}
        self._until = {table: until for table, until in self._until.items() if table in tables}
        return await self.take(tables) - before

"""What the store cannot do is counted: while a disk is full, a line for each would bury all others."""

from __future__ import annotations

import asyncio
import logging

from tsuro.server.storage.errors import StoreError

__all__ = ["StoreFailures"]

EVERY = 60.0  # seconds

_log = logging.getLogger("tsuro.tables")


class StoreFailures:
    """Logs the first failure at once, and then one line a minute for as long as there are more."""

    def __init__(self, event: str) -> None:
        self._event = event  # as the log calls it
        self._is_counting = False
        self._count = 0
        self._last = ""  # why, in words: the error itself would keep the whole table in memory

    def add(self, table: int | None, error: StoreError) -> None:
        if self._is_counting:
            self._count, self._last = self._count + 1, str(error)
        else:
            _log.error(self._event, extra={} if table is None else {"table": table}, exc_info=error)
            self._begin()

    def _begin(self) -> None:
        self._is_counting, self._count = True, 0
        asyncio.get_running_loop().call_later(EVERY, self._tell)

    def _tell(self) -> None:
        """Log what was counted; after a minute without any, the next one is a first one again."""
        self._is_counting = False
        if self._count:
            _log.error(self._event, extra={"count": self._count}, exc_info=StoreError(self._last))
            self._begin()

"""What is turned away is counted: a line in the log for each would let anybody fill the disk."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

from tsuro.server.metrics import Metrics

__all__ = ["TurnedAway"]

EVERY = 60.0  # seconds
NO_FILES = "socket.accept() out of system resource"  # says asyncio for each connection that it cannot accept

_log = logging.getLogger("tsuro.http")


class TurnedAway(logging.Filter):
    """Counts refusals by reason, and logs one line a minute for each reason.

    As a filter for the logs of the HTTP library and of the event loop, it counts their complaints about clients in
    the same way, and how often no file was left for another connection.
    """

    def __init__(self, metrics: Metrics) -> None:
        super().__init__()
        self._metrics = metrics
        self._counts: Counter[str] = Counter()

    def add(self, reason: str) -> None:
        self._metrics.turned_away(reason)
        self._counts[reason] += 1

    def filter(self, record: logging.LogRecord) -> bool:
        if str(record.msg).startswith(NO_FILES):
            self.add("no-files")
        elif record.levelno == logging.WARNING and record.name != "asyncio":
            self.add("not-http")
        else:
            return True
        return False

    async def watch(self) -> None:
        """Log what was counted again and again, for as long as the server runs."""
        while True:
            await asyncio.sleep(EVERY)
            self.tell()

    def tell(self) -> None:
        """Log what was counted since the last time."""
        for reason, count in sorted(self._counts.items()):
            _log.warning("turned away", extra={"reason": reason, "count": count})
        self._counts.clear()

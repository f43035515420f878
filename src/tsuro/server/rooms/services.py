"""What all tables of a server share: the store, the bots' processes, the wall clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import time

from tsuro.server.metrics import Metrics
from tsuro.server.rooms.bot_pool import BotPool
from tsuro.server.rooms.offered_bots import OfferedBots
from tsuro.server.settings import Settings
from tsuro.server.storage.store import Store

__all__ = ["Services"]


def _now() -> int:
    return int(time() * 1000)


@dataclass(slots=True, kw_only=True)
class Services:
    store: Store
    settings: Settings
    metrics: Metrics
    bot_pool: BotPool
    offered: OfferedBots
    now: Callable[[], int] = field(default=_now)  # milliseconds since 1970
    closing: bool = False

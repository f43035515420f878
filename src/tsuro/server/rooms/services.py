"""What all tables of a server share: the store, the bots' processes, the time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from tsuro.server.metrics import Metrics
from tsuro.server.rooms.bot_pool import BotPool
from tsuro.server.rooms.leases import Leases
from tsuro.server.rooms.lobby import Lobby
from tsuro.server.rooms.offered_bots import OfferedBots
from tsuro.server.rooms.steady_clock import SteadyClock, wall_clock
from tsuro.server.rooms.store_failures import StoreFailures
from tsuro.server.settings import Settings
from tsuro.server.storage.store import Store

__all__ = ["Services"]


OUT_OF_TOUCH = 3000  # milliseconds after which a store that does not answer cannot be reached


@dataclass(slots=True, kw_only=True)
class Services:
    store: Store
    settings: Settings
    metrics: Metrics
    bot_pool: BotPool
    offered: OfferedBots
    lobby: Lobby
    leases: Leases
    process: str  # its name among the processes of the site, new at every start
    now: Callable[[], int] = field(default_factory=SteadyClock)  # milliseconds since 1970; it never jumps
    wall: Callable[[], int] = field(default=wall_clock)  # what the system says, which never decides alone
    attendance_changed: Callable[[], None] = field(default=lambda: None)  # called when somebody comes or goes
    may_sit: Callable[[str], bool] = field(default=lambda _address: True)  # from there, among strangers
    may_play_on: Callable[[str], bool] = field(default=lambda _address: True)  # at a table that had a game
    not_written: StoreFailures = field(default_factory=partial(StoreFailures, "not written"))
    not_read: StoreFailures = field(default_factory=partial(StoreFailures, "not read"))
    one_at_a_time: asyncio.Lock = field(default_factory=asyncio.Lock)  # for long logs
    closing: bool = False
    asked_store_at: int | None = None  # when a shared store was asked, as long as it has not answered

    @property
    def is_in_touch(self) -> bool:
        """Whether a shared store answers, or has only just been asked."""
        return self.asked_store_at is None or self.now() - self.asked_store_at < OUT_OF_TOUCH

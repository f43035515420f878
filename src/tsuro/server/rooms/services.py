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
    not_written: StoreFailures = field(default_factory=partial(StoreFailures, "not written"))
    not_read: StoreFailures = field(default_factory=partial(StoreFailures, "not read"))
    one_at_a_time: asyncio.Lock = field(default_factory=asyncio.Lock)  # for long logs
    closing: bool = False

"""Limits hold for all processes of a site together: once a second each says what addresses use at it."""

from __future__ import annotations

import asyncio
import logging

from tsuro.server.http.limits import Turnstile
from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.store import Store

__all__ = ["share_limits"]

EVERY = 1.0  # seconds

_log = logging.getLogger("tsuro.http")


async def share_limits(turnstile: Turnstile, store: Store, process: str) -> None:
    """Exchange what addresses use with other processes, for as long as the server runs."""
    while True:
        usage = turnstile.usage()
        if store.is_shared:
            try:
                turnstile.hear(await store.share_usage(process, usage))
            except StoreError:
                _log.warning("limits not shared")  # they hold for each process alone meanwhile
        await asyncio.sleep(EVERY)

"""Limits hold for all processes of a site together: once a second each says what addresses use at it.

New tables are counted in the store, one by one: they stay, so no burst may go beyond the limit.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from tsuro.server.http.limits import Turnstile, refuse_for
from tsuro.server.http.problems import store_fails
from tsuro.server.settings import Limits
from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.store import Store

__all__ = ["count_table", "share_limits"]

EVERY = 1.0  # seconds


async def share_limits(
    turnstile: Turnstile, store: Store, process: str, failed: Callable[[None, StoreError], None]
) -> None:
    """Exchange what addresses use with other processes, for as long as the server runs.

    Where that has `failed`, limits hold for each process alone meanwhile.
    """
    while True:
        usage = turnstile.usage()
        if store.is_shared:
            try:
                turnstile.hear(await store.share_usage(process, usage))
            except StoreError as error:
                failed(None, error)
            except msgspec.ValidationError:  # a report of another version
                failed(None, StoreError("another version of the server tells limits in another way"))
        await asyncio.sleep(EVERY)


async def count_table(turnstile: Turnstile, store: Store, limits: Limits, address: str) -> None:
    """Refuse to make a table if too many were made from the address."""
    if not store.is_shared:
        turnstile.table(address)
        return
    kinds = {
        "tables": (60 / limits.tables_per_minute, limits.tables_at_once),
        "tables today": (86_400 / limits.tables_per_day, limits.tables_per_day),
    }
    for kind, (every, most) in kinds.items():
        try:
            seconds = await store.spend(f"{kind} {address}", every=every, most=most)
        except StoreError:
            raise store_fails() from None
        refuse_for(seconds, "new tables")

"""Leases of one process: what is wished for is asked for, whenever the wish comes."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import cast

from tsuro.server.rooms.leases import AT_ONCE, Leases
from tsuro.server.storage.store import Store


class _Slow:
    """A store that takes a while to grant a lease."""

    is_shared = True

    def __init__(self) -> None:
        self.asked: list[set[int]] = []

    async def lease(self, process: str, tables: Collection[int], *, seconds: float) -> set[int]:
        assert seconds > 0
        self.asked.append({*tables})
        await asyncio.sleep(10 * AT_ONCE)
        return {*tables}


def test_a_wish_that_comes_while_the_store_is_asked_is_asked_for_next() -> None:
    async def play() -> tuple[list[int], list[set[int]]]:
        store, granted = _Slow(), list[int]()
        leases = Leases(cast(Store, store), "process")
        leases.want(1, lambda: granted.append(1))
        await asyncio.sleep(3 * AT_ONCE)
        leases.want(2, lambda: granted.append(2))
        async with asyncio.timeout(10):
            while len(granted) < 2:
                await asyncio.sleep(AT_ONCE)
        await leases.close()
        return granted, store.asked

    assert asyncio.run(play()) == ([1, 2], [{1}, {2}])

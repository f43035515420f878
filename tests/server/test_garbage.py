"""Garbage is looked for seldom, but it is: nothing grows for ever."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from tsuro.server import garbage


class Thing:
    """Something that holds on to itself."""

    def __init__(self) -> None:
        self.itself = self


def test_what_holds_on_to_itself_is_freed_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "EVERY", 0.01)
    before = gc.get_threshold()

    async def run() -> None:
        task = asyncio.create_task(garbage.collect_seldom())
        await asyncio.sleep(0)
        assert gc.get_threshold()[2] == garbage.NEVER
        thing = weakref.ref(Thing())
        async with asyncio.timeout(10):
            while thing() is not None:
                await asyncio.sleep(0.005)
        task.cancel()

    asyncio.run(run())
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0

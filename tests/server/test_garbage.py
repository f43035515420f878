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


async def _is_freed(memory: list[int]) -> bool:
    """Whether what became garbage after it had been set aside is freed, while memory is as the list says."""
    watching = asyncio.create_task(garbage.collect_seldom())
    thing = Thing()
    await asyncio.sleep(0)
    watched = weakref.ref(thing)
    del thing
    assert gc.get_threshold() == (garbage.NEW_OBJECTS, garbage.NEVER, garbage.NEVER)
    async with asyncio.timeout(10):
        while memory:
            await asyncio.sleep(0.005)
    freed = watched() is None  # afterwards, Python may look at everything by itself
    watching.cancel()
    return freed


@pytest.mark.parametrize(
    ("memory", "is_freed"),
    [
        ([100, 100, garbage.LITTLE], False),
        ([100, garbage.LITTLE + 1, 100], True),
    ],
)
def test_everything_is_looked_at_when_memory_has_grown(
    monkeypatch: pytest.MonkeyPatch, memory: list[int], *, is_freed: bool
) -> None:
    monkeypatch.setattr(garbage, "EVERY", 0.01)
    monkeypatch.setattr(garbage, "most_memory", lambda: memory.pop(0))
    before = gc.get_threshold()
    assert asyncio.run(_is_freed(memory)) == is_freed
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


def test_it_is_looked_at_again_when_there_is_twice_as_much(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    much = garbage.LITTLE + 1
    memory = [much, much, 2 * much, 2 * much + 1, 2 * much + 1, 0]

    def look(generation: int = 2) -> None:
        if generation == 2:
            looks.append(len(memory))

    monkeypatch.setattr(garbage, "EVERY", 0.01)
    monkeypatch.setattr(garbage, "most_memory", lambda: memory.pop(0))
    monkeypatch.setattr(gc, "collect", look)
    asyncio.run(_is_freed(memory))
    assert looks == [5, 2]  # at the first reading and at the fourth; each look reads once more


async def _set_aside_later() -> weakref.ref[Thing]:
    """Something that was garbage before anything was set aside."""
    watched = weakref.ref(Thing())
    watching = asyncio.create_task(garbage.collect_seldom())
    await asyncio.sleep(0)
    watching.cancel()
    return watched


def test_what_is_garbage_already_is_not_set_aside() -> None:
    gc.collect()  # so that Python has no reason to look by itself
    assert asyncio.run(_set_aside_later())() is None


def test_the_memory_of_this_process_is_known_in_bytes() -> None:
    assert 10 * 2**20 < garbage.most_memory() < 2**40

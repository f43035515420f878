"""When Python looks for garbage that holds on to itself, which stops everything for as long as it takes.

Nearly everything is freed as soon as nobody needs it: a game makes no such garbage, and a table that leaves memory
100 KiB. By default Python looks for it after every few hundred new objects, and now and then among all there
are: with a thousand tables that is a pause of a second. Here it looks at what is new, a little at a time. What has
stayed is set aside, and looked at again only when memory has doubled.
"""

from __future__ import annotations

import asyncio
import gc
import sys

if sys.platform != "win32":
    import resource

__all__ = ["collect_seldom"]

NEW_OBJECTS = 10_000  # after which the new ones are looked at: a fraction of a millisecond
NEVER = 1_000_000  # that Python decides by itself to look at older ones
EVERY = 1.0  # seconds until what has stayed is set aside
LITTLE = 512 * 1024 * 1024  # bytes of memory: below this, garbage does less harm than a pause
KIBIBYTES = 1 if sys.platform == "darwin" else 1024  # in which systems tell the memory of a process


async def collect_seldom() -> None:
    """For as long as the server runs."""
    before = gc.get_threshold()
    gc.set_threshold(NEW_OBJECTS, NEVER, NEVER)
    enough = LITTLE
    try:
        while True:
            gc.collect(0)  # what is garbage already is not set aside
            gc.freeze()
            await asyncio.sleep(EVERY)
            if most_memory() > enough:
                gc.unfreeze()
                gc.collect()
                enough = 2 * most_memory()
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def most_memory() -> int:
    """The most bytes that this process has had in memory; on Windows nobody knows, and it counts as too much."""
    if sys.platform == "win32":
        return sys.maxsize
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KIBIBYTES

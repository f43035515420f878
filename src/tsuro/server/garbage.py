"""When Python looks for garbage that holds on to itself, which stops everything for as long as it takes.

Nearly everything is freed as soon as nobody needs it. By default Python looks for the rest after every few hundred
new objects, and now and then at all there are: with a thousand tables that is a pause of a tenth of a second, many
times a minute. Here it looks at new objects less often, and at all of them once in a while.
"""

from __future__ import annotations

import asyncio
import gc

__all__ = ["collect_seldom"]

NEW_OBJECTS = 10_000  # after which the new ones are looked at: some milliseconds
TIMES = 10  # after which those that stayed are looked at again
NEVER = 1_000_000  # that Python decides by itself to look at all
EVERY = 600.0  # seconds


async def collect_seldom() -> None:
    """For as long as the server runs."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()  # modules, which stay
    gc.set_threshold(NEW_OBJECTS, TIMES, NEVER)
    try:
        while True:
            await asyncio.sleep(EVERY)
            gc.collect()
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()

"""The time that tables go by: it never jumps, even if somebody sets the system's clock."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["SteadyClock", "wall_clock"]

SLEW = 1 / 200  # how much faster or slower it may go until it agrees with the wall clock again


def wall_clock() -> int:
    """Milliseconds since 1970, as the system believes; that may change at any moment."""
    return int(time.time() * 1000)


class SteadyClock:
    """Starts with the wall clock, then goes by the monotonic one; calling it gives milliseconds since 1970.

    When the wall clock is set, this one goes on as before, a little faster or slower until both agree: a minute
    lasts a minute for every player, and nothing that is due in ten seconds is due now, or tomorrow.
    """

    def __init__(
        self, *, wall: Callable[[], int] = wall_clock, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._wall, self._monotonic = wall, monotonic
        self._looked = monotonic()
        self._now = float(wall())

    def __call__(self) -> int:
        looked = self._monotonic()
        passed = (looked - self._looked) * 1000
        if passed < 1:  # what is done for one move asks several times
            return int(self._now)
        self._looked = looked
        self._now += passed
        most = passed * SLEW
        self._now += max(-most, min(most, self._wall() - self._now))
        return int(self._now)

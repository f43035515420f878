"""How long a player may think."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["TimeIsUp", "time_limit"]


class TimeIsUp(BaseException):
    """A player has thought too long. Not an `Exception`, so a player that catches those does not catch it."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Interrupt whatever takes longer with `TimeIsUp`, where the system can do that."""
    if not (hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()):
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(_: int, __: FrameType | None) -> None:
    raise TimeIsUp

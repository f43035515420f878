"""Where a program spends its time: a sampling profiler.

It runs in the program that is measured. One signal starts the counting and another ends it, so that
only what happens in between counts.
"""

from __future__ import annotations

import json
import linecache
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType

__all__ = ["BEGIN_OR_END", "PARTS", "STORAGE", "sampled"]

EVERY = 0.002  # seconds
BEGIN_OR_END: int = getattr(signal, "SIGUSR1", 0)  # Windows does not have it
SHOWN, RULES, STORAGE, ENCODING, WAITING, OTHER = "views", "rules", "storage", "encoding", "waiting", "other"

VIEWS = ("broadcast", "wire_events", "wire_forms", "wire_previews", "wire_views")

# The part of the server that each module belongs to; the first match counts.
MODULES = (
    (SHOWN, tuple(f"tsuro.server.rooms.{name}" for name in VIEWS)),
    (RULES, ("tsuro.game", "tsuro.match", "tsuro.notation", "tsuro.deal", "tsuro.record")),
    (STORAGE, ("tsuro.server.storage",)),
    ("counting", ("tsuro.server.metrics", "tsuro.server.http.limits", "prometheus_client", "logging")),
    ("sockets", ("tsuro.server.http", "uvicorn", "websockets")),
    ("table", ("tsuro.server",)),
    (WAITING, ("selectors",)),
    ("system calls", ("asyncio.selector_events",)),
    ("event loop", ("asyncio", "threading", "queue")),
)
PARTS = (*(part for part, _ in MODULES if part != WAITING), ENCODING, OTHER)


class _Counts:
    def __init__(self) -> None:
        self.parts: Counter[str] = Counter()
        self._running = False

    def look(self, _signal: int, frame: FrameType | None) -> None:
        self.parts[_part(frame)] += 1

    def begin_or_end(self, _signal: int, _frame: FrameType | None) -> None:
        self._running = not self._running
        signal.setitimer(signal.ITIMER_REAL, *(EVERY, EVERY) if self._running else (0, 0))


@contextmanager
def sampled(to: Path) -> Iterator[None]:
    """Count from one signal `BEGIN_OR_END` to the next; then write how often each part was seen."""
    counts = _Counts()
    signal.signal(signal.SIGALRM, counts.look)
    signal.signal(BEGIN_OR_END, counts.begin_or_end)
    try:
        yield
    finally:
        to.write_text(json.dumps(counts.parts), encoding="utf-8")


def _part(frame: FrameType | None) -> str:
    """What the program is doing: the part that the innermost known module belongs to."""
    if frame is not None and _module(frame).startswith("tsuro.server") and "code(" in _line(frame):
        return ENCODING
    while frame is not None:
        part = _part_of(_module(frame))
        if part == RULES and _is_for_views(frame):
            return SHOWN
        if part is not None:
            return part
        frame = frame.f_back
    return OTHER


def _is_for_views(frame: FrameType | None) -> bool:
    """Whether the rules are running only to make views for clients."""
    while frame is not None:
        if _part_of(_module(frame)) == SHOWN:
            return True
        frame = frame.f_back
    return False


@cache
def _part_of(module: str) -> str | None:
    return next(
        (part for part, names in MODULES for name in names if f"{module}.".startswith(f"{name}.")),
        None,
    )


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


def _line(frame: FrameType) -> str:
    return linecache.getline(frame.f_code.co_filename, frame.f_lineno or 0)  # in between lines it is None

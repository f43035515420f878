"""What Chromium's trace of a page shows: when it was painted, the pace of frames, what took long."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import quantiles
from typing import Any, TypeAlias

__all__ = [
    "ARRIVING",
    "LONG",
    "MOVING",
    "Frames",
    "frames",
    "long_tasks",
    "painted_after",
    "time_of_mark",
    "time_of_visit",
]

Event: TypeAlias = dict[str, Any]

ARRIVING = ["blink.user_timing", "disabled-by-default-devtools.timeline.frame", "loading"]
MOVING = ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"]
"""What is traced: only what is needed, because tracing costs time."""
LONG = 50.0  # milliseconds: a task that people may notice
ON_TIME = 1.25  # of a sixtieth of a second
FRAME = 1000 / 60


@dataclass(frozen=True, kw_only=True)
class Frames:
    """The frames of something that moves, while it moved."""

    count: int
    p50: float  # milliseconds from one frame to the next
    p95: float
    on_time: float  # the share of those that followed within a sixtieth of a second, a little late at most

    @property
    def per_second(self) -> float:
        return 1000 / self.p50


def time_of_mark(events: list[Event], name: str) -> float:
    """When the page called `performance.mark` with this name, in milliseconds of the trace."""
    return _first(event for event in events if event["name"] == name and "user_timing" in event["cat"])


def time_of_visit(events: list[Event]) -> float:
    """When the browser set out for the page."""
    return _first(
        event for event in events if event["name"] == "navigationStart" and _address(event).startswith("http")
    )


def painted_after(events: list[Event], time: float) -> float:
    """When the next frame after this time was on its way to the screen."""
    return _first(event for event in events if event["name"] == "DrawFrame" and _begin(event) >= 1000 * time)


def frames(events: list[Event]) -> Frames:
    """Frames in a row: each was requested while the one before was being made.

    While nothing moves, no frames are requested, and the pause is not a late frame.
    """
    fired = sorted((event for event in events if event["name"] == "FireAnimationFrame"), key=_begin)
    asked = {_id(event): event for event in events if event["name"] == "RequestAnimationFrame"}
    begins = [_begin(event) for event in fired]
    gaps = []
    for event in fired:
        request = asked.get(_id(event))
        before = None if request is None else _during(fired, begins, _begin(request))
        if before is not None:
            gaps.append((_begin(event) - _begin(before)) / 1000)
    cuts = quantiles(gaps, n=20)
    on_time = sum(gap <= ON_TIME * FRAME for gap in gaps) / len(gaps)
    return Frames(count=len(gaps), p50=cuts[9], p95=cuts[18], on_time=on_time)


def long_tasks(events: list[Event]) -> list[float]:
    """The lengths of the long tasks of the page's main thread, in milliseconds."""
    main = {(event["pid"], event["tid"]) for event in events if event["name"] == "FireAnimationFrame"}
    tasks = (event for event in events if event["name"] == "RunTask" and (event["pid"], event["tid"]) in main)
    return sorted(took for task in tasks if (took := task.get("dur", 0) / 1000) > LONG)


def _during(fired: list[Event], begins: list[int], time: int) -> Event | None:
    """The frame that was being made at this time."""
    at = bisect_right(begins, time) - 1
    return fired[at] if at >= 0 and time <= begins[at] + fired[at].get("dur", 0) else None


def _first(events: Iterable[Event]) -> float:
    return min(map(_begin, events)) / 1000


def _address(event: Event) -> str:
    return str(event["args"].get("data", {}).get("documentLoaderURL", ""))


def _begin(event: Event) -> int:
    return int(event["ts"])


def _id(event: Event) -> tuple[int, int]:
    return event["pid"], event["args"]["data"]["id"]

"""What is read from a trace of Chromium."""

from __future__ import annotations

from typing import Any

import pytest
from scripts.page_trace import frames, long_tasks, painted_after, time_of_mark

pytestmark = pytest.mark.slow

MAIN = {"pid": 1, "tid": 1}


def _animation(starts: list[int]) -> list[dict[str, Any]]:
    """Frames that begin at these microseconds, each of which asks for the next."""
    events: list[dict[str, Any]] = []
    for number, start in enumerate(starts):
        events += [
            {"name": "FireAnimationFrame", "ts": start, "dur": 900, "args": {"data": {"id": number}}, **MAIN},
            {"name": "RequestAnimationFrame", "ts": start + 500, "args": {"data": {"id": number + 1}}, **MAIN},
        ]
    return events


def test_frames_are_counted_while_something_moves() -> None:
    steady = frames(_animation([16_667 * number for number in range(61)]))
    assert steady.count == 60
    assert steady.p50 == pytest.approx(16.667)
    assert steady.per_second == pytest.approx(60, abs=0.1)
    assert steady.on_time == 1


def test_a_late_frame_is_noticed_and_a_pause_is_none() -> None:
    starts = [16_667 * number for number in range(20)]
    late = frames(_animation([*starts, starts[-1] + 50_000]))
    assert late.on_time == pytest.approx(19 / 20)
    first, second = _animation(starts), _animation([start + 2_000_000 for start in starts])
    for event in second:
        event["args"]["data"]["id"] += 100  # nobody asked for its first frame while the others were made
    assert frames([*first, *second]).on_time == 1


def test_only_tasks_of_the_main_thread_are_long() -> None:
    tasks = [{"name": "RunTask", "ts": 0, "dur": dur, **thread} for dur, thread in ((60_000, MAIN), (9_000, MAIN))]
    elsewhere = {"name": "RunTask", "ts": 0, "dur": 90_000, "pid": 1, "tid": 2}
    assert long_tasks([*_animation([0]), *tasks, elsewhere]) == [60]


def test_a_mark_is_painted_by_the_next_frame() -> None:
    mark = {"name": "board", "cat": "blink.user_timing", "ts": 5_000}
    drawn = [{"name": "DrawFrame", "cat": "frame", "ts": ts} for ts in (4_000, 21_000, 38_000)]
    assert time_of_mark([mark], "board") == 5
    assert painted_after([mark, *drawn], 5) == 21

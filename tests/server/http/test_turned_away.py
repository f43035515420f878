"""What is turned away is counted, and told once a minute."""

from __future__ import annotations

import asyncio
import logging

import pytest

from tsuro.server.http import turned_away
from tsuro.server.http.turned_away import TurnedAway
from tsuro.server.metrics import Metrics


def told(caplog: pytest.LogCaptureFixture) -> list[tuple[str, int]]:
    return [(record.__dict__["reason"], record.__dict__["count"]) for record in caplog.records]


def test_a_flood_is_one_line_for_each_reason(caplog: pytest.LogCaptureFixture) -> None:
    metrics = Metrics()
    counted = TurnedAway(metrics)
    for _ in range(1000):
        counted.add("too-fast")
    counted.add("wrong-host")
    assert told(caplog) == []
    counted.tell()
    assert told(caplog) == [("too-fast", 1000), ("wrong-host", 1)]
    counted.tell()
    assert len(caplog.records) == 2  # nothing new
    assert 'tsuro_turned_away_total{reason="too-fast"} 1000.0' in metrics.text().decode()


def test_it_is_told_again_and_again(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turned_away, "EVERY", 0.001)

    async def watch() -> None:
        counted = TurnedAway(Metrics())
        watching = asyncio.create_task(counted.watch())
        for expected in (1, 2):
            counted.add("too-fast")
            while len(told(caplog)) < expected:
                await asyncio.sleep(0.001)
        watching.cancel()

    asyncio.run(asyncio.wait_for(watch(), 10))
    assert told(caplog) == [("too-fast", 1), ("too-fast", 1)]


def test_connections_for_which_no_file_is_left_are_counted_and_other_errors_of_the_loop_are_not() -> None:
    counted = TurnedAway(Metrics())
    for message, stays in (
        ("socket.accept() out of system resource\nsocket: …", False),
        ("Task exception …", True),
    ):
        record = logging.LogRecord("asyncio", logging.ERROR, "", 0, message, (), None)
        assert counted.filter(record) is stays
    assert counted._counts == {"no-files": 1}


def test_complaints_of_the_library_about_clients_are_counted_and_its_errors_are_not() -> None:
    counted = TurnedAway(Metrics())
    for level, stays in ((logging.WARNING, False), (logging.ERROR, True)):
        record = logging.LogRecord("uvicorn.error", level, "", 0, "Invalid HTTP request received.", (), None)
        assert counted.filter(record) is stays

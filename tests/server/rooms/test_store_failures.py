"""A store that fails is told of at once, and then once a minute."""

from __future__ import annotations

import asyncio
from pathlib import Path
from unittest.mock import AsyncMock

import pytest
from tests.server.rooms.evenings import Evening, mark, run, until

from tsuro.server.messages import requests
from tsuro.server.options import PerTurn
from tsuro.server.rooms import scheduler, store_failures
from tsuro.server.rooms.store_failures import StoreFailures
from tsuro.server.storage.errors import StoreError


def test_clocks_that_cannot_be_kept_do_not_flood_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    async def play(evening: Evening) -> None:
        monkeypatch.setattr(scheduler, "RETRY", 0.01)
        room, (ana, _) = await evening.table("ana", "rui", clock=PerTurn(seconds=10))
        await ana.ask(requests.Start)
        tries = AsyncMock(side_effect=fail)
        with monkeypatch.context() as patched:
            patched.setattr(evening.store, "append", tries)
            evening.ahead += 60_000
            room.scheduler.look()
            await until(lambda: tries.call_count > 5)
        assert told(caplog) == [(room.number, None)]
        assert [record.msg for record in caplog.records if record.exc_info] == ["not written"]

    run(tmp_path, play)


def told(caplog: pytest.LogCaptureFixture) -> list[tuple[int | None, int | None]]:
    """The table and the number in each line."""
    lines = [record.__dict__ for record in caplog.records if record.msg == "not written"]
    return [(line.get("table"), line.get("count")) for line in lines]


def test_moves_that_cannot_be_written_do_not_flood_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    async def play(evening: Evening) -> None:
        room, (ana, _) = await evening.table("ana", "rui")
        await ana.ask(requests.Start)
        with monkeypatch.context() as patched:
            patched.setattr(evening.store, "append", fail)
            for _ in range(5):
                assert (await ana.ask(requests.Move, **mark(room))).code == "not-stored"
        assert told(caplog) == [(room.number, None)]

    run(tmp_path, play)


def test_the_first_is_told_at_once_the_others_are_counted_and_after_a_quiet_while_it_begins_anew(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(store_failures, "EVERY", 0.02)

    async def fail() -> None:
        refused = StoreFailures("not written")
        for reason in ("the disk is full", "the disk is full", "the database was moved"):
            refused.add(7, StoreError(reason))
        assert told(caplog) == [(7, None)]
        await until(lambda: len(told(caplog)) == 2)
        await asyncio.sleep(0.1)
        refused.add(8, StoreError("the disk is full"))

    asyncio.run(fail())
    assert told(caplog) == [(7, None), (None, 2), (8, None)]
    reasons = [str(record.exc_info[1]) for record in caplog.records if record.exc_info]
    assert reasons == ["the disk is full", "the database was moved", "the disk is full"]

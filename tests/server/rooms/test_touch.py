"""A shared database that cannot be reached for a while: nobody can move meanwhile, and no clock runs out."""

from __future__ import annotations

import asyncio
from pathlib import Path
from unittest.mock import AsyncMock

import pytest
from tests.server.rooms.evenings import until
from tests.server.rooms.sites import Site, run_site
from tests.server.rooms.test_neighbours import kinds, seated

from tsuro.server.messages import requests
from tsuro.server.options import PerTurn
from tsuro.server.rooms import scheduler
from tsuro.server.rooms.services import OUT_OF_TOUCH
from tsuro.server.storage.errors import StoreError
from tsuro.server.tables.log import Paused, TimeRanOut

OUTAGE = 40_000  # milliseconds


def test_a_clock_stands_still_while_the_store_cannot_be_reached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "MEANWHILE", 0.01)

    async def play(site: Site) -> None:
        rooms, (ana, _) = await seated(site, "ana", "rui", clock=PerTurn(seconds=30))
        await ana.ask(requests.Start)
        one = site.processes[0]
        await site.store.start(one.process, one._services.now())
        await site.store.alive(one._services.now())
        with monkeypatch.context() as patch:
            patch.setattr(site.store, "last_alive", AsyncMock(side_effect=StoreError("nobody answers")))
            await one.touch.look()
            assert one._services.is_in_touch  # it may be over in a moment
            site.ahead += OUTAGE
            assert not one._services.is_in_touch
            rooms[0].scheduler.look()
            await until(lambda: rooms[0].scheduler.is_busy)
            await asyncio.sleep(0.1)
        site.store._present.clear()  # nobody gave a sign of life
        await one.touch.look()
        assert one._services.is_in_touch
        await asyncio.sleep(0.1)
        found = await kinds(site, rooms[0])
        assert (found.count(Paused), TimeRanOut in found) == (1, False)
        timing = rooms[0].table.timing
        assert timing is not None
        assert timing.remaining(one._services.now()) > 25_000

    run_site(tmp_path, play)


def test_an_answer_that_takes_a_moment_stops_no_clock(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        rooms, (ana, _) = await seated(site, "ana", "rui", clock=PerTurn(seconds=30))
        await ana.ask(requests.Start)
        services = site.processes[0]._services
        services.asked_store_at = services.now() - OUT_OF_TOUCH // 2
        await site.processes[0].touch.look()
        assert services.asked_store_at is None
        assert Paused not in await kinds(site, rooms[0])

    run_site(tmp_path, play)

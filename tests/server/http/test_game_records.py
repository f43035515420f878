"""Records of games that ended before records were kept: made once, in the queue for slow work."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
from tests.server.tables.evening import evening_with

from tsuro.record import Record, read_text
from tsuro.server.http.game_records import GameRecords
from tsuro.server.http.problems import HttpProblem
from tsuro.server.messages import requests
from tsuro.server.rooms.room import NotKept
from tsuro.server.storage.errors import StoreError
from tsuro.server.tables.history import recalling


class Room:
    """A table of an older version, with three games: the last one is running."""

    def __init__(self) -> None:
        self.kept: dict[int, str] = {}
        evening = evening_with("ann", "ben")
        self.first = evening.match
        for _ in range(2):
            evening.play_out()
            evening.ask("ann", requests.Start)
        self._log = evening.log

    async def record(self, game: int, _guest: str | None) -> Record | None:
        if game > 2:
            return None
        if game not in self.kept:
            raise NotKept
        return read_text(self.kept[game])

    async def recall_records(self) -> None:
        for _ in recalling(self._log, self.kept):
            await asyncio.sleep(0)


class Queue:
    """Counts what was done in the queue for slow work."""

    def __init__(self) -> None:
        self.done = 0

    @asynccontextmanager
    async def queued(self, _request: object) -> AsyncIterator[None]:
        self.done += 1
        await asyncio.sleep(0)
        yield


def test_games_of_an_older_version_are_replayed_once_and_in_the_queue() -> None:
    async def ask() -> None:
        queue, room = Queue(), Room()
        records = GameRecords(cast(Any, queue))
        asked = [records.find(cast(Any, None), cast(Any, room), game, None) for game in (1, 2, 1)]
        one, _, again = await asyncio.gather(*asked)
        assert one == again == room.first.record()
        assert sorted(room.kept) == [1, 2]
        assert queue.done == 1
        with pytest.raises(HttpProblem, match="no game with that number"):
            await records.find(cast(Any, None), cast(Any, room), 3, None)

    asyncio.run(ask())


def test_a_store_that_fails_is_told_in_words() -> None:
    async def ask() -> None:
        class Broken(Room):
            async def recall_records(self) -> None:
                raise StoreError("the disk is gone")

        with pytest.raises(HttpProblem, match="try again in a moment"):
            await GameRecords(cast(Any, Queue())).find(cast(Any, None), cast(Any, Broken()), 1, None)

    asyncio.run(ask())

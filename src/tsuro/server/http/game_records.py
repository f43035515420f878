"""Records of a table's games, as whoever asks may know them."""

from __future__ import annotations

import asyncio

from starlette.requests import Request

from tsuro.record import Record
from tsuro.server.http.context import Context
from tsuro.server.http.problems import unavailable
from tsuro.server.http.query import no_such_game
from tsuro.server.rooms.room import NotKept, Room
from tsuro.server.storage.errors import StoreError

__all__ = ["GameRecords"]


class GameRecords:
    def __init__(self, context: Context) -> None:
        self._context = context
        self._recalling = asyncio.Lock()  # so that no log is replayed twice

    async def find(self, request: Request, room: Room, game: int, guest: str | None) -> Record:
        """The record, whole if the game is over; raises `HttpProblem` if there is no such game."""
        try:
            record = await self._find(request, room, game, guest) if game else None
        except StoreError as error:
            raise unavailable(error) from None
        if record is None:
            raise no_such_game()
        return record

    async def _find(self, request: Request, room: Room, game: int, guest: str | None) -> Record | None:
        try:
            return await room.record(game, guest)
        except NotKept:
            async with self._recalling:
                return await self._recall(request, room, game, guest)

    async def _recall(self, request: Request, room: Room, game: int, guest: str | None) -> Record | None:
        """For tables of older versions: the records of all their games are made once, and kept."""
        try:
            return await room.record(game, guest)  # somebody else may have asked for it
        except NotKept:
            async with self._context.queued(request):
                await room.recall_records()
            return await room.record(game, guest)

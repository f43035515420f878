"""What comes of a guest's request: decided, stored and answered; the same one again gets the same answer."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from typing import Protocol

from tsuro.game.errors import Refused as RefusedByRules
from tsuro.notation import NotationError
from tsuro.server.messages import Request
from tsuro.server.messages.answers import Accepted, HandOverLink, ProgramToken
from tsuro.server.messages.requests import (
    ChangeOptions,
    HandOver,
    InviteProgram,
    Sit,
    SkipToEnd,
    Start,
    WantRematch,
)
from tsuro.server.messages.views import Reason
from tsuro.server.rooms.remembered import Answer, Remembered
from tsuro.server.rooms.services import Services
from tsuro.server.storage.errors import Conflict, StoreError
from tsuro.server.tables.commands import decide, repeated
from tsuro.server.tables.log import LogEntry
from tsuro.server.tables.refusals import (
    NoLobby,
    NotStored,
    Restarting,
    TableRefused,
    TooManyGames,
    TooManySeats,
    WatchersOnlyWatch,
    reason,
)
from tsuro.server.tables.table import Table
from tsuro.server.tokens import guest_of, new_token

__all__ = ["MOST_RACES", "Answering"]

HAND_OVER_SECONDS = 600
MOST_RACES = 10  # that a request may lose against other processes


class _Room(Protocol):
    number: int

    @property
    def table(self) -> Table: ...

    @property
    def away(self) -> Mapping[str, int]: ...

    def append(self, entries: Sequence[LogEntry]) -> Awaitable[None]: ...

    def catch_up_here(self) -> Awaitable[bool]: ...

    def hurry(self) -> None: ...


class Answering:
    """Answers the requests of one room."""

    def __init__(self, room: _Room, services: Services) -> None:
        self._room, self._services = room, services
        self._remembered = Remembered()

    async def answer(self, guest: str, request: Request, *, plays: bool, address: str = "") -> Answer | Reason:
        """What is done, or why not. The lock of the room must be held."""
        answer = self._remembered.answer(guest, request)
        if answer is not None and not (isinstance(answer, Reason) and self._room.table.done(guest, request.id)):
            return answer  # unless another process, asked again, has done it meanwhile
        try:
            answer = await self._decide(guest, request, plays=plays, address=address)
        except (Restarting, NotStored, TooManyGames, TooManySeats) as error:
            return reason(error)  # not remembered: it may work next time
        except (TableRefused, RefusedByRules, NotationError) as error:
            answer = reason(error)
        self._remembered.keep(guest, request, answer)
        return answer

    async def _decide(self, guest: str, request: Request, *, plays: bool, address: str) -> Answer:
        """Decide on the table as it is: what was decided before other processes were heard is decided again."""
        for _ in range(MOST_RACES):
            try:
                seq = repeated(self._room.table, guest, request)
                if seq:
                    return Accepted(id=request.id, seq=seq)
                return await self._do(guest, request, plays=plays, address=address)
            except Conflict:
                continue  # the table has caught up
            except (Restarting, NotStored, TooManyGames, TooManySeats):
                raise
            except (TableRefused, RefusedByRules, NotationError):
                if not await self._room.catch_up_here():
                    raise
        raise Restarting

    async def _do(self, guest: str, request: Request, *, plays: bool, address: str) -> Answer:
        if self._services.closing:
            raise Restarting
        if not plays and not self._room.table.seats_of(guest) and self._room.table.host != guest:
            raise WatchersOnlyWatch
        if isinstance(request, ChangeOptions) and request.options.open and not self._services.settings.lobby:
            raise NoLobby
        token = new_token() if isinstance(request, InviteProgram | HandOver) else ""
        entries = decide(
            self._room.table,
            guest,
            request,
            now=self._services.now(),
            away=self._room.away,
            program=guest_of(token) if token else None,
            offered=self._services.offered.names,
        )
        if isinstance(request, Sit):
            self._count_seat(guest, address)
        if isinstance(request, Start | WantRematch):
            self._count_game(address)
        await self._room.append(entries)
        seq = repeated(self._room.table, guest, request) or self._room.table.seq  # a commitment may have followed
        if isinstance(request, InviteProgram):
            return ProgramToken(id=request.id, seq=seq, seat=request.seat, token=token)
        if isinstance(request, HandOver):
            return await self._hand_over(guest, request, token)
        if isinstance(request, SkipToEnd):
            self._room.hurry()
        return Accepted(id=request.id, seq=seq)

    def _count_seat(self, guest: str, address: str) -> None:
        """Refuse a seat at an open table of others if too many were taken from the address."""
        table = self._room.table
        if not table.options.open or not address or guest == table.creator or table.seats_of(guest):
            return
        if not self._services.may_sit(address):
            raise TooManySeats

    def _count_game(self, address: str) -> None:
        """Refuse another game at a table that had one if very many were begun from the address."""
        if self._room.table.games and address and not self._services.may_play_on(address):
            raise TooManyGames

    async def _hand_over(self, guest: str, request: HandOver, code: str) -> HandOverLink:
        until = self._services.now() + HAND_OVER_SECONDS * 1000
        store = self._services.store
        try:
            await store.keep_hand_over(code_hash=guest_of(code), table=self._room.number, guest=guest, until=until)
        except StoreError as error:
            raise NotStored from error
        return HandOverLink(id=request.id, code=code, seconds=HAND_OVER_SECONDS)

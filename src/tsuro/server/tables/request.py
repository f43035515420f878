"""A guest who asks a table for something, and what most answers depend on."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct

from tsuro.bots import levels
from tsuro.bots.options import nearest
from tsuro.match import Match
from tsuro.server.tables.log import LogEntry
from tsuro.server.tables.refusals import (
    Dealing,
    GameRunning,
    NoSuchBot,
    NoSuchSeat,
    NotHost,
    NotPlaying,
    NotYourSeat,
)
from tsuro.server.tables.seats import SeatState
from tsuro.server.tables.table import Table

__all__ = ["NOTHING", "Entries", "TableRequest", "check_bot"]

Entries: TypeAlias = tuple[LogEntry, ...]


NOTHING: Mapping[str, str] = MappingProxyType({})


def check_bot(bot: str, offered: Mapping[str, str]) -> None:
    """Raises `NoSuchBot`, with the name that was probably meant, unless the server offers the bot."""
    names = (*levels(), *offered)
    if bot not in names:
        near = nearest(bot, names)
        raise NoSuchBot(f"This server has no bot {bot!r}. Did you mean {near}?" if near else None)


class TableRequest(Struct, frozen=True, kw_only=True, gc=False):  # a Struct, since one is made for every move
    """Who asks which table, and when. The methods raise a `TableRefused` unless what they say is true."""

    table: Table
    guest: str
    now: int  # milliseconds since 1970
    away: Mapping[str, int]  # guests who are not there, and since when
    program: str | None = None  # the guest that an invited program will be
    offered: Mapping[str, str] = NOTHING  # bots that are not ours, and their names

    def check_bot(self, bot: str) -> None:
        """Refuse a bot that the server does not offer: a guest cannot start any other."""
        check_bot(bot, self.offered)

    def is_here(self, guest: str | None) -> bool:
        """Whether the guest is connected; the guest who asks is."""
        return guest == self.guest or guest not in self.away

    def between_games(self) -> None:
        if self.table.phase == "playing":
            raise GameRunning
        self.not_dealing()

    def not_dealing(self) -> None:
        if self.table.is_dealing:
            raise Dealing

    def game(self) -> Match:
        """The game being played."""
        if self.table.match is None or self.table.match.is_over:
            raise NotPlaying
        return self.table.match

    def as_host(self) -> None:
        if self.table.host != self.guest:
            raise NotHost

    def seat(self, number: int) -> SeatState:
        """One of the table's seats."""
        if number >= len(self.table.seats):
            raise NoSuchSeat
        return self.table.seats[number]

    def own_seat(self, number: int) -> SeatState:
        seat = self.seat(number)
        if seat.guest != self.guest:
            raise NotYourSeat
        return seat

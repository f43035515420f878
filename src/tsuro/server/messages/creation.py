"""What a new table may have from the start, over HTTP: options, seats, who is first, a game that begins."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from tsuro.server.messages.requests import Marker, Name, RequestId
from tsuro.server.options import BotId, Clock, EditionText, First, NoClock, SeatCount, SeatNumber, TableOptions

__all__ = ["BotSeat", "EmptySeat", "NewSeat", "NewTable", "PersonSeat"]


class _Seat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    pass


class PersonSeat(_Seat, frozen=True, kw_only=True, tag="person"):
    """A seat of the guest who makes the table. Without a marker, any free one."""

    name: Name
    marker: Marker | None = None


class BotSeat(_Seat, frozen=True, kw_only=True, tag="bot"):
    """A bot of the server. Without a name or a marker, any free one."""

    bot: BotId
    name: Name | None = None
    marker: Marker | None = None


class EmptySeat(_Seat, frozen=True, kw_only=True, tag="empty"):
    """A seat for somebody who comes later."""


NewSeat: TypeAlias = PersonSeat | BotSeat | EmptySeat
NewSeats: TypeAlias = Annotated[tuple[NewSeat, ...], Meta(min_length=2, max_length=8)]


class NewTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to be made, whole or not at all. The same request with the same id makes it once."""

    edition: EditionText = "modern"
    seats: SeatCount | NewSeats = 2  # how many, or who sits there
    clock: Clock = NoClock()
    first: First | SeatNumber = "random"  # how it is decided, or who it is
    open: bool = False  # anyone in the lobby may sit down, and watch
    start: bool = False  # begin the game at once
    id: RequestId | None = None

    @property
    def options(self) -> TableOptions:
        return TableOptions(
            edition=self.edition,
            seats=self.seats if isinstance(self.seats, int) else len(self.seats),
            clock=self.clock,
            first="chosen" if isinstance(self.first, int) else self.first,
            open=self.open,
        )

"""What a table agrees on before it plays: edition, number of seats, clock, who is first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from tsuro.bots import levels

__all__ = [
    "Bank",
    "BotId",
    "BotLevel",
    "Clock",
    "Days",
    "EditionText",
    "First",
    "NoClock",
    "PerTurn",
    "SeatCount",
    "SeatNumber",
    "TableOptions",
]

if TYPE_CHECKING:
    BotLevel: TypeAlias = str
else:
    BotLevel = Literal[levels()]  # one of the bots, as the registry has them; msgspec refuses any other

BotId: TypeAlias = Annotated[
    str,
    Meta(
        max_length=40,
        description="A bot that the server offers: GET /api/bots lists them.",
        examples=list(levels()),
    ),
]
First: TypeAlias = Literal["oldest", "chosen", "random"]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=7, description="A seat, 0 to 7 clockwise.")]
SeatCount: TypeAlias = Annotated[int, Meta(ge=2, le=8)]
EditionText: TypeAlias = Annotated[str, Meta(max_length=80, description="As in records: modern+no-ramming.")]


class _Part(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """A clock of some kind."""


class NoClock(_Part, frozen=True, tag="none"):
    """No time limit; the others may vote for a stand-in when a player is absent."""


class PerTurn(_Part, frozen=True, tag="turn"):
    """A number of seconds for each turn."""

    seconds: Annotated[int, Meta(ge=5, le=3600)]


class Bank(_Part, frozen=True, tag="bank"):
    """A number of seconds for the whole game, and some more after each turn."""

    seconds: Annotated[int, Meta(ge=10, le=7200)]
    increment: Annotated[int, Meta(ge=0, le=60)] = 0


class Days(_Part, frozen=True, tag="days"):
    """A number of days for each turn."""

    days: Annotated[int, Meta(ge=1, le=14)]


Clock: TypeAlias = NoClock | PerTurn | Bank | Days


class TableOptions(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The choices for a new table, each with a default that needs no thought."""

    edition: EditionText = "modern"
    seats: SeatCount = 2
    clock: Clock = NoClock()
    first: First = "random"
    open: bool = False  # anyone in the lobby may sit down, and watch; otherwise only those with a link

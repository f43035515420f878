"""What a table's log holds: one entry for each thing that happened, the only source of truth.

A table is the replay of its entries, so an entry says everything that chance, a clock or
a person decided. Guests are in it as hashes of their tokens. Entries are written
once and never changed.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from tsuro.game.errors import TsuroError
from tsuro.server.messages.views import Below, BotFailure, Played
from tsuro.server.options import BotId, SeatNumber, TableOptions

__all__ = [
    "Acted",
    "BotSat",
    "Committed",
    "Contributed",
    "Created",
    "Dealing",
    "FirstChosen",
    "HostPassed",
    "ImpossibleEntry",
    "LogEntry",
    "OptionsChanged",
    "Paused",
    "RematchWanted",
    "Rewritten",
    "Sat",
    "Sealed",
    "SeatChanged",
    "SeatHandedOver",
    "StandInEnded",
    "StandInStarted",
    "StartPlanned",
    "Started",
    "StoodUp",
    "TimeRanOut",
    "Undone",
    "Voted",
    "Warned",
    "kind_of",
    "require",
]


class ImpossibleEntry(TsuroError):
    """An entry that cannot follow those before it: the log is damaged."""


class _Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind"):
    at: int  # milliseconds since 1970
    by: str | None = None  # the guest who asked for it; None: the server itself
    request: str | None = None  # the id of the guest's request: the same one is not done twice


class Created(_Entry, frozen=True, kw_only=True, tag="created"):
    """A table was made; `by` is its host."""

    play: str  # the code of the link to play
    watch: str  # the code of the link to watch
    options: TableOptions


class OptionsChanged(_Entry, frozen=True, kw_only=True, tag="options-changed"):
    options: TableOptions


class Sat(_Entry, frozen=True, kw_only=True, tag="sat"):
    """A guest took a seat, or changed name or marker there."""

    seat: SeatNumber
    guest: str
    name: str
    marker: str
    outside: bool = False  # a program with its own token


class BotSat(_Entry, frozen=True, kw_only=True, tag="bot-sat"):
    seat: SeatNumber
    bot: BotId
    name: str
    marker: str


class SeatChanged(_Entry, frozen=True, kw_only=True, tag="seat-changed"):
    """The player at `seat` moved to `to`; if somebody sat there, they changed places."""

    seat: SeatNumber
    to: SeatNumber


class StoodUp(_Entry, frozen=True, kw_only=True, tag="stood-up"):
    """A seat became free: its player left, or the host removed player or bot."""

    seat: SeatNumber


class HostPassed(_Entry, frozen=True, kw_only=True, tag="host-passed"):
    guest: str | None  # the new host; None: the table has none


class FirstChosen(_Entry, frozen=True, kw_only=True, tag="first-chosen"):
    """The table said who is first: the oldest, or the player it chose."""

    seat: SeatNumber


class StartPlanned(_Entry, frozen=True, kw_only=True, tag="start-planned"):
    """The game will start by itself at a given time, with bots in the empty seats."""

    starts: int  # milliseconds since 1970


class Committed(_Entry, frozen=True, kw_only=True, tag="committed"):
    """The server fixed its part of the next deal; clients get its hash."""

    secret: str  # in hexadecimal


class Sealed(_Entry, frozen=True, kw_only=True, tag="sealed"):
    """A player's client fixed its part of the next deal, of which everybody gets the hash."""

    seat: SeatNumber
    seal: str


class Dealing(_Entry, frozen=True, kw_only=True, tag="dealing"):
    """A game is about to begin: whoever sealed a contribution opens it now."""


class Contributed(_Entry, frozen=True, kw_only=True, tag="contributed"):
    """A player's part of the next deal, for everybody to know."""

    seat: SeatNumber
    value: str  # 128 random bits, in hexadecimal


class Started(_Entry, frozen=True, kw_only=True, tag="started"):
    """A game began. Empty seats were removed: the seats in `seats` are now 0, 1, 2 …"""

    seats: tuple[SeatNumber, ...]
    first: SeatNumber  # as numbered from now on
    secret: str  # the server's part of the deal, in hexadecimal
    begun: str = ""  # the record of what was played before, if the game goes on from one
    contributions: str = ""  # the players' part, as in records; "" in the logs of versions that had none
    first_by_chance: bool = False  # who is first follows from the deal


class Acted(_Entry, frozen=True, kw_only=True, tag="acted"):
    seat: SeatNumber
    action: str  # as in records: play 17e
    played: Played = "person"
    below: Below | None = None  # how a bot played below its name, because the server was busy


class Undone(_Entry, frozen=True, kw_only=True, tag="undone"):
    """A player who practises took their last action back, and all that followed it."""

    seat: SeatNumber
    actions: Annotated[int, Meta(ge=0)]  # how many of the game's entries `acted` remain


class Warned(_Entry, frozen=True, kw_only=True, tag="warned"):
    """The player on turn has little time left."""

    seat: SeatNumber
    left: int  # milliseconds


class TimeRanOut(_Entry, frozen=True, kw_only=True, tag="time-ran-out"):
    """A stand-in now makes one move for the seat."""

    seat: SeatNumber


class Voted(_Entry, frozen=True, kw_only=True, tag="voted"):
    """A player wants a stand-in for the absent player on turn."""

    seat: SeatNumber  # of the voter
    absent: SeatNumber


class StandInStarted(_Entry, frozen=True, kw_only=True, tag="stand-in-started"):
    """A stand-in plays for the seat until its player takes it back; for a bot that failed, to the game's end."""

    seat: SeatNumber
    reason: Literal["time", "vote", "left", "failed"]
    failure: BotFailure | None = None  # of a bot that failed
    why: str = ""  # in a sentence, for whoever runs the server


class StandInEnded(_Entry, frozen=True, kw_only=True, tag="stand-in-ended"):
    """The player took the seat back."""

    seat: SeatNumber


class SeatHandedOver(_Entry, frozen=True, kw_only=True, tag="seat-handed-over"):
    """All seats of a guest moved to another device, which is another guest."""

    guest: str
    to: str


class RematchWanted(_Entry, frozen=True, kw_only=True, tag="rematch-wanted"):
    seat: SeatNumber


class Paused(_Entry, frozen=True, kw_only=True, tag="paused"):
    """The server was down for this long; no clock ran."""

    milliseconds: Annotated[int, Meta(ge=0)]


class Rewritten(_Entry, frozen=True, kw_only=True, tag="rewritten"):
    """The entries before this one were written anew, without somebody who was forgotten."""


LogEntry: TypeAlias = (
    Created
    | OptionsChanged
    | Sat
    | BotSat
    | SeatChanged
    | StoodUp
    | HostPassed
    | FirstChosen
    | StartPlanned
    | Committed
    | Sealed
    | Dealing
    | Contributed
    | Started
    | Acted
    | Undone
    | Warned
    | TimeRanOut
    | Voted
    | StandInStarted
    | StandInEnded
    | SeatHandedOver
    | RematchWanted
    | Paused
    | Rewritten
)


def require(condition: bool, otherwise: str) -> None:  # noqa: FBT001 -- read like assert: the condition comes first
    """Raises `ImpossibleEntry` with the reason unless the condition is true."""
    if not condition:
        raise ImpossibleEntry(otherwise)


def kind_of(entry: LogEntry) -> str:
    """The entry's kind, as in the log."""
    return str(entry.__struct_config__.tag)

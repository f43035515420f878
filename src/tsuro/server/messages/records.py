"""What can be asked for about a record, over HTTP: to see it again, to get advice, to play on from it."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from tsuro.server.messages.requests import Name
from tsuro.server.options import BotId, SeatNumber

__all__ = ["AdviceWanted", "PracticeWanted", "ReplayWanted"]

RecordText: TypeAlias = Annotated[str, Meta(description="A record, as text or as JSON.")]
MoveNumber: TypeAlias = Annotated[
    int, Meta(ge=0, le=9999, description="How many actions were made: 0 is right after the deal.")
]


class _Wanted(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    record: RecordText


class ReplayWanted(_Wanted, frozen=True, kw_only=True):
    """A record to be shown moment by moment."""


class AdviceWanted(_Wanted, frozen=True, kw_only=True):
    """Advice for the player who acts next after a number of actions of the record."""

    move: MoveNumber


class PracticeWanted(_Wanted, frozen=True, kw_only=True):
    """A table at which the game is played on against bots, after a number of actions of the record."""

    move: MoveNumber
    seat: SeatNumber  # whose place the guest takes
    name: Name
    bot: BotId = "guardian"  # who takes all other places

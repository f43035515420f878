"""The seats of a table, and who sits there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tsuro.game.state import MARKERS
from tsuro.server.messages.views import Below, BotFailure, SeatView
from tsuro.server.options import BotId

__all__ = ["EMPTY", "WITHOUT_A_GUEST", "SeatState", "compacted", "free_marker", "seats_by_guest"]

WITHOUT_A_GUEST = frozenset({"bot", "empty"})  # the kinds of seats where no guest sits


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatState:
    """Who sits at a seat, and what the table knows about them."""

    kind: Literal["empty", "person", "bot", "program"] = "empty"
    guest: str | None = None  # the hash of the player's token; None for bots and empty seats
    name: str = ""
    marker: str = ""
    bot: BotId | None = None
    stand_in: bool = False  # a stand-in plays for the player, until they take the seat back
    failure: BotFailure | None = None  # why the bot here needs a stand-in
    below: Below | None = None  # how the bot here last played below its name
    left: bool = False  # the player left during the game, and has not come back
    wants_rematch: bool = False
    votes: tuple[int, ...] = ()  # the seats that want a stand-in here
    timeouts: int = 0  # turns in a row in which the time ran out
    may_undo: bool = False  # the player practises, and has an action to take back
    seal: str | None = None  # of the player's contribution to the next deal
    contribution: str | None = None  # once it is opened

    @property
    def is_free(self) -> bool:
        """Whether somebody may sit down here between games. A player who left has lost the seat by then."""
        return self.kind == "empty" or self.left

    @property
    def is_person(self) -> bool:
        """Whether a person sits here who has not left."""
        return self.kind == "person" and not self.left

    @property
    def is_hurried(self) -> bool:
        """Whether a clock runs in the seat's turns."""
        return self.guest is not None and not self.stand_in

    def for_a_new_game(self) -> SeatState:
        """The seat without anything that was true only of the last game."""
        return replace(
            self,
            stand_in=False,
            failure=None,
            below=None,
            left=False,
            wants_rematch=False,
            votes=(),
            timeouts=0,
            may_undo=False,
            seal=None,
            contribution=None,
        )

    def view(self) -> SeatView:
        return SeatView(
            kind=self.kind,
            name=self.name,
            marker=self.marker,
            bot=self.bot,
            stand_in=self.stand_in,
            failure=self.failure,
            below=self.below,
            wants_rematch=self.wants_rematch,
            votes=self.votes,
            may_undo=self.may_undo,
            seal=self.seal,
            contribution=self.contribution,
        )


EMPTY = SeatState()


def free_marker(others: Iterable[SeatState]) -> str:
    """The first marker that none of the others has (S6)."""
    taken = {seat.marker for seat in others}
    return next(marker for marker in MARKERS if marker not in taken)


def seats_by_guest(seats: Sequence[SeatState]) -> dict[str, tuple[int, ...]]:
    """The numbers of each guest's seats."""
    own: dict[str, tuple[int, ...]] = {}
    for number, seat in enumerate(seats):
        if seat.guest is not None:
            own[seat.guest] = (*own.get(seat.guest, ()), number)
    return own


def compacted(seats: Sequence[SeatState], size: int) -> tuple[int | None, ...]:
    """Which of the present seats each seat becomes when their number changes; None: a new, empty one.

    Players keep their seats where they can; where not, all move together, in their order.
    """
    kept = list(range(len(seats)))
    if any(not seat.is_free for seat in seats[size:]):
        kept = [number for number in kept if not seats[number].is_free]
    return (*kept[:size], *[None] * (size - len(kept)))

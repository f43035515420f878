"""The deal of a table's next game while it is made: the server's part first, then a part of each player's.

The server commits to a secret. Then each player's client seals a contribution, which binds it without
giving it away. Seals are opened when the game is about to begin, when nobody can choose any more, and the tiles
follow from all of it: nobody, the server included, can make them what they like.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from tsuro.deal import WITHHELD, Deal, seal_of, write_contributions
from tsuro.server.tables.log import Contributed, Dealing, ImpossibleEntry, Sealed, Started, require
from tsuro.server.tables.seats import SeatState

__all__ = ["NONE_OPENED", "PATIENCE", "NextDeal", "contributions_of"]

NONE_OPENED: Mapping[int, str] = MappingProxyType({})  # contributes

PATIENCE = 3000  # milliseconds for which a game that is about to begin waits for players who sealed a contribution


@dataclass(frozen=True, slots=True, kw_only=True)
class NextDeal:
    """What is fixed of the next deal."""

    secret: str  # the server's part, which nobody else may know
    commitment: str
    dealing_since: int | None = None  # when the seals began to be opened; None: people still sit down

    @classmethod
    def committed(cls, secret: str) -> NextDeal:
        try:
            return cls(secret=secret, commitment=Deal.of_secret(secret).commitment)
        except ValueError:
            raise ImpossibleEntry("the secret of the deal is not in hexadecimal") from None

    @property
    def is_dealing(self) -> bool:
        return self.dealing_since is not None

    @property
    def due(self) -> int | None:
        """When nobody is waited for any more."""
        return None if self.dealing_since is None else self.dealing_since + PATIENCE

    def dealing(self, entry: Dealing) -> NextDeal:
        return replace(self, dealing_since=entry.at)

    def sealed(self, seat: SeatState, entry: Sealed) -> SeatState:
        """The seat with a contribution that is sealed; another seal takes the place of an earlier one."""
        require(seat.guest is not None, "nobody sits there who could contribute")
        return replace(seat, seal=entry.seal)

    def contributed(self, seat: SeatState, entry: Contributed) -> SeatState:
        """The seat with a contribution that everybody may know."""
        require(seat.guest is not None, "nobody sits there who could contribute")
        require(seat.contribution is None, "a seat contributes once")
        require(seat.seal is not None or not self.is_dealing, "the others have opened theirs: it is too late")
        require(self.fits(seat, entry.value), "the contribution does not fit its seal")
        return replace(seat, contribution=entry.value)

    def fits(self, seat: SeatState, contribution: str) -> bool:
        """Whether the seat may open this contribution: it has no seal, or its seal is that of the contribution."""
        return seat.seal in {None, seal_of(self.commitment, contribution)}

    def check(self, entry: Started, players: Sequence[SeatState]) -> None:
        """Raises `ImpossibleEntry` unless the game begins with this deal."""
        require(entry.secret == self.secret, "the secret is not the one that was committed to")
        contributions = contributions_of(players)
        require(entry.contributions == contributions, "the contributions are not those that were made")
        first = Deal.shared(self.secret, contributions).first_of(len(players))
        require(not entry.first_by_chance or entry.first == first, "chance chose another player to be first")


def contributions_of(players: Sequence[SeatState], opened: Mapping[int, str] = NONE_OPENED) -> str:
    """What the players contributed, as records say it; `opened` are contributions that are about to be made."""
    made = {seat: _contribution(player) for seat, player in enumerate(players)} | dict(opened)
    return write_contributions({seat: value for seat, value in made.items() if value})


def _contribution(player: SeatState) -> str:
    return player.contribution or (WITHHELD if player.seal else "")

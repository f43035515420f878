"""The two editions of the rules, their options, and the variants."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from tsuro.game.errors import ImpossibleSetup

__all__ = ["CLASSIC", "MODERN", "Edition", "Goal"]


class Goal(Enum):
    """What the players play for."""

    LAST_MARKER = "last-marker"
    LONGEST_PATH = "longest-path"  #: V1
    MOST_CROSSINGS = "most-crossings"  #: V2


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """The rules a game is played by: a printing of the rulebook, and what the table agreed on.

    >>> Edition(name="modern", elimination_bonus=True)
    Edition(name='modern', elimination_bonus=True, pass_the_pile=False, no_ramming=False, \
goal=<Goal.LAST_MARKER: 'last-marker'>, open_tiles=False, solo=False)
    """

    name: str  #: ``classic`` or ``modern``
    elimination_bonus: bool = False  #: eliminating others lets you exchange tiles with them (X1)
    pass_the_pile: bool = False  #: the draw pile travels instead of the Dragon tile (D6)
    no_ramming: bool = False  #: running into another marker is forbidden while you can avoid it (P3)
    goal: Goal = Goal.LAST_MARKER  #: what the players play for (V1, V2)
    open_tiles: bool = False  #: all play from one open hand (V3)
    solo: bool = False  #: one person plays all markers (V4)
    one_open_hand: bool = field(init=False, repr=False, compare=False)  # all play from the same tiles (V3, V4)

    def __post_init__(self) -> None:
        object.__setattr__(self, "one_open_hand", self.open_tiles or self.solo)
        if self.name not in {"classic", "modern"}:
            raise ImpossibleSetup(f"no edition is called {self.name!r}: there are 'classic' and 'modern'")
        if self.is_classic and not self.elimination_bonus:
            raise ImpossibleSetup("the classic edition always has the elimination bonus (X1)")
        if self.is_classic and self.pass_the_pile:
            raise ImpossibleSetup("passing the pile belongs to the modern edition (D6)")
        if self.solo and self.goal is not Goal.LAST_MARKER:
            raise ImpossibleSetup("a solo game has a score of its own: it has no other goal (V4)")
        if self.solo and self.open_tiles:
            raise ImpossibleSetup("a solo game is played from an open hand anyway: leave out open tiles (V4)")
        if self.one_open_hand and self.elimination_bonus and not self.is_classic:
            raise ImpossibleSetup("with one open hand there is nothing to exchange: leave out the bonus (X1)")
        if self.one_open_hand and self.pass_the_pile:
            raise ImpossibleSetup("with one open hand nobody draws: leave out passing the pile (D6)")

    @property
    def is_classic(self) -> bool:
        """Whether these are the rules of the classic edition, with or without options."""
        return self.name == "classic"

    @property
    def plays_on_alone(self) -> bool:
        """Whether the last marker goes on playing (V1, V2, V4)."""
        return self.solo or self.goal is not Goal.LAST_MARKER

    @property
    def is_variant(self) -> bool:
        """Whether the table plays a variant (V1 to V4), and not only an edition with its options."""
        return self.one_open_hand or self.goal is not Goal.LAST_MARKER

    def has_bonus(self, players: int) -> bool:
        """Whether a game that starts with this number of players has the elimination bonus (X1)."""
        return self.elimination_bonus and not self.one_open_hand and (self.is_classic or players >= 3)

    def has_dragon(self, players: int) -> bool:
        """Whether a game that starts with this number of players uses the Dragon tile (D2)."""
        return not self.one_open_hand and (self.is_classic or players >= 3)


CLASSIC = Edition(name="classic", elimination_bonus=True)
"""The classic edition."""

MODERN = Edition(name="modern")
"""The modern edition, without options."""

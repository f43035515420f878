"""What a game is played by, and the phases it goes through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from tsuro.fast.layout import DEAL, DRAW, GIVE, MARKS, OVER, PLAY, TAKE
from tsuro.fast.position import empty_row
from tsuro.game.board import Seat
from tsuro.game.edition import MODERN, Edition
from tsuro.game.errors import ImpossibleSetup
from tsuro.game.state import Setup
from tsuro.notation import read_edition

__all__ = ["Options", "Phase", "as_options"]


class Phase(IntEnum):
    """What is to be decided."""

    PLACE_MARKER = MARKS  #: a start mark
    PLAY_TILE = PLAY  #: a tile and its turns
    GIVE_TILE = GIVE  #: in an exchange: a tile to give, or done
    TAKE_TILE = TAKE  #: in an exchange: a tile to take for it
    DEAL = DEAL  #: by chance: a tile of somebody's first hand
    DRAW = DRAW  #: by chance: the tile that somebody draws
    OVER = OVER  #: nothing: the game is over


@dataclass(frozen=True, slots=True, init=False)
class Options:
    """What a game is played by. Raises `ImpossibleSetup` for what cannot be played.

    An edition can be named as in the notation: "classic", "modern+bonus".
    """

    players: int  #: two to eight
    edition: Edition  #: with its options; the variants V1 to V4 cannot be played here
    first: Seat | None  #: the first player; None: drawn anew for each game
    draw_marks: bool  #: start marks are drawn instead of chosen

    def __init__(
        self,
        *,
        players: int = 4,
        edition: Edition | str = MODERN,
        first: Seat | None = 0,
        draw_marks: bool = False,
    ) -> None:
        kind = read_edition(edition) if isinstance(edition, str) else edition
        fields = {"players": players, "edition": kind, "first": first, "draw_marks": draw_marks}
        for name, value in fields.items():
            object.__setattr__(self, name, value)  # the way into a frozen dataclass
        if self.setup.edition.is_variant:
            raise ImpossibleSetup("variants (V1 to V4) cannot be played by action ids")

    @property
    def setup(self) -> Setup:
        """What the table agrees on; a first player that is drawn is seat 0 here."""
        return Setup(edition=self.edition, players=self.players, first=self.first or 0)

    def row(self, *, asks_chance: bool = False) -> list[int]:
        """The row of a game that is yet to begin."""
        return empty_row(self.setup, first=self.first, draw_marks=self.draw_marks, asks_chance=asks_chance)


def as_options(options: Options | Sequence[Options]) -> tuple[Options, ...]:
    """One for each kind of game in a batch."""
    return (options,) if isinstance(options, Options) else tuple(options)

"""Why an action is refused: one class for each reason, with the rule and a sentence for the player."""

from __future__ import annotations

import re
from typing import ClassVar

__all__ = [
    "AlreadyOver",
    "ExchangeFirst",
    "ImpossibleDraw",
    "ImpossiblePosition",
    "ImpossibleSetup",
    "MarkTaken",
    "MarkersArePlaced",
    "MarkersFirst",
    "NamedTwice",
    "NotAStartMark",
    "NotAnAction",
    "NotOffered",
    "NotYourTurn",
    "NothingToExchange",
    "Refused",
    "RunsIntoMarker",
    "TakesYouToTheEdge",
    "TileNotInHand",
    "TsuroError",
    "UnequalExchange",
    "code_of",
]


class TsuroError(Exception):
    """Anything this package refuses to do, said in a sentence."""


class ImpossibleSetup(TsuroError, ValueError):
    """A table, an edition or a seat that the rules do not allow."""


class ImpossibleDraw(TsuroError):
    """Chance named a tile that is not in the draw pile."""


class NotAnAction(TsuroError, TypeError):
    """Something other than an action, or an action made of the wrong things."""


class ImpossiblePosition(TsuroError):
    """A position that no game can lead to."""


def code_of(kind: type[TsuroError]) -> str:
    """The name of a kind of error as programs write it, with hyphens."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


class Refused(TsuroError):
    """An action that the rules do not allow; nothing has changed."""

    rule: ClassVar[str]
    sentence: str

    def __init__(self, sentence: str | None = None) -> None:
        self.sentence = sentence or type(self).sentence
        super().__init__(self.sentence)

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})"

    @classmethod
    def code(cls) -> str:
        """The reason as a short name that programs can rely on.

        >>> MarkTaken.code()
        'mark-taken'
        """
        return code_of(cls)


class NotYourTurn(Refused):
    rule = "T1"
    sentence = "It is not your turn."


class AlreadyOver(Refused):
    rule = "W1"
    sentence = "The game is over."


class MarkersFirst(Refused):
    rule = "S4"
    sentence = "All markers are placed before any tile is played: choose a start mark."


class MarkersArePlaced(Refused):
    rule = "S4"
    sentence = "All markers are placed already: play a tile."


class NotAStartMark(Refused):
    rule = "S4"
    sentence = "That is not a start mark: there are two on every outer side of the board."


class MarkTaken(Refused):
    rule = "S4"
    sentence = "Another marker is on that start mark."


class TileNotInHand(Refused):
    rule = "P1"
    sentence = "That tile is not in your hand."


class TakesYouToTheEdge(Refused):
    rule = "P2"
    sentence = "This takes you to the edge, and you have a move that does not."


class RunsIntoMarker(Refused):
    rule = "P3"
    sentence = "This runs you into another marker, and you have a move that keeps you in play."


class ExchangeFirst(Refused):
    rule = "X1"
    sentence = "Exchange tiles with the eliminated players first, or decline."


class NothingToExchange(Refused):
    rule = "X1"
    sentence = "There is no exchange now: it follows a placement of yours that eliminates an opponent."


class UnequalExchange(Refused):
    rule = "X1"
    sentence = "You must take as many tiles as you give."


class NamedTwice(Refused):
    rule = "X1"
    sentence = "You name a tile twice: each tile exists once."


class NotOffered(Refused):
    rule = "X1"
    sentence = "That tile is not among the eliminated players' tiles."

"""What a table has to do by itself, and when: bots, stand-ins and clocks wait for nobody's request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tsuro.server.options import BotId

__all__ = ["BotToMove", "DueWork", "OutOfTime", "StandInToMove", "ToDeal", "ToStart", "ToWarn"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _DueWork:
    at: int  # when it is due, in milliseconds since 1970
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BotToMove(_DueWork):
    """A bot of the server has been on turn since `at`."""

    bot: BotId


@dataclass(frozen=True, slots=True, kw_only=True)
class StandInToMove(_DueWork):
    """A stand-in has been due to move for the player since `at`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToWarn(_DueWork):
    """The player on turn has little time left, and should be warned."""

    left: int  # milliseconds


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfTime(_DueWork):
    """The time of the player on turn is used up at `at`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToStart:
    """The game starts by itself at `at`, if somebody who sits at the table is there."""

    at: int  # in milliseconds since 1970


@dataclass(frozen=True, slots=True, kw_only=True)
class ToDeal:
    """A game that is about to begin waits for nobody any more at `at`."""

    at: int


DueWork: TypeAlias = BotToMove | StandInToMove | ToWarn | OutOfTime | ToStart | ToDeal

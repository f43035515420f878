"""What a table has to do by itself, and when: bots, stand-ins and clocks wait for nobody's request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tsuro.server.options import BotLevel

__all__ = ["BotToMove", "Duty", "OutOfTime", "StandInToMove", "ToWarn"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Duty:
    at: int  # when it is due, in milliseconds since 1970
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BotToMove(_Duty):
    """A bot of the house has been on turn since `at`."""

    bot: BotLevel


@dataclass(frozen=True, slots=True, kw_only=True)
class StandInToMove(_Duty):
    """A stand-in has been to move for the player since `at`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToWarn(_Duty):
    """The player on turn has little time left, and is to be told."""

    left: int  # milliseconds


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfTime(_Duty):
    """The time of the player on turn is used up at `at`."""


Duty: TypeAlias = BotToMove | StandInToMove | ToWarn | OutOfTime

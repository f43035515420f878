"""Who plays, how fast the table moves, and how people left it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tsuro.game.board import Seat
from tsuro.player import Player
from tsuro.terminal.fullscreen.walking import SPEED
from tsuro.terminal.play import PACE

__all__ = ["Ending", "Seats", "Tempo"]


@dataclass(frozen=True, slots=True)
class Seats:
    """Who plays: bots by seat; all others are people at this keyboard."""

    bots: dict[Seat, Player]
    people: tuple[Seat, ...]
    adviser: Callable[[], Player]  # makes the bot that gives hints
    stand_in: Callable[[], Player]  # makes the bot that plays on for one that fails

    @property
    def listener(self) -> Seat | None:
        """Whose news are told: of several people at one screen, nobody's own."""
        return self.people[0] if len(self.people) == 1 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tempo:
    """How fast things happen."""

    pause: float = PACE  # seconds that a bot takes at least
    speed: float = SPEED  # of markers, in tiles a second; 0 for no motion
    patience: float = 20.0  # seconds after which people may have somebody else play for a bot that still thinks


class Ending:
    """How a person left the screen."""

    STOPPED, FINISHED, AGAIN, REVIEW = range(4)

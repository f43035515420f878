"""What happens when a bot fails: another one plays on in its place, and people are told."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from tsuro.bots import make_bot
from tsuro.game.actions import Action
from tsuro.game.board import Seat
from tsuro.game.errors import TsuroError
from tsuro.game.legal import check
from tsuro.game.view import View
from tsuro.match import Match
from tsuro.player import Player

__all__ = ["STAND_IN", "Choosing", "choosing", "failure_words", "make_stand_in", "note_stand_in"]

STAND_IN = "apprentice"
LONGEST = 250  # characters of a reason

Choosing: TypeAlias = Action | BaseException
"""What a bot chose, or why it could not."""


def choosing(player: Player, view: View) -> Choosing:
    """Let the player choose; what it raises is returned, and so is the refusal of a choice against the rules."""
    try:
        action = player.choose(view)
        check(view.position, view.position.active, action)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 -- whatever a bot does wrong, the game goes on
        return error
    return action


def make_stand_in(random: Random) -> Player:
    return make_bot(STAND_IN, random)


def failure_words(name: str, error: BaseException) -> str:
    """Who failed, why, and who plays on.

    >>> failure_words("dragon", ZeroDivisionError("division by zero"))
    'dragon failed (ZeroDivisionError: division by zero). An apprentice plays on in its place.'
    """
    reason = " ".join(str(error).split())[:LONGEST]
    kind = "" if isinstance(error, TsuroError) else type(error).__name__
    why = ": ".join(filter(None, (kind, reason)))
    return f"{name} failed ({why}). An {STAND_IN} plays on in its place."


def note_stand_in(match: Match, seat: Seat, news: str) -> None:
    """Let the record say that a stand-in plays on, since when and why."""
    tag, record = f"failed-{seat + 1}", match.record()
    if record.tag(tag) is None:
        match.add_tag(tag, f"after {len(record.entries)} actions: {news.replace('#', ' ')}")

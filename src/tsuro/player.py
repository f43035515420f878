"""What a player is: somebody who sees a view and chooses an action."""

from __future__ import annotations

from typing import Protocol

from tsuro.game.actions import Action
from tsuro.game.view import View

__all__ = ["Player"]


class Player(Protocol):
    """A person at a keyboard, a bot, a program at the other end of a wire: the referee cannot tell."""

    def choose(self, view: View) -> Action:
        """One of `view.legal_actions`, of which there is at least one."""
        ...

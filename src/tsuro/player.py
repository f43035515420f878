"""What a player is: somebody who sees a view and chooses an action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from tsuro.game.actions import Action
from tsuro.game.view import View

__all__ = ["Estimate", "Estimating", "Player"]


class Player(Protocol):
    """A person at a keyboard, a bot, a program at the other end of a wire: the referee cannot tell."""

    def choose(self, view: View) -> Action:
        """One of `view.legal_actions`, of which there is at least one."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What a player expects of an action: its share of the win, and the standard error of that."""

    action: Action
    share: float  #: the expected share of the win, 0 to 1
    error: float  #: its standard error
    visits: int = 0  #: how many playouts the player spent on it

    @property
    def ci95(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share, as far as chance in the playouts goes."""
        return max(0.0, self.share - 1.96 * self.error), min(1.0, self.share + 1.96 * self.error)


@runtime_checkable
class Estimating(Protocol):
    """A player that can say, after choosing, what it expected of its actions; nothing if it did not think."""

    @property
    def estimates(self) -> Sequence[Estimate]:
        """What it expected of each action that it thought about before it last chose."""
        ...

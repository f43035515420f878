"""Where to start: far from everyone else."""

from __future__ import annotations

from random import Random

from tsuro.game.actions import PlaceMarker
from tsuro.game.board import SIDE, Point
from tsuro.game.view import View

__all__ = ["lonely_mark", "lonely_marks"]


def lonely_mark(view: View, random: Random) -> PlaceMarker:
    """The free start mark farthest from the nearest other marker; ties are broken at random."""
    return lonely_marks(view, random)[0]


def lonely_marks(view: View, random: Random) -> list[PlaceMarker]:
    """The free start marks, the farthest from the nearest other marker first; ties are broken at random."""
    actions = [action for action in view.legal_actions if isinstance(action, PlaceMarker)]
    return sorted(actions, key=lambda action: (-_loneliness(view, action.mark), random.random()))


def _loneliness(view: View, mark: Point) -> int:
    """How far, in squares, the nearest other marker is."""
    row, column = divmod(mark >> 3, SIDE)
    others = [divmod(other >> 3, SIDE) for other in view.position.markers if other is not None]
    return min((abs(row - r) + abs(column - c) for r, c in others), default=0)

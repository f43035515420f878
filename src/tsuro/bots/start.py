"""Where to start: far from everyone else, or where the hand has most to offer."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from tsuro.fast.evaluation import promise
from tsuro.fast.layout import EDGE, HAND, MARK, TURNS, Position
from tsuro.fast.position import flatten
from tsuro.fast.value import mark_worth
from tsuro.game.actions import PlaceMarker
from tsuro.game.board import SIDE, Point, Seat
from tsuro.game.view import View

__all__ = ["distances", "hand_promise", "is_corner", "lonely_mark", "lonely_marks", "promising_mark"]

CORNERS = (0, SIDE - 1, SIDE * (SIDE - 1), SIDE * SIDE - 1)


def lonely_mark(view: View, random: Random) -> PlaceMarker:
    """The free start mark farthest from the nearest other marker; ties are broken at random."""
    return lonely_marks(view, random)[0]


def lonely_marks(view: View, random: Random) -> list[PlaceMarker]:
    """The free start marks, the farthest from the nearest other marker first; ties are broken at random."""
    return sorted(_marks(view), key=lambda action: (-_loneliness(view, action.mark), random.random()))


def promising_mark(view: View, random: Random) -> PlaceMarker:
    """The free start mark where the hand promises much, neither in a corner nor near others.

    What each of these is worth, `scripts/start_marks.py` found in games of eight. Ties are broken at random.
    """
    g = flatten(view.position)
    return max(_marks(view), key=lambda action: (_worth(view, g, action.mark), random.random()))


def _marks(view: View) -> list[PlaceMarker]:
    return [action for action in view.legal_actions if isinstance(action, PlaceMarker)]


def _loneliness(view: View, mark: Point) -> int:
    """How far, in squares, the nearest other marker is."""
    return min(distances(mark, _markers(view)), default=0)


def _worth(view: View, g: Position, mark: Point) -> float:
    """What can be won from the mark, in shares of a win: only the differences between marks count."""
    per_promise, corner, others = mark_worth()
    near = [others[way] for way in distances(mark, _markers(view)) if way < len(others)]
    cost = sum(near) + (corner if is_corner(mark) else 0)
    return per_promise * hand_promise(g, view.position.active, mark) - cost


def _markers(view: View) -> list[Point]:
    return [marker for marker in view.position.markers if marker is not None]


# Helpers, for the script as well


def is_corner(mark: Point) -> bool:
    return mark >> 3 in CORNERS


def distances(mark: Point, others: Iterable[Point]) -> list[int]:
    """How far, in squares, each of the others is."""
    row, column = divmod(mark >> 3, SIDE)
    ways = [divmod(other >> 3, SIDE) for other in others]
    return [abs(row - r) + abs(column - c) for r, c in ways]


def hand_promise(g: Position, seat: Seat, mark: Point) -> int:
    """What the seat's second-best placement would promise from that free mark, or 0.

    That there are two to choose from told more about how games ended than how good the best is.
    """
    hand = HAND + seat * 3
    g[mark], g[MARK + seat] = MARK + seat, mark
    found = sorted(
        promise(g, mark, tile * 32 + turns * 8, hand, slot)
        for slot, tile in enumerate(g[hand : hand + 3])
        for turns in range(TURNS[tile])
    )
    g[mark], g[MARK + seat] = EDGE, 0
    return max(found[-2], 0)

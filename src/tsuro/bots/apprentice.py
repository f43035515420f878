"""Looks one placement ahead: stays in play, keeps ways out, and gladly takes others off the board."""

from __future__ import annotations

from random import Random

from tsuro.game.actions import DECLINE, Action, PlaceMarker, PlayTile
from tsuro.game.board import BEYOND, SIDE, Board, Point
from tsuro.game.paths import path_from
from tsuro.game.view import Preview, View

__all__ = ["Apprentice"]


class Apprentice:
    """Chooses what looks best at once; equals are decided by chance."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, view: View) -> Action:
        actions = view.legal_actions
        if isinstance(actions[0], PlayTile):
            return self._choose_placement(view)
        if isinstance(actions[0], PlaceMarker):
            marks = [action.mark for action in actions if isinstance(action, PlaceMarker)]
            return PlaceMarker(max(marks, key=lambda mark: (_lonely(view, mark), self._random.random())))
        return DECLINE  # its own tiles are as good as any

    def _choose_placement(self, view: View) -> PlayTile:
        return PlayTile(
            max(view.allowed, key=lambda preview: (_promise(view, preview), self._random.random())).tile
        )


def _promise(view: View, preview: Preview) -> float:
    """How good a placement looks: our ways out, less those of the others it moves."""
    own, *others = preview.walks
    board = list(view.position.board)
    board[own.points[0] >> 3] = preview.tile
    after = tuple(board)
    promise = -100.0 if own.end is None else _prospect(view, after, own.end)
    for walk in others:
        promise += 4 if walk.end is None else -_prospect(view, after, walk.end) / 4
    return promise


def _prospect(view: View, board: Board, marker: Point) -> float:
    """Ways out of the square ahead that stay on the board, a little more in the middle, less in a crowd."""
    square = marker >> 3
    exits = (BEYOND[square * 8 + spot] for spot in range(8) if square * 8 + spot != marker)
    ways = sum(1 for entry in exits if entry is not None and path_from(board, entry)[1] is not None)
    row, column = divmod(square, SIDE)
    middle = min(row, column, SIDE - 1 - row, SIDE - 1 - column)
    crowd = sum(1 for other in view.position.markers if other is not None and other >> 3 == square)
    return ways + middle / 2 - crowd


def _lonely(view: View, mark: Point) -> int:
    """How far, in squares, the nearest other marker is."""
    row, column = divmod(mark >> 3, SIDE)
    others = [divmod(other >> 3, SIDE) for other in view.position.markers if other is not None]
    return min((abs(row - r) + abs(column - c) for r, c in others), default=0)

"""When a game is over, who has won, and the final ranking (W1 to W4, V1, V2, V4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tsuro.game.board import Point, Seat
from tsuro.game.edition import Edition, Goal
from tsuro.game.paths import Walk, path_from
from tsuro.game.state import OVER, State
from tsuro.game.tiles import TILES

__all__ = [
    "Outcome",
    "crossings",
    "is_over",
    "outcome",
    "path_of",
    "scores",
    "scores_after",
    "solo_score",
    "solo_score_after",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a game ended.

    `scores` holds each seat's tiles walked over, or crossings, where they count (V1, V2).
    `solo` holds the markers left and the tiles placed in a solo game (V4), which is won,
    for all its markers, when all tiles are placed.
    """

    winners: tuple[Seat, ...]
    ranking: tuple[tuple[Seat, ...], ...]  #: the best first; seats that share a rank are together
    scores: tuple[int, ...] = ()
    solo: tuple[int, int] | None = None

    def share(self, seat: Seat) -> float:
        """The seat's share of the win: 1 for a winner alone, 1/2 for one of two, 0 for the others."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


def is_over(in_play: int, tiles_placed: int, edition: Edition) -> bool:
    """Whether the game is over with this number of markers left and tiles placed."""
    return tiles_placed == len(TILES) or in_play == 0 or (in_play == 1 and not edition.plays_on_alone)


def outcome(state: State) -> Outcome | None:
    """How the game ended, None while it goes on."""
    if state.phase is not OVER:
        return None
    edition = state.setup.edition
    if edition.solo:
        winners = tuple(range(state.setup.players)) if state.tiles_placed == len(TILES) else ()
        return Outcome(winners=winners, ranking=_by_survival(state), solo=solo_score(state))
    if edition.goal is Goal.LAST_MARKER:
        ranking = _by_survival(state)
        return Outcome(winners=ranking[0], ranking=ranking)
    counted = scores(state)
    ranking = _by_score(counted)
    return Outcome(winners=ranking[0], ranking=ranking, scores=counted)


def scores(state: State) -> tuple[int, ...]:
    """Each seat's tiles walked over so far, or crossings, where they count (V1, V2); empty where they do not."""
    match state.setup.edition.goal:
        case Goal.LONGEST_PATH:
            return state.walked
        case Goal.MOST_CROSSINGS:
            return tuple(crossings(path_of(state, seat)) for seat in range(state.setup.players))
    return ()


def scores_after(state: State, walks: Sequence[Walk]) -> tuple[int, ...]:
    """The scores of those who walk, in the same order, after these walks (V1, V2); empty where none count."""
    match state.setup.edition.goal:
        case Goal.LONGEST_PATH:
            return tuple(state.walked[walk.seat] + len(walk.tiles_crossed) for walk in walks)
        case Goal.MOST_CROSSINGS:
            return tuple(crossings((*path_of(state, walk.seat), *walk.tiles_crossed)) for walk in walks)
    return ()


def solo_score_after(state: State, walks: Sequence[Walk]) -> tuple[int, int] | None:
    """The score of a solo game after a placement that causes these walks (V4); None in any other game."""
    known = solo_score(state)
    return known and (known[0] - sum(walk.end is None for walk in walks), known[1] + 1)


def solo_score(state: State) -> tuple[int, int] | None:
    """The markers on the board and the tiles placed so far in a solo game (V4); None in any other."""
    return (len(state.in_play), state.tiles_placed) if state.setup.edition.solo else None


def path_of(state: State, seat: Seat) -> tuple[tuple[Point, Point], ...]:
    """Every crossing of a tile by the seat's marker so far: where it entered, where it left."""
    start = state.starts[seat]
    if start is None:
        return ()
    left, _ = path_from(state.board, start)
    return Walk(seat, (start, *left[: state.walked[seat]]), state.markers[seat]).tiles_crossed


def crossings(path: Sequence[tuple[Point, Point]]) -> int:
    """How often a path crosses itself: pairs of its ways over one tile whose points alternate (V2)."""
    return sum(
        _alternate(one, other) for i, one in enumerate(path) for other in path[:i] if one[0] >> 3 == other[0] >> 3
    )


def _alternate(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    low, high = sorted(one)
    return (low < other[0] < high) != (low < other[1] < high)


def _by_survival(state: State) -> tuple[tuple[Seat, ...], ...]:
    ranking = tuple(reversed(state.out))
    return (state.in_play, *ranking) if state.in_play else ranking


def _by_score(scores: Sequence[int]) -> tuple[tuple[Seat, ...], ...]:
    return tuple(
        tuple(seat for seat, score in enumerate(scores) if score == rank)
        for rank in sorted(set(scores), reverse=True)
    )

"""Closed squares (E2), against a search through everything that could ever be played."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TypeAlias

from hypothesis import event, given
from hypothesis import strategies as st

from tsuro import ORIENTATIONS, START_MARKS, Phase, Setup, State, closed_squares
from tsuro.game.board import BEYOND, Board, Point, Square

ALL_TILES = [tile for ways in ORIENTATIONS.values() for tile in ways]

Ends: TypeAlias = tuple[tuple[Point, Point | None], ...]
"""For every point of an open square, where the path leads that leaves the square there."""
Position: TypeAlias = tuple[Ends, frozenset[Point]]


def end_of_path(board: Board, leaving: Point) -> Point | None:
    at = BEYOND[leaving]
    while at is not None and (tile := board[at // 8]) is not None:
        at = BEYOND[at // 8 * 8 + tile.across[at % 8]]
    return at


def faced_squares(board: Board, markers: frozenset[Point]) -> set[Square]:
    """Every square that some marker faces now or after any placements of any tiles by anyone."""
    leaving = [square * 8 + spot for square in range(36) if board[square] is None for spot in range(8)]
    first: Position = tuple((point, end_of_path(board, point)) for point in leaving), markers
    seen, waiting = {first}, [first]
    while waiting:
        for position in placements(*waiting.pop()):
            if position not in seen:
                seen.add(position)
                waiting.append(position)
    return {marker // 8 for _, markers in seen for marker in markers}


def placements(ends: Ends, markers: frozenset[Point]) -> Iterator[Position]:
    for square in {marker // 8 for marker in markers}:
        for tile in ALL_TILES:
            yield placed(dict(ends), markers, square, tile.across)


def placed(
    ends: dict[Point, Point | None], markers: frozenset[Point], square: Square, across: tuple[int, ...]
) -> Position:
    def through(entry: Point) -> Point | None:
        """Where one comes to who enters the new tile here; meeting a marker, nowhere."""
        leaving = square * 8 + across[entry % 8]
        end = None if leaving in markers else ends[leaving]
        return through(end) if end is not None and end // 8 == square else end

    walked = {marker: through(marker) for marker in markers if marker // 8 == square}
    after = frozenset(point for marker in markers if (point := walked.get(marker, marker)) is not None)
    left = tuple(
        (point, through(end) if end is not None and end // 8 == square else end)
        for point, end in ends.items()
        if point // 8 != square
    )
    return left, after


def filled_board(random: Random, open_squares: list[Square]) -> Board:
    return tuple(None if square in open_squares else random.choice(ALL_TILES) for square in range(36))


@given(
    open_squares=st.lists(st.integers(0, 35), unique=True, min_size=2, max_size=5),
    players=st.integers(2, 8),
    seed=st.integers(0, 2**32),
)
def test_closed_squares_are_exact(open_squares: list[Square], players: int, seed: int) -> None:
    random = Random(seed)
    board = filled_board(random, open_squares)
    starts = random.sample(START_MARKS, players)
    markers = tuple(end_of_path_into(board, start) for start in starts)
    state = State(
        setup=Setup(players=players),
        board=board,
        starts=tuple(starts),
        markers=markers,
        walked=(0,) * players,
        hands=((),) * players,
        pile=(),
        active=0,
        phase=Phase.PLAY_TILE,
    )
    faced = faced_squares(board, frozenset(marker for marker in markers if marker is not None))
    event(f"{len(faced)} faced, {len(set(open_squares) - faced)} closed")
    assert closed_squares(state) == set(open_squares) - faced


def end_of_path_into(board: Board, entry: Point) -> Point | None:
    tile = board[entry // 8]
    return entry if tile is None else end_of_path(board, entry // 8 * 8 + tile.across[entry % 8])


@given(st.from_type(State))
def test_no_square_is_closed_before_all_markers_are_placed(state: State) -> None:
    if state.phase is Phase.PLACE_MARKER:
        assert closed_squares(state) == frozenset()
    else:
        assert all(state.board[square] is None for square in closed_squares(state))

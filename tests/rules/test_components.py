"""C1 to C4: the board, the tiles, the markers, the players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import copy
from itertools import permutations

import pytest

from tsuro import (
    FACE_DOWN,
    MARKERS,
    ORIENTATIONS,
    START_MARKS,
    TILES,
    Edition,
    Match,
    Setup,
    State,
    oriented,
    point_name,
    read_edition,
    square_name,
)
from tsuro.game.board import BEYOND, SQUARES, square_of

POINTS = range(8)


@pytest.mark.rule("C1")
def test_the_board_has_six_times_six_squares() -> None:
    assert {square_name(square) for square in SQUARES} == {column + row for column in "abcdef" for row in "123456"}
    assert len(SQUARES) == 36
    assert [square_of(mark) for mark in START_MARKS[10:14]] == [5, 5, 5, 5]


@pytest.mark.rule("C1")
def test_there_are_48_start_marks_two_on_every_outer_side() -> None:
    sides = Counter(point_name(mark)[:3] for mark in START_MARKS)
    outer = {f"{column}6n" for column in "abcdef"} | {f"{column}1s" for column in "abcdef"}
    outer |= {f"a{row}w" for row in "123456"} | {f"f{row}e" for row in "123456"}
    assert sides == dict.fromkeys(outer, 2)
    assert len(set(START_MARKS)) == 48


@pytest.mark.rule("C1")
def test_start_marks_are_told_clockwise_from_the_top_left_corner() -> None:
    names = [point_name(mark) for mark in START_MARKS]
    assert names[:3] == ["a6n1", "a6n2", "b6n1"]
    assert names[11:14] == ["f6n2", "f6e1", "f6e2"]
    assert names[23:26] == ["f1e2", "f1s1", "f1s2"]
    assert names[35:38] == ["a1s2", "a1w1", "a1w2"]
    assert names[-1] == "a6w2"


@pytest.mark.rule("C1", "C2")
def test_the_points_of_neighbouring_squares_line_up() -> None:
    inner = {point_name(point): point_name(beyond) for point, beyond in enumerate(BEYOND) if beyond is not None}
    assert (inner["c3n1"], inner["c3n2"]) == ("c4s2", "c4s1")
    assert (inner["c3e1"], inner["c3e2"]) == ("d3w2", "d3w1")
    assert all(inner[there] == here for here, there in inner.items())
    assert len(inner) == 36 * 8 - 48


@pytest.mark.rule("C2")
@pytest.mark.parametrize("tile", TILES)
def test_a_tile_joins_its_eight_points_in_four_paths_that_never_branch(tile: int) -> None:
    for orientation in ORIENTATIONS[tile]:
        assert sorted(point for path in orientation.paths for point in path) == list(POINTS)
        assert len(orientation.paths) == 4
        assert all(orientation.across[a] == b and orientation.across[b] == a for a, b in orientation.paths)


@pytest.mark.rule("C2")
def test_the_tiles_are_all_105_ways_to_join_eight_points_each_way_once() -> None:
    ways = {
        frozenset(frozenset(order[i : i + 2]) for i in (0, 2, 4, 6))
        for order in permutations(POINTS)
        if order[0] == 0
    }
    printed = [
        frozenset(frozenset(path) for path in turned.paths) for tile in TILES for turned in ORIENTATIONS[tile]
    ]
    assert len(ways) == 105
    assert set(printed) == ways
    assert len(printed) == 105


@pytest.mark.rule("C2")
def test_20_of_the_35_tiles_look_different_in_four_directions_10_in_two_and_5_in_one() -> None:
    assert len(TILES) == 35
    assert Counter(len(orientations) for orientations in ORIENTATIONS.values()) == {4: 20, 2: 10, 1: 5}


@pytest.mark.rule("C2")
@pytest.mark.parametrize("tile", TILES)
def test_a_quarter_turn_moves_every_point_two_further_clockwise(tile: int) -> None:
    for turns in range(4):
        moved = {frozenset((point + 2) % 8 for point in path) for path in oriented(tile, turns).paths}
        assert moved == {frozenset(path) for path in oriented(tile, turns + 1).paths}
    assert oriented(tile, 4) is oriented(tile, 0)


@pytest.mark.rule("C2")
def test_there_is_no_36th_tile() -> None:
    with pytest.raises(ValueError, match="no tile 36"):
        oriented(36, 0)


@pytest.mark.rule("C2")
@pytest.mark.parametrize("edition", ["classic", "modern"])
def test_every_tile_exists_once(edition: str) -> None:
    state = Match(edition=read_edition(edition), players=8, seed=1).state
    assert sorted(state.pile + tuple(tile for hand in state.hands for tile in hand)) == list(TILES)


@pytest.mark.rule("C2")
@pytest.mark.parametrize("tile", TILES)
def test_a_copy_of_a_tile_is_the_same_tile(tile: int) -> None:
    for turned in ORIENTATIONS[tile]:
        assert copy(turned) is turned
        assert repr(turned) == f"oriented({tile}, {turned.turns})"


@pytest.mark.rule("C3", "C4")
def test_there_are_eight_markers_one_for_each_of_at_most_eight_players() -> None:
    assert len(set(MARKERS)) == 8
    assert Setup(players=8).markers == MARKERS


@pytest.mark.rule("C3")
def test_the_dragon_tile_is_no_path_tile() -> None:
    assert sorted(TILES) == list(range(1, 36))
    assert FACE_DOWN not in TILES


@pytest.mark.rule("C3")
@pytest.mark.parametrize("edition", ["classic", "modern"])
def test_the_dragon_tile_does_not_count_towards_a_hand(
    edition: str, turn: Callable[..., tuple[State, tuple[str, ...]]], crowded: Callable[..., str]
) -> None:
    position = crowded(edition, "20,6,2", "30,31", "8", "12,24,25", "28", dragon="2")
    state, told = turn(position, "play 20e")
    assert told == ("shuffled in 1", "2 returns the dragon", "2 draws 8", "5 takes the dragon")
    assert state.hands == ((6, 2), (30, 31, 8), (), (12, 24, 25), (28,))


@pytest.mark.rule("C4")
@pytest.mark.parametrize("players", range(2, 9))
def test_two_to_eight_can_play(players: int) -> None:
    assert len(Match(players=players, seed=1).setup.seats) == players


@pytest.mark.rule("C4")
@pytest.mark.parametrize("players", [0, 1, 9])
def test_fewer_than_two_or_more_than_eight_cannot_play(players: int) -> None:
    with pytest.raises(ValueError, match="C4"):
        Match(players=players)


@pytest.mark.rule("C4")
def test_there_are_two_editions_and_no_third() -> None:
    with pytest.raises(ValueError, match="no edition is called 'phoenix'"):
        Edition(name="phoenix")

"""Where things lie, and that paths over neighbouring tiles flow into each other."""

from __future__ import annotations

from itertools import permutations

import pytest

from tsuro.game.board import BEYOND, START_MARKS
from tsuro.render.geometry import curve_over, number, outward, spot
from tsuro.render.sizes import BOARD, TILE


def test_a_point_between_two_squares_lies_in_one_place() -> None:
    shared = [(point, beyond) for point, beyond in enumerate(BEYOND) if beyond is not None]
    assert len(shared) == 240
    assert all(spot(point) == spot(beyond) for point, beyond in shared)


def test_points_lie_at_a_third_and_two_thirds_of_a_side() -> None:
    assert [spot(point) for point in range(8)] == [
        (30, 0), (60, 0), (90, 30), (90, 60), (60, 90), (30, 90), (0, 60), (0, 30),
    ]  # fmt: skip


def test_start_marks_are_drawn_outside_the_squares() -> None:
    for mark in START_MARKS:
        x, y = outward(mark, 10)
        assert not (0 <= x <= BOARD and 0 <= y <= BOARD)


@pytest.mark.parametrize(("entry", "leaving"), [*permutations(range(8), 2)])
def test_a_path_stays_on_its_tile_and_is_the_same_both_ways(entry: int, leaving: int) -> None:
    curve, back = curve_over(entry, leaving), curve_over(leaving, entry)
    for i in range(11):
        x, y = curve.at(i / 10)
        assert 0 <= x <= TILE
        assert 0 <= y <= TILE
        assert back.at(1 - i / 10) == pytest.approx((x, y))
    assert curve.length == pytest.approx(back.length)


@pytest.mark.parametrize(("entry", "leaving"), [*permutations(range(8), 2)])
def test_a_path_meets_the_side_at_a_right_angle(entry: int, leaving: int) -> None:
    curve = curve_over(entry, leaving)
    along = 0 if entry // 2 in {0, 2} else 1  # the coordinate that does not change at first
    assert curve.near[along] == curve.start[along]
    assert curve.near[1 - along] != curve.start[1 - along]


@pytest.mark.parametrize("leaving", range(1, 8))
def test_two_halves_are_as_long_and_meet_in_the_middle(leaving: int) -> None:
    whole = curve_over(0, leaving).length
    one, other = curve_over(0, leaving).first(whole / 2), curve_over(leaving, 0).first(whole / 2)
    assert one.end == pytest.approx(other.end, abs=0.2)
    assert one.length == pytest.approx(other.length, abs=0.1)


def test_numbers_are_short() -> None:
    assert [number(value) for value in (-0.01, 2, 2.04, 2.06, -13.25)] == ["0", "2", "2", "2.1", "-13.2"]

"""Where bots start."""

from __future__ import annotations

from random import Random

import pytest

from tsuro import MODERN, Edition, Match, PlaceMarker, View, read_action
from tsuro.bots import Dragon
from tsuro.bots.start import distances, hand_promise, is_corner, lonely_mark, promising_mark
from tsuro.fast.position import flatten
from tsuro.fast.value import mark_worth


def after(marks: list[str], players: int = 8, edition: Edition = MODERN) -> View:
    """What the next player sees who has to choose a start mark."""
    match = Match(players=players, edition=edition, seed=3)
    for mark in marks:
        match.submit(match.active, read_action(f"mark {mark}"))
    return match.view(match.active)


def test_a_promising_mark_is_in_no_corner_and_not_beside_others() -> None:
    seen = after(["c6n1", "f4e2"])
    markers = [marker for marker in seen.position.markers if marker is not None]
    for seed in range(5):
        chosen = promising_mark(seen, Random(seed))
        assert chosen in seen.legal_actions
        assert not is_corner(chosen.mark)
        assert min(distances(chosen.mark, markers)) > 2


def test_another_marker_costs_less_the_farther_it_is() -> None:
    promise, corner, others = mark_worth()
    assert promise > 0
    assert corner > 0
    assert list(others) == sorted(others, reverse=True)
    assert others[-1] > 0


def test_a_look_at_a_mark_leaves_the_position_as_it_is() -> None:
    seen = after(["c6n1"])
    g = flatten(seen.position)
    before, seat = [*g], seen.position.active
    promises = {
        hand_promise(g, seat, action.mark) for action in seen.legal_actions if isinstance(action, PlaceMarker)
    }
    assert len(promises) > 1
    assert min(promises) >= 0
    assert g == before


@pytest.mark.parametrize("players", [5, 8])
def test_among_many_the_dragon_starts_where_it_looks_promising(players: int) -> None:
    seen = after(["c6n1"], players)
    dragon = Dragon(Random(1))
    assert dragon.choose(seen) == promising_mark(seen, Random(1))
    assert dragon.estimates == ()


def test_in_a_variant_it_starts_far_from_the_others() -> None:
    seen = after(["c6n1"], edition=Edition(name="modern", open_tiles=True))
    assert Dragon(Random(1)).choose(seen) == lonely_mark(seen, Random(1))

"""Every action has its ids, and every id its action."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from tsuro import (
    DECLINE,
    ORIENTATIONS,
    START_MARKS,
    Action,
    ExchangeTiles,
    PlaceMarker,
    PlayTile,
    oriented,
    read_action,
)
from tsuro.game.errors import NotAnAction
from tsuro.rl import ACTIONS, DONE, action_id, action_ids, action_of, describe_id


def test_start_marks_and_tiles_have_one_id_each() -> None:
    actions: list[Action] = [
        *(PlaceMarker(mark) for mark in START_MARKS),
        *(PlayTile(tile) for ways in ORIENTATIONS.values() for tile in ways),
    ]
    assert [action_id(action) for action in actions] == list(range(153))
    assert [action_of(n) for n in range(153)] == actions


def test_an_exchange_is_a_row_of_ids() -> None:
    for count in range(4):
        for give in combinations((1, 8, 35), count):
            exchange = ExchangeTiles(give, tuple(range(20, 20 + count)))
            assert action_of(action_ids(exchange)) == exchange
            assert action_of(action_ids(exchange)[:-1]) == exchange
    assert action_ids(DECLINE) == (DONE,)
    assert action_of(DONE) == DECLINE
    assert action_ids(ExchangeTiles((9, 4), (3, 2))) == action_ids(ExchangeTiles((4, 9), (2, 3)))


@pytest.mark.parametrize("ids", [-1, ACTIONS, [0, 1], [153], [188, 153], [48, DONE], [DONE, DONE], [153, 188, 48]])
def test_what_is_no_action_is_refused(ids: int | list[int]) -> None:
    with pytest.raises(NotAnAction):
        action_of(ids)


@pytest.mark.parametrize(
    "action", [PlaceMarker(11), ExchangeTiles((1,), ()), ExchangeTiles((0,), (36,)), "play 1n", None]
)
def test_what_has_no_id_is_refused(action: object) -> None:
    with pytest.raises(NotAnAction):
        action_ids(action)  # type: ignore[arg-type] # -- that is the test
    with pytest.raises(NotAnAction, match="action_ids"):
        action_id(DECLINE)


def test_ids_read_as_the_notation() -> None:
    words = [describe_id(n) for n in range(ACTIONS)]
    assert len(set(words)) == ACTIONS
    assert [read_action(text) for text in words[:153]] == [action_of(n) for n in range(153)]
    assert action_of(48 + 104) == PlayTile(oriented(35, 0))


def test_numbers_of_numpy_are_ids_too() -> None:
    assert action_of(np.int64(0)) == action_of(0)
    exchange = action_of(np.array([154, 195]))
    assert repr(exchange) == "ExchangeTiles(give=(2,), take=(8,))"
    assert describe_id(np.uint8(48)) == "play 1n"


@pytest.mark.parametrize("number", [-1, ACTIONS, 10**20])
def test_what_is_no_id_has_no_words(number: int) -> None:
    with pytest.raises(NotAnAction, match="ids are 0 to 223"):
        describe_id(number)

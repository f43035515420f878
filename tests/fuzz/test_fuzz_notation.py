"""Whatever the text, the readers of notation give a value or a `NotationError`, never anything else."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsuro import (
    Edition,
    ImpossiblePosition,
    NotationError,
    State,
    point_name,
    read_action,
    read_edition,
    read_position,
    square_name,
    write_action,
    write_edition,
    write_position,
)
from tsuro.game.legal import legal_actions
from tsuro.notation import (
    read_oriented_tile,
    read_point,
    read_seat,
    read_square,
    read_tile,
    read_tiles,
    write_tile,
    write_tiles,
)

EMPTY = "6/6/6/6/6/6"
READERS: list[tuple[Callable[[str], Any], Callable[[Any], str]]] = [
    (read_square, square_name),
    (read_point, point_name),
    (read_seat, lambda seat: str(seat + 1)),
    (read_tile, write_tile),
    (read_tiles, write_tiles),
    (read_oriented_tile, str),
    (read_action, write_action),
    (read_edition, write_edition),
    (read_position, write_position),
]
READERS_BY_NAME = pytest.mark.parametrize(("read", "write"), READERS, ids=[read.__name__ for read, _ in READERS])

SIGNS = st.sampled_from("?,/;:+-!~=@²٣é0189")
NAMES = st.sampled_from(["a1", "f6", "c6n1", "b3w2", "17e", "35n", "36", "07", "circle", "star", "open=", EMPTY])
EDITIONS = st.sampled_from(["classic", "modern", "bonus", "solo", "open-tiles", "longest-path"])
ACTIONS = st.sampled_from(["mark", "play", "exchange", "for", "nothing", "play:1", "over:1"])
WORDS = SIGNS | NAMES | EDITIONS | ACTIONS
TEXTS = st.one_of(
    st.text(max_size=12),
    st.lists(WORDS, max_size=6).map("".join),
    st.lists(WORDS, max_size=8).map(" ".join),
)


def check(read: Callable[[str], Any], write: Callable[[Any], str], text: str) -> None:
    """The text is refused in the documented way, or what it says can be written and read again."""
    value = None
    with suppress(NotationError, ImpossiblePosition):
        value = read(text)
    if value is not None:
        assert read(write(value)) == value
        assert write(read(write(value))) == write(value)


@READERS_BY_NAME
@given(text=TEXTS)
def test_any_text_is_read_or_refused(read: Callable[[str], Any], write: Callable[[Any], str], text: str) -> None:
    check(read, write, text)


@st.composite
def spoilt(draw: st.DrawFn, text: str) -> str:
    """The text with a few characters left out, doubled, exchanged or replaced."""
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, max(0, len(text) - 1)))
        other = draw(st.sampled_from(" ,;:/=@!~?+-0123456789nesw#\nabf²") | st.characters())
        before, here, after = text[:at], text[at : at + 1], text[at + 1 :]
        text = draw(
            st.sampled_from(
                [
                    before + after,
                    before + here + here + after,
                    before + other + after,
                    before + other + here + after,
                    before + after[:1] + here + after[1:],
                ]
            )
        )
    return text


@given(state=st.from_type(State), data=st.data())
def test_a_spoilt_position_is_refused_or_another_position(state: State, data: st.DataObject) -> None:
    check(read_position, write_position, data.draw(spoilt(write_position(state))))


@given(state=st.from_type(State), other=st.from_type(State), data=st.data())
def test_fields_of_two_positions_mixed_are_refused_or_another_position(
    state: State, other: State, data: st.DataObject
) -> None:
    pairs = zip(write_position(state).split(" "), write_position(other).split(" "), strict=True)
    check(read_position, write_position, " ".join(data.draw(st.sampled_from(pair)) for pair in pairs))


@given(
    state=st.from_type(State),
    turn=st.sampled_from(["mark", "play", "exchange", "over"]),
    seat=st.integers(1, 8),
    dragon=st.just("-") | st.sampled_from("12345678"),
)
def test_any_other_turn_or_dragon_is_refused_or_another_position(
    state: State, turn: str, seat: int, dragon: str
) -> None:
    text = " ".join([*write_position(state).split(" ")[:5], dragon, f"{turn}:{seat}"])
    check(read_position, write_position, text)


@given(state=st.from_type(State), data=st.data())
def test_a_spoilt_action_is_refused_or_another_action(state: State, data: st.DataObject) -> None:
    for action in legal_actions(state)[:3]:
        assert read_action(write_action(action)) == action
        check(read_action, write_action, data.draw(spoilt(write_action(action))))


@given(edition=st.from_type(Edition), data=st.data())
def test_a_spoilt_edition_is_refused_or_another_edition(edition: Edition, data: st.DataObject) -> None:
    assert read_edition(write_edition(edition)) == edition
    check(read_edition, write_edition, data.draw(spoilt(write_edition(edition))))

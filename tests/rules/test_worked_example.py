"""E1 to E3: the first three turns of a game for three, as the captions of the rulebooks' figures tell them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tsuro import (
    CLASSIC,
    Phase,
    PlayTile,
    Record,
    State,
    closed_squares,
    read_position,
    read_text,
    replay,
    square_name,
    verify,
    write_text,
)
from tsuro.game.events import Eliminated, ExchangeOffered, MarkerWalked, TilesExchanged
from tsuro.game.outcome import path_of
from tsuro.game.view import view
from tsuro.record import Moment

EXAMPLE = Path(__file__).parent.parent / "playthroughs" / "worked-example.tsuro"

ONE, TWO, THREE = range(3)


@pytest.fixture(scope="module")
def record() -> Record:
    return read_text(EXAMPLE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def rounds(record: Record) -> list[list[Moment]]:
    """The placements of tiles, round by round."""
    played = [m for m in replay(record) if m.entry is not None and isinstance(m.entry.action, PlayTile)]
    return [played[0:3], played[3:6], played[6:9]]


def first_tile(moment: Moment) -> int:
    """The square of the tile just placed."""
    assert moment.state.last is not None
    return moment.state.last


def squares_of_path(state: State, seat: int) -> list[int]:
    return [entry >> 3 for entry, _ in path_of(state, seat)]


@pytest.mark.rule("E1", "E2", "E3")
def test_the_worked_example_is_a_valid_record_of_a_classic_game_for_three(record: Record) -> None:
    assert verify(record).phase is Phase.PLAY_TILE
    assert (record.setup.edition, record.setup.players) == (CLASSIC, 3)
    assert write_text(record) == EXAMPLE.read_text(encoding="utf-8")


@pytest.mark.rule("E1", "E2", "E3")
def test_in_each_round_each_player_places_one_tile(rounds: list[list[Moment]]) -> None:
    for placements in rounds:
        assert [moment.entry.seat for moment in placements if moment.entry] == [ONE, TWO, THREE]


@pytest.mark.rule("E1")
def test_player_2_extends_the_path_across_the_first_tile_of_player_1(rounds: list[list[Moment]]) -> None:
    first, second, third = rounds[0]
    assert third.state.tiles_placed == 3
    assert squares_of_path(third.state, TWO) == [first_tile(second), first_tile(first)]
    assert squares_of_path(third.state, ONE) == [first_tile(first)]


@pytest.mark.rule("E2")
def test_after_the_second_round_the_lower_left_corner_square_is_closed(rounds: list[list[Moment]]) -> None:
    before, after = rounds[0][-1].state, rounds[1][-1].state
    assert closed_squares(before) == frozenset()
    assert [square_name(square) for square in closed_squares(after)] == ["a1"]
    assert after.tiles_placed == 6
    assert after.in_play == (ONE, TWO, THREE)


@pytest.mark.rule("E2")
def test_a_closed_square_stays_closed(rounds: list[list[Moment]]) -> None:
    for moment in rounds[2]:
        assert "a1" in {square_name(square) for square in closed_squares(moment.state)}


@pytest.mark.rule("E2")
def test_before_all_markers_are_placed_no_square_is_closed() -> None:
    state = read_position("modern 1 6/6/6/6/6/6 circle@a6n1=1,2,3;square@-=4,5,6 29 - mark:2")
    assert closed_squares(state) == frozenset()


@pytest.mark.rule("E2")
def test_on_an_open_board_every_square_can_be_reached() -> None:
    state = read_position("modern 1 6/6/6/6/6/6 circle@a6n1=1,2,3;square@a6n2=4,5,6 29 - play:1")
    assert closed_squares(state) == frozenset()


@pytest.mark.rule("E3", "M1")
def test_player_2s_third_tile_pushes_player_1s_path_towards_player_3(rounds: list[list[Moment]]) -> None:
    _, second, _ = rounds[2]
    walks = [event.walk for event in second.events if isinstance(event, MarkerWalked)]
    assert [walk.seat for walk in walks] == [TWO, ONE]
    facing = [None if marker is None else marker >> 3 for marker in second.state.markers]
    assert facing[ONE] == facing[THREE]


@pytest.mark.rule("E3", "M2")
def test_player_3s_third_tile_takes_player_1_to_the_edge(rounds: list[list[Moment]]) -> None:
    third = rounds[2][-1]
    eliminations = [event for event in third.events if isinstance(event, Eliminated)]
    assert eliminations == [Eliminated(ONE, met=None, forced=False)]
    assert third.state.in_play == (TWO, THREE)


@pytest.mark.rule("E3", "X1")
def test_player_3_may_then_look_at_player_1s_tiles_and_swap(record: Record, rounds: list[list[Moment]]) -> None:
    third = rounds[2][-1]
    ones_hand = third.state.hands[ONE]
    assert third.events[-1] == ExchangeOffered(THREE, ones_hand)
    assert third.state.phase is Phase.EXCHANGE
    assert view(third.state, THREE).position.hands[ONE] == ones_hand
    *_, last = replay(record)
    (swap,) = (event for event in last.events if isinstance(event, TilesExchanged))
    assert swap.seat == THREE
    assert set(swap.took) < set(ones_hand)
    assert set(swap.took) <= set(last.state.hands[THREE])

"""What always holds, in every game of every edition, at every moment."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tsuro import (
    FACE_DOWN,
    TILES,
    Match,
    Phase,
    State,
    closed_squares,
    read_position,
    replay,
    write_position,
)
from tsuro.game.board import square_of
from tsuro.game.outcome import path_of
from tsuro.game.position import check_position


def moments(match: Match) -> list[State]:
    return [moment.state for moment in replay(match.record())]


def watchers(state: State) -> list[int | None]:
    return [None, *range(state.setup.players)]


@given(st.from_type(Match))
def test_no_marker_ever_loops(match: Match) -> None:
    for state in moments(match):
        for seat in range(state.setup.players):
            ways = path_of(state, seat)
            assert len(ways) == state.walked[seat]
            assert len({point for way in ways for point in way}) == 2 * len(ways)


@given(st.from_type(Match))
def test_every_tile_is_somewhere_exactly_once(match: Match) -> None:
    for state in moments(match):
        placed = [tile.tile for tile in state.board if tile is not None]
        held = [tile for hand in state.hands for tile in hand]
        assert sorted([*placed, *held, *state.pile]) == list(TILES)


@given(st.from_type(Match))
def test_every_marker_in_play_faces_an_open_square(match: Match) -> None:
    for state in moments(match):
        for seat in state.in_play:
            marker = state.markers[seat]
            assert marker is not None
            assert state.board[square_of(marker)] is None
            assert square_of(marker) not in closed_squares(state)


@given(st.from_type(Match))
def test_no_two_markers_share_a_point(match: Match) -> None:
    for state in moments(match):
        standing = Counter(marker for marker in state.markers if marker is not None)
        assert set(standing.values()) <= {1}


@given(st.from_type(Match))
def test_nobody_holds_more_than_three(match: Match) -> None:
    for state in moments(match):
        assert all(len(hand) <= 3 for hand in state.hands)


@given(st.from_type(Match))
def test_empty_hands_mean_a_full_board(match: Match) -> None:
    for state in moments(match):
        if not any(state.hand_of(seat) for seat in state.in_play) and state.in_play:
            assert state.tiles_placed == len(TILES)


@given(st.from_type(Match))
def test_the_active_player_is_in_play_and_has_something_to_do(match: Match) -> None:
    for state in moments(match):
        if state.phase in {Phase.PLAY_TILE, Phase.EXCHANGE}:
            assert state.active in state.in_play
            assert state.hand_of(state.active)


@given(st.from_type(Match))
def test_the_dragon_tile_waits_with_a_player_who_needs_a_tile(match: Match) -> None:
    for state in moments(match):
        if state.dragon is not None:
            assert state.setup.edition.has_dragon(state.setup.players)
            assert not state.pile
            assert len(state.hands[state.dragon]) < 3


@given(st.from_type(Match))
def test_while_there_are_tiles_in_the_pile_everyone_in_play_has_three(match: Match) -> None:
    for state in moments(match):
        if state.pile and state.phase is Phase.PLAY_TILE:
            assert all(len(state.hand_of(seat)) == 3 for seat in state.in_play)


@given(st.from_type(Match))
def test_a_closed_square_stays_closed_and_open(match: Match) -> None:
    closed: frozenset[int] = frozenset()
    for state in moments(match):
        now = closed_squares(state)
        assert closed <= now
        assert closed_squares(state, closed) == now  # with those of before known, there is less to look at
        assert all(state.board[square] is None for square in now)
        closed = now


@given(st.from_type(Match))
def test_every_position_of_a_game_is_possible(match: Match) -> None:
    for state in moments(match):
        check_position(state)
        for seat in watchers(state):
            check_position(state.seen_by(seat))


@given(st.from_type(Match))
def test_positions_read_back(match: Match) -> None:
    for state in moments(match):
        text = write_position(state)
        assert read_position(text) == state
        assert write_position(read_position(text)) == text


@given(st.from_type(Match))
def test_positions_seen_by_one_player_read_back(match: Match) -> None:
    for state in moments(match):
        for seat in watchers(state):
            seen = state.seen_by(seat)
            read = read_position(write_position(seen))
            assert read.hands == seen.hands
            assert write_position(read) == write_position(seen)
            assert len(read.pile) == len(seen.pile)
            if FACE_DOWN in {tile for hand in seen.hands for tile in hand}:
                assert read == seen

"""What always holds, in whole games of every edition and size."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tsuro import TILES, Match, Phase, State, read_edition
from tsuro.game.paths import path_from

EDITIONS = (
    "classic",
    "modern",
    "modern+bonus+pass-the-pile",
    "classic+no-ramming",
    "classic+longest-path",
    "modern+most-crossings",
    "modern+open-tiles",
    "modern+solo",
)
every_edition = pytest.mark.parametrize("edition", EDITIONS)


def games(edition: str) -> Iterator[Iterator[State]]:
    """Games of all sizes, each as the states it goes through."""
    for players in range(2, 9):
        for seed in range(3):
            yield states(Match(edition=read_edition(edition), players=players, seed=seed), Random(seed))


def states(match: Match, random: Random) -> Iterator[State]:
    yield match.state
    while not match.is_over:
        match.submit(match.active, random.choice(match.legal_actions))
        yield match.state


@pytest.mark.rule("C2", "S1", "X2")
@every_edition
def test_board_hands_and_pile_together_hold_each_tile_exactly_once(edition: str) -> None:
    for game in games(edition):
        for state in game:
            on_board = [tile.tile for tile in state.board if tile is not None]
            in_hands = [tile for hand in state.hands for tile in hand]
            assert sorted([*on_board, *in_hands, *state.pile]) == list(TILES)


@pytest.mark.rule("M1", "M3")
@every_edition
def test_every_marker_in_play_faces_an_open_square_and_no_two_are_on_one_point(edition: str) -> None:
    for game in games(edition):
        for state in game:
            markers = [marker for marker in state.markers if marker is not None]
            assert all(state.board[marker >> 3] is None for marker in markers)
            assert len(set(markers)) == len(markers)


@pytest.mark.rule("M1")
@every_edition
def test_every_marker_stands_where_the_path_from_its_start_mark_ends_and_never_loops(edition: str) -> None:
    for game in games(edition):
        for state in game:
            for start, marker in zip(state.starts, state.markers, strict=True):
                if start is not None and marker is not None:
                    left, end = path_from(state.board, start)
                    assert end == marker
                    assert len(set(left)) == len(left)


@pytest.mark.rule("S2")
@every_edition
def test_nobody_ever_holds_more_than_three_tiles(edition: str) -> None:
    for game in games(edition):
        assert all(len(hand) <= 3 for state in game for hand in state.hands)


@pytest.mark.rule("D1", "X2")
@every_edition
def test_before_a_tile_is_played_nobody_in_play_is_short_while_there_are_tiles_in_the_pile(edition: str) -> None:
    for game in games(edition):
        for state in game:
            if state.phase is Phase.PLAY_TILE and state.pile:
                assert all(len(state.hand_of(seat)) == 3 for seat in state.in_play)


@pytest.mark.rule("D2", "D3")
@every_edition
def test_the_dragon_tile_is_aside_or_with_one_player_in_play_who_is_short_of_tiles(edition: str) -> None:
    for game in games(edition):
        for state in game:
            if state.phase is not Phase.EXCHANGE and state.dragon is not None:
                assert state.dragon in state.in_play
                assert len(state.hands[state.dragon]) < 3
                assert state.pile == ()


@pytest.mark.rule("D2", "C3")
@every_edition
def test_the_dragon_tile_is_only_used_where_the_edition_has_it(edition: str) -> None:
    for game in games(edition):
        for state in game:
            assert state.dragon is None or state.setup.edition.has_dragon(state.setup.players)


@pytest.mark.rule("P4", "W2")
@every_edition
def test_while_the_game_goes_on_somebody_in_play_has_a_tile(edition: str) -> None:
    for game in games(edition):
        for state in game:
            if state.phase is not Phase.OVER and state.starts.count(None) == 0:
                assert any(state.hand_of(seat) for seat in state.in_play)


@pytest.mark.rule("W1", "W2")
@every_edition
def test_if_two_markers_are_left_when_the_game_is_over_all_tiles_are_on_the_board(edition: str) -> None:
    for game in games(edition):
        for state in game:
            if state.phase is Phase.OVER and len(state.in_play) > 1:
                assert state.tiles_placed == 35


@pytest.mark.rule("T1")
@every_edition
def test_the_active_player_is_in_play_and_has_something_to_do(edition: str) -> None:
    for game in games(edition):
        for state in game:
            if state.phase is Phase.PLAY_TILE:
                assert state.active in state.in_play
                assert state.hand_of(state.active)


@pytest.mark.rule("P1")
@every_edition
def test_every_game_ends_after_at_most_35_tiles(edition: str) -> None:
    for game in games(edition):
        *_, last = game
        assert last.phase is Phase.OVER
        assert last.tiles_placed <= 35

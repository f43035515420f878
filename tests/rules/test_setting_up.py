"""S1 to S6: before the first tile is played."""

from __future__ import annotations

import pytest

from tsuro import (
    FACE_DOWN,
    MARKERS,
    START_MARKS,
    TILES,
    ImpossiblePosition,
    Match,
    Phase,
    PlaceMarker,
    PlayTile,
    Setup,
    oriented,
    read_action,
    read_edition,
    read_position,
)
from tsuro.game.errors import (
    MarkersArePlaced,
    MarkersFirst,
    MarkTaken,
    NotAStartMark,
    NotYourTurn,
)
from tsuro.game.events import TilesDealt

EDITIONS = pytest.mark.parametrize("edition", ["classic", "modern"])


@pytest.mark.rule("S1")
@EDITIONS
@pytest.mark.parametrize("players", range(2, 9))
def test_each_player_is_dealt_three_tiles_and_the_rest_is_the_draw_pile(edition: str, players: int) -> None:
    state = Match(edition=read_edition(edition), players=players, seed=5).state
    assert [len(hand) for hand in state.hands] == [3] * players
    assert len(state.pile) == 35 - 3 * players


@pytest.mark.rule("S1")
def test_the_tiles_are_dealt_as_they_were_shuffled() -> None:
    shuffled = iter([9, 8, 7, 30, 2, 35])
    match = Match(players=2, chance=lambda pile: next(shuffled))
    assert match.state.hands == ((9, 8, 7), (30, 2, 35))
    assert match.state.pile == tuple(tile for tile in TILES if tile not in {9, 8, 7, 30, 2, 35})


@pytest.mark.rule("S1")
def test_no_two_deals_need_be_alike() -> None:
    deals = {Match(players=8, seed=seed).state.hands for seed in range(50)}
    assert len(deals) == 50
    assert {hands[0][0] for hands in deals} >= {1, 35}


@pytest.mark.rule("S2")
def test_nobody_can_hold_four_tiles() -> None:
    position = "modern 1 6/6/6/6/6/6 circle@a6n1={};square@f1s1=5,6,7 {} - play:1"
    assert read_position(position.format("1,2,3", 29)).hands[0] == (1, 2, 3)
    with pytest.raises(ImpossiblePosition, match="S2"):
        read_position(position.format("1,2,3,4", 28))


@pytest.mark.rule("S3")
@pytest.mark.parametrize("first", range(4))
def test_the_table_says_who_is_the_first_player(first: int) -> None:
    assert Match(players=4, first=first).active == first


@pytest.mark.rule("S3")
@pytest.mark.parametrize("first", [-1, 3])
def test_the_first_player_is_one_of_the_players(first: int) -> None:
    with pytest.raises(ValueError, match="S3"):
        Match(players=3, first=first)


@pytest.mark.rule("S3", "S4")
@EDITIONS
def test_markers_are_placed_clockwise_from_the_first_player_who_then_plays_the_first_tile(edition: str) -> None:
    match = Match(edition=read_edition(edition), players=4, first=2, seed=1)
    placed = []
    for mark in START_MARKS[:4]:
        assert match.state.phase is Phase.PLACE_MARKER
        placed.append(match.active)
        match.submit(match.active, PlaceMarker(mark))
    assert placed == [2, 3, 0, 1]
    assert match.state.starts == (START_MARKS[2], START_MARKS[3], START_MARKS[0], START_MARKS[1])
    assert (match.state.phase, match.active) == (Phase.PLAY_TILE, 2)


@pytest.mark.rule("S4")
def test_every_start_mark_that_is_free_can_be_chosen_and_no_other() -> None:
    match = Match(players=3, seed=1)
    assert match.legal_actions == tuple(PlaceMarker(mark) for mark in START_MARKS)
    match.submit(0, read_action("mark a6n2"))
    assert len(match.legal_actions) == 47
    with pytest.raises(MarkTaken):
        match.submit(1, read_action("mark a6n2"))
    match.submit(1, read_action("mark f1s1"))
    assert len(match.legal_actions) == 46


@pytest.mark.rule("S4")
def test_a_point_inside_the_board_is_no_start_mark() -> None:
    with pytest.raises(NotAStartMark):
        Match(seed=1).submit(0, read_action("mark a6s1"))


@pytest.mark.rule("S4")
def test_markers_may_share_a_square_and_even_a_side() -> None:
    match = Match(players=4, seed=1)
    for seat, mark in enumerate(["a6n1", "a6n2", "a6w1", "a6w2"]):
        match.submit(seat, read_action(f"mark {mark}"))
    assert {mark >> 3 for mark in match.state.markers if mark is not None} == {0}


@pytest.mark.rule("S4")
def test_no_tile_is_played_before_all_markers_are_placed() -> None:
    match = Match(players=2, seed=1)
    match.submit(0, read_action("mark c6n1"))
    tile = match.view(1).hand[0]
    with pytest.raises(MarkersFirst):
        match.submit(1, PlayTile(oriented(tile, 0)))
    with pytest.raises(NotYourTurn, match="player 2 is the active player"):
        match.submit(0, PlayTile(oriented(match.view(0).hand[0], 0)))


@pytest.mark.rule("S4")
def test_a_marker_is_placed_once() -> None:
    match = Match(players=2, seed=1)
    match.submit(0, read_action("mark c6n1"))
    match.submit(1, read_action("mark f1s1"))
    with pytest.raises(MarkersArePlaced):
        match.submit(0, read_action("mark c6n2"))


@pytest.mark.rule("S5")
@EDITIONS
def test_players_see_their_own_hand_before_choosing_a_start_mark_and_nothing_else(edition: str) -> None:
    match = Match(edition=read_edition(edition), players=3, seed=1)
    seen = match.view(1)
    hidden = (FACE_DOWN,) * 3
    assert match.state.phase is Phase.PLACE_MARKER
    assert seen.hand == match.state.hands[1]
    assert seen.position.hands == (hidden, match.state.hands[1], hidden)
    assert seen.position.pile == (FACE_DOWN,) * 26


@pytest.mark.rule("S5")
def test_players_see_their_own_hand_also_when_it_is_not_their_turn() -> None:
    match = Match(players=2, seed=1)
    match.submit(0, read_action("mark c6n1"))
    match.submit(1, read_action("mark f1s1"))
    assert match.view(1).hand == match.state.hands[1]
    assert not match.view(1).on_turn
    assert match.view(1).legal_actions == ()


@pytest.mark.rule("S5")
def test_a_watcher_sees_no_hand_at_all() -> None:
    seen = Match(players=2, seed=1).view(None)
    assert seen.hand == ()
    assert seen.position.hands == ((FACE_DOWN,) * 3,) * 2
    assert seen.previews == ()


@pytest.mark.rule("S5")
def test_of_the_deal_players_learn_only_their_own_tiles() -> None:
    match = Match(players=2, seed=1)
    hidden = (FACE_DOWN,) * 3
    assert match.events(0) == (TilesDealt(0, match.state.hands[0]), TilesDealt(1, hidden))
    assert match.events(None) == (TilesDealt(0, hidden), TilesDealt(1, hidden))


@pytest.mark.rule("S6")
def test_each_player_chooses_one_of_the_eight_markers() -> None:
    assert Match(players=2, markers=("star", "octagon")).setup.markers == ("star", "octagon")
    assert Setup(players=3).markers == MARKERS[:3]


@pytest.mark.rule("S6")
@pytest.mark.parametrize(
    "markers", [("star", "star"), ("star", "dragon"), ("star",), ("star", "circle", "square")]
)
def test_no_two_players_choose_the_same_marker_nor_one_that_does_not_exist(markers: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="S6"):
        Match(players=2, markers=markers)

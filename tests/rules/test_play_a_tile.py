"""P1 to P4: which tile goes where, and which placements are forbidden."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from tsuro import ORIENTATIONS, Match, Phase, PlayTile, Refused, State, read_action, read_position
from tsuro.game.errors import (
    AlreadyOver,
    NothingToExchange,
    NotYourTurn,
    RunsIntoMarker,
    TakesYouToTheEdge,
    TileNotInHand,
)
from tsuro.game.events import Eliminated
from tsuro.game.legal import check, legal_actions, legal_placements
from tsuro.game.turn import act
from tsuro.game.view import view

Play: TypeAlias = Callable[..., tuple[State, tuple[str, ...]]]

EDITIONS = pytest.mark.parametrize("edition", ["classic", "modern"])

EMPTY = "6/6/6/6/6/6"
CORNER = EMPTY + " circle@a6n1={};square@f1s1=3,4,5 29 - play:1"
SIDE_BY_SIDE = EMPTY + " circle@c6n1=35,7,30;square@c6n2=14,20,15 29 - play:1"
DEAD_END = "6/6/6/5,20s/5,25w/3,31e,4n,1 circle@d1s2=27,22,24;square@f3e1=16,11,3 25 - play:2"


def allowed(position: str) -> list[str]:
    return [str(tile) for tile in legal_placements(read_position(position))]


def all_orientations(*tiles: int) -> list[str]:
    return [str(turned) for tile in tiles for turned in ORIENTATIONS[tile]]


def refused(position: str, action: str) -> type[Refused]:
    state = read_position(position)
    with pytest.raises(Refused) as refusal:
        check(state, state.active, read_action(action))
    return refusal.type


@pytest.mark.rule("P1")
@EDITIONS
def test_the_tile_goes_on_the_square_that_the_marker_faces(edition: str, play: Play) -> None:
    position = f"{edition} 1 6/6/6/6/6/3,31n,33n,14n circle@f1s2=25,27,20;square@d1s1=18,1,28 26 - play:2"
    before = read_position(position)
    after, effects = play(position, "play 18n")
    assert effects[0] == "on d2"
    changed = [square for square in range(36) if before.board[square] is not after.board[square]]
    assert changed == [27]
    assert str(after.board[27]) == "18n"
    assert after.hands[1][:2] == (1, 28)


@pytest.mark.rule("P1")
@EDITIONS
def test_the_tile_may_be_turned_any_way(edition: str) -> None:
    position = f"{edition} 1 {EMPTY} circle@b6n1=14,15,16;square@f1s1=3,4,5 29 - play:1"
    assert allowed(position) == all_orientations(14, 15, 16)
    assert len(allowed(position)) == 10


@pytest.mark.rule("P1")
def test_a_tile_that_looks_the_same_in_all_directions_has_one_placement() -> None:
    position = f"modern 1 {EMPTY} circle@b6n1=32,33,34;square@f1s1=3,4,5 29 - play:1"
    assert allowed(position) == ["32n", "33n", "33e", "34n"]


@pytest.mark.rule("P1")
def test_only_a_tile_from_the_own_hand_can_be_played() -> None:
    position = "modern 1 " + CORNER.format("1,35,2")
    assert refused(position, "play 4n") is TileNotInHand
    assert refused(position, "play 30n") is TileNotInHand


@pytest.mark.rule("P1")
def test_only_the_active_player_plays() -> None:
    state = read_position("modern 1 " + CORNER.format("1,35,2"))
    with pytest.raises(NotYourTurn, match="player 1 is the active player"):
        check(state, 1, read_action("play 4n"))


@pytest.mark.rule("P1")
def test_a_refused_action_changes_nothing() -> None:
    match = Match(players=2, chance=lambda pile: pile[0])
    match.submit(0, read_action("mark a6n1"))
    match.submit(1, read_action("mark f1s1"))
    before = match.state
    with pytest.raises(TakesYouToTheEdge):
        match.submit(0, read_action("play 1n"))
    assert match.state is before


@pytest.mark.rule("P1")
@EDITIONS
def test_a_placed_tile_is_never_moved_or_turned_again(edition: str, play: Play) -> None:
    state = read_position(
        f"{edition} 1 {EMPTY} circle@a6n1=14,15,16;square@f1s1=3,4,5;star@c1s1=6,7,8 26 - play:1"
    )
    while state.phase is Phase.PLAY_TILE:
        before = state.board
        action = legal_actions(state)[-1]
        assert isinstance(action, PlayTile)
        state, _ = play(state, f"play {action.tile}")
        assert [new for old, new in zip(before, state.board, strict=True) if old is not new] == [action.tile]
    assert state.tiles_placed > 3


@pytest.mark.rule("P2")
@EDITIONS
def test_no_tile_may_take_the_own_marker_to_the_edge_while_another_way_to_turn_it_avoids_that(
    edition: str,
) -> None:
    position = f"{edition} 1 " + CORNER.format("1,35,2")
    assert allowed(position) == ["2s"]
    assert refused(position, "play 2n") is TakesYouToTheEdge


@pytest.mark.rule("P2")
@EDITIONS
def test_no_tile_may_take_the_own_marker_to_the_edge_while_another_tile_avoids_that(edition: str) -> None:
    position = f"{edition} 1 " + CORNER.format("1,35,2")
    assert refused(position, "play 1n") is TakesYouToTheEdge
    assert refused(position, "play 35n") is TakesYouToTheEdge


@pytest.mark.rule("P2")
def test_a_path_that_ends_at_the_edge_far_away_is_forbidden_too() -> None:
    position = "modern 1 6/6/6/6/6/3,31n,33n,14n circle@f1s2=25,27,20;square@d1s1=18,1,28 26 - play:2"
    assert refused(position, "play 1n") is TakesYouToTheEdge
    assert allowed(position) == all_orientations(18, 28)


@pytest.mark.rule("P2")
@EDITIONS
def test_when_every_placement_leads_to_the_edge_all_of_them_are_allowed(edition: str, play: Play) -> None:
    board = "1,22s,4/23n,5/8s,5/6/6/6 circle@a4w2=28,10,27;square@b6n1=29,19,17 26 - play:2"
    assert allowed(f"{edition} 1 {board}") == all_orientations(29, 19, 17)
    for tile in allowed(f"{edition} 1 {board}"):
        state, effects = play(f"{edition} 1 {board}", f"play {tile}")
        assert effects[-1] == "2 out at the edge (forced)"
        assert state.out == ((1,),)


@pytest.mark.rule("P2")
@EDITIONS
def test_taking_an_opponent_to_the_edge_is_allowed(edition: str, play: Play) -> None:
    position = f"{edition} 2 {EMPTY} circle@f6e2=1,4,9;square@f6n2=10,23,35 29 - play:2"
    state, effects = play(position, "play 10e")
    assert effects == ("on f6", "2 to f5n1", "1 to f6e1", "1 out at the edge")
    assert state.in_play == (1,)


@pytest.mark.rule("P2")
def test_a_preview_says_which_placements_are_forbidden_and_why() -> None:
    seen = view(read_position("modern 1 " + CORNER.format("1,35,2")), 0)
    reasons = {str(preview.tile): preview.refusal for preview in seen.previews}
    assert reasons.pop("2s") is None
    assert list(reasons.values()) == [TakesYouToTheEdge] * 5
    assert seen.legal_actions == (read_action("play 2s"),)
    assert seen.previews[0].eliminated == (0,)


@pytest.mark.rule("P2")
def test_what_hidden_tiles_could_do_is_given_the_benefit_of_the_doubt() -> None:
    assert allowed(f"modern 1 {EMPTY} circle@a6n1=1,?,?;square@f1s1=?,?,? 29 - play:1") == ["1n"]


@pytest.mark.rule("P2")
def test_a_placement_that_is_seen_to_avoid_the_edge_forbids_the_edge_whatever_the_hidden_tiles_are() -> None:
    assert allowed(f"modern 1 {EMPTY} circle@a6n1=2,?,?;square@f1s1=?,?,? 29 - play:1") == ["2s"]


@pytest.mark.rule("P3")
@EDITIONS
def test_running_into_another_marker_is_allowed_although_other_placements_keep_both_in_play(
    edition: str, play: Play
) -> None:
    assert allowed(f"{edition} 1 {SIDE_BY_SIDE}") == all_orientations(35, 7, 30)
    state, effects = play(f"{edition} 1 {SIDE_BY_SIDE}", "play 7n")
    assert effects[-2:] == ("1 out by meeting 2", "2 out by meeting 1")
    assert state.out == ((0, 1),)


@pytest.mark.rule("P2", "P3")
@EDITIONS
def test_running_into_another_marker_avoids_the_edge_so_nothing_else_is_allowed(edition: str) -> None:
    assert allowed(f"{edition} 2 {DEAD_END}") == ["3e"]
    assert refused(f"{edition} 2 {DEAD_END}", "play 3n") is TakesYouToTheEdge


@pytest.mark.rule("P3")
@EDITIONS
def test_with_no_ramming_running_into_another_marker_is_forbidden_while_anything_else_is_possible(
    edition: str,
) -> None:
    position = f"{edition}+no-ramming 1 {SIDE_BY_SIDE}"
    assert refused(position, "play 7n") is RunsIntoMarker
    assert allowed(position) == ["35n", "7e", "7s", "7w", "30n", "30e"]


@pytest.mark.rule("P3")
@EDITIONS
def test_with_no_ramming_the_edge_is_still_forbidden(edition: str) -> None:
    assert refused(f"{edition}+no-ramming 1 " + CORNER.format("1,35,2"), "play 1n") is TakesYouToTheEdge


@pytest.mark.rule("P3")
@EDITIONS
def test_with_no_ramming_everything_is_allowed_when_every_placement_eliminates_oneself(
    edition: str, play: Play
) -> None:
    position = f"{edition}+no-ramming 2 {DEAD_END}"
    assert allowed(position) == all_orientations(16, 11, 3)
    assert play(position, "play 3e")[1][-2:] == ("2 out by meeting 1 (forced)", "1 out by meeting 2")
    assert play(position, "play 16n")[1][-2:] == ("2 out at the edge (forced)", "1 out at the edge")


@pytest.mark.rule("P3")
@EDITIONS
def test_running_into_another_marker_is_forced_when_every_placement_eliminates(edition: str, play: Play) -> None:
    position = f"{edition} 2 {DEAD_END}"
    assert refused(position, "play 16n") is TakesYouToTheEdge
    assert play(position, "play 3e")[1][-2:] == ("2 out by meeting 1 (forced)", "1 out by meeting 2")


@pytest.mark.rule("P3")
def test_running_into_another_marker_is_not_forced_while_another_placement_keeps_the_player_in_play(
    play: Play,
) -> None:
    meeting = next(
        preview for preview in view(read_position(f"modern 1 {SIDE_BY_SIDE}"), 0).allowed if preview.walks[0].met
    )
    effects = play(f"modern 1 {SIDE_BY_SIDE}", f"play {meeting.tile}")[1]
    assert effects[-2:] == ("1 out by meeting 2", "2 out by meeting 1")


@pytest.mark.rule("P3", "S5")
def test_only_the_player_learns_that_running_into_another_marker_was_forced() -> None:
    state = read_position(f"modern 2 {DEAD_END}")
    _, events = act(state, 1, read_action("play 3e"), lambda pile: pile[0])
    (forced, _) = [event for event in events if isinstance(event, Eliminated)]
    assert forced == Eliminated(1, met=0, forced=True)
    assert forced.seen_by(1) is forced
    assert forced.seen_by(0) == forced.seen_by(None) == Eliminated(1, met=0, forced=False)


@pytest.mark.rule("P3")
def test_nobody_knows_whether_a_meeting_was_forced_while_tiles_are_face_down() -> None:
    state = read_position(f"modern 2 {DEAD_END.replace('16,11,3', '?,?,3')}")
    _, events = act(state, 1, read_action("play 3e"), lambda pile: pile[0])
    assert Eliminated(1, met=0, forced=False) in events


@pytest.mark.rule("P4")
@EDITIONS
def test_a_player_on_turn_with_an_empty_hand_passes_the_turn(
    edition: str, turn: Play, crowded: Callable[..., str]
) -> None:
    state, told = turn(crowded(edition, "6,20,2", "", "8,12,30", "24,25,28", "31", dragon="2"), "play 6w")
    assert told == ("2 has no tile",)
    assert state.active == 2
    assert state.markers[1] is not None


@pytest.mark.rule("P4")
@EDITIONS
def test_the_turn_comes_back_when_nobody_else_has_a_tile(edition: str, turn: Play) -> None:
    board = (
        "3,34n,35n,24n/1,28n,7w,25w,21n,4e/5e,27e,30n,8e,15e,10e/"
        "20w,9n,16w,31e,26w,2n/6w,17w,33e,19n,23e,13e/32n,29n,18w,14e,12s,22s"
    )
    state, told = turn(f"{edition} 2 {board} circle@a1w2;square@d6n1=11,3,1 0 - play:2", "play 11s")
    assert told == (("2 takes the dragon",) if edition == "classic" else ()) + ("1 has no tile",)
    assert (state.active, state.hands) == (1, ((), (3, 1)))


@pytest.mark.rule("P1")
@EDITIONS
def test_nothing_is_played_when_the_game_is_over(edition: str, play: Play) -> None:
    state, _ = play(f"{edition} 1 {SIDE_BY_SIDE}", "play 7n")
    assert legal_actions(state) == ()
    assert legal_placements(state) == ()
    with pytest.raises(AlreadyOver):
        check(state, 0, read_action("play 35n"))


@pytest.mark.rule("P1", "X1")
def test_nothing_is_exchanged_when_a_tile_is_due() -> None:
    assert refused("classic 1 " + SIDE_BY_SIDE, "exchange nothing") is NothingToExchange

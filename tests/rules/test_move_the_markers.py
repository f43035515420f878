"""M1 to M4: where the markers go, and who is eliminated."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from tsuro import START_MARKS, State, point_name, read_action, read_position
from tsuro.game.events import MarkerWalked
from tsuro.game.outcome import path_of
from tsuro.game.paths import Walk
from tsuro.game.turn import act
from tsuro.game.view import view
from tsuro.notation import read_point

Play: TypeAlias = Callable[..., tuple[State, tuple[str, ...]]]
Crowded: TypeAlias = Callable[..., str]

EDITIONS = pytest.mark.parametrize("edition", ["classic", "modern"])

EMPTY = "6/6/6/6/6/6"
LONG_WAY = "6/9n,15n,4/6e,5/33n,5/6/6 circle@a4w2=1,35,29;square@a5w1=3,32,8 25 - play:1"
TWICE = "3,25s,17e,1/3,8e,2/6/6/6/6 circle@e6n2=10,7,5;square@d6n1=32,15,16 26 - play:1"
THRICE = (
    "16s,5s,11e,2,8w/13e,1,25e,2,20e/6/6/6/6 "
    "circle@a6n1=27,1,30;square@c6n2=29,23,3;triangle@f6n1=17,28,19;diamond@b6n1!1 19 - play:2"
)
THREE_IN_A_CORNER = f"{EMPTY} circle@f1e1=19,5,17;square@f1s1=34,13,9;triangle@f1e2=2,24,29 26 - play:2"
SIDE_BY_SIDE = f"{EMPTY} circle@c6n1=35,7,30;square@c6n2=14,20,15 29 - play:1"


def walks(position: str, action: str) -> list[Walk]:
    state = read_position(position, check=False)
    _, events = act(state, state.active, read_action(action), lambda pile: pile[0])
    return [event.walk for event in events if isinstance(event, MarkerWalked)]


def names(walk: Walk) -> list[str]:
    return [point_name(point) for point in walk.points]


@pytest.mark.rule("M1")
@EDITIONS
def test_the_active_marker_goes_to_the_open_end_of_its_path_over_all_tiles_on_the_way(edition: str) -> None:
    (walk,) = walks(f"{edition} 1 {LONG_WAY}", "play 1n")
    assert names(walk) == ["a2n1", "a2n2", "a3n1", "a4n1", "a5e2", "b5s2"]
    assert walk.end == read_point("b4n1")


@pytest.mark.rule("M1")
def test_a_marker_never_goes_back(play: Play) -> None:
    before = read_position(f"modern 1 {LONG_WAY}")
    after, _ = play(before, "play 1n")
    assert path_of(after, 0)[: before.walked[0]] == path_of(before, 0)
    assert [point_name(leaving) for _, leaving in path_of(after, 0)[before.walked[0] :]] == [
        "a2n2",
        "a3n1",
        "a4n1",
        "a5e2",
        "b5s2",
    ]


@pytest.mark.rule("M1")
@EDITIONS
def test_a_path_may_cross_the_new_tile_twice(edition: str, play: Play) -> None:
    (walk,) = walks(f"{edition} 2 {TWICE}", "play 5s")
    assert names(walk) == ["e5n1", "e5w1", "d5e1", "e5e2"]
    assert [tuple(map(point_name, crossing)) for crossing in walk.tiles_crossed] == [
        ("e5n1", "e5w1"),
        ("d5e2", "d5e1"),
        ("e5w2", "e5e2"),
    ]
    assert walk.end == read_point("f5w1")


@pytest.mark.rule("M1")
@EDITIONS
def test_a_path_may_cross_the_new_tile_three_times(edition: str) -> None:
    (walk,) = walks(f"{edition} 2 {THRICE}", "play 29e")
    assert names(walk) == ["b5e1", "b5w1", "a5e1", "b5n2", "b6s2", "b5s2"]
    assert walk.end == read_point("b4n1")


@pytest.mark.rule("M1")
@EDITIONS
def test_the_active_marker_moves_first_then_the_others_before_the_new_tile_clockwise(
    edition: str, play: Play
) -> None:
    _, effects = play(f"{edition} 2 {THREE_IN_A_CORNER}", "play 34n")
    assert effects[:4] == ("on f1", "2 to f2s1", "3 to e1e2", "1 to e1e1")


@pytest.mark.rule("M1")
@EDITIONS
def test_markers_that_do_not_face_the_new_tile_stay_where_they_are(
    edition: str, play: Play, crowded: Crowded
) -> None:
    position = crowded(edition, "6,20,2", "30", "12,25", "8,28", "24,31")
    before = read_position(position, check=False)
    after, effects = play(position, "play 6w")
    assert effects[:4] == ("on a4", "1 to a3n1", "3 to a3n2", "4 to a3e1")
    assert (after.markers[1], after.markers[4]) == (before.markers[1], before.markers[4])
    assert (after.walked[1], after.walked[4]) == (before.walked[1], before.walked[4])


@pytest.mark.rule("M1")
def test_a_preview_tells_how_every_marker_would_walk(crowded: Crowded) -> None:
    position = crowded("modern", "6,20,2", "30", "12,25", "8,28", "24,31")
    previews = {str(preview.tile): preview for preview in view(read_position(position, check=False), 0).previews}
    assert list(previews["20w"].walks) == walks(position, "play 20w")
    assert previews["20w"].eliminated == (0, 2, 3)
    assert previews["6w"].eliminated == ()


@pytest.mark.rule("M2")
@EDITIONS
def test_a_marker_whose_path_ends_at_the_edge_is_eliminated(edition: str, play: Play, crowded: Crowded) -> None:
    state, effects = play(crowded(edition, "20,6,2", "30", "12,25", "8,28", "24,31"), "play 20e")
    assert effects[:5] == ("on a4", "1 to a3n2", "3 to a4w2", "4 to a3e1", "3 out at the edge")
    assert state.markers[2] is None
    assert state.in_play == (0, 1, 3, 4)


@pytest.mark.rule("M2")
def test_an_eliminated_player_has_nothing_to_place(play: Play, crowded: Crowded) -> None:
    state, _ = play(crowded("modern", "20,6,2", "30", "12,25", "8,28", "24,31"), "play 20e")
    assert (view(state, 2).hand, view(state, 2).previews, view(state, 2).on_turn) == ((), (), False)


@pytest.mark.rule("M2")
def test_a_start_mark_that_nobody_used_is_the_edge(play: Play) -> None:
    position = f"modern 2 {EMPTY} circle@f6e2=1,4,9;square@f6n2=10,23,35 29 - play:2"
    state, effects = play(position, "play 10e")
    assert effects[2:] == ("1 to f6e1", "1 out at the edge")
    assert read_point("f6e1") in START_MARKS
    assert read_point("f6e1") not in state.starts


@pytest.mark.rule("M3")
@EDITIONS
def test_two_markers_whose_paths_become_one_are_both_eliminated(
    edition: str, play: Play, crowded: Crowded
) -> None:
    state, effects = play(crowded(edition, "8,6,2", "30", "12,25", "20,28", "24,31"), "play 8w")
    assert effects[:6] == (
        "on a4",
        "1 to a4n2",
        "3 to a4e1",
        "4 to a3n2",
        "1 out by meeting 3",
        "3 out by meeting 1",
    )
    assert state.in_play == (1, 3, 4)


@pytest.mark.rule("M3")
@EDITIONS
def test_two_opponents_can_meet_on_the_active_players_tile(edition: str, play: Play, crowded: Crowded) -> None:
    state, effects = play(crowded(edition, "2,6,20", "30", "12,25", "8,28", "24,31"), "play 2n")
    assert effects[1:6] == ("1 to a3e1", "3 to a4n1", "4 to a4n2", "3 out by meeting 4", "4 out by meeting 3")
    assert state.in_play == (0, 1, 4)


@pytest.mark.rule("M3", "P3")
@EDITIONS
def test_a_start_mark_with_a_marker_still_on_it_is_a_meeting_and_not_the_edge(edition: str, play: Play) -> None:
    state, effects = play(f"{edition} 1 {SIDE_BY_SIDE}", "play 7n")
    assert effects == ("on c6", "1 to c6n2", "2 to c6n1", "1 out by meeting 2", "2 out by meeting 1")
    assert state.walked == (1, 1)


@pytest.mark.rule("M3")
def test_an_opponent_is_led_to_the_start_mark_of_a_marker_that_has_not_moved(play: Play) -> None:
    position = (
        "modern 4 6/6/8s,5/6/6/9e,5 "
        "circle@a1w1=27,12,35;square@a5w2=1,11,5;triangle@a5w1=26,2,7;diamond@a4w2=34,13,30 21 - play:2"
    )
    state, effects = play(position, "play 5n")
    assert effects[1:6] == ("2 to b5w1", "3 to a5s2", "4 to a5w1", "3 out by meeting 4", "4 out by meeting 3")
    assert state.starts[2] == read_point("a5w1")


@pytest.mark.rule("M1", "M3")
@EDITIONS
def test_markers_can_meet_after_both_crossed_the_new_tile_twice(edition: str) -> None:
    position = (
        f"{edition} 2 6/6/4,1n,31n/5,35n/4,9e,30e/4,22n,33n "
        "circle@f1e1=10,18,19;square@f4e1=12,23,5;triangle@f2e1=14,17,15 19 - play:3"
    )
    active, other = walks(position, "play 14n")
    assert (names(active), active.met) == (["e3e2", "e3n2", "e4s2", "e3e1"], 1)
    assert (names(other), other.met) == (["e3e1", "e3n1", "e4s1", "e3e2"], 2)


@pytest.mark.rule("M4")
@EDITIONS
def test_all_eliminations_of_one_placement_happen_at_the_same_time(
    edition: str, play: Play, crowded: Crowded
) -> None:
    state, effects = play(crowded(edition, "20,6,2", "30", "12,25", "8,28", "24,31"), "play 20w")
    assert effects[:8] == (
        "on a4",
        "1 to a4n2",
        "3 to a4e1",
        "4 to a4w1",
        "1 out by meeting 3",
        "3 out by meeting 1",
        "4 out at the edge",
        "shuffled in 6",
    )
    assert state.out == ((0, 2, 3),)
    assert state.hands[0] == state.hands[2] == state.hands[3] == ()


@pytest.mark.rule("M4", "M3")
def test_a_marker_does_not_walk_away_before_the_active_marker_meets_it(play: Play, crowded: Crowded) -> None:
    position = crowded("modern", "8,6,2", "30", "12,25", "20,28", "24,31")
    stood = read_position(position, check=False).markers[2]
    active, other, _ = walks(position, "play 8w")
    assert active.points[-1] == stood == read_point("a4n2")
    assert other.points[-1] == active.points[0]


@pytest.mark.rule("M4")
@EDITIONS
def test_a_meeting_and_an_edge_together_can_eliminate_everyone(edition: str, play: Play) -> None:
    position = (
        f"{edition} 3 6/6/6/6/6/18w,1,8n,21e,2 "
        "circle@d1s2=4,27,28;square@a1s2=33,14,16;triangle@c1s2=10,22,35 23 - play:3"
    )
    state, effects = play(position, "play 10e")
    assert effects[4:] == ("3 out by meeting 1", "1 out by meeting 3", "2 out at the edge")
    assert state.out == ((0, 1, 2),)

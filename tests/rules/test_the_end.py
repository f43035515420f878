"""W1 to W4: when the game is over, who has won, and the final ranking."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from tsuro import Outcome, Phase, State, read_action, read_position
from tsuro.game.errors import AlreadyOver
from tsuro.game.events import GameOver, TurnPassed
from tsuro.game.legal import check
from tsuro.game.outcome import outcome
from tsuro.game.turn import act
from tsuro.game.view import view

Play: TypeAlias = Callable[..., tuple[State, tuple[str, ...]]]

EDITIONS = pytest.mark.parametrize("edition", ["classic", "modern"])

TAKEN_OUT = "6/6/6/6/6/6 circle@f6e2=1,4,9;square@f6n2=10,23,35 29 - play:2"
FORCED_OUT = "1,22s,4/23n,5/8s,5/6/6/6 circle@a4w2=28,10,27;square@b6n1=29,19,17 26 - play:2"
SIDE_BY_SIDE = "6/6/6/6/6/6 circle@c6n1=35,7,30;square@c6n2=14,20,15 29 - play:1"
THREE_AT_ONCE = (
    "6/6/6/6/6/18w,1,8n,21e,2 circle@d1s2=4,27,28;square@a1s2=33,14,16;triangle@c1s2=10,22,35 23 - play:3"
)
LAST_TILE = (
    "1n,29n,11s,13n,10n,14n/7n,28n,32n,26s,35n,4s/17s,34n,2w,31e,23n,30e/"
    "33n,6n,15s,21w,22s,20w/18n,8n,5n,12e,19n,27n/24n,25w,9w,16e,2 circle@c1s1=3;square@c1s2 0 - play:1"
)
LAST_TILE_OF_THREE = (
    "18w,13n,11n,21e,20w,26e/28n,1,14e,7s,32n,2n/1,27n,15n,8e,17n,10e/1n,6e,23n,35n,31n,3e/"
    "19e,16s,5n,25n,33e,30e/22w,34n,24e,12w,29w,4w circle@f6e2;square@e1s2=9;triangle@f2e1 0 - play:2"
)
LAST_TILE_FOR_ONE = (
    "1n,35n,1,6e,23n,22s/12w,31e,29w,16e,20n,21e/8w,26n,11n,27e,24e,30n/2n,7w,33n,32n,14e,10e/"
    "15w,13n,18w,17n,25n,34n/5w,9e,1,4w,19n,3e circle@b1s2=28;square@d6n1 0 - play:1"
)
FIVE_PLAYERS = (
    "6/6/5,3w/5,17e/5,13e/3,5w,1,20w circle@d1s1=28,26,7;square@f1e1!2~2;"
    "triangle@f1s2!1;diamond@f4e2=21,33,11;pentagon@f3e1!2~2 24 - play:4"
)
LAST_TWO_OF_FIVE = (
    "1,24e,9s,26s,2e,28n/3,11n,2/6/6/6/6 circle@e6n1!2;square@c6n2=1,8,34;"
    "triangle@f6n1!1;diamond@f6e2!1;pentagon@d6n1=30,6,14 23 - play:2"
)


@pytest.mark.rule("W1")
@EDITIONS
def test_the_last_marker_on_the_board_wins(edition: str, play: Play) -> None:
    state, effects = play(f"{edition} 2 {TAKEN_OUT}", "play 10e")
    assert effects[-1] == "1 out at the edge"
    assert state.phase is Phase.OVER
    assert outcome(state) == Outcome(winners=(1,), ranking=((1,), (0,)))


@pytest.mark.rule("W1")
@EDITIONS
def test_the_last_marker_wins_also_when_the_active_player_goes_out(edition: str, play: Play) -> None:
    state, _ = play(f"{edition} 1 {FORCED_OUT}", "play 17s")
    assert outcome(state) == Outcome(winners=(0,), ranking=((0,), (1,)))


@pytest.mark.rule("W1")
@EDITIONS
def test_the_game_goes_on_while_two_markers_are_left(
    edition: str, turn: Play, crowded: Callable[..., str]
) -> None:
    state, _ = turn(crowded(edition, "20,6,2", "30", "12,25", "8,28", "24,31"), "play 20w")
    assert state.in_play == (1, 4)
    assert state.phase is Phase.PLAY_TILE
    assert outcome(state) is None


@pytest.mark.rule("W1")
@EDITIONS
def test_the_end_is_announced_and_nobody_draws_or_acts_any_more(edition: str) -> None:
    position = read_position(f"{edition} 2 {TAKEN_OUT}")
    state, events = act(position, 1, read_action("play 10e"), lambda pile: pile[0])
    assert events[-1] == GameOver(Outcome(winners=(1,), ranking=((1,), (0,))))
    assert not any(isinstance(event, TurnPassed) for event in events)
    assert state.pile == position.pile
    assert not view(state, 1).on_turn
    assert view(state, 1).outcome == outcome(state)
    for seat in (0, 1):
        with pytest.raises(AlreadyOver):
            check(state, seat, read_action("play 23n"))


@pytest.mark.rule("W2")
@EDITIONS
def test_those_who_remain_when_all_tiles_are_on_the_board_share_the_win(edition: str, play: Play) -> None:
    state, effects = play(f"{edition} 1 {LAST_TILE}", "play 3e")
    assert effects == ("on f1", "1 to e1e2", "2 to e1e1")
    assert (state.tiles_placed, state.phase) == (35, Phase.OVER)
    assert outcome(state) == Outcome(winners=(0, 1), ranking=((0, 1),))


@pytest.mark.rule("W2", "W4")
@EDITIONS
def test_a_player_eliminated_by_the_last_tile_does_not_share_the_win(edition: str, play: Play) -> None:
    state, effects = play(f"{edition} 1 {LAST_TILE_OF_THREE}", "play 9w")
    assert effects[-1] == "1 out at the edge"
    assert outcome(state) == Outcome(winners=(1, 2), ranking=((1, 2), (0,)))


@pytest.mark.rule("W1", "W2")
@EDITIONS
def test_one_marker_left_by_the_last_tile_wins_alone(edition: str, play: Play) -> None:
    state, _ = play(f"{edition} 1 {LAST_TILE_FOR_ONE}", "play 28n")
    assert state.tiles_placed == 35
    assert outcome(state) == Outcome(winners=(0,), ranking=((0,), (1,)))


@pytest.mark.rule("W3")
@EDITIONS
def test_two_players_who_go_out_together_share_the_win(edition: str, play: Play) -> None:
    state, _ = play(f"{edition} 1 {SIDE_BY_SIDE}", "play 7n")
    assert outcome(state) == Outcome(winners=(0, 1), ranking=((0, 1),))


@pytest.mark.rule("W3")
@EDITIONS
def test_three_players_who_go_out_together_share_the_win_whatever_the_reason(edition: str, play: Play) -> None:
    state, _ = play(f"{edition} 3 {THREE_AT_ONCE}", "play 10e")
    assert outcome(state) == Outcome(winners=(0, 1, 2), ranking=((0, 1, 2),))


@pytest.mark.rule("W3", "W2")
@EDITIONS
def test_the_last_tile_too_can_eliminate_all_who_remain(edition: str, play: Play) -> None:
    state, effects = play(f"{edition} 1 {LAST_TILE}", "play 3n")
    assert effects[-2:] == ("1 out by meeting 2", "2 out by meeting 1")
    assert outcome(state) == Outcome(winners=(0, 1), ranking=((0, 1),))


@pytest.mark.rule("W3", "W4")
@EDITIONS
def test_only_those_who_remained_share_the_win(edition: str, play: Play) -> None:
    state, _ = play(f"{edition} 1 {LAST_TWO_OF_FIVE}", "play 1n")
    assert outcome(state) == Outcome(winners=(1, 4), ranking=((1, 4), (0,), (2, 3)))


@pytest.mark.rule("W4")
@EDITIONS
def test_later_eliminations_rank_above_earlier_ones_and_those_of_one_placement_share_a_rank(
    edition: str, play: Play
) -> None:
    state, _ = play(f"{edition} 2 {FIVE_PLAYERS}", "play 33e")
    assert outcome(state) == Outcome(winners=(3,), ranking=((3,), (0,), (1, 4), (2,)))


@pytest.mark.rule("W1", "W2", "W3")
def test_a_win_is_shared_in_equal_parts() -> None:
    alone = Outcome(winners=(3,), ranking=((3,), (0,), (1, 2)))
    assert [alone.share(seat) for seat in range(4)] == [0, 0, 0, 1]
    shared = Outcome(winners=(0, 1), ranking=((0, 1), (2,)))
    assert [shared.share(seat) for seat in range(3)] == [0.5, 0.5, 0]

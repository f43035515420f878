"""V1 to V4: longest path, most crossings, open tiles, solo."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

import pytest

from tsuro import TILES, Edition, Goal, Match, Outcome, Phase, State, read_action, read_edition, read_position
from tsuro.game.actions import PlayTile
from tsuro.game.errors import TakesYouToTheEdge, TileNotInHand
from tsuro.game.events import TileDrawn, TilesDealt
from tsuro.game.legal import check, legal_actions, legal_placements
from tsuro.game.outcome import (
    crossings,
    outcome,
    path_of,
    scores,
    scores_after,
    solo_score,
    solo_score_after,
)
from tsuro.game.view import view

Play: TypeAlias = Callable[..., tuple[State, tuple[str, ...]]]

EDITIONS = pytest.mark.parametrize("edition", ["classic", "modern"])

EMPTY = "6/6/6/6/6/6"
FORCED_OUT = "1,22s,4/23n,5/8s,5/6/6/6 circle@a4w2=28,10,27;square@b6n1=29,19,17 26 - play:2"
ALONE = "3s,5/6/6/6/6/6 circle@a6w1!1;square@a6n1=18,7,26 31 - play:2"
EARLY_OUT_WALKED_FAR = (
    "3,12w,22s,7w/3,8w,28n,1n/2,21n,25w,17s,1/2,26n,9s,32n,23n/4,19e,34n/4,3w,1 "
    "circle@d6n1=33,24,29;square@e6n2!1 16 - play:1"
)
SIDE_BY_SIDE = f"{EMPTY} circle@c6n1=35,7,30;square@c6n2=14,20,15 29 - play:1"
TWICE = "3,25s,17e,1/3,8e,2/6/6/6/6 circle@e6n2=10,7,5;square@d6n1=32,15,16 26 - play:1"
THRICE = (
    "16s,5s,11e,2,8w/13e,1,25e,2,20e/6/6/6/6 "
    "circle@a6n1=27,1,30;square@c6n2=29,23,3;triangle@f6n1=17,28,19;diamond@b6n1!1 19 - play:2"
)
THREE_CROSSINGS_TO_NONE = (
    "7w,24n,4/8e,17s,9w,3/12w,14e,4/20s,13n,4/31n,35n,25e,4w,2/1,10n,15s,11w,2 "
    "circle@a3w1=32,5,27;square@a5w2=28,19,6 13 - play:1"
)
ONE_CROSSING_EACH = (
    "3s,18n,33n,27n,2/21s,11e,8w,24e,2/1,23n,14e,3/1,2w,4/6/6 circle@b6n1=1,32,10;square@a5w2!1 21 - play:1"
)
FULL_BOARD = (
    "1n,29n,11s,13n,10n,14n/7n,28n,32n,26s,35n,4s/17s,34n,2w,31e,23n,30e/"
    "33n,6n,15s,21w,22s,20w/18n,8n,5n,12e,19n,27n/24n,25w,9w,16e,2"
)
OPEN_PILE_EMPTY = (
    "12n,27n,18s,33e,31e,22w/23n,21w,24e,34n,1,2s/1,30e,5s,6s,1,15n/3e,19e,17n,25s,7w,35n/"
    "8e,29w,9w,13n,16n,20e/1,1n,14n,11s,26w,28n open=10,32,4;circle@f5e1;square@f1e2 0 - play:2"
)


@pytest.mark.rule("V1", "V2")
@EDITIONS
@pytest.mark.parametrize("goal", ["longest-path", "most-crossings"])
def test_the_game_goes_on_when_one_marker_is_left(edition: str, goal: str, turn: Play) -> None:
    state, told = turn(f"{edition}+{goal} 1 {FORCED_OUT}", "play 17s")
    assert told == ("shuffled in 2",)
    assert (state.phase, state.in_play, state.active) == (Phase.PLAY_TILE, (0,), 0)


@pytest.mark.rule("V1", "T1")
@EDITIONS
def test_the_last_marker_plays_turn_after_turn(edition: str, turn: Play) -> None:
    state, told = turn(f"{edition}+longest-path 2 {ALONE}", "play 26n")
    assert told == ("2 draws 1",)
    assert (state.phase, state.active) == (Phase.PLAY_TILE, 1)


@pytest.mark.rule("V1", "D2", "D4")
def test_a_modern_game_of_two_draws_without_the_dragon_tile_also_when_one_plays_on(turn: Play) -> None:
    board = (
        "16w,14e,3,5s/12e,11s,22n,35n,25e,30e/15s,24n,1n,9w,21e,10e/"
        "29e,20w,3w,26e,28n,17e/34n,31e,6s,4w,2/8s,23e,13n,7s,2"
    )
    position = f"modern+longest-path 2 {board} circle@a5w2=33,2,27;square@a6n2=32,19,18 0 - play:1"
    state, told = turn(position, "play 33n")
    assert told == ()
    assert state.dragon is None


@pytest.mark.rule("V1")
@EDITIONS
def test_the_marker_that_walked_over_most_tiles_wins_even_if_it_went_out_first(edition: str, play: Play) -> None:
    state, _ = play(f"{edition}+longest-path 2 {EARLY_OUT_WALKED_FAR}", "play 29e")
    assert state.out == ((1,), (0,))
    assert outcome(state) == Outcome(winners=(1,), ranking=((1,), (0,)), scores=(11, 12))


@pytest.mark.rule("V1")
@EDITIONS
def test_a_tile_crossed_twice_counts_twice(edition: str, play: Play) -> None:
    before = read_position(f"{edition}+longest-path 2 {TWICE}")
    after, _ = play(before, "play 5s")
    assert (before.walked, after.walked) == ((1, 2), (4, 2))


@pytest.mark.rule("V1")
@EDITIONS
def test_equal_lengths_share_the_win(edition: str, play: Play) -> None:
    state, _ = play(f"{edition}+longest-path 1 {SIDE_BY_SIDE}", "play 7n")
    assert outcome(state) == Outcome(winners=(0, 1), ranking=((0, 1),), scores=(1, 1))


@pytest.mark.rule("V1")
@EDITIONS
def test_when_all_tiles_are_played_the_longer_path_wins_though_both_markers_remain(
    edition: str, play: Play
) -> None:
    state, _ = play(f"{edition}+longest-path 1 {FULL_BOARD} circle@c1s1=3;square@c1s2 0 - play:1", "play 3e")
    assert state.in_play == (0, 1)
    assert outcome(state) == Outcome(winners=(1,), ranking=((1,), (0,)), scores=(26, 30))


@pytest.mark.rule("V2")
@EDITIONS
def test_most_crossings_of_the_own_path_win(edition: str, play: Play) -> None:
    state, _ = play(f"{edition}+most-crossings 1 {THREE_CROSSINGS_TO_NONE}", "play 5n")
    assert state.walked == (13, 13)
    assert outcome(state) == Outcome(winners=(0,), ranking=((0,), (1,)), scores=(3, 0))


@pytest.mark.rule("V2")
@EDITIONS
def test_equally_many_crossings_share_the_win_whatever_the_length(edition: str, play: Play) -> None:
    state, _ = play(f"{edition}+most-crossings 2 {ONE_CROSSING_EACH}", "play 10n")
    assert state.walked == (10, 8)
    assert outcome(state) == Outcome(winners=(0, 1), ranking=((0, 1),), scores=(1, 1))


@pytest.mark.rule("V2")
def test_a_path_crosses_itself_where_its_ways_over_a_tile_interlock(play: Play) -> None:
    # From n1 to w1 and from w2 to e2: the second way starts on one side of the first and ends on the other.
    state, _ = play(f"modern+most-crossings 2 {TWICE}", "play 5s")
    assert [crossings(path_of(state, seat)) for seat in (0, 1)] == [1, 0]
    # From e1 to w1, from w2 to n2 and from n1 to s2: the third way crosses both others, which do not cross.
    state, _ = play(f"modern+most-crossings 2 {THRICE}", "play 29e")
    assert [crossings(path_of(state, seat)) for seat in range(4)] == [0, 2, 0, 0]


@pytest.mark.rule("V2")
def test_two_ways_that_cross_count_and_two_that_only_pass_each_other_do_not() -> None:
    assert crossings([(0, 4), (2, 6)]) == 1
    assert crossings([(0, 5), (1, 4)]) == 0
    assert crossings([(0, 1), (2, 3)]) == 0
    assert crossings([(0, 4), (8 + 2, 8 + 6)]) == 0


@pytest.mark.rule("V2")
def test_a_marker_not_yet_placed_has_no_path() -> None:
    assert path_of(Match(seed=1).state, 0) == ()


@pytest.mark.rule("V1", "V2")
def test_the_scores_are_told_when_the_game_is_over_and_not_before() -> None:
    assert outcome(read_position(f"modern+longest-path 1 {SIDE_BY_SIDE}")) is None
    assert Edition(name="modern", goal=Goal.LONGEST_PATH).plays_on_alone
    assert not Edition(name="modern").plays_on_alone


@pytest.mark.rule("V1", "V2", "V3", "V4")
def test_an_edition_with_options_is_no_variant() -> None:
    assert not Edition(name="modern", elimination_bonus=True, no_ramming=True).is_variant
    assert Edition(name="modern", goal=Goal.LONGEST_PATH).is_variant
    assert Edition(name="modern", goal=Goal.MOST_CROSSINGS).is_variant
    assert Edition(name="modern", open_tiles=True).is_variant
    assert Edition(name="modern", solo=True).is_variant


@pytest.mark.rule("V1", "V2", "V4")
@pytest.mark.parametrize("variant", ["longest-path", "most-crossings", "solo", "no-ramming"])
def test_what_a_placement_would_score_is_what_it_then_scores(variant: str) -> None:
    match, random = Match(edition=read_edition(f"modern+{variant}"), players=3, seed=4), Random(4)
    while not match.is_over:
        before, preview = match.state, None
        action = random.choice(match.legal_actions)
        if isinstance(action, PlayTile):
            [preview] = [each for each in match.view(match.active).allowed if each.tile == action.tile]
        match.submit(match.active, action)
        if preview is None:
            continue
        seats = [walk.seat for walk in preview.walks]
        after = scores(match.state)
        assert scores_after(before, preview.walks) == tuple(after[seat] for seat in seats if after)
        assert solo_score_after(before, preview.walks) == solo_score(match.state)


@pytest.mark.rule("V3")
@EDITIONS
def test_with_open_tiles_three_tiles_lie_open_for_everyone(edition: str) -> None:
    match = Match(edition=read_edition(f"{edition}+open-tiles"), players=4, first=2, seed=1)
    (tiles,) = match.state.hands
    assert len(tiles) == 3
    assert len(match.state.pile) == 32
    assert match.events(None) == (TilesDealt(None, tiles),)
    assert [match.view(seat).hand for seat in (0, 1, 2, 3, None)] == [tiles] * 5


@pytest.mark.rule("V3")
@EDITIONS
def test_the_active_player_plays_an_open_tile_and_it_is_replaced_from_the_pile(edition: str, play: Play) -> None:
    position = f"{edition}+open-tiles 1 {EMPTY} open=5,18,9;circle@a1s2;square@a2w2;triangle@f6n1 32 - play:1"
    state, effects = play(position, "play 18n", draws=(8,))
    assert effects == ("on a1", "1 to a2s1", "draws 8")
    assert (state.hands, state.active) == (((5, 9, 8),), 1)
    assert state.hand_of(1) == state.hand_of(2) == (5, 9, 8)
    with pytest.raises(TileNotInHand):
        check(state, 1, read_action("play 18n"))


@pytest.mark.rule("V3", "P2")
def test_with_open_tiles_the_edge_is_forbidden_while_any_open_tile_avoids_it() -> None:
    state = read_position(f"modern+open-tiles 1 {EMPTY} open=1,35,2;circle@a6n1;square@f1s1 32 - play:1")
    assert [str(tile) for tile in legal_placements(state)] == ["2s"]
    with pytest.raises(TakesYouToTheEdge):
        check(state, 0, read_action("play 1n"))


@pytest.mark.rule("V3")
@EDITIONS
def test_with_open_tiles_an_elimination_brings_no_exchange_and_no_shuffling(edition: str, play: Play) -> None:
    position = f"{edition}+open-tiles 1 {EMPTY} open=5,18,9;circle@a1s2;square@a2w2;triangle@a1s1 32 - play:1"
    state, effects = play(position, "play 18n", draws=(8,))
    assert effects == ("on a1", "1 to a2s1", "3 to a1w2", "3 out at the edge", "draws 8")
    assert state.phase is Phase.PLAY_TILE


@pytest.mark.rule("V3")
@EDITIONS
def test_with_open_tiles_nobody_takes_the_dragon_tile_when_the_pile_is_empty(edition: str, play: Play) -> None:
    state, effects = play(f"{edition}+open-tiles 2 {OPEN_PILE_EMPTY}", "play 4w")
    assert effects == ("on e5", "2 to e4w2")
    assert (state.hands, state.dragon, state.active) == (((10, 32),), None, 0)
    assert not state.setup.edition.has_dragon(2)


@pytest.mark.rule("V3")
def test_everyone_sees_which_open_tile_is_drawn() -> None:
    assert TileDrawn(None, 8).seen_by(1) == TileDrawn(None, 8).seen_by(None) == TileDrawn(None, 8)


@pytest.mark.rule("V3", "W1")
def test_with_open_tiles_the_last_marker_wins(play: Play) -> None:
    position = f"modern+open-tiles 2 {EMPTY} open=10,23,35;circle@f6e2;square@f6n2 32 - play:2"
    state, _ = play(position, "play 10e")
    assert outcome(state) == Outcome(winners=(1,), ranking=((1,), (0,)))


@pytest.mark.rule("V4")
@pytest.mark.parametrize("markers", range(2, 9))
def test_one_person_plays_two_to_eight_markers_in_turn_from_one_open_hand_of_three(markers: int) -> None:
    match = Match(edition=read_edition("modern+solo"), players=markers, seed=3)
    assert [len(hand) for hand in match.state.hands] == [3]
    for seat in range(markers):
        assert match.active == seat
        match.submit(seat, legal_actions(match.state)[seat * 5])
    assert (match.active, match.state.phase) == (0, Phase.PLAY_TILE)
    assert view(match.state, 0).hand == view(match.state, 1).hand == match.state.hands[0]


@pytest.mark.rule("V4")
@EDITIONS
def test_solo_goes_on_with_one_marker_without_exchange_or_dragon_tile(edition: str, play: Play) -> None:
    position = f"{edition}+solo 1 8w,5/6/23n,5/6/6/6 open=28,3,6;circle@a4w2;square@a6n1 30 - play:1"
    state, effects = play(position, "play 6s", draws=(29,))
    assert effects == ("on a5", "1 to b4w2", "2 to a5w1", "2 out at the edge", "draws 29")
    assert (state.phase, state.active, state.hands) == (Phase.PLAY_TILE, 0, ((28, 3, 29),))


@pytest.mark.rule("V4")
@EDITIONS
def test_solo_is_lost_when_the_last_marker_goes_out_and_the_score_is_markers_then_tiles(
    edition: str, play: Play
) -> None:
    position = f"{edition}+solo 1 6/5,22s/6/6/6/6 open=9,26,21;circle@f5e1;square@f6e2 31 - play:2"
    state, _ = play(position, "play 26w")
    assert outcome(state) == Outcome(winners=(), ranking=((0, 1),), solo=(0, 2))


@pytest.mark.rule("V4")
@EDITIONS
def test_solo_is_won_when_all_tiles_are_placed(edition: str, play: Play) -> None:
    position = f"{edition}+solo 1 {FULL_BOARD} open=3;circle@c1s1;square@c1s2 0 - play:1"
    state, _ = play(position, "play 3e")
    assert state.tiles_placed == len(TILES)
    assert outcome(state) == Outcome(winners=(0, 1), ranking=((0, 1),), solo=(2, 35))


@pytest.mark.rule("V4")
def test_solo_has_its_own_score_and_its_own_open_hand() -> None:
    with pytest.raises(ValueError, match="V4"):
        Edition(name="modern", solo=True, goal=Goal.MOST_CROSSINGS)
    with pytest.raises(ValueError, match="V4"):
        Edition(name="modern", solo=True, open_tiles=True)


@pytest.mark.rule("V1", "V2", "V4")
@pytest.mark.parametrize(
    ("variant", "counted", "alone"),
    [("modern", 0, 0), ("modern+longest-path", 2, 0), ("modern+most-crossings", 2, 0), ("modern+solo", 0, 2)],
)
def test_scores_are_known_while_the_game_goes_on(variant: str, counted: int, alone: int) -> None:
    match = Match(edition=read_edition(variant), players=2, seed=1)
    while not match.is_over:
        match.submit(match.active, match.legal_actions[0])
        end = outcome(match.state)
        assert len(scores(match.state)) == counted
        assert len(solo_score(match.state) or ()) == alone
    assert end is not None
    assert (end.scores, end.solo) == (scores(match.state), solo_score(match.state))

"""D1 to D6 and T1: who draws, in which order, the Dragon tile, and whose turn is next.

The crowded position has no tile in the draw pile; in it player 1 eliminates player 3 with tile 20
turned east, players 3 and 4 with tile 2 turned east, and so on (see the fixture).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random
from typing import TypeAlias

import pytest

from tsuro import Edition, Match, Phase, State, read_edition, read_position
from tsuro.game.events import DragonPassed, PilePassed, TileDrawn
from tsuro.game.turn import act
from tsuro.notation import read_action

Turn: TypeAlias = Callable[..., tuple[State, tuple[str, ...]]]
Crowded: TypeAlias = Callable[..., str]

EDITIONS = pytest.mark.parametrize("edition", ["classic", "modern"])

EARLY = "6/6/6/6/6/6 circle@c6n1=35,7,30;square@f1s1=14,20,15;star@a1w1=1,2,3 26 - play:1"
LAST_IN_PILE = (
    "4n,30n,21e,10n,16n,29s/20s,22n,26e,9s,2/6s,34n,3e,33n,35n,15n/25n,27n,12s,19e,24e,18e/1n,1,5s,14e,2/6 "
    "circle@a3w2=11,13,7;square@b6n1=32,17,2;triangle@c6n2=28,8,31 1 - play:2"
)
TWO_PLAYERS = (
    "16w,14e,3,5s/12e,11s,22n,35n,25e,30e/15s,24n,1n,9w,21e,10e/29e,20w,3w,26e,28n,17e/"
    "34n,31e,6s,4w,2/8s,23e,13n,7s,2 "
    "circle@a5w2=33,2,27;square@a6n2=32,19,18 0 - play:1"
)
TWO_OF_THREE_LEFT = (
    "4n,30n,21e,10n,16n,29s/20s,22n,26e,9s,32n,17w/6s,34n,3e,33n,35n,15n/25n,27n,12s,19e,24e,18e/"
    "1n,28n,5s,14e,1,11w/6 "
    "circle@a3w2=13,7,2;square@b6n1!1;triangle@c6n2=8,31,23 0 - play:3"
)
FIRST_OF_FOUR_OUT = (
    "1,2e,2,20w,24n/11e,35n,12e,1,27e,4e/8s,17w,18e,15w,21n,1/26s,19e,16e,33e,28n,23e/"
    "1,3w,22e,25e,5e,34n/1,9e,6e,14e,7n,29e "
    "circle@f1s1!1;square@c1s1=31,13;triangle@f1s2=30,10;diamond@b1s1=1,32 0 4 play:4"
)


@pytest.mark.rule("D1", "T1")
@EDITIONS
def test_while_everyone_else_has_three_tiles_only_the_active_player_draws(edition: str, turn: Turn) -> None:
    state, told = turn(f"{edition} 1 {EARLY}", "play 35n", draws=(9,))
    assert told == ("1 draws 9",)
    assert state.hands == ((7, 30, 9), (14, 20, 15), (1, 2, 3))
    assert len(state.pile) == 25


@pytest.mark.rule("D1")
@EDITIONS
def test_drawing_goes_clockwise_from_the_active_player_one_tile_each_lap_after_lap(
    edition: str, turn: Turn, crowded: Crowded
) -> None:
    position = crowded(edition, "2", "6,20", "8,12,24", "25,28,30", "31")
    state, told = turn(position, "play 2e", draws=(30, 8, 25, 12, 28, 24))
    assert told == (
        "shuffled in 6",
        *("1 draws 30", "2 draws 8", "5 draws 25"),
        *("1 draws 12", "5 draws 28"),
        "1 draws 24",
    )
    assert state.hands == ((30, 12, 24), (6, 20, 8), (), (), (31, 25, 28))
    assert (state.pile, state.dragon) == ((), None)


@pytest.mark.rule("D1")
@EDITIONS
def test_drawing_ends_when_everyone_has_three_tiles_and_the_rest_stays_in_the_pile(
    edition: str, turn: Turn, crowded: Crowded
) -> None:
    state, told = turn(crowded(edition, "20,2,6", "30,12", "8,24", "25,28", "31"), "play 20w")
    assert told == ("shuffled in 6", "2 draws 2", "5 draws 6", "5 draws 8")
    assert state.hands == ((), (30, 12, 2), (), (), (31, 6, 8))
    assert (state.pile, state.dragon) == ((24, 25, 28), None)


@pytest.mark.rule("D1", "D2")
@EDITIONS
def test_drawing_ends_when_the_pile_is_used_up_and_players_with_three_tiles_never_draw(
    edition: str, turn: Turn, crowded: Crowded
) -> None:
    state, told = turn(crowded(edition, "20,6", "30", "2,8,12", "24,25,28", "31"), "play 20e")
    assert told == ("shuffled in 3", "1 draws 2", "2 draws 8", "5 draws 12", "1 takes the dragon")
    assert state.hands == ((6, 2), (30, 8), (), (24, 25, 28), (31, 12))
    assert state.dragon == 0


@pytest.mark.rule("D1", "S5")
def test_nobody_else_sees_which_tile_is_drawn() -> None:
    state = read_position(f"modern 1 {EARLY}")
    _, events = act(state, 0, read_action("play 35n"), lambda pile: 9)
    (drawn,) = (event for event in events if isinstance(event, TileDrawn))
    assert drawn.seen_by(0) == drawn == TileDrawn(0, 9)
    assert drawn.seen_by(1) == drawn.seen_by(None) == TileDrawn(0, 0)


@pytest.mark.rule("D2")
@EDITIONS
def test_a_player_who_finds_the_pile_empty_takes_the_dragon_tile(
    edition: str, turn: Turn, crowded: Crowded
) -> None:
    state, told = turn(crowded(edition, "6,20,2", "30", "8,12", "24,25", "28,31"), "play 6w")
    assert told == ("1 takes the dragon",)
    assert (state.dragon, state.hands[0], state.active) == (0, (20, 2), 1)


@pytest.mark.rule("D2")
@EDITIONS
def test_the_last_tile_of_the_pile_is_drawn_without_the_dragon_tile(edition: str, turn: Turn) -> None:
    state, told = turn(f"{edition} 1 {LAST_IN_PILE}", "play 17w")
    assert told == ("2 draws 23",)
    assert (state.pile, state.dragon) == ((), None)
    state, told = turn(state, "play 28n")
    assert told == ("3 takes the dragon",)


@pytest.mark.rule("D2")
@EDITIONS
def test_drawing_ends_for_this_turn_with_whoever_takes_the_dragon_tile(
    edition: str, turn: Turn, crowded: Crowded
) -> None:
    state, told = turn(crowded(edition, "20,6", "30,8", "2", "12,24", "25,28,31"), "play 20e")
    assert told == ("shuffled in 1", "1 draws 2", "2 takes the dragon")
    assert state.hands == ((6, 2), (30, 8), (), (12, 24), (25, 28, 31))
    assert state.dragon == 1


@pytest.mark.rule("D2")
@EDITIONS
def test_nobody_takes_the_dragon_tile_while_another_player_has_it(
    edition: str, turn: Turn, crowded: Crowded
) -> None:
    state, told = turn(crowded(edition, "6,20,2", "30", "8,12", "24,25", "28,31", dragon="4"), "play 6w")
    assert told == ()
    assert state.dragon == 3


@pytest.mark.rule("D2", "D5")
@EDITIONS
def test_the_holder_draws_first_instead_of_the_active_player_and_gives_the_dragon_tile_back(
    edition: str, turn: Turn, crowded: Crowded
) -> None:
    state, told = turn(crowded(edition, "2", "6,20", "8,12,24", "25,28,30", "31", dragon="5"), "play 2e")
    assert told == (
        *("shuffled in 6", "5 returns the dragon"),
        *("5 draws 8", "1 draws 12", "2 draws 24"),
        *("5 draws 25", "1 draws 28"),
        "1 draws 30",
    )
    assert (state.dragon, state.active) == (None, 1)


@pytest.mark.rule("D5")
@EDITIONS
def test_a_single_tile_goes_to_the_holder_and_not_to_the_active_player(
    edition: str, turn: Turn, crowded: Crowded
) -> None:
    state, told = turn(crowded(edition, "20,6,2", "30", "8", "12,24,25", "28,31", dragon="5"), "play 20e")
    assert told == ("shuffled in 1", "5 returns the dragon", "5 draws 8", "1 takes the dragon")
    assert state.hands == ((6, 2), (30,), (), (12, 24, 25), (28, 31, 8))


@pytest.mark.rule("D2")
@EDITIONS
def test_the_active_player_may_be_the_holder(edition: str, turn: Turn, crowded: Crowded) -> None:
    _, told = turn(crowded(edition, "20,6", "30,2", "8", "12,24,25", "28,31", dragon="1"), "play 20e")
    assert told == ("shuffled in 1", "1 returns the dragon", "1 draws 8", "2 takes the dragon")


@pytest.mark.rule("D2")
@EDITIONS
def test_the_dragon_tile_given_back_can_be_taken_again_in_the_same_turn_even_by_the_same_player(
    edition: str, turn: Turn, crowded: Crowded
) -> None:
    state, told = turn(crowded(edition, "20,6", "30", "2,8,12", "24,25,28", "31", dragon="5"), "play 20e")
    assert told == (
        *("shuffled in 3", "5 returns the dragon", "5 draws 2", "1 draws 8", "2 draws 12"),
        "5 takes the dragon",
    )
    assert state.dragon == 4


@pytest.mark.rule("D2")
@EDITIONS
def test_the_holder_keeps_the_dragon_tile_while_no_tile_becomes_available(
    edition: str, turn: Turn, crowded: Crowded
) -> None:
    state, told = turn(crowded(edition, "20,6,2", "30,31", "", "8,12,24", "25,28", dragon="2"), "play 20e")
    assert told == ()
    assert state.dragon == 1


@pytest.mark.rule("D2")
def test_a_classic_game_of_two_uses_the_dragon_tile(turn: Turn) -> None:
    state, told = turn(f"classic 2 {TWO_PLAYERS}", "play 33n")
    assert told == ("1 takes the dragon",)
    assert state.dragon == 0


@pytest.mark.rule("D2")
def test_a_modern_game_of_two_does_not_use_the_dragon_tile(turn: Turn) -> None:
    state, told = turn(f"modern 2 {TWO_PLAYERS}", "play 33n")
    assert told == ()
    assert state.dragon is None


@pytest.mark.rule("D2")
@EDITIONS
def test_a_game_that_started_with_three_uses_the_dragon_tile_also_when_two_are_left(
    edition: str, turn: Turn
) -> None:
    state, told = turn(f"{edition} 1 {TWO_OF_THREE_LEFT}", "play 23e")
    assert told == ("3 takes the dragon",)
    assert state.dragon == 2


@pytest.mark.rule("D3")
@EDITIONS
def test_the_dragon_tile_of_an_eliminated_player_goes_clockwise_to_the_next_who_then_draws_first(
    edition: str, turn: Turn, crowded: Crowded
) -> None:
    position = crowded(edition, "20,6", "30,31,2", "8,12", "24", "25,28", dragon="3")
    state, told = turn(position, "play 20e")
    assert told == (
        *("dragon from 3 to 4", "shuffled in 2", "4 returns the dragon"),
        *("4 draws 8", "5 draws 12", "1 takes the dragon"),
    )
    assert state.dragon == 0


@pytest.mark.rule("D3")
@EDITIONS
def test_the_dragon_tile_skips_a_player_eliminated_at_the_same_time(
    edition: str, turn: Turn, crowded: Crowded
) -> None:
    position = crowded(edition, "2,6", "30,31,20", "8", "12,24", "25,28", dragon="3")
    state, told = turn(position, "play 2e")
    assert told == (
        *("dragon from 3 to 5", "shuffled in 3", "5 returns the dragon"),
        *("5 draws 8", "1 draws 12", "1 draws 24"),
    )
    assert state.dragon is None


@pytest.mark.rule("D3")
def test_classic_the_dragon_tile_goes_under_the_pile_if_the_next_player_has_three_tiles(
    turn: Turn, crowded: Crowded
) -> None:
    position = crowded("classic", "20,6", "30,31", "8,12", "24,25,28", "2", dragon="3")
    state, told = turn(position, "play 20e")
    assert told == (
        *("dragon from 3 to the pile", "shuffled in 2"),
        *("1 draws 8", "2 draws 12", "5 takes the dragon"),
    )
    assert state.dragon == 4


@pytest.mark.rule("D3")
def test_modern_the_dragon_tile_goes_to_the_next_player_with_fewer_than_three_tiles(
    turn: Turn, crowded: Crowded
) -> None:
    position = crowded("modern", "20,6", "30,31", "8,12", "24,25,28", "2", dragon="3")
    state, told = turn(position, "play 20e")
    assert told == (
        *("dragon from 3 to 5", "shuffled in 2", "5 returns the dragon"),
        *("5 draws 8", "1 draws 12", "2 takes the dragon"),
    )
    assert state.dragon == 1


@pytest.mark.rule("D3")
def test_modern_the_dragon_tile_may_go_round_to_the_active_player(turn: Turn, crowded: Crowded) -> None:
    position = crowded("modern", "20,6", "30", "8", "24,25,28", "2,12,31", dragon="3")
    _, told = turn(position, "play 20e")
    assert told == (
        *("dragon from 3 to 1", "shuffled in 1", "1 returns the dragon"),
        *("1 draws 8", "2 takes the dragon"),
    )


@pytest.mark.rule("D3")
@EDITIONS
def test_the_dragon_tile_is_set_aside_if_nobody_has_fewer_than_three_tiles(
    edition: str, turn: Turn, crowded: Crowded
) -> None:
    position = crowded(edition, "20,2", "30,31,6", "8", "24", "12,25,28", dragon="3")
    state, told = turn(position, "play 20w")
    assert told == ("dragon from 3 to the pile", "shuffled in 3")
    assert (state.dragon, state.pile) == (None, (2, 8, 24))


@pytest.mark.rule("D3")
@EDITIONS
def test_an_active_player_who_is_eliminated_hands_the_dragon_tile_on(
    edition: str, turn: Turn, crowded: Crowded
) -> None:
    _, told = turn(crowded(edition, "8,2", "6,12", "20,24", "25,28", "30,31", dragon="1"), "play 8w")
    assert told == (
        *("dragon from 1 to 2", "shuffled in 3", "2 returns the dragon"),
        *("2 draws 2", "4 draws 20", "5 draws 24"),
    )


@pytest.mark.rule("D3")
@EDITIONS
def test_the_dragon_tile_is_handed_on_also_when_no_tile_becomes_available(
    edition: str, turn: Turn, crowded: Crowded
) -> None:
    state, told = turn(crowded(edition, "20,6,2", "30,31", "", "8,12", "24,25,28", dragon="3"), "play 20e")
    assert told == ("dragon from 3 to 4",)
    assert state.dragon == 3


@pytest.mark.rule("D3")
def test_everyone_sees_where_the_dragon_tile_goes() -> None:
    assert DragonPassed(2, None).seen_by(None) == DragonPassed(2, None)


@pytest.mark.rule("D4")
@EDITIONS
def test_if_the_active_player_is_out_and_nobody_has_the_dragon_tile_the_next_player_draws_first(
    edition: str, turn: Turn, crowded: Crowded
) -> None:
    state, told = turn(crowded(edition, "8,2", "6,12", "20,24", "25,28", "30,31"), "play 8w")
    assert told == ("shuffled in 3", "2 draws 2", "4 draws 20", "5 draws 24")
    assert state.active == 1


@pytest.mark.rule("D4")
@EDITIONS
def test_if_the_active_player_is_out_the_holder_of_the_dragon_tile_still_draws_first(
    edition: str, turn: Turn, crowded: Crowded
) -> None:
    state, told = turn(crowded(edition, "8,2", "6,12", "20,24", "25,28", "30,31", dragon="5"), "play 8w")
    assert told == ("shuffled in 3", "5 returns the dragon", "5 draws 2", "2 draws 20", "4 draws 24")
    assert state.active == 1


@pytest.mark.rule("D4", "D2")
@EDITIONS
def test_if_the_active_player_is_out_and_no_tile_is_left_the_next_player_takes_the_dragon_tile(
    edition: str, turn: Turn, crowded: Crowded
) -> None:
    state, told = turn(crowded(edition, "31", "30,20,2", "8,12", "24,25", "6,28"), "play 31n")
    assert told == ("3 takes the dragon",)
    assert (state.dragon, state.active) == (2, 1)


@pytest.mark.rule("D6")
def test_the_pile_travels_to_whoever_draws_next(turn: Turn, crowded: Crowded) -> None:
    position = crowded("modern+pass-the-pile", "20,6", "30", "2,8,12", "24,25,28", "31", dragon="5")
    state, told = turn(position, "play 20e")
    assert told == (
        *("shuffled in 3", "5 returns the dragon", "5 draws 2"),
        *("pile to 1", "1 draws 8", "pile to 2", "2 draws 12"),
        *("pile to 5", "5 takes the dragon"),
    )
    assert (state.pile_at, state.active) == (4, 1)


@pytest.mark.rule("D6")
def test_the_pile_travels_to_the_next_player_at_the_end_of_a_turn(turn: Turn) -> None:
    position = read_position(f"modern+pass-the-pile 1 {EARLY}")
    state, told = turn(position, "play 35n", draws=(9,))
    assert told == ("1 draws 9", "pile to 2")
    assert (position.pile_at, state.pile_at) == (0, 1)


@pytest.mark.rule("D6")
def test_before_the_first_tile_the_pile_is_with_the_first_player() -> None:
    match = Match(edition=read_edition("modern+pass-the-pile"), players=3, first=2, seed=1)
    match.submit(2, read_action("mark c6n1"))
    assert (match.active, match.state.pile_at) == (0, 2)


@pytest.mark.rule("D6")
@pytest.mark.parametrize(("players", "seed"), list(product((2, 3, 5, 8), range(5))))
def test_passing_the_pile_changes_nothing_about_who_draws_what(players: int, seed: int) -> None:
    plain = Match(edition=read_edition("modern+bonus"), players=players, seed=seed)
    passing = Match(edition=read_edition("modern+bonus+pass-the-pile"), players=players, seed=seed)
    random = Random(seed)
    while not plain.is_over:
        action = random.choice(plain.legal_actions)
        events = passing.submit(plain.active, action)
        assert plain.submit(plain.active, action) == tuple(e for e in events if not isinstance(e, PilePassed))
        if passing.state.phase is Phase.PLAY_TILE:
            next_to_draw = passing.active if passing.state.dragon is None else passing.state.dragon
            assert passing.state.pile_at == next_to_draw
    assert passing.outcome == plain.outcome
    assert any(isinstance(event, PilePassed) for event in passing.events(None))


@pytest.mark.rule("D6")
def test_passing_the_pile_belongs_to_the_modern_edition() -> None:
    with pytest.raises(ValueError, match="D6"):
        Edition(name="classic", elimination_bonus=True, pass_the_pile=True)


@pytest.mark.rule("T1")
@EDITIONS
def test_the_next_player_clockwise_is_the_active_player_and_after_the_last_comes_the_first(
    edition: str, turn: Turn
) -> None:
    state = read_position(f"{edition} 1 {EARLY}")
    order = [state.active]
    for action in ("play 35n", "play 14n", "play 3e"):
        state, _ = turn(state, action)
        order.append(state.active)
    assert order == [0, 1, 2, 0]


@pytest.mark.rule("T1")
@EDITIONS
def test_the_turn_skips_players_who_are_eliminated(edition: str, turn: Turn) -> None:
    state, told = turn(f"{edition} 2 {FIRST_OF_FOUR_OUT}", "play 1n")
    assert told == (
        *("dragon from 4 to 2", "shuffled in 1", "2 returns the dragon", "2 draws 32"),
        "3 takes the dragon",
    )
    assert (state.out, state.active) == (((0,), (3,)), 1)

"""Every reason why a position is impossible, and that possible ones are let through."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tsuro import ImpossiblePosition, Phase, State, oriented, read_position
from tsuro.game.position import check_position
from tsuro.notation import read_point

EMPTY = "6/6/6/6/6/6"
CHOOSING = f"modern 1 {EMPTY} circle@a6n2=11,28,20;square@-=8,32,21;star@-=1,2,3 26 - mark:2"
CHOSEN = f"modern 1 {EMPTY} circle@a6n2=11,28,20;square@b6n2=8,32,21 29 - play:1"
ONE_TILE = "modern 1 27n,5/6/6/6/6/6 circle@a6n1=13,8,3;square@b6n1=24,5,16 28 - play:2"
AT_THE_EDGE = "modern+longest-path 1 21s,5/6/6/6/6/6 circle@a6w1=29,19,2;square@a6w2!1 31 - play:1"
MET = "modern+longest-path 1 1,19n,5e,3/6/6/6/6/6 circle@c6n1!1;square@b6n2=22,29,2;triangle@b6n1!1~1 30 - play:2"
EXCHANGE = "classic 1 9w,5/6/6/6/6/6 circle@a6n2=23,3;square@c6n1=4,20,32;triangle@a6w1!1=31,11,25 26 - exchange:1"
OVER = "modern 1 4n,5/6/6/6/6/6 circle@a6w2=21,3;square@a6n1!1=15,5,30 29 - over:1"
OPEN = "classic+open-tiles 1 21s,5/6/6/6/6/6 open=1,2,3;circle@a6w1;square@a6w2!1;star@f1s1 31 - play:1"
SOLO = f"modern+solo 1 {EMPTY} open=1,2,3;circle@a6w1;square@a6w2 32 - play:1"
DRAGON = (
    "modern 1 20e,24n,10n,31e,5n,23n/8w,12n,35n,4n,14e,9s/3s,26s,1,17s,27n,1/1,16w,19n,32n,22s,1"
    "/1,21w,30e,2s,6s,1/1,1n,25e,28n,2"
    " circle@a6n1=34,33,18;square@a6w1=7,13,29;triangle@b6n2=11,15 0 3 play:1"
)
DRAGON_AND_ONE_OUT = (
    "modern 1 12s,27n,19e,15n,2/16s,29n,31e,17e,26n,21w/24n,7n,23n,20s,4e,18n/3n,25s,1n,1,2n,11e"
    "/1,22e,9n,8n,5w,6e/1,30n,32n,35n,1,13n"
    " circle@a6n1=28,33,10;square@a6w1=34,14;triangle@a6w2!1 0 2 play:1"
)
FULL = (
    "modern+bonus 1 31e,30n,27e,6n,21n,20e/7w,18e,1n,19e,15s,35n/33n,8w,4w,29w,11e,34n/5w,10e,24e,2w,25n,17w"
    "/12e,13n,23n,32n,22n,1/26s,9s,28n,14e,3s,16w circle@b6n1;square@c6n1 0 - over:1"
)
LAST_TILES = (
    "modern 1 12w,3,2w,19n/11w,28n,34n,15s,33e,30e/21e,4n,20s,24n,27e,17w/8s,23n,16e,5e,18w,7e"
    "/22w,29n,6w,26e,10n,25w/31n,32n,9s,14n,35n,3n circle@f1s1=13;square@a6n1=1 0 - play:2"
)
LAST_OF_THREE = (
    "modern 1 6/5,19e/4,4n,31e/4,6w,1/4,27n,1/4,24n,29e"
    " circle@f1e1!2~4=22,34;square@f5e1!2~4=32,35,21;triangle@f1s1!1 23 - over:1"
)
SECOND_EXCHANGE = (
    "classic 1 3,11w,30e,1/4,15n,1/6/20w,5/34n,5/17w,5"
    " circle@d6n2!1;square@e6n2=27,6,12;triangle@a1w1=1,35;diamond@a3w2!2=13,7,10 21 - exchange:3"
)
APART = (
    "modern 1 6/6/25w,4e,4/16s,31e,22e,1,3w,10e/29s,19e,33n,20w,23e,24e/5s,17s,15e,21s,13n,34n"
    " circle@f1e2=27,1,28;square@d1s2!1;triangle@a3w2!2;diamond@c1s1=14,35,26 10 - play:1"
)
POSSIBLE = [
    LAST_OF_THREE,
    SECOND_EXCHANGE,
    APART,
    LAST_TILES,
    CHOOSING,
    CHOSEN,
    ONE_TILE,
    AT_THE_EDGE,
    MET,
    EXCHANGE,
    OVER,
    OPEN,
    SOLO,
    DRAGON,
    DRAGON_AND_ONE_OUT,
    FULL,
]


def impossible(position: State, **changes: Any) -> str:
    """Why the position, with these changes, is impossible."""
    with pytest.raises(ImpossiblePosition) as refused:
        check_position(replace(position, **changes))
    return str(refused.value)


@pytest.mark.parametrize("text", POSSIBLE)
def test_a_possible_position_is_let_through(text: str) -> None:
    check_position(read_position(text))


def test_each_tile_exists_once() -> None:
    position = read_position(CHOSEN)
    twice = ((11, 11, 20), position.hands[1])
    assert impossible(position, hands=twice) == "tile 11 is in 2 places (C2)"


def test_all_35_tiles_are_accounted_for() -> None:
    position = read_position(CHOSEN)
    reason = "there are 35 path tiles, but 34 are accounted for (C2)"
    assert impossible(position, pile=position.pile[1:]) == reason


def test_markers_start_on_start_marks() -> None:
    inside = (read_point("a6n2"), read_point("c3n1"))
    assert impossible(read_position(CHOSEN), starts=inside) == "c3n1 is not a start mark (C1)"


def test_no_two_markers_start_on_one_mark() -> None:
    same = (read_point("a6n2"),) * 2
    assert impossible(read_position(CHOSEN), starts=same) == "2 markers started on a6n2 (S4)"


def test_markers_are_placed_clockwise() -> None:
    skipped = (read_point("a6n2"), None, read_point("b6n1"))
    reason = "markers are placed in clockwise order from the first player on (S4)"
    assert impossible(read_position(CHOOSING), starts=skipped, markers=skipped) == reason


def test_no_tile_is_played_before_all_markers_are_placed() -> None:
    position = read_position(CHOOSING)
    board, pile = (oriented(position.pile[0], 0), *position.board[1:]), position.pile[1:]
    reason = "tiles are on the board before all markers are placed (S4)"
    assert impossible(position, board=board, pile=pile) == reason


@pytest.mark.parametrize("active", [0, 2])
def test_markers_are_placed_in_turn(active: int) -> None:
    reason = "it is not this player's turn to place the marker (S4)"
    assert impossible(read_position(CHOOSING), active=active) == reason


def test_nobody_places_a_marker_when_all_are_placed() -> None:
    reason = "it is not this player's turn to place the marker (S4)"
    assert impossible(read_position(CHOSEN), phase=Phase.PLACE_MARKER) == reason


def test_nobody_plays_before_all_markers_are_placed() -> None:
    assert impossible(read_position(CHOOSING), phase=Phase.PLAY_TILE) == "not all markers are placed (S4)"


def test_nobody_is_eliminated_twice() -> None:
    assert impossible(read_position(OVER), out=((1,), (1,))) == "a player is eliminated twice (M2)"


@pytest.mark.parametrize("out", [(), ((0, 1),)])
def test_everyone_is_on_the_board_or_eliminated(out: tuple[tuple[int, ...], ...]) -> None:
    reason = impossible(read_position(OVER), out=out)
    assert reason == f"player {1 if out else 2} must be either on the board or eliminated (M2)"


def test_a_path_that_ends_at_the_edge_eliminates() -> None:
    position = read_position(OVER)
    back = (position.markers[0], position.starts[1])
    reason = "player 2 is in play, but that path ends at the edge (M2)"
    assert impossible(position, markers=back, out=()) == reason


def test_a_marker_stands_where_its_path_ends() -> None:
    position = read_position(ONE_TILE)
    elsewhere = (read_point("c3n1"), position.markers[1])
    reason = impossible(position, markers=elsewhere)
    assert reason.startswith("player 1 must stand where the path ends, at ")
    assert reason.endswith(" (M1)")


def test_a_marker_in_play_has_walked_its_whole_path() -> None:
    reason = "player 1 has walked over 1 tiles, not 2 (M1)"
    assert impossible(read_position(ONE_TILE), walked=(2, 0)) == reason


def test_an_eliminated_marker_has_reached_the_end() -> None:
    reason = "player 2 is eliminated, but that path has not ended (M2)"
    assert impossible(read_position(CHOSEN), markers=(read_point("a6n2"), None), out=((1,),)) == reason


def test_a_marker_eliminated_at_the_edge_has_walked_its_whole_path() -> None:
    reason = "player 2 has walked over 1 tiles, not 3 (M1)"
    assert impossible(read_position(AT_THE_EDGE), walked=(1, 3)) == reason


def test_those_who_meet_are_eliminated_together() -> None:
    reason = "players 1 and 3 have met, so both are eliminated together (M3)"
    assert impossible(read_position(MET), out=((0,), (2,))) == reason


@pytest.mark.parametrize("walked", [(0, 1, 1), (1, 1, 0), (9, 1, 1), (2, 1, 2)])
def test_those_who_meet_have_walked_towards_each_other(walked: tuple[int, ...]) -> None:
    reason = "players 1 and 3 cannot have met after walking this far (M3)"
    assert impossible(read_position(MET), walked=walked) == reason


def test_every_tile_lies_on_a_path() -> None:
    position = read_position(CHOSEN)
    board, pile = (*position.board[:-1], oriented(position.pile[0], 0)), position.pile[1:]
    assert impossible(position, board=board, pile=pile) == "the tile on f1 lies on nobody's path (P1)"


def test_every_player_has_a_hand() -> None:
    position = read_position(CHOSEN)
    one = ((11, 28, 20),)
    pile = tuple(sorted((*position.pile, 8, 32, 21)))
    assert impossible(position, hands=one, pile=pile) == "there must be 2 hands, not 1 (S1)"


def test_there_is_only_one_open_hand() -> None:
    reason = "there must be 1 hands, not 2 (S1)"
    assert impossible(read_position(SOLO), hands=((1, 2, 3), ())) == reason


def test_nobody_holds_more_than_three_tiles() -> None:
    position = read_position(CHOSEN)
    four = ((11, 28, 20, position.pile[0]), position.hands[1])
    assert impossible(position, hands=four, pile=position.pile[1:]) == "player 1 holds more than 3 tiles (S2)"


def test_the_hands_of_the_eliminated_go_to_the_pile() -> None:
    position = read_position(AT_THE_EDGE)
    kept = (position.hands[0], position.pile[:1])
    reason = "player 2 is eliminated, so that hand belongs in the pile (X2)"
    assert impossible(position, hands=kept, pile=position.pile[1:]) == reason


@pytest.mark.parametrize("text", [CHOSEN, CHOOSING])
def test_everyone_draws_while_there_are_tiles(text: str) -> None:
    position = read_position(text)
    (first, *rest), *others = position.hands
    pile = tuple(sorted((*position.pile, first)))
    reason = "player 1 must have drawn: there are tiles in the pile (D1)"
    assert impossible(position, hands=(tuple(rest), *others), pile=pile) == reason


def test_a_player_without_tiles_is_not_on_turn() -> None:
    reason = "player 2 has no tile and passes the turn (P4)"
    assert impossible(read_position(LAST_TILES), hands=((13, 1), ())) == reason


def test_two_players_of_the_modern_edition_have_no_dragon_tile() -> None:
    assert impossible(read_position(CHOSEN), dragon=0) == "the Dragon tile is not used in this game (D2)"


def test_the_open_hand_needs_no_dragon_tile() -> None:
    assert impossible(read_position(OPEN), dragon=0) == "the Dragon tile is not used in this game (D2)"


def test_nobody_holds_the_dragon_tile_while_tiles_can_be_drawn() -> None:
    reason = "nobody holds the Dragon tile while there are tiles in the pile (D2)"
    assert impossible(read_position(EXCHANGE), dragon=0) == reason


def test_the_holder_of_the_dragon_tile_needs_a_tile() -> None:
    reason = "player 1 holds the Dragon tile, but needs no tile (D2)"
    assert impossible(read_position(DRAGON), dragon=0) == reason


def test_the_eliminated_hold_no_dragon_tile() -> None:
    reason = "player 3 is eliminated and no longer holds the Dragon tile (D3)"
    assert impossible(read_position(DRAGON_AND_ONE_OUT), dragon=2) == reason


def test_a_game_with_one_marker_left_is_over() -> None:
    position = read_position(OVER)
    hands = ((*position.hands[0], position.pile[0]), ())
    pile = tuple(sorted((*position.pile[1:], *position.hands[1])))
    reason = "the game is over (W1)"
    assert impossible(position, phase=Phase.PLAY_TILE, hands=hands, pile=pile) == reason


def test_a_full_board_ends_the_game() -> None:
    assert impossible(read_position(FULL), phase=Phase.EXCHANGE) == "the game is over (W1)"


def test_a_game_is_not_over_while_two_can_play() -> None:
    assert impossible(read_position(CHOSEN), phase=Phase.OVER) == "the game is not over (W1)"


def test_the_eliminated_are_not_on_turn() -> None:
    reason = "player 3 is eliminated and cannot be the active player (T1)"
    assert impossible(read_position(EXCHANGE), active=2) == reason


def test_an_exchange_needs_tiles_of_an_eliminated_player() -> None:
    position = read_position(EXCHANGE)
    hands = (*position.hands[:2], ())
    pile = tuple(sorted((*position.pile, *position.hands[2])))
    assert impossible(position, hands=hands, pile=pile) == "there is nothing to exchange (X1)"


def test_an_exchange_needs_an_elimination() -> None:
    assert impossible(read_position(CHOSEN), phase=Phase.EXCHANGE) == "there is nothing to exchange (X1)"


def test_an_exchange_needs_the_bonus() -> None:
    position = read_position(EXCHANGE)
    setup = replace(position.setup, edition=read_position(CHOSEN).setup.edition)
    assert impossible(position, setup=setup) == "there is nothing to exchange (X1)"


def test_nothing_is_exchanged_with_an_open_hand() -> None:
    assert impossible(read_position(OPEN), phase=Phase.EXCHANGE) == "there is nothing to exchange (X1)"


def test_while_nobody_is_out_all_play_in_turn() -> None:
    reason = "the active player must be player 2: nobody is eliminated, so all play in turn (T1)"
    assert impossible(read_position(ONE_TILE), active=0) == reason


def test_the_last_tile_was_placed_by_the_player_whose_turn_it_was() -> None:
    reason = "the active player must be player 1: nobody is eliminated, so all play in turn (T1)"
    assert impossible(read_position(FULL), active=1) == reason


def test_whoever_placed_the_last_tile_was_in_play_until_then() -> None:
    position = read_position(LAST_OF_THREE)
    assert impossible(position, active=2) == "player 3 was eliminated before the last placement (T1)"


def test_every_placement_that_is_listed_eliminated_somebody() -> None:
    assert impossible(read_position(OVER), out=((), (1,))) == "a placement is listed that eliminated nobody (M4)"


def test_the_open_hand_is_filled_up() -> None:
    position = read_position(SOLO)
    pile = tuple(sorted((*position.pile, 3)))
    reason = "the open hand must have 3 tiles, not 2 (V3)"
    assert impossible(position, hands=((1, 2),), pile=pile) == reason


@pytest.mark.parametrize("sizes", [(2, 3, 3), (3, 2, 3)])
def test_those_who_play_in_turn_hold_tiles_in_turn(sizes: tuple[int, ...]) -> None:
    position = read_position(DRAGON)
    tiles = iter(tile for hand in position.hands for tile in hand)
    hands = tuple(tuple(next(tiles) for _ in range(size)) for size in sizes)
    held = ", ".join(f"player {number} {size}" for number, size in enumerate(sizes, 1))
    reason = f"players who play and draw in turn cannot hold these numbers of tiles: {held} (D1)"
    assert impossible(position, hands=hands) == reason


def test_nobody_holds_two_tiles_less_than_the_active_player() -> None:
    position = read_position(LAST_TILES)
    last = replace(position, hands=((), (13, 1)))
    reason = "players who play and draw in turn cannot hold these numbers of tiles: player 1 0, player 2 2 (D1)"
    assert impossible(last) == reason


def test_whoever_draws_next_holds_the_dragon_tile_when_the_pile_is_empty() -> None:
    reason = "player 2 must hold the Dragon tile: the pile is empty, and that player draws next (D2)"
    assert impossible(read_position(DRAGON_AND_ONE_OUT), dragon=None) == reason


def test_the_hands_of_those_eliminated_before_are_in_the_pile_during_an_exchange() -> None:
    position = read_position(SECOND_EXCHANGE)
    owner = position.out[0][0]
    hands = tuple(hand or position.pile[:1] if seat == owner else hand for seat, hand in enumerate(position.hands))
    reason = f"player {owner + 1} is eliminated, so that hand belongs in the pile (X2)"
    assert impossible(position, hands=hands, pile=position.pile[1:]) == reason


def test_everyone_else_has_three_tiles_during_an_exchange() -> None:
    position = read_position(EXCHANGE)
    hands = (position.hands[0], position.hands[1][:2], position.hands[2])
    pile = tuple(sorted((*position.pile, position.hands[1][2])))
    reason = "player 2 must have drawn: there are tiles in the pile (D1)"
    assert impossible(position, hands=hands, pile=pile) == reason


def test_those_eliminated_together_crossed_one_tile() -> None:
    position = read_position(APART)
    assert impossible(position, out=((1, 2),)) == "no placement can have eliminated 2, 3 (M4)"


def test_whoever_may_exchange_placed_the_tile() -> None:
    position = read_position(EXCHANGE)
    hands = (position.hands[0] + position.pile[:1], position.hands[1][:2], position.hands[2])
    pile = tuple(sorted((*position.pile[1:], position.hands[1][2])))
    reason = "no placement of player 2 can have eliminated 3 (M4)"
    assert impossible(position, active=1, hands=hands, pile=pile) == reason

"""Texts for squares, points, tiles, actions, editions and positions, and what is said of wrong ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tsuro import (
    CLASSIC,
    DECLINE,
    MODERN,
    START_MARKS,
    TILES,
    Edition,
    ExchangeTiles,
    Goal,
    ImpossiblePosition,
    NotationError,
    Phase,
    PlaceMarker,
    PlayTile,
    oriented,
    point_name,
    read_action,
    read_edition,
    read_position,
    square_name,
    write_action,
    write_edition,
    write_position,
)
from tsuro.notation import (
    read_oriented_tile,
    read_point,
    read_seat,
    read_square,
    read_tile,
    read_tiles,
    write_tiles,
)

EMPTY = "6/6/6/6/6/6"
POSITION = f"modern 1 {EMPTY} circle@a6n2=11,28,20;square@b6n2=8,32,21 29 - play:1"


def refusal(read: Callable[[str], Any], text: str) -> str:
    with pytest.raises(NotationError) as refused:
        read(text)
    return str(refused.value)


def test_squares_are_named_as_on_a_chess_board() -> None:
    assert [read_square(name) for name in ("a6", "f6", "a1", "f1")] == [0, 5, 30, 35]
    assert all(read_square(square_name(square)) == square for square in range(36))


@pytest.mark.parametrize("text", ["", "g1", "a7", "a0", "A1", "1a", " a1", "a1 "])
def test_other_squares_are_refused(text: str) -> None:
    assert refusal(read_square, text) == f"{text!r} is not a square: squares are a1 to f6"


def test_points_are_a_square_a_side_and_a_number() -> None:
    assert read_point("a6n1") == START_MARKS[0]
    assert all(read_point(point_name(point)) == point for point in range(288))


@pytest.mark.parametrize("text", ["", "a6", "a6n3", "a6n0", "a6x1", "c6n11"])
def test_other_points_are_refused(text: str) -> None:
    assert refusal(read_point, text).startswith(f"{text!r} is not a point")


def test_players_count_from_one() -> None:
    assert [read_seat(text) for text in "12345678"] == list(range(8))


@pytest.mark.parametrize("text", ["", "0", "9", "-1", "10", "²", "١"])
def test_other_players_are_refused(text: str) -> None:
    assert refusal(read_seat, text) == f"{text!r} is not a player: players are 1 to 8"


def test_tiles_are_numbers_or_face_down() -> None:
    assert read_tiles("4,17,?") == (4, 17, 0)
    assert read_tiles("") == ()
    assert read_tiles(write_tiles(TILES)) == TILES
    assert write_tiles((0, 35)) == "?,35"


@pytest.mark.parametrize("text", ["", "0", "36", "-1", "017", "x", "1 "])
def test_other_tiles_are_refused(text: str) -> None:
    assert refusal(read_tile, text).startswith(f"{text!r} is not a tile")


def test_a_missing_tile_in_a_list_is_refused() -> None:
    assert refusal(read_tiles, "4,,5").startswith("'' is not a tile")


def test_turned_tiles_say_where_their_top_points() -> None:
    turned = [read_oriented_tile(f"17{top}") for top in "nesw"]
    assert turned == [oriented(17, turns) for turns in range(4)]


@pytest.mark.parametrize("text", ["", "17", "17x", "n", "?n", "17nn"])
def test_other_turned_tiles_are_refused(text: str) -> None:
    assert refusal(read_oriented_tile, text).startswith(f"{text!r} is not a turned tile")


def test_a_turned_tile_that_does_not_exist_is_refused() -> None:
    assert refusal(read_oriented_tile, "36n").startswith("'36' is not a tile")


def test_a_tile_has_one_name_for_each_look() -> None:
    assert refusal(read_oriented_tile, "1e") == "'1e' looks the same as 1n: write that"


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("mark a6n1", PlaceMarker(0)),
        ("play 17e", PlayTile(oriented(17, 1))),
        ("exchange nothing", DECLINE),
        ("exchange 4,17 for 8,30", ExchangeTiles((4, 17), (8, 30))),
        ("exchange 4 for 8,30", ExchangeTiles((4,), (8, 30))),
        ("exchange ? for ?", ExchangeTiles((0,), (0,))),
    ],
)
def test_actions_are_written_as_one_says_them(text: str, action: Any) -> None:
    assert read_action(text) == action
    assert write_action(action) == text


@pytest.mark.parametrize(
    "text", ["", "mark", "play", "pass", "mark a6n1 ", "play  17e", "exchange", "exchange  for ", "exchange 4 8"]
)
def test_other_actions_are_refused(text: str) -> None:
    assert refusal(read_action, text).startswith(f"{text!r} is not an action")


@pytest.mark.parametrize(
    ("text", "edition"),
    [
        ("classic", CLASSIC),
        ("modern", MODERN),
        ("modern+bonus+pass-the-pile", Edition(name="modern", elimination_bonus=True, pass_the_pile=True)),
        ("modern+solo", Edition(name="modern", solo=True)),
        ("modern+open-tiles+longest-path", Edition(name="modern", open_tiles=True, goal=Goal.LONGEST_PATH)),
        (
            "classic+no-ramming+most-crossings",
            Edition(name="classic", elimination_bonus=True, no_ramming=True, goal=Goal.MOST_CROSSINGS),
        ),
    ],
)
def test_editions_name_their_options(text: str, edition: Edition) -> None:
    assert read_edition(text) == edition
    assert write_edition(edition) == text


def test_the_classic_bonus_is_not_named() -> None:
    assert read_edition("classic") == CLASSIC
    assert "the classic edition always has the bonus" in refusal(read_edition, "classic+bonus")


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ("", "'' is not an option: there are bonus, pass-the-pile"),
        ("last-marker", "'last-marker' is not an option"),
        ("elimination_bonus", "'elimination_bonus' is not an option"),
        ("bonus+bonus", "names an option twice, or two goals"),
        ("longest-path+most-crossings", "names an option twice, or two goals"),
    ],
)
def test_unknown_or_repeated_options_are_refused(option: str, reason: str) -> None:
    assert reason in refusal(read_edition, f"modern+{option}")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("seas", "no edition is called 'seas'"),
        ("classic+pass-the-pile", "passing the pile belongs to the modern edition (D6)"),
        ("modern+solo+open-tiles", "leave out open tiles (V4)"),
        ("modern+bonus+solo", "with one open hand there is nothing to exchange: leave out the bonus (X1)"),
        ("modern+bonus+open-tiles", "with one open hand there is nothing to exchange: leave out the bonus (X1)"),
        ("modern+pass-the-pile+solo", "with one open hand nobody draws: leave out passing the pile (D6)"),
        ("modern+pass-the-pile+open-tiles", "with one open hand nobody draws: leave out passing the pile (D6)"),
        ("modern+solo+longest-path", "it has no other goal (V4)"),
    ],
)
def test_impossible_editions_are_refused(text: str, reason: str) -> None:
    assert reason in refusal(read_edition, text)


def test_a_position_is_one_line() -> None:
    position = read_position(POSITION)
    assert position.hands == ((11, 28, 20), (8, 32, 21))
    assert (position.phase, position.active, position.dragon) == (Phase.PLAY_TILE, 0, None)
    assert write_position(position) == POSITION


def test_open_squares_of_a_row_are_counted() -> None:
    text = "classic 1 1,8n,4/6/6/6/6/6 circle@b6n1!1=23,31;square@b6n2!1=15,25,9 29 - over:1"
    position = read_position(text)
    assert position.board[1] == oriented(8, 0)
    assert write_position(position) == text


def test_who_stopped_on_the_way_has_walked_fewer_tiles() -> None:
    text = "classic 1 34n,5/4n,5/6/6/6/6 circle@a6n2!1~2=25,8,19;square@a6n1!1~2=33,23 28 - over:2"
    assert read_position(text).walked == (2, 2)
    assert write_position(read_position(text)) == text


def test_an_open_hand_comes_before_the_players() -> None:
    text = f"modern+solo 2 {EMPTY} open=1,2,3;circle@a6w1;square@a6w2 32 - play:2"
    assert read_position(text).hands == ((1, 2, 3),)
    assert write_position(read_position(text)) == text


def test_hidden_tiles_hide_the_pile_too() -> None:
    text = POSITION.replace("8,32,21", "?,?,?")
    assert read_position(text).pile == (0,) * 29
    assert write_position(read_position(text)) == text


@pytest.mark.parametrize(
    ("wrong", "right", "reason"),
    [
        (" play:1", "", "a position has 7 fields"),
        ("modern", "ancient", "no edition is called 'ancient'"),
        ("modern", "modern+solo", "the open hand comes before the players"),
        (EMPTY, "6/6/6/6/6", "a board has 6 rows with / between them, not 5"),
        (EMPTY, "6/6/6/6/6/5", "the row '5' has 5 squares, not 6"),
        (EMPTY, "6/6/6/6/6/7", "'7' is not a turned tile"),
        (EMPTY, "6/6/6/6/6/17x,5", "'17x' is not a turned tile"),
        ("circle@a6n2", "circle:a6n2", "is not a player: write marker, start mark and hand"),
        ("circle@a6n2", "circle@a6x2", "'a6x2' is not a point"),
        ("circle@a6n2", "circle@c3n1", "'c3n1' is not a start mark"),
        ("circle@a6n2", "oval@a6n2", "there is no 'oval' marker"),
        ("circle@a6n2", "square@a6n2", "no two players may choose the same marker (S6)"),
        (";square@b6n2=8,32,21", "", "Tsuro is for two to eight players, not 1 (C4)"),
        ("modern 1", "modern 3", "the first player must be one of the 2 players (S3)"),
        ("modern 1", "modern 0", "'0' is not a player"),
        ("circle@a6n2", "circle@a6n2!2", "eliminations are counted 1, 2, 3 …: one is missing"),
        (" 29 ", " x ", "'x' is not the number of tiles in the draw pile"),
        (" 29 ", " 28 ", "29 tiles are left for the draw pile, not 28"),
        (" - ", " 3 ", "there is no player 3: 2 play"),
        (" - ", " + ", "'+' is not a player"),
        ("play:1", "wait:1", "'wait:1' does not say whose turn it is"),
        ("play:1", "play:3", "there is no player 3: 2 play"),
        ("play:1", "play", "'' is not a player"),
    ],
)
def test_other_positions_are_refused_with_the_reason(wrong: str, right: str, reason: str) -> None:
    assert reason in refusal(read_position, POSITION.replace(wrong, right))


def test_an_impossible_position_is_refused() -> None:
    with pytest.raises(ImpossiblePosition, match=r"tile 11 is in 2 places \(C2\)"):
        read_position(POSITION.replace("8,32,21", "8,32,11"))


def test_a_marker_may_not_start_on_a_path_without_an_end() -> None:
    board = "3w,3n,4/3s,3e,4/6/6/6/6"
    text = f"modern 1 {board} circle@a6e2=1,2,4;square@f1s1=5,6,7 25 - play:1"
    assert refusal(read_position, text).startswith("'a6e2' is not a start mark")

"""X1 and X2: the elimination bonus, and what becomes of eliminated players' tiles."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from tsuro import (
    CLASSIC,
    DECLINE,
    FACE_DOWN,
    Edition,
    ExchangeTiles,
    Phase,
    Refused,
    State,
    read_action,
    read_position,
)
from tsuro.game.errors import (
    ExchangeFirst,
    MarkersFirst,
    NamedTwice,
    NothingToExchange,
    NotOffered,
    NotYourTurn,
    TileNotInHand,
    UnequalExchange,
)
from tsuro.game.events import ExchangeOffered, TilesExchanged
from tsuro.game.legal import check, legal_actions
from tsuro.game.tiles import Tile
from tsuro.game.turn import act
from tsuro.game.view import view

Play: TypeAlias = Callable[..., tuple[State, tuple[str, ...]]]
Crowded: TypeAlias = Callable[..., str]

WITH_BONUS = pytest.mark.parametrize("edition", ["classic", "modern+bonus"])
HANDS = ("20,6,2", "30,31", "8,12", "24,25", "28")
TWO_PLAYERS = "6/6/6/6/6/6 circle@f6e2=1,4,9;square@f6n2=10,23,35 29 - play:2"
THREE_PLAYERS = "6/6/6/6/6/6 circle@a1s1=5,20,2;square@f1e1=1,18,7;triangle@a1w1=8,15,30 26 - play:3"


@pytest.mark.rule("X1")
@WITH_BONUS
def test_eliminating_an_opponent_lets_the_active_player_exchange_before_anything_is_shuffled_or_drawn(
    edition: str, play: Play, crowded: Crowded
) -> None:
    state, effects = play(crowded(edition, *HANDS), "play 20e")
    assert effects[-2:] == ("3 out at the edge", "offered 8,12")
    assert (state.phase, state.active, state.offer) == (Phase.EXCHANGE, 0, (8, 12))
    assert state.hands == ((6, 2), (30, 31), (8, 12), (24, 25), (28,))
    assert state.pile == ()


@pytest.mark.rule("X1")
@WITH_BONUS
def test_any_number_of_tiles_can_be_swapped_for_as_many(edition: str, play: Play, crowded: Crowded) -> None:
    state, _ = play(crowded(edition, *HANDS), "play 20e")
    assert legal_actions(state) == (
        DECLINE,
        ExchangeTiles((6,), (8,)),
        ExchangeTiles((6,), (12,)),
        ExchangeTiles((2,), (8,)),
        ExchangeTiles((2,), (12,)),
        ExchangeTiles((6, 2), (8, 12)),
    )


@pytest.mark.rule("X1", "X2")
@WITH_BONUS
@pytest.mark.parametrize(
    ("exchange", "hand", "pile"),
    [
        ("exchange nothing", (6, 2), [8, 12]),
        ("exchange 6 for 12", (12, 2), [6, 8]),
        ("exchange 2 for 8", (6, 8), [2, 12]),
        ("exchange 2,6 for 8,12", (12, 8), [2, 6]),
        ("exchange 2,6 for 12,8", (8, 12), [2, 6]),
    ],
)
def test_what_is_not_taken_and_what_was_given_goes_into_the_pile(
    edition: str, exchange: str, hand: tuple[int, ...], pile: list[int], play: Play, crowded: Crowded
) -> None:
    offered, _ = play(crowded(edition, *HANDS), "play 20e")
    state, effects = play(offered, exchange)
    drawn = pile[0], pile[1]
    assert effects == ("shuffled in 2", f"1 draws {drawn[0]}", f"2 draws {drawn[1]}", "4 takes the dragon")
    assert state.hands == ((*hand, drawn[0]), (30, 31, drawn[1]), (), (24, 25), (28,))
    assert (state.phase, state.active) == (Phase.PLAY_TILE, 1)


@pytest.mark.rule("X1")
@WITH_BONUS
def test_all_players_eliminated_by_the_placement_show_their_tiles(
    edition: str, play: Play, crowded: Crowded
) -> None:
    state, effects = play(crowded(edition, "2,6,20", *HANDS[1:]), "play 2e")
    assert effects[-1] == "offered 8,12,24,25"
    state, effects = play(state, "exchange 6,20 for 24,12", draws=(25, 8, 20, 6))
    assert effects[0] == "shuffled in 4"
    assert state.hands == ((24, 12, 25), (30, 31, 8), (), (), (28, 20, 6))


@pytest.mark.rule("X1")
@WITH_BONUS
def test_opponents_who_meet_each_other_count_as_eliminated_by_the_placement(
    edition: str, play: Play, crowded: Crowded
) -> None:
    _, effects = play(crowded(edition, "2,6,20", *HANDS[1:]), "play 2n")
    assert effects[-3:] == ("3 out by meeting 4", "4 out by meeting 3", "offered 8,12,24,25")


@pytest.mark.rule("X1")
@WITH_BONUS
def test_players_eliminated_earlier_offer_nothing(edition: str, play: Play) -> None:
    position = (
        f"{edition} 3 5,3w/6/6/6/6/6 "
        "circle@f6n2!1;square@f5e1=22,30,32;triangle@f6e2=15,18,19;diamond@f5e2=23,24,5 25 - play:4"
    )
    state, effects = play(position, "play 5w")
    assert effects[-2:] == ("2 out at the edge", "offered 22,30,32")
    assert state.out == ((0,), (1,))
    assert state.offer == (22, 30, 32)


@pytest.mark.rule("X1")
def test_the_classic_edition_always_has_the_bonus() -> None:
    assert all(CLASSIC.has_bonus(players) for players in range(2, 9))
    with pytest.raises(ValueError, match="X1"):
        Edition(name="classic")


@pytest.mark.rule("X1")
def test_in_the_modern_edition_there_is_no_exchange_unless_chosen(play: Play, crowded: Crowded) -> None:
    state, effects = play(crowded("modern", *HANDS), "play 20e")
    assert effects[4:] == (
        "3 out at the edge",
        "shuffled in 2",
        "1 draws 8",
        "2 draws 12",
        "4 takes the dragon",
    )
    assert state.phase is Phase.PLAY_TILE


# With two players an elimination ends the game, unless the last marker plays on (V1).
@pytest.mark.rule("X1")
def test_a_classic_game_of_two_has_the_exchange(play: Play) -> None:
    _, effects = play(f"classic+longest-path 2 {TWO_PLAYERS}", "play 10e")
    assert effects[-2:] == ("1 out at the edge", "offered 1,4,9")


@pytest.mark.rule("X1")
def test_a_modern_game_of_two_never_has_the_exchange(play: Play) -> None:
    _, effects = play(f"modern+bonus+longest-path 2 {TWO_PLAYERS}", "play 10e")
    assert effects[-3:] == ("1 out at the edge", "shuffled in 3", "2 draws 1")


@pytest.mark.rule("X1")
def test_a_modern_game_of_three_has_the_exchange(play: Play) -> None:
    _, effects = play(f"modern+bonus 3 {THREE_PLAYERS}", "play 8s")
    assert effects[-2:] == ("1 out at the edge", "offered 5,20,2")


@pytest.mark.rule("X1")
def test_a_modern_game_that_started_with_three_has_the_exchange_also_when_two_are_left(play: Play) -> None:
    position = (
        "modern+bonus+longest-path 1 6/6/6/14n,5/23n,5/12n,26e,4 "
        "circle@a1w2=16,3,25;square@a2w2!1;triangle@a3w2=21,6,10 25 - play:3"
    )
    state, effects = play(position, "play 6s")
    assert effects == ("on b2", "3 to c2w2", "1 to b1s1", "1 out at the edge", "offered 16,3,25")
    assert state.in_play == (2,)


@pytest.mark.rule("X1")
@WITH_BONUS
def test_an_active_player_who_is_eliminated_too_exchanges_nothing(
    edition: str, play: Play, crowded: Crowded
) -> None:
    state, effects = play(crowded(edition, "8,20", "30,31", "2,12", "24,25", "28,6"), "play 8w")
    assert effects[4:7] == ("1 out by meeting 3", "3 out by meeting 1", "shuffled in 3")
    assert state.phase is Phase.PLAY_TILE


@pytest.mark.rule("X1")
@WITH_BONUS
def test_eliminating_only_oneself_earns_nothing(edition: str, play: Play, crowded: Crowded) -> None:
    state, effects = play(crowded(edition, "31", "30,20", "8,12", "24,25", "2,6,28"), "play 31n")
    assert effects[4:] == ("1 out at the edge (forced)", "2 takes the dragon")
    assert (state.phase, state.active) == (Phase.PLAY_TILE, 1)


@pytest.mark.rule("X1")
@pytest.mark.parametrize("edition", ["classic", "modern", "modern+bonus"])
def test_there_is_no_exchange_when_the_game_is_over(edition: str, play: Play) -> None:
    state, effects = play(f"{edition} 2 {TWO_PLAYERS}", "play 10e")
    assert effects[-1] == "1 out at the edge"
    assert (state.phase, state.hands) == (Phase.OVER, ((1, 4, 9), (23, 35)))


@pytest.mark.rule("X1")
@WITH_BONUS
def test_there_is_no_exchange_without_own_tiles(edition: str, play: Play, crowded: Crowded) -> None:
    state, effects = play(crowded(edition, "20", "30,31,2", "8,12", "24,25", "28,6"), "play 20e")
    assert effects[4:6] == ("3 out at the edge", "shuffled in 2")
    assert state.phase is Phase.PLAY_TILE


@pytest.mark.rule("X1", "X2")
@WITH_BONUS
def test_there_is_no_exchange_and_nothing_to_shuffle_when_the_eliminated_player_has_no_tiles(
    edition: str, play: Play, crowded: Crowded
) -> None:
    state, effects = play(crowded(edition, "20,6,2", "30,31,8", "", "24,25,12", "28"), "play 20e")
    assert effects[4:] == ("3 out at the edge", "1 takes the dragon")
    assert state.phase is Phase.PLAY_TILE


@pytest.mark.rule("X1")
def test_an_elimination_is_needed_for_an_exchange(play: Play, crowded: Crowded) -> None:
    state, _ = play(crowded("classic", "6,20,2", *HANDS[1:]), "play 6w")
    assert (state.phase, state.offer) == (Phase.PLAY_TILE, ())


@pytest.mark.rule("X1")
@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("exchange 6,2 for 8", UnequalExchange),
        ("exchange 6 for 8,12", UnequalExchange),
        ("exchange 20 for 8", TileNotInHand),
        ("exchange 8 for 8", TileNotInHand),
        ("exchange 6,6 for 8,12", NamedTwice),
        ("exchange 6 for 24", NotOffered),
        ("exchange 6 for 1", NotOffered),
        ("exchange 6,2 for 8,8", NamedTwice),
        ("exchange 20,20 for 8,12", TileNotInHand),
        ("exchange 6,2 for 24,24", NotOffered),
        ("play 6w", ExchangeFirst),
        ("mark a6n1", ExchangeFirst),
    ],
)
def test_an_exchange_that_is_not_one_for_one_or_anything_else_is_refused(
    action: str, reason: type[Refused], play: Play, crowded: Crowded
) -> None:
    state, _ = play(crowded("classic", *HANDS), "play 20e")
    with pytest.raises(reason):
        check(state, 0, read_action(action))


@pytest.mark.rule("X1")
def test_only_the_active_player_exchanges(play: Play, crowded: Crowded) -> None:
    state, _ = play(crowded("classic", *HANDS), "play 20e")
    with pytest.raises(NotYourTurn):
        check(state, 1, read_action("exchange 30 for 8"))


@pytest.mark.rule("X1")
def test_nothing_is_exchanged_at_any_other_time(crowded: Crowded) -> None:
    with pytest.raises(NothingToExchange):
        check(read_position(crowded("classic", *HANDS), check=False), 0, DECLINE)
    with pytest.raises(MarkersFirst):
        check(read_position("classic 1 6/6/6/6/6/6 circle@-=1,2,3;square@-=4,5,6 29 - mark:1"), 0, DECLINE)


@pytest.mark.rule("X1", "S5")
def test_only_the_active_player_looks_at_the_eliminated_players_tiles(play: Play, crowded: Crowded) -> None:
    state, _ = play(crowded("classic", *HANDS), "play 20e")
    two, one = (FACE_DOWN,) * 2, (FACE_DOWN,)
    assert view(state, 0).position.hands == ((6, 2), two, (8, 12), two, one)
    assert view(state, 1).position.hands == (two, (30, 31), two, two, one)
    assert view(state, None).position.hands == (two, two, two, two, one)
    assert len(view(state, 0).legal_actions) == 6
    assert view(state, 1).legal_actions == ()


@pytest.mark.rule("X1", "S5")
def test_other_players_learn_how_many_tiles_were_swapped_not_which(play: Play, crowded: Crowded) -> None:
    position = read_position(crowded("classic", *HANDS), check=False)
    state, events = act(position, 0, read_action("play 20e"), lambda pile: pile[0])
    offer = events[-1]
    assert offer == ExchangeOffered(0, (8, 12))
    assert offer.seen_by(0) == offer
    assert offer.seen_by(1) == offer.seen_by(None) == ExchangeOffered(0, (FACE_DOWN,) * 2)
    _, events = act(state, 0, read_action("exchange 6 for 12"), lambda pile: pile[0])
    swap = events[0]
    assert swap == TilesExchanged(0, (6,), (12,))
    assert swap.seen_by(0) == swap
    assert swap.seen_by(1) == swap.seen_by(None) == TilesExchanged(0, (FACE_DOWN,), (FACE_DOWN,))


@pytest.mark.rule("X2")
@WITH_BONUS
def test_the_exchange_comes_first_then_the_dragon_then_shuffling_then_drawing(
    edition: str, play: Play, crowded: Crowded
) -> None:
    state, effects = play(crowded(edition, *HANDS, dragon="3"), "play 20e")
    assert effects[4:] == ("3 out at the edge", "offered 8,12")
    state, effects = play(state, "exchange 6 for 12")
    assert effects == (
        "dragon from 3 to 4",
        "shuffled in 2",
        "4 returns the dragon",
        "4 draws 6",
        "5 draws 8",
        "1 takes the dragon",
    )


@pytest.mark.rule("X2")
def test_the_tiles_of_the_eliminated_are_shuffled_among_those_of_the_pile(crowded: Crowded) -> None:
    piles: list[tuple[Tile, ...]] = []

    def last(pile: tuple[Tile, ...]) -> Tile:
        piles.append(pile)
        return pile[-1]

    position = read_position(f"modern 3 {THREE_PLAYERS}")
    state, _ = act(position, 2, read_action("play 8s"), last)
    assert piles == [tuple(sorted((*position.pile, 5, 20, 2)))]
    assert state.hands == ((), (1, 18, 7), (15, 30, 35))


@pytest.mark.rule("X2")
@pytest.mark.parametrize("edition", ["classic", "modern"])
def test_the_tiles_of_an_eliminated_active_player_are_shuffled_in_too(
    edition: str, turn: Play, crowded: Crowded
) -> None:
    state, told = turn(crowded(edition, "8,20,24", "30,31,6", "2,12", "25,28", ""), "play 8w")
    assert told == (
        "shuffled in 4",
        "4 draws 2",
        "5 draws 12",
        "5 draws 20",
        "5 draws 24",
    )
    assert state.hands == ((), (30, 31, 6), (), (25, 28, 2), (12, 20, 24))


@pytest.mark.rule("X2", "D3")
@pytest.mark.parametrize("edition", ["classic", "modern"])
def test_the_dragon_tile_is_never_shuffled_in(edition: str, turn: Play, crowded: Crowded) -> None:
    position = crowded(edition, "20,2", "30,31,6", "8", "24", "12,25,28", dragon="3")
    state, told = turn(position, "play 20w")
    assert told == ("dragon from 3 to the pile", "shuffled in 3")
    assert (state.pile, state.dragon) == ((2, 8, 24), None)

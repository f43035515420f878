"""One playing of the game, from the deal to the record."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tsuro import (
    CLASSIC,
    FACE_DOWN,
    MODERN,
    ORIENTATIONS,
    TILES,
    Deal,
    ExchangeTiles,
    Match,
    OrientedTile,
    Phase,
    PlaceMarker,
    PlayTile,
    RecordError,
    Refused,
    Setup,
    TsuroError,
    act,
    read_action,
    read_position,
    start,
    verify,
    write_position,
)
from tsuro.game.errors import ImpossibleDraw, ImpossibleSetup, NotAnAction, NotYourTurn
from tsuro.game.events import GameOver, MarkerPlaced, TilesDealt, TurnPassed
from tsuro.game.state import State
from tsuro.game.tiles import Tile
from tsuro.game.turn import Chance

EXCHANGE = "classic 1 9w,5/6/6/6/6/6 circle@a6n2=23,3;square@c6n1=4,20,32;triangle@a6w1!1=31,11,25 26 - exchange:1"


def lowest(pile: tuple[Tile, ...]) -> Tile:
    return pile[0]


def drawing(*tiles: Tile) -> Chance:
    remaining = iter(tiles)
    return lambda _: next(remaining)


def played(match: Match, actions: int = 1000) -> Match:
    while not match.is_over and actions:
        match.submit(match.active, match.legal_actions[0])
        actions -= 1
    return match


def test_a_match_begins_with_the_deal() -> None:
    match = Match(players=3, seed=1)
    assert match.setup.edition == MODERN
    assert (match.active, match.is_over, match.outcome) == (0, False, None)
    assert match.state.phase is Phase.PLACE_MARKER
    assert match.events(0) == (
        TilesDealt(0, (23, 27, 13)),
        TilesDealt(1, (0, 0, 0)),
        TilesDealt(2, (0, 0, 0)),
    )
    assert len(match.legal_actions) == 48


def test_the_first_player_is_dealt_to_and_begins_first() -> None:
    match = Match(players=3, seed=1, first=2)
    assert match.active == 2
    assert match.state.hands[2] == (23, 27, 13)


def test_an_action_gives_what_happened() -> None:
    match = Match(players=2, seed=1)
    events = match.submit(0, read_action("mark a6n1"))
    assert events == (MarkerPlaced(0, 0), TurnPassed(1))
    assert match.events(None)[-2:] == events
    assert match.active == 1


def test_a_refused_action_is_not_recorded() -> None:
    match = Match(players=2, seed=1)
    with pytest.raises(Refused, match="player 1 is the active player"):
        match.submit(1, read_action("mark a6n1"))
    assert match.record().entries == ()


def test_players_have_names() -> None:
    assert Match(players=2, seed=1).names == ("Player 1", "Player 2")
    match = Match(players=2, seed=1, names=["Ann", "Ben"])
    assert match.names == match.record().names == ("Ann", "Ben")


@pytest.mark.parametrize("names", [("Ann",), ("Ann", "Ben", "Cleo"), ("Ann", "B\nen"), ("Ann", "")])
def test_names_that_cannot_be_recorded_are_refused_at_once(names: tuple[str, ...]) -> None:
    with pytest.raises((TsuroError, ValueError)):
        Match(players=2, seed=1, names=names)


def test_markers_may_be_chosen() -> None:
    match = Match(players=2, seed=1, markers=["star", "circle"])
    assert match.setup.markers == ("star", "circle")


def test_without_a_seed_nobody_can_foresee_the_tiles() -> None:
    commitments = {Match(players=2).commitment for _ in range(5)}
    assert len(commitments) == 5


def test_chance_may_be_anything_that_picks_a_tile() -> None:
    match = Match(players=2, chance=lowest)
    assert match.state.hands == (TILES[:3], TILES[3:6])
    assert match.commitment is None
    assert played(match).record().tags == ()


def test_the_commitment_is_opened_only_at_the_end() -> None:
    match = Match(players=2, seed=3, edition=CLASSIC)
    while not match.is_over:
        assert match.record().tags == (("commitment", match.commitment),)
        played(match, 1)
    assert match.record().tags == (("commitment", match.commitment), ("secret", b"seed 3".hex()))
    assert Deal(b"seed 3").commitment == match.commitment


def test_the_last_event_of_a_game_is_its_outcome() -> None:
    match = played(Match(players=4, seed=5))
    assert match.outcome is not None
    assert match.events(None)[-1] == GameOver(match.outcome)
    assert match.record().result != "unfinished"
    assert match.legal_actions == ()


def test_a_resumed_match_is_the_same_match() -> None:
    match = played(Match(players=3, seed=9, edition=CLASSIC, names=("A", "B", "C")), 12)
    again = Match.resume(match.record(), chance=lowest)
    assert again.names == ("A", "B", "C")
    assert again.state == match.state
    assert again.record().entries == match.record().entries
    assert [again.events(seat) for seat in (None, 0, 1, 2)] == [match.events(seat) for seat in (None, 0, 1, 2)]


def test_a_match_is_resumed_before_the_first_action_too() -> None:
    match = Match(players=2, seed=9)
    assert Match.resume(match.record()).state == match.state


def test_a_resumed_match_goes_on_and_can_be_verified() -> None:
    match = played(Match(players=3, seed=9, edition=CLASSIC), 12)
    again = played(Match.resume(match.record(), chance=lowest))
    assert verify(again.record()) == again.state


def test_a_resumed_match_keeps_no_promise_of_a_new_deal() -> None:
    """A new deal's secret cannot explain the tiles drawn before."""
    match = played(Match(players=3, seed=9, edition=CLASSIC), 12)
    again = played(Match.resume(match.record()))
    assert verify(again.record()) == again.state


def test_a_match_resumed_with_its_own_deal_can_be_verified() -> None:
    """The deal goes on drawing where it stopped, or its secret stays unopened."""
    match = played(Match(players=3, seed=9, edition=CLASSIC), 12)
    again = played(Match.resume(match.record(), Deal.of_seed(9)))
    assert verify(again.record()) == again.state


def test_a_finished_match_is_resumed_with_its_own_deal() -> None:
    match = played(Match(players=2, seed=9))
    assert Match.resume(match.record(), Deal.of_seed(9)).record() == match.record()


@pytest.mark.parametrize("actions", [0, 5, 1000])
def test_a_resumed_match_keeps_tags_and_comments(actions: int) -> None:
    match = played(Match(players=2, seed=9), actions)
    record = match.record()
    entries = tuple(replace(entry, comments=(f"after {entry.seat}",)) for entry in record.entries)
    told = replace(record, tags=(("event", "Cup"), *record.tags), comments=("well",), entries=entries)
    assert Match.resume(told, Deal.of_seed(9)).record() == told


def test_a_commitment_that_can_never_be_opened_is_dropped() -> None:
    match = played(Match(players=2, seed=9), 5)
    again = Match.resume(match.record())
    assert again.commitment is None
    assert verify(played(again).record()) == again.state


def test_a_record_with_its_secret_goes_on_with_the_same_deal() -> None:
    kept = played(Match(players=3, seed=9), 8).record(open_deal=True)
    assert verify(kept) == Match.resume(kept).state
    assert played(Match.resume(kept)).record() == played(Match(players=3, seed=9)).record()


def test_a_move_can_be_taken_back_by_shortening_a_finished_record() -> None:
    record = played(Match(players=3, seed=9)).record()
    again = played(Match.resume(record.up_to(len(record.entries) - 4)))
    assert verify(again.record()) == again.state


def test_a_match_goes_back_to_a_savepoint_and_draws_the_same_tiles_again() -> None:
    match, choice = Match(players=3, seed=4), Random(2)
    for _ in range(6):
        match.submit(match.active, choice.choice(match.legal_actions))
    state, record, go_back = match.state, match.record(), match.savepoint()

    def rest() -> list[State]:
        random, states = Random(1), []
        while not match.is_over:
            match.submit(match.active, random.choice(match.legal_actions))
            states.append(match.state)
        return states

    first = rest()
    go_back()
    assert (match.state, match.record()) == (state, record)
    again = rest()
    go_back()  # as often as one likes
    assert (again, rest()) == (first, first)
    assert len(first) > 3


def test_a_match_and_a_refusal_survive_copying_and_pickling() -> None:
    match = played(Match(players=3, seed=9), 8)
    for twin in (copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert played(twin).record() == played(Match(players=3, seed=9)).record()
    assert str(pickle.loads(pickle.dumps(NotYourTurn()))) == "It is not your turn. (T1)"


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_nobody_sees_anything_from_a_seat_that_is_not_there(seat: int) -> None:
    match = Match(players=2, seed=9)
    for look in (match.view, match.events, match.state.seen_by):
        with pytest.raises(ImpossibleSetup, match=f"there is no seat {seat}: the seats are 0 to 1"):
            look(seat)


def test_a_tile_that_does_not_exist_is_refused() -> None:
    match = played(Match(players=2, seed=9), 2)
    real = ORIENTATIONS[match.state.hands[match.active][0]][0]
    forged = OrientedTile(real.tile, 0, (1, 0, 3, 2, 5, 4, 7, 6))
    with pytest.raises(Refused, match="is not in your hand"):
        match.submit(match.active, PlayTile(forged))


@pytest.mark.parametrize("kind", [NotAnAction, TsuroError, TypeError])
def test_what_is_not_an_action_is_refused(kind: type[Exception]) -> None:
    with pytest.raises(kind, match="is not an action: read_action turns text into one"):
        Match(players=2, seed=9).submit(0, "mark c6n1")  # type: ignore[arg-type]  # -- wrong on purpose


@pytest.mark.parametrize("mark", [0.0, False, "a6n1", None, [0]])
def test_a_start_mark_is_the_number_of_a_point(mark: Any) -> None:
    match = Match(players=2, seed=9)
    with pytest.raises(NotAnAction, match="is not a start mark: it must be the number of a point"):
        match.submit(0, PlaceMarker(mark))
    assert match.state.starts == (None, None)


@pytest.mark.parametrize("tile", [17, 17.0, True, "17e", None])
def test_only_a_turned_tile_can_be_placed(tile: Any) -> None:
    match = played(Match(players=2, seed=9), 2)
    with pytest.raises(NotAnAction, match="PlayTile takes a tile and how it is turned"):
        match.submit(match.active, PlayTile(tile))
    assert match.state.tiles_placed == 0


@pytest.mark.parametrize(("give", "take"), [((4.0,), (8,)), ((4,), (True,)), (("4",), (8,)), (([4],), ([8],))])
def test_only_numbers_of_tiles_can_be_exchanged(give: Any, take: Any) -> None:
    state = read_position(EXCHANGE)
    with pytest.raises(NotAnAction, match="cannot be exchanged: it must be the number of a tile"):
        act(state, 0, ExchangeTiles(give, take), lambda pile: pile[0])


def test_a_bare_number_is_no_exchange() -> None:
    with pytest.raises(NotAnAction, match="an exchange gives and takes tuples of tiles"):
        ExchangeTiles(4, 8)  # type: ignore[arg-type]  # -- wrong on purpose


@pytest.mark.parametrize("tile", [99, FACE_DOWN, -1])
def test_chance_must_draw_from_the_pile(tile: int) -> None:
    with pytest.raises(ImpossibleDraw, match=f"tile {tile} cannot be drawn: it is not in the draw pile"):
        Match(players=2, chance=lambda _: tile)


@pytest.mark.parametrize("tile", [1.0, True, "1", None])
def test_chance_must_give_a_number(tile: Any) -> None:
    with pytest.raises(ImpossibleDraw, match="chance must give the number of a tile, not"):
        Match(players=2, chance=lambda _: tile)


def test_any_tile_can_be_drawn_from_a_pile_that_is_face_down_but_no_other_thing() -> None:
    hidden = (FACE_DOWN,) * len(TILES)
    state, _ = start(Setup(players=2), drawing(3, FACE_DOWN, 5, 7, 8, 9), tiles=hidden)
    assert state.hands == ((3, FACE_DOWN, 5), (7, 8, 9))
    with pytest.raises(ImpossibleDraw, match="tile 36 cannot be drawn"):
        start(Setup(players=2), lambda _: 36, tiles=hidden)


def test_an_exchange_of_lists_is_an_exchange_of_tuples() -> None:
    assert ExchangeTiles([1], [2]) == ExchangeTiles((1,), (2,))  # type: ignore[arg-type]  # -- lists are taken, too


def test_a_match_shows_its_position() -> None:
    match = Match(players=2, seed=9)
    assert repr(match) == f"<Match {write_position(match.state)}>"


def test_a_wrong_record_is_not_resumed() -> None:
    record = played(Match(players=2, seed=9), 4).record()
    with pytest.raises(RecordError, match="It is not your turn"):
        Match.resume(replace(record, entries=record.entries[1:]))


def test_what_one_player_saw_cannot_be_resumed() -> None:
    record = played(Match(players=2, seed=9), 4).record()
    with pytest.raises(RecordError):
        Match.resume(record.seen_by(0))

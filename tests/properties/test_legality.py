"""The one door: what is legal, what is refused, and what previews promise."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsuro import (
    DECLINE,
    FACE_DOWN,
    ORIENTATIONS,
    TILES,
    Action,
    ExchangeTiles,
    Match,
    Phase,
    PlaceMarker,
    PlayTile,
    Refused,
    State,
)
from tsuro.game.events import Eliminated, Event, MarkerWalked
from tsuro.game.legal import legal_actions
from tsuro.game.turn import act
from tsuro.game.view import view

ALL_PLAYS = [PlayTile(tile) for ways in ORIENTATIONS.values() for tile in ways]
ALL_MARKS = [PlaceMarker(point) for point in range(-1, 289)]
SWAPS_OF_ONE = [ExchangeTiles((give,), (take,)) for give, take in product((FACE_DOWN, *TILES), repeat=2)]


def lowest(pile: tuple[int, ...]) -> int:
    return pile[0]


def refusal(state: State, seat: int, action: Action) -> Refused | None:
    try:
        act(state, seat, action, lowest)
    except Refused as refused:
        return refused
    return None


def everything_to_try(state: State) -> list[Action]:
    hand, offer = state.hand_of(state.active), state.offer
    swaps: list[Action] = [
        DECLINE,
        ExchangeTiles(hand, ()),
        ExchangeTiles((), offer[:1]),
        ExchangeTiles(hand[:1] * 2, offer[:2]),
        ExchangeTiles(hand[:2], offer[:1] * 2),
        ExchangeTiles(hand[:3], offer[:3]),
        ExchangeTiles(offer[:2], hand[:2]),
    ]
    return [*ALL_PLAYS, *ALL_MARKS, *swaps, *SWAPS_OF_ONE]


@given(st.from_type(State))
def test_the_legal_actions_are_exactly_those_that_are_accepted(state: State) -> None:
    accepted = {a for a in everything_to_try(state) if refusal(state, state.active, a) is None}
    legal = set(legal_actions(state))
    assert accepted <= legal
    assert all(refusal(state, state.active, action) is None for action in legal)


@given(st.from_type(State))
def test_every_refusal_names_a_rule_and_says_a_sentence(state: State) -> None:
    for action in everything_to_try(state):
        refused = refusal(state, state.active, action)
        if refused is not None:
            assert re.fullmatch("[A-Z][0-9]", refused.rule)
            assert re.fullmatch(r"[A-Z].*\.", refused.sentence)
            assert str(refused) == f"{refused.sentence} ({refused.rule})"
            assert re.fullmatch("[a-z]+(-[a-z]+)+", refused.code())


@given(st.from_type(State))
def test_only_the_active_player_may_act(state: State) -> None:
    for seat in {-1, *range(9)} - {state.active}:
        for action in [*legal_actions(state)[:5], DECLINE, ALL_PLAYS[0], ALL_MARKS[1]]:
            refused = refusal(state, seat, action)
            assert refused is not None
            assert refused.code() == ("already-over" if state.phase is Phase.OVER else "not-your-turn")


@given(st.from_type(Match))
def test_a_refused_action_changes_nothing(match: Match) -> None:
    state, record, events = match.state, match.record(), match.events(None)
    legal = set(match.legal_actions)
    for action in {*everything_to_try(state)[::7]} - legal:
        with pytest.raises(Refused):
            match.submit(match.active, action)
    assert match.state is state
    assert (match.record(), match.events(None)) == (record, events)


def causes(events: tuple[Event, ...]) -> tuple[object, ...]:
    walks = tuple(event.walk for event in events if isinstance(event, MarkerWalked))
    return walks, tuple(event.seat for event in events if isinstance(event, Eliminated))


@given(st.from_type(State))
def test_previews_tell_the_truth(state: State) -> None:
    for seat in state.in_play:
        turn = replace(state, active=seat)
        for preview in view(state, seat).previews:
            if preview.refusal is None:
                _, events = act(turn, seat, PlayTile(preview.tile), lowest)
                assert (preview.walks, preview.eliminated) == causes(events)
            else:
                with pytest.raises(preview.refusal):
                    act(turn, seat, PlayTile(preview.tile), lowest)


@given(st.from_type(State))
def test_previews_show_every_way_to_place_a_tile_of_the_hand(state: State) -> None:
    for seat in range(state.setup.players):
        ways = {preview.tile for preview in view(state, seat).previews}
        shown = state.phase is Phase.PLAY_TILE and seat in state.in_play
        assert ways == {way for tile in state.hand_of(seat) for way in ORIENTATIONS[tile] if shown}
    assert view(state, None).previews == ()


@given(st.from_type(State))
def test_the_view_of_the_player_on_turn_offers_what_is_legal(state: State) -> None:
    for seat in (None, *range(state.setup.players)):
        on_turn = seat == state.active and state.phase is not Phase.OVER
        assert view(state, seat).on_turn == on_turn
        assert view(state, seat).legal_actions == (legal_actions(state) if on_turn else ())

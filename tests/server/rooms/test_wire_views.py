"""Clients are told what their seats see, and nothing else (S5)."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from tests.properties.test_hidden_tiles import begin, drawing, draws_of, other_tiles, with_other_tiles

from tsuro import (
    DECLINE,
    FACE_DOWN,
    Action,
    ExchangeTiles,
    ImpossibleSetup,
    Match,
    Phase,
    PlaceMarker,
    PlayTile,
    State,
    oriented,
)
from tsuro.game.closed import closed_squares
from tsuro.game.edition import Goal
from tsuro.game.errors import RunsIntoMarker, TakesYouToTheEdge
from tsuro.game.events import Event, ExchangeOffered, HandEmpty, TileDrawn, TilePlaced, TilesDealt, TilesExchanged
from tsuro.game.outcome import Outcome, crossings, path_of, scores_after, solo_score_after
from tsuro.game.view import Preview, View
from tsuro.notation import read_action, read_edition, write_action
from tsuro.server.messages import ENCODER, ServerMessage, views
from tsuro.server.messages import events as told
from tsuro.server.messages.answers import Moved
from tsuro.server.rooms.wire_forms import wire_event, wire_own, wire_position
from tsuro.server.rooms.wire_views import WireViews

EDITIONS = (
    "classic",
    "classic+no-ramming",
    "modern",
    "modern+bonus+pass-the-pile",
    "modern+open-tiles",
    "modern+solo",
    "modern+longest-path",
    "modern+bonus+most-crossings",
)
PLAYERS = (2, 4, 8)


@dataclass(frozen=True)
class Moment:
    """A match right after an action."""

    match: Match
    seat: int
    action: Action
    events: tuple[Event, ...]


def moments(edition: str, players: int, seed: int) -> Iterator[Moment]:
    """A whole game, moment by moment: every second one is played by players who spare nobody."""
    match = Match(edition=read_edition(edition), players=players, seed=seed)
    random = Random(seed)
    while not match.is_over:
        seat, action = match.active, chosen(match, random, fierce=seed % 2 == 1)
        yield Moment(match, seat, action, match.submit(seat, action))


def chosen(match: Match, random: Random, *, fierce: bool) -> Action:
    if fierce and match.state.phase is Phase.PLAY_TILE:
        allowed = match.view(match.active).allowed
        most = max(len(preview.eliminated) for preview in allowed)
        return PlayTile(random.choice([p.tile for p in allowed if len(p.eliminated) == most]))
    return random.choice(match.legal_actions)


@pytest.fixture(params=EDITIONS)
def edition(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=PLAYERS)
def players(request: pytest.FixtureRequest) -> int:
    return int(request.param)


# What is told, put together slowly from what the rules show


def shown_position(match: Match) -> views.Position:
    seen = match.view(None)
    state = seen.position
    shared = state.setup.edition.one_open_hand
    return views.Position(
        phase=state.phase.value,
        active=state.active,
        board=tuple(None if tile is None else str(tile) for tile in state.board),
        markers=state.markers,
        trails=tuple(shown_trail(state, seat) for seat in range(state.setup.players)),
        hands=tuple(0 if shared else len(state.hands[seat]) for seat in range(state.setup.players)),
        open_hand=seen.hand,
        pile=len(state.pile),
        dragon=state.dragon,
        out=state.out,
        closed=tuple(sorted(closed_squares(state))),
        scores=shown_scores(state),
        solo=(len(state.in_play), state.tiles_placed) if state.setup.edition.solo else None,
        result=None if seen.outcome is None else shown_result(seen.outcome),
    )


def shown_scores(state: State) -> tuple[int, ...]:
    paths = [path_of(state, seat) for seat in range(state.setup.players)]
    count = {Goal.LONGEST_PATH: len, Goal.MOST_CROSSINGS: crossings}.get(state.setup.edition.goal)
    return () if count is None else tuple(count(path) for path in paths)


def shown_trail(state: State, seat: int) -> tuple[int, ...]:
    start = state.starts[seat]
    return () if start is None else (start, *(leaving for _, leaving in path_of(state, seat)))


def shown_result(outcome: Outcome) -> told.Result:
    return told.Result(winners=outcome.winners, ranking=outcome.ranking, scores=outcome.scores, solo=outcome.solo)


def shown_own(seen: View) -> views.Own:
    assert seen.seat is not None
    return views.Own(
        seat=seen.seat,
        hand=seen.hand,
        on_turn=seen.on_turn,
        previews=tuple(shown_preview(seen.position, preview) for preview in seen.previews),
        marks=tuple(
            views.Mark(action=write_action(action), point=action.mark)
            for action in seen.legal_actions
            if isinstance(action, PlaceMarker)
        ),
        offer=seen.position.offer if seen.on_turn else (),
    )


def shown_preview(state: State, preview: Preview) -> views.Preview:
    refusal = preview.refusal
    return views.Preview(
        action=f"play {preview.tile}",
        walks=tuple(told.Walk(seat=w.seat, points=w.points, end=w.end, met=w.met) for w in preview.walks),
        refused=None
        if refusal is None
        else views.Reason(code=refusal.code(), sentence=refusal.sentence, rule=refusal.rule),
        scores=scores_after(state, preview.walks),
        solo=solo_score_after(state, preview.walks),
    )


def shown_events(events: tuple[Event, ...], seat: int | None) -> bytes:
    return ENCODER.encode([wire_event(event.seen_by(seat)) for event in events])


def check(teller: WireViews, moment: Moment) -> None:
    """All that is told is what the slow way gives."""
    match = moment.match
    assert teller.position() == ENCODER.encode(shown_position(match))
    assert teller.events(moment.events, None) == shown_events(moment.events, None)
    for seat in range(match.setup.players):
        assert teller.own(seat) == ENCODER.encode(shown_own(match.view(seat)))
        assert teller.events(moment.events, seat) == shown_events(moment.events, seat)


@pytest.mark.parametrize("seed", range(2))
def test_what_is_told_is_what_the_rules_show(edition: str, players: int, seed: int) -> None:
    teller = None
    for moment in moments(edition, players, seed):
        teller = teller or WireViews(moment.match)
        check(teller, moment)


def test_a_teller_that_is_asked_now_and_then_tells_the_same(edition: str, players: int) -> None:
    random, teller = Random(players), None
    for moment in moments(edition, players, 2):
        teller = teller or WireViews(moment.match)
        for seat in range(players):
            if random.random() < 0.3:
                assert teller.own(seat) == ENCODER.encode(shown_own(moment.match.view(seat)))
        if random.random() < 0.2:
            check(teller, moment)


def test_a_teller_tells_of_the_match_before_anybody_acts(edition: str, players: int) -> None:
    match = Match(edition=read_edition(edition), players=players, seed=1)
    teller = WireViews(match)
    assert teller.position() == ENCODER.encode(shown_position(match))
    dealt = match.events(0)
    assert teller.events(dealt, 0) == shown_events(dealt, 0)
    assert [teller.own(seat) for seat in range(players)] == [
        ENCODER.encode(shown_own(match.view(seat))) for seat in range(players)
    ]


def test_the_games_of_these_tests_have_everything_in_them() -> None:
    seen: set[str] = set()
    for edition, players, seed in product(EDITIONS, PLAYERS, range(2)):
        for moment in moments(edition, players, seed):
            seen.update(type(event).__name__ for event in moment.events)
            seen.update(why.code for p in shown_own(moment.match.view(0)).previews if (why := p.refused))
            seen.update(["a closed square"] * bool(closed_squares(moment.match.state)))
            seen.update(["swapped"] * (isinstance(moment.action, ExchangeTiles) and moment.action != DECLINE))
    kinds = {kind.__name__ for kind in Event.__subclasses__()}
    rare = {"TilesDealt", "HandEmpty"}  # the one comes before anybody acts, the other hardly ever
    assert seen >= kinds - rare | {"takes-you-to-the-edge", "runs-into-marker", "a closed square", "swapped"}


# Nobody can tell hidden tiles apart


def tell_all(teller: WireViews, beholder: int | None) -> list[bytes]:
    return [teller.position()] + ([] if beholder is None else [teller.own(beholder)])


def swapped(state: State, beholder: int | None, random: Random) -> State:
    """The state with all tiles swapped among each other that the beholder does not see."""
    seen = state.seen_by(beholder)
    hidden = [owner for owner, hand in enumerate(seen.hands) if hand != state.hands[owner]]
    tiles = [tile for owner in hidden for tile in state.hands[owner]]
    if seen.pile != state.pile:
        tiles += state.pile
    random.shuffle(tiles)
    hands = list(state.hands)
    for owner in hidden:
        hands[owner], tiles = tuple(tiles[: len(hands[owner])]), tiles[len(hands[owner]) :]
    return replace(state, hands=tuple(hands), pile=tuple(sorted(tiles)) if seen.pile != state.pile else state.pile)


def test_swapping_hidden_tiles_changes_nothing_that_is_told(edition: str, players: int) -> None:
    random = Random(players)
    for moment in moments(edition, players, 3):
        for beholder in (None, *range(players)):
            twin = copy.copy(moment.match)
            twin._state = swapped(moment.match.state, beholder, random)
            told_of = tell_all(WireViews(moment.match), beholder)
            assert tell_all(WireViews(twin), beholder) == told_of
            assert wire_position(twin.state) == wire_position(twin.state.seen_by(beholder))


@pytest.mark.parametrize("seed", range(4, 6))
def test_a_game_with_other_hidden_tiles_is_told_the_same(edition: str, players: int, seed: int) -> None:
    """As in tests/properties/test_hidden_tiles.py: up to where other tiles forbid the same placement."""
    *_, last = moments(edition, players, seed)
    record = last.match.record()
    for beholder in (None, *range(players)):
        others = other_tiles(last.match, beholder, Random(seed))
        one = begin(last.match, drawing(draws_of(record)))
        two = begin(last.match, drawing(others[tile] for tile in draws_of(record)))
        tellers = WireViews(one), WireViews(two)
        for entry in record.entries:
            action, other = entry.action, with_other_tiles(entry.action, others)
            try:
                happened = two.submit(entry.seat, other)
            except (TakesYouToTheEdge, RunsIntoMarker):
                break
            events = one.submit(entry.seat, action)
            assert tellers[0].events(events, beholder) == tellers[1].events(happened, beholder)
            assert tell_all(tellers[0], beholder) == tell_all(tellers[1], beholder)
            seats = () if beholder is None else (beholder,)
            assert WireViews.action(entry.seat, action, seats) == WireViews.action(entry.seat, other, seats)


def tiles_in(message: object) -> set[int]:
    """Every tile that a message names."""
    match message:
        case told.TilesDealt(tiles=tiles) | told.ExchangeOffered(tiles=tiles):
            return {*tiles}
        case told.TilesExchanged(gave=gave, took=took):
            return {*gave, *took}
        case told.TileDrawn(tile=tile):
            return {tile}
        case told.TilePlaced(tile=turned):
            return {int(turned[:-1])}
        case views.Own(hand=hand, previews=previews, offer=offer):
            played = [read_action(preview.action) for preview in previews]
            return {*hand, *offer, *(action.tile.tile for action in played if isinstance(action, PlayTile))}
    return set()


def tiles_shown_by(events: tuple[Event, ...], seat: int | None) -> Iterator[int]:
    """The tiles that the rules show to the seat in these events, or that it swaps itself."""
    for event in events:
        match event:
            case TilePlaced(_, _, turned):
                yield turned.tile
            case TilesDealt(owner, tiles) if owner in {seat, None}:
                yield from tiles
            case TileDrawn(owner, tile) if owner in {seat, None}:
                yield tile
            case ExchangeOffered(owner, tiles) if owner == seat:
                yield from tiles
            case TilesExchanged(owner, gave, took) if owner == seat:
                yield from (*gave, *took)


def test_no_tile_is_named_to_a_seat_that_may_not_know_it(edition: str, players: int) -> None:
    teller = None
    for moment in moments(edition, players, 7):
        state = moment.match.state
        teller = teller or WireViews(moment.match)
        for seat in (None, *range(players)):
            happened = msgspec.json.decode(teller.events(moment.events, seat), type=tuple[told.GameEvent, ...])
            named = {tile for event in happened for tile in tiles_in(event)} - {0}
            assert named == set(tiles_shown_by(moment.events, seat))
            if seat is not None:
                own = msgspec.json.decode(teller.own(seat), type=views.Own)
                offered = state.offer if seat == state.active else ()
                assert tiles_in(own) == {*state.hand_of(seat), *offered}


def test_every_event_is_shown_whole_or_as_to_everybody(edition: str, players: int) -> None:
    for moment in moments(edition, players, 5):
        for event, seat in product(moment.events, range(players)):
            assert event.seen_by(seat) in {event, event.seen_by(None)}


# Clients with several seats, actions, messages


def test_a_client_with_several_seats_learns_what_any_of_them_learns(edition: str, players: int) -> None:
    for moment in moments(edition, players, 3):
        teller = WireViews(moment.match)
        for seats in ((), (1,), (0, 1), tuple(range(players))):
            learnt = [
                event if any(event.seen_by(seat) == event for seat in seats) else event.seen_by(None)
                for event in moment.events
            ]
            told_of = teller.events_for(moment.events, seats)
            assert told_of == ENCODER.encode([wire_event(event) for event in learnt])


def test_exchanged_tiles_are_named_only_to_who_exchanged_them() -> None:
    swap = ExchangeTiles((4, 17), (8, 30))
    assert WireViews.action(2, swap, (2,)) == WireViews.action(2, swap, (0, 2)) == "exchange 4,17 for 8,30"
    assert WireViews.action(2, swap, ()) == WireViews.action(2, swap, (0, 1)) == "exchange ?,? for ?,?"
    assert WireViews.action(2, DECLINE, ()) == "exchange nothing"


def test_placements_and_marks_are_named_to_everybody() -> None:
    assert WireViews.action(0, PlayTile(oriented(17, 1)), ()) == "play 17e"
    assert WireViews.action(0, PlaceMarker(0), (1,)) == "mark a6n1"


def any_value(encoded: bytes) -> Any:
    """Encoded parts stand in messages where the parts themselves would: that is what they are for."""
    return msgspec.Raw(encoded)


def test_a_message_is_put_together_from_encoded_parts(edition: str) -> None:
    for moment in moments(edition, 4, 1):
        teller = WireViews(moment.match)
        for seats in ((), (0, 2)):
            message = Moved(
                seq=9,
                seat=moment.seat,
                played="person",
                action=teller.action(moment.seat, moment.action, seats),
                events=any_value(teller.events_for(moment.events, seats)),
                position=any_value(teller.position()),
                own=tuple(any_value(teller.own(seat)) for seat in seats),
                clocks=None,
                table=None,
            )
            read = msgspec.json.decode(ENCODER.encode(message), type=ServerMessage)
            assert isinstance(read, Moved)
            assert read.position == shown_position(moment.match)
            assert read.own == tuple(shown_own(moment.match.view(seat)) for seat in seats)
            assert len(read.events) == len(moment.events)


def test_each_part_is_computed_once_per_state() -> None:
    match = Match(players=3, seed=1)
    teller = WireViews(match)
    position, own = teller.position(), teller.own(1)
    assert teller.position() is position
    assert teller.own(1) is own
    events = match.submit(0, match.legal_actions[0])
    assert teller.position() is not position
    assert teller.own(1) is not own
    assert teller.events(events, None) is teller.events(events, 2)


@pytest.mark.parametrize("seat", [-1, 3])
def test_nothing_is_told_to_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(ImpossibleSetup, match="there is no seat"):
        WireViews(Match(players=3, seed=1)).own(seat)


def test_clients_know_every_event_of_the_rules() -> None:
    rules = {kind.__name__ for kind in Event.__subclasses__()}
    assert rules == {kind.__name__ for kind in get_args(told.GameEvent)}
    assert wire_event(HandEmpty(3)) == told.HandEmpty(3)
    with pytest.raises(TypeError, match="without a form on the wire"):
        wire_event(Event())


class DrawnBlindly(TileDrawn):
    """The rules have no event that hides a tile from its own player; if they had, it would stay hidden."""

    def seen_by(self, seat: int | None) -> Event:
        return TileDrawn(self.seat, FACE_DOWN)


def test_nobody_is_shown_what_an_event_hides_from_everybody() -> None:
    teller = WireViews(Match(players=2, seed=1))
    assert teller.events((DrawnBlindly(0, 17),), 0) == b'[{"type":"tile-drawn","seat":0,"tile":0}]'


@pytest.mark.parametrize("edition", ["modern+longest-path", "modern+most-crossings", "modern+solo", "modern"])
def test_previews_tell_the_scores_that_come_of_them(edition: str) -> None:
    chance, match = Random(5), Match(edition=read_edition(edition), players=3, seed=5)
    compared = 0
    while not match.is_over:
        before, action = match.state, chance.choice(match.legal_actions)
        match.submit(match.active, action)
        told = {preview.action: preview for preview in wire_own(before, before.active).previews}
        if preview := told.get(write_action(action)):
            after = wire_position(match.state)
            assert preview.solo == after.solo
            assert preview.scores == (after.scores and tuple(after.scores[walk.seat] for walk in preview.walks))
            compared += 1
    assert compared > 3

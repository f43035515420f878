"""Nobody can tell hidden tiles apart (S5).

A game is played a second time with the tiles that one beholder never got to see
swapped among each other, wherever they lay: in other hands, in the pile, in an
exchange. To that beholder both games must look the same in every respect, up to
the moment where the second player, holding other tiles, may not do the same (P2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from hypothesis import event, given
from hypothesis import strategies as st

from tsuro import (
    FACE_DOWN,
    TILES,
    Action,
    ExchangeTiles,
    Match,
    Record,
    replay,
    write_json,
    write_position,
    write_text,
)
from tsuro.game.board import Seat
from tsuro.game.errors import RunsIntoMarker, TakesYouToTheEdge
from tsuro.game.events import Event, ExchangeOffered, TileDrawn, TilePlaced, TilesDealt, TilesExchanged
from tsuro.game.turn import Chance
from tsuro.render import draw
from tsuro.render.text import draw_text
from tsuro.render.words import describe


def tiles_known(match: Match, beholder: Seat | None) -> Iterator[int]:
    """The tiles that the rules let the beholder see: on the board, in their hand, offered to them."""
    for moment in replay(match.record()):
        for happened in moment.events:
            match happened:
                case TilePlaced(_, _, placed):
                    yield placed.tile
                case TilesDealt(owner, tiles) if owner in {beholder, None}:
                    yield from tiles
                case TileDrawn(owner, tile) if owner in {beholder, None}:
                    yield tile
                case ExchangeOffered(seat, tiles) if seat == beholder:
                    yield from tiles


def other_tiles(match: Match, beholder: Seat | None, random: Random) -> dict[int, int]:
    """Each tile's stand-in: itself if the beholder has seen it, else any other hidden tile."""
    hidden = sorted(set(TILES) - set(tiles_known(match, beholder)))
    return dict(zip(TILES, TILES, strict=True)) | dict(
        zip(hidden, random.sample(hidden, len(hidden)), strict=True)
    )


def draws_of(record: Record) -> Iterator[int]:
    owners = (0,) if record.setup.edition.one_open_hand else record.setup.seats
    for owner in owners:
        yield from record.deal[owner]
    for entry in record.entries:
        yield from entry.draws


def drawing(tiles: Iterable[int]) -> Chance:
    remaining = iter(tiles)
    return lambda pile: next(remaining)


def with_other_tiles(action: Action, others: dict[int, int]) -> Action:
    if isinstance(action, ExchangeTiles):
        return ExchangeTiles(
            tuple(others[tile] for tile in action.give), tuple(others[tile] for tile in action.take)
        )
    return action


def begin(match: Match, chance: Chance) -> Match:
    setup = match.setup
    return Match(
        edition=setup.edition,
        players=setup.players,
        first=setup.first,
        markers=setup.markers,
        chance=chance,
    )


def all_that_is_shown(match: Match, beholder: Seat | None) -> tuple[object, ...]:
    view, record = match.view(beholder), match.record().seen_by(beholder)
    return (
        repr(view),
        write_position(view.position),
        (view.hand, view.on_turn, view.legal_actions, view.outcome),
        match.events(beholder),
        record,
        write_text(record),
        write_json(record),
        describe(view, match.names),
        draw_text(view),
        draw(view).svg,
    )


def seen(events: tuple[Event, ...], beholder: Seat | None) -> tuple[Event, ...]:
    return tuple(event.seen_by(beholder) for event in events)


@given(st.from_type(Match), st.integers(0, 2**32))
def test_nobody_can_tell_hidden_tiles_apart(match: Match, seed: int) -> None:
    record = match.record()
    for beholder in (None, *range(match.setup.players)):
        others = other_tiles(match, beholder, Random(seed))
        one = begin(match, drawing(draws_of(record)))
        two = begin(match, drawing(others[tile] for tile in draws_of(record)))
        assert all_that_is_shown(one, beholder) == all_that_is_shown(two, beholder)
        for entry in record.entries:
            try:
                happened = two.submit(entry.seat, with_other_tiles(entry.action, others))
            except (TakesYouToTheEdge, RunsIntoMarker):
                event("the other tiles forbid the same placement")
                break
            assert seen(one.submit(entry.seat, entry.action), beholder) == seen(happened, beholder)
            assert one.view(beholder) == two.view(beholder)
        assert all_that_is_shown(one, beholder) == all_that_is_shown(two, beholder)


def tiles_shown(events: Iterable[Event]) -> Iterator[int]:
    for happened in events:
        match happened:
            case TilesDealt(_, tiles) | ExchangeOffered(_, tiles):
                yield from tiles
            case TilesExchanged(_, gave, took):
                yield from (*gave, *took)
            case TileDrawn(_, tile):
                yield tile
            case TilePlaced(_, _, placed):
                yield placed.tile


@given(st.from_type(Match))
def test_everyone_is_shown_exactly_the_tiles_they_may_know(match: Match) -> None:
    for beholder in (None, *range(match.setup.players)):
        shown = set(tiles_shown(match.events(beholder))) - {FACE_DOWN}
        assert shown == set(tiles_known(match, beholder))
        if not match.setup.edition.one_open_hand:
            position = match.view(beholder).position
            assert {tile for hand in position.hands for tile in hand} - {FACE_DOWN} <= shown
            assert set(position.pile) <= {FACE_DOWN}


@given(st.from_type(Match))
def test_everyone_sees_the_open_hand(match: Match) -> None:
    beholders = [None, *range(match.setup.players)]
    if match.setup.edition.one_open_hand:
        assert {match.view(beholder).hand for beholder in beholders} == {match.state.hands[0]}
    else:
        assert [match.view(beholder).hand for beholder in beholders] == [(), *match.state.hands]


@given(st.from_type(Match))
def test_events_and_records_show_a_player_the_same_tiles(match: Match) -> None:
    for beholder in (None, *range(match.setup.players)):
        record = match.record().seen_by(beholder)
        told = {tile for hand in record.deal for tile in hand}
        for moment in replay(record):
            if moment.entry is not None:
                told.update(moment.entry.draws)
        drawn = [e for e in match.events(beholder) if isinstance(e, TilesDealt | TileDrawn)]
        assert told == set(tiles_shown(drawn))

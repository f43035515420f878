"""A game is shown again as it was told; when it is over, with all tiles face up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import msgspec
import pytest

from tsuro import Match, Record, RecordError
from tsuro.notation import read_edition, write_action
from tsuro.server.messages import ENCODER
from tsuro.server.messages.events import GameEvent
from tsuro.server.messages.views import Frame, Position
from tsuro.server.rooms.replays import replayed_for
from tsuro.server.rooms.wire_views import WireViews

EDITIONS = ("classic", "modern+bonus+pass-the-pile", "modern+open-tiles", "modern+solo", "modern+longest-path")


def frames(record: Record, seat: int | None) -> list[Frame]:
    return list(replayed_for(record, seat).frames)


def told(match: Match, beholder: int | None, random: Random, *, end: int) -> Iterator[Frame]:
    """Play on, and give the frames that the beholder's client could have put together from what it was told."""
    teller = WireViews(match)
    yield frame(match, teller, beholder, events=teller.events(match.events(beholder), beholder), number=0)
    for number in range(1, end):
        if match.is_over:
            return
        seat, action = match.active, random.choice(match.legal_actions)
        events = teller.events(match.submit(seat, action), beholder)
        seen = teller.action(seat, action, () if beholder is None else (beholder,))
        yield frame(match, teller, beholder, events=events, number=number, seat=seat, action=seen)


def frame(
    match: Match,
    teller: WireViews,
    beholder: int | None,
    *,
    events: bytes,
    number: int,
    seat: int | None = None,
    action: str | None = None,
) -> Frame:
    shared = match.setup.edition.one_open_hand
    return Frame(
        number=number,
        seat=seat,
        action=action,
        events=msgspec.json.decode(events, type=tuple[GameEvent, ...]),
        position=msgspec.json.decode(teller.position(), type=Position),
        hands=((),) * match.setup.players if shared else match.view(beholder).position.hands,
        own=None,
    )


def begun(edition: str, players: int, seed: int) -> Match:
    return Match(edition=read_edition(edition), players=players, seed=seed)


def finished(edition: str, players: int, seed: int) -> Record:
    match, random = begun(edition, players, seed), Random(seed)
    while not match.is_over:
        match.submit(match.active, random.choice(match.legal_actions))
    return match.record()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 5])
def test_a_running_game_is_shown_as_it_was_told(edition: str, players: int) -> None:
    for beholder in (None, *range(players)):
        match = begun(edition, players, seed=players)
        seen = list(told(match, beholder, Random(1), end=players + 14))
        if not match.is_over:
            assert frames(match.record(), beholder) == seen


def test_an_exchange_is_shown_as_it_was_told() -> None:
    exchanges = 0
    for seed in range(40):
        for beholder in (None, 0, 1):
            match, random = begun("classic", 4, seed), Random(seed)
            seen = list(told(match, beholder, random, end=24))
            if match.is_over:
                continue
            shown = frames(match.record(), beholder)
            assert shown == seen
            exchanges += sum("?" in str(f.action) for f in shown)
    assert exchanges


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_finished_game_is_shown_to_everybody_with_all_tiles(edition: str) -> None:
    record = finished(edition, 4, seed=3)
    shown = frames(record, None)
    assert shown == frames(record, 2)
    assert len(shown) == len(record.entries) + 1
    assert not any(0 in hand for moment in shown for hand in moment.hands)
    assert b'"tile":0' not in ENCODER.encode(shown)
    if not record.setup.edition.one_open_hand:
        assert shown[0].hands == record.deal
    assert [moment.action for moment in shown[1:]] == [write_action(entry.action) for entry in record.entries]
    assert shown[-1].position.result is not None


def test_a_record_that_only_says_that_the_game_is_over_shows_nothing() -> None:
    match = begun("modern", 2, seed=1)
    with pytest.raises(RecordError, match="the record says '1 > 2'"):
        frames(replace(match.record(), result="1 > 2"), None)


def test_frames_can_be_read_strictly() -> None:
    shown = frames(finished("classic", 3, seed=2), None)
    assert msgspec.json.decode(ENCODER.encode(shown), type=list[Frame]) == shown

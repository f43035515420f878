"""Records tell the whole game: written, read and played again, it is the same."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tsuro import Match, Record, read_json, read_text, replay, verify, write_json, write_text
from tsuro.deal import Deal
from tsuro.game.events import Event, GameOver
from tsuro.game.view import view
from tsuro.record.effects import write_outcome


def beholders(match: Match) -> list[int | None]:
    return [None, *range(match.setup.players)]


@given(st.from_type(Match))
def test_a_replayed_record_is_the_same_game(match: Match) -> None:
    moments = list(replay(match.record()))
    events: list[Event] = []
    for moment in moments:
        events += moment.events
    for seat in beholders(match):
        assert match.events(seat) == tuple(event.seen_by(seat) for event in events)
    assert moments[-1].state == match.state
    assert moments[-1].state.last == match.state.last
    assert verify(match.record()) == match.state


@given(st.from_type(Match))
def test_the_same_seed_and_the_same_actions_give_the_same_game(match: Match) -> None:
    record = match.record()
    commitment = record.tag("commitment")
    assert commitment == match.commitment
    secret = record.tag("secret")
    assert (secret is not None) == match.is_over
    if secret is not None:
        chance = Deal(bytes.fromhex(secret))
        again = Match(
            edition=match.setup.edition,
            players=match.setup.players,
            first=match.setup.first,
            markers=match.setup.markers,
            chance=chance,
        )
        for entry in record.entries:
            again.submit(entry.seat, entry.action)
        assert again.record() == record


@given(st.from_type(Match))
def test_records_read_back(match: Match) -> None:
    for record in [match.record(), *(match.record().seen_by(seat) for seat in beholders(match))]:
        assert read_text(write_text(record)) == record
        assert read_json(write_json(record)) == record
        assert write_text(read_text(write_text(record))) == write_text(record)
        assert write_json(read_json(write_json(record))) == write_json(record)


@given(st.from_type(Match))
def test_a_record_seen_by_one_player_replays_to_what_that_player_saw(match: Match) -> None:
    truth = list(replay(match.record()))
    for seat in beholders(match):
        seen = list(replay(match.record().seen_by(seat)))
        assert [m.state.seen_by(seat) for m in seen] == [m.state.seen_by(seat) for m in truth]
        assert [view(m.state, seat) for m in seen] == [view(m.state, seat) for m in truth]
        assert verify(match.record().seen_by(seat)) == seen[-1].state


@given(st.from_type(Record))
def test_seeing_twice_is_seeing_once(record: Record) -> None:
    for seat in (None, *range(record.setup.players)):
        seen = record.seen_by(seat)
        assert seen.seen_by(seat) == seen
        assert seen.seen_by(None) == record.seen_by(None)


@given(st.from_type(Match))
def test_the_result_is_what_the_last_event_says(match: Match) -> None:
    last = match.events(None)[-1]
    if isinstance(last, GameOver):
        assert last.outcome == match.outcome
        assert match.record().result == write_outcome(last.outcome)
    else:
        assert match.record().result == "unfinished"


@given(st.from_type(Match))
def test_a_resumed_match_goes_on_from_the_same_moment(match: Match) -> None:
    again = Match.resume(match.record(), Deal.of_seed(1))
    assert again.state == match.state
    assert again.names == match.names
    assert all(again.events(seat) == match.events(seat) for seat in beholders(match))
    assert again.record().entries == match.record().entries
    assert again.legal_actions == match.legal_actions


@given(st.from_type(Match))
def test_the_record_of_a_resumed_match_can_be_verified(match: Match) -> None:
    again = Match.resume(match.record())
    while not again.is_over:
        again.submit(again.active, again.legal_actions[0])
    assert verify(again.record()) == again.state

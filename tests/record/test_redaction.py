"""What one player may know of a record: nothing hidden survives `seen_by`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from tsuro import (
    FACE_DOWN,
    Edition,
    Match,
    Record,
    RecordError,
    read_edition,
    read_text,
    replay,
    verify,
    write_json,
    write_text,
)
from tsuro.game.errors import ImpossibleSetup
from tsuro.game.events import TileDrawn
from tsuro.record.effects import drawn_tile, hide_tiles

RECORD = """\
tsuro record 1
edition: classic
first: 1
player 1: Ann (circle)
player 2: Ben (square)
player 3: Cleo (triangle)
commitment: 5bd06f9155ef0b609a1ab705ece09b3a83d009e6492dbf7e6d34b842e6e6b8c6
secret: 73656564203430
event: Cup

deal 1: 35,8,19
deal 2: 5,26,33
deal 3: 32,22,7
# Ann has 35

1. 1 mark d1s2 # with 35 in hand
2. 2 mark a2w1
3. 3 mark a1s1
4. 1 play 35n -> on d1; 1 to c1e2; 1 draws 12
5. 2 play 26n -> on a2; 2 to a1n1; 2 draws 15
6. 3 play 22e -> on a1; 3 to b1w2; 2 to a1w2; 2 out at the edge; offered 5,33,15
7. 3 exchange 7 for 15 -> shuffled in 3; 3 draws 17

result: unfinished
"""


@pytest.fixture
def record() -> Record:
    return read_text(RECORD)


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_comments_and_the_secret_never_survive(record: Record, seat: int | None) -> None:
    seen = record.seen_by(seat)
    assert seen.comments == ()
    assert all(entry.comments == () for entry in seen.entries)
    for text in (write_text(seen), write_json(seen)):
        assert "73656564203430" not in text
        assert "Ann has" not in text
        assert "in hand" not in text


def test_of_the_tags_only_the_commitment_stays(record: Record) -> None:
    assert record.seen_by(None).tags == (("commitment", record.tag("commitment")),)


@pytest.mark.parametrize("effect", ["offered 5, 33, 15", "Ann keeps 19", "1 draws  8", "draws"])
def test_an_effect_that_is_not_understood_is_hidden(record: Record, effect: str) -> None:
    told = replace(record.entries[0], effects=("on a6", " ".join(effect.split())))
    seen = replace(record, entries=(told,)).seen_by(None)
    assert seen.entries[0].effects in {("on a6",), ("on a6", "1 draws ?")}


@pytest.mark.parametrize("seat", [-1, 8, 99])
def test_nobody_sees_from_a_seat_that_is_not_there(record: Record, seat: int) -> None:
    with pytest.raises(ImpossibleSetup, match=f"there is no seat {seat}"):
        record.seen_by(seat)


def test_a_watcher_sees_no_hand(record: Record) -> None:
    seen = record.seen_by(None)
    assert {tile for hand in seen.deal for tile in hand} == {FACE_DOWN}
    assert {tile for entry in seen.entries for tile in entry.draws} == {FACE_DOWN}
    assert seen.hides_tiles


def test_a_player_sees_the_own_hand_and_draws(record: Record) -> None:
    seen = record.seen_by(1)
    assert seen.deal == ((0, 0, 0), (5, 26, 33), (0, 0, 0))
    assert [entry.draws for entry in seen.entries if entry.draws] == [(0,), (15,), (0,)]


def test_only_the_player_who_may_exchange_sees_the_offer_and_the_swap(record: Record) -> None:
    lines = {seat: write_text(record.seen_by(seat)).splitlines()[-4:-2] for seat in range(3)}
    assert lines[2][0].endswith("offered 5,33,15")
    assert lines[2][1] == "7. 3 exchange 7 for 15 -> shuffled in 3; 3 draws 17"
    for seat in (0, 1):
        assert lines[seat][0].endswith("offered ?,?,?")
        assert lines[seat][1] == "7. 3 exchange ? for ? -> shuffled in 3; 3 draws ?"


def test_a_declined_exchange_is_no_secret(record: Record) -> None:
    text = RECORD.replace("exchange 7 for 15", "exchange nothing")
    assert "3 exchange nothing" in write_text(read_text(text).seen_by(0))


def test_an_open_hand_is_open_to_all() -> None:
    match = Match(players=2, seed=1, edition=read_edition("modern+open-tiles"))
    record = match.record()
    assert record.seen_by(None) == record
    assert not record.hides_tiles


def test_hidden_is_what_hides_anything(record: Record) -> None:
    assert not record.hides_tiles
    assert replace(record, deal=((0, 8, 19), *record.deal[1:])).hides_tiles
    assert read_text(RECORD.replace("1 draws 12", "1 draws ?")).hides_tiles
    assert read_text(RECORD.replace("7 for 15", "? for 15")).hides_tiles
    assert read_text(RECORD.replace("7 for 15", "7 for ?")).hides_tiles


@pytest.mark.parametrize(
    ("effect", "seat", "seen"),
    [
        ("2 draws 7", 1, "2 draws 7"),
        ("2 draws 7", 0, "2 draws ?"),
        ("2 draws 7", None, "2 draws ?"),
        ("draws 7", None, "draws 7"),
        ("offered 1,2,35", 0, "offered 1,2,35"),
        ("offered 1,2,35", 1, "offered ?,?,?"),
        ("2 to c6n1", None, "2 to c6n1"),
    ],
)
def test_effects_of_the_first_players_action_as_others_learn_of_them(
    effect: str, seat: int | None, seen: str
) -> None:
    assert hide_tiles(effect, actor=0, seat=seat) == seen


def test_a_drawn_tile_is_told_apart_from_other_effects() -> None:
    assert drawn_tile("2 draws 7") == 7
    assert drawn_tile("draws ?") == FACE_DOWN
    assert drawn_tile("2 to c6n1") is None


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_only_the_player_learns_that_a_meeting_was_forced(seat: int | None) -> None:
    told = "2 out by meeting 1 (forced)"
    assert hide_tiles(told, actor=1, seat=seat) == (told if seat == 1 else "2 out by meeting 1")
    assert hide_tiles("2 out at the edge (forced)", actor=1, seat=seat) == "2 out at the edge (forced)"


def test_a_pile_that_can_be_told_from_the_last_position_is_no_contradiction() -> None:
    """When only one player holds tiles at the end, that player knows what is left in the draw pile."""
    seen = [record.seen_by(seat) for record, seat in _games_in_which_one_player_holds_all_tiles()]
    assert seen
    for record in seen:
        assert read_text(write_text(record)) == record
        assert verify(read_text(write_text(record))).pile == (FACE_DOWN,) * len(record.final.pile)  # type: ignore[union-attr]  # -- a finished record has it


def _games_in_which_one_player_holds_all_tiles() -> Iterator[tuple[Record, int]]:
    for seed in range(20):
        match, random = Match(edition=read_edition("classic+longest-path"), players=2, seed=seed), Random(seed)
        while not match.is_over:
            match.submit(match.active, random.choice(match.legal_actions))
        holding = [seat for seat, hand in enumerate(match.state.hands) if hand]
        if len(holding) == 1 and match.state.pile:
            yield match.record(), holding[0]


def test_the_final_position_is_one_of_the_same_game() -> None:
    record = Match(players=2, seed=1).record()
    with pytest.raises(RecordError, match="another game"):
        replace(record, final=Match(players=3, seed=1).state)


def test_whoever_is_out_sees_others_draw_what_was_theirs_and_not_which() -> None:
    """The viewer's tiles become the whole draw pile, and somebody draws one of them in the same turn."""
    match, random = Match(edition=Edition(name="modern"), players=6, seed=34), Random(34)
    while not match.is_over:
        match.submit(match.active, random.choice(match.legal_actions))
    seen = match.record().seen_by(4)
    moments = list(replay(seen))
    drawn = [event for moment in moments for event in moment.events if isinstance(event, TileDrawn)]
    assert {event.tile for event in drawn if event.seat != 4} == {FACE_DOWN}
    assert FACE_DOWN not in {event.tile for event in drawn if event.seat == 4}

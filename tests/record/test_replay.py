"""Playing records again: what is wrong in them is found, and the message names the place."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from tsuro import (
    ORIENTATIONS,
    Match,
    Phase,
    PlayTile,
    Record,
    RecordError,
    read_text,
    replay,
    verify,
    write_text,
)
from tsuro.notation import read_action
from tsuro.record import Entry

RECORD = """\
tsuro record 1
edition: classic
first: 1
player 1: Ann (circle)
player 2: Ben (square)
player 3: Cleo (triangle)
commitment: 5bd06f9155ef0b609a1ab705ece09b3a83d009e6492dbf7e6d34b842e6e6b8c6
secret: 73656564203430

deal 1: 35,8,19
deal 2: 5,26,33
deal 3: 32,22,7

1. 1 mark d1s2
2. 2 mark a2w1
3. 3 mark a1s1
4. 1 play 35n -> on d1; 1 to c1e2; 1 draws 12
5. 2 play 26n -> on a2; 2 to a1n1; 2 draws 15
6. 3 play 22e -> on a1; 3 to b1w2; 2 to a1w2; 2 out at the edge; offered 5,33,15
7. 3 exchange 7 for 15 -> shuffled in 3; 3 draws 17
8. 1 play 12s -> on c1; 1 to b1e2; 1 draws 33
9. 3 play 17s -> on b1; 3 to b1e2; 1 to b1w2; 3 out by meeting 1; 1 out by meeting 3

result: 1,3 > 2
"""
WITHOUT_SECRET = RECORD.replace("secret: 73656564203430\n", "")


def changed(wrong: str, right: str, text: str = RECORD) -> Record:
    assert text.count(wrong) == 1
    return read_text(text.replace(wrong, right))


def refusal(record: Record) -> str:
    with pytest.raises(RecordError) as refused:
        verify(record)
    return str(refused.value)


def test_replaying_gives_the_deal_and_every_moment_after_it() -> None:
    record = read_text(RECORD)
    first, *moments = replay(record)
    assert first.entry is None
    assert first.state.hands == record.deal
    assert [moment.entry for moment in moments] == list(record.entries)
    assert moments[-1].state.phase is Phase.OVER
    assert verify(record) == moments[-1].state


@pytest.mark.parametrize(
    ("wrong", "right", "reason"),
    [
        ("1 draws 12", "1 draws 13", "line 21: player 1 may not do this: Tile 12 is not in your hand. (P1)"),
        ("1 draws 12", "1 draws 35", "line 17: tile 35 cannot be drawn: it is not in the draw pile"),
        ("1 draws 12", "2 draws 12", "line 17: the record says '2 draws 12', but what happens here is"),
        ("; 1 draws 12", "", "line 17: a tile is drawn here, but the record does not say which"),
        ("1 draws 12", "1 draws 12; 1 draws 13", "line 17: the record says '1 draws 13'"),
        ("on d1; 1 to c1e2", "1 to c1e2; on d1", "line 17: the record says 'on d1'"),
        ("1 to c1e2", "1 to c1e1", "line 17: the record says '1 to c1e1', but what happens here is 'on d1;"),
        ("2 out at the edge", "2 out by meeting 3", "line 19: the record says '2 out by meeting 3'"),
        ("offered 5,33,15", "offered 5,33", "line 19: the record says 'offered 5,33'"),
        ("shuffled in 3", "shuffled in 2", "line 20: the record says 'shuffled in 2'"),
        ("1. 1 mark d1s2", "1. 1 mark d1s2 -> on d1", "line 14: the record says 'on d1'"),
        ("mark a2w1", "mark d1s2", "line 15: player 2 may not do this: Another marker is on that"),
        ("2. 2 mark", "2. 3 mark", "line 15: player 3 may not do this: It is not your turn"),
        ("play 26n", "play 8n", "line 18: player 2 may not do this: Tile 8 is not in your hand. (P1)"),
        ("play 26n", "play 26e", "line 18: "),
        ("exchange 7 for 15", "exchange 7 for 8", "line 20: player 3 may not do this: Tile 8 is not among"),
        ("exchange 7 for 15", "exchange 7,32 for 15", "line 20: player 3 may not do this: You must take"),
        ("deal 1: 35", "deal 1: 34", "line 17: player 1 may not do this: Tile 35 is not in your hand. (P1)"),
        ("deal 1: 35,8,19", "deal 1: 35,5,19", "deal: tile 5 cannot be drawn: it is not in the draw pile"),
        ("deal 1: 35,8,19", "deal 1: 35,8", "deal: each hand is dealt three tiles (S1)"),
        ("result: 1,3 > 2", "result: 1 > 3 > 2", "result: the record says '1 > 3 > 2', but the game ends"),
        ("result: 1,3 > 2", "result: unfinished", "result: the record says 'unfinished'"),
    ],
)
@pytest.mark.parametrize("text", [RECORD, WITHOUT_SECRET], ids=["opened", "not opened"])
def test_one_change_is_found_and_the_message_names_the_line(
    text: str, wrong: str, right: str, reason: str
) -> None:
    before = len(RECORD.splitlines()) - len(text.splitlines())
    number = reason.removeprefix("line ").partition(":")[0]
    if number.isdigit():
        reason = reason.replace(f"line {number}", f"line {int(number) - before}", 1)
    assert refusal(changed(wrong, right, text)).startswith(reason)


def test_hands_are_dealt_three_tiles_each_not_only_together() -> None:
    text = RECORD.replace("35,8,19", "35,8").replace("5,26,33", "19,5,26,33")
    assert refusal(read_text(text)) == "deal: each hand is dealt three tiles (S1)"


def test_nothing_happens_after_the_end() -> None:
    record = changed("\nresult", "10. 1 play 8n\n\nresult")
    assert refusal(record) == "line 23: player 1 may not do this: The game is over. (W1)"


def test_a_record_cut_short_must_not_name_winners() -> None:
    record = read_text(RECORD)
    cut = replace(record, entries=record.entries[:-1])
    reason = "result: the record says '1,3 > 2', but the game ends with 'unfinished'"
    assert refusal(cut) == reason
    assert verify(replace(cut, result="unfinished")).phase is Phase.PLAY_TILE


@pytest.mark.parametrize(
    ("wrong", "right", "reason"),
    [
        ("secret: 73656564203430", "secret: xyz", "secret: 'xyz' is not a secret in hexadecimal"),
        ("secret: 73656564203430", "secret: 73656564203431", "commitment: the secret does not fit"),
        ("commitment: 5", "commitment: 6", "commitment: the secret does not fit the commitment"),
    ],
)
def test_the_secret_must_fit_the_commitment(wrong: str, right: str, reason: str) -> None:
    assert refusal(changed(wrong, right)).startswith(reason)


def test_a_secret_without_commitment_must_still_deal_the_tiles() -> None:
    lines = [line for line in RECORD.splitlines() if not line.startswith("commitment")]
    assert verify(read_text("\n".join(lines))).phase is Phase.OVER
    other = "\n".join(lines).replace("73656564203430", "73656564203431")
    assert refusal(read_text(other)) == "deal: the secret deals other tiles than the record says"


def test_the_secret_must_give_the_later_draws_too() -> None:
    record = changed("1 draws 33", "1 draws 34")
    assert verify(changed("1 draws 33", "1 draws 34", WITHOUT_SECRET)).phase is Phase.OVER
    assert refusal(record).startswith("line 21: the record says '1 draws 34'")


def test_a_commitment_alone_promises_but_proves_nothing() -> None:
    assert verify(read_text(WITHOUT_SECRET)) == verify(read_text(RECORD))


def test_a_face_down_record_replays_with_what_its_player_saw() -> None:
    record = read_text(RECORD)
    last = verify(record.seen_by(0))
    assert last.phase is Phase.OVER
    assert last.hands[0] == verify(record).hands[0]
    assert {tile for hand in last.hands[1:] for tile in hand} == {0}


@pytest.mark.parametrize(
    ("wrong", "right", "reason"),
    [
        ("1 draws 12", "1 draws 8", "line 16: tile 8 is in 2 places (C2)"),
        ("1 draws 33", "1 draws 35", "line 20: tile 35 is in 2 places (C2)"),
        ("play 12s", "play 4s", "line 20: player 1 may not do this: Tile 4 is not in your hand. (P1)"),
        ("play 26n", "play 8n", "line 17: tile 8 is in 2 places (C2)"),
        ("deal 1: 35,8,19", "deal 1: 35,8,8", "deal: tile 8 is in 2 places (C2)"),
    ],
)
def test_what_a_player_knows_is_checked_in_that_players_record(wrong: str, right: str, reason: str) -> None:
    text = write_text(read_text(RECORD).seen_by(0))
    assert refusal(changed(wrong, right, text)).startswith(reason)


@pytest.mark.parametrize(
    ("wrong", "right", "reason"),
    [
        ("play 26n", "play 35n", "line 17: tile 35 is in 2 places (C2)"),
        ("2 to a1n1", "2 to a1n2", "line 17: the record says '2 to a1n2'"),
        ("2. 2 mark", "2. 3 mark", "line 14: player 3 may not do this: It is not your turn"),
        ("5. 2 play", "5. 1 play", "line 17: player 1 may not do this: It is not your turn"),
        ("5. 2 play", "5. 8 play", "line 17: player 8 may not do this: It is not your turn"),
        ("7. 3 exchange", "7. 8 exchange", "line 19: player 8 may not do this: It is not your turn"),
        ("offered ?,?,?", "offered ?,?", "line 18: the record says 'offered ?,?'"),
        ("exchange ? for ?", "exchange ?,?,? for ?,?,?", "line 19: player 3 may not do this"),
        ("2 draws ?", "1 draws ?", "line 17: the record says '1 draws ?'"),
        ("result: 1,3 > 2", "result: 2 > 1,3", "result: the record says '2 > 1,3'"),
    ],
)
def test_what_everyone_saw_is_checked_in_a_face_down_record(wrong: str, right: str, reason: str) -> None:
    text = write_text(read_text(RECORD).seen_by(None))
    assert refusal(changed(wrong, right, text)).startswith(reason)


def test_a_face_down_record_has_no_open_secret() -> None:
    record = read_text(RECORD)
    hidden = replace(record.seen_by(0), tags=record.tags)
    assert refusal(hidden) == "secret: the secret would reveal the tiles that the record hides"


def test_a_hidden_draw_does_not_excuse_a_tile_that_was_never_held() -> None:
    text = RECORD.replace("play 35n -> on d1; 1 to c1e2; 1 draws 12", "play 12n")
    text = "\n".join(text.splitlines()[:17]) + "\n5. 2 play 26n -> 2 draws ?\n\nresult: unfinished\n"
    assert "Tile 12 is not in your hand. (P1)" in refusal(read_text(text))


def test_moments_come_one_by_one_up_to_the_mistake() -> None:
    moments = replay(changed("play 26n", "play 8n"))
    assert [next(moments).state.tiles_placed for _ in range(5)] == [0, 0, 0, 0, 1]
    with pytest.raises(RecordError, match="line 18"):
        next(moments)


def test_a_record_made_by_hand_has_no_lines_to_name() -> None:
    record = Match(players=2, seed=1).record()
    wrong = replace(record, entries=(Entry(seat=1, action=read_action("mark a6n1")),))
    assert refusal(wrong).startswith("player 2 may not do this: It is not your turn")


@pytest.mark.parametrize("effect", ["1 draws 55", "1 draws 0", "1 draws 012", "offered 99", "offered ,"])
def test_tiles_that_are_not_there_are_no_effects(effect: str) -> None:
    record = read_text(RECORD)
    entries = (*record.entries[:3], replace(record.entries[3], effects=("on d1", effect)), *record.entries[4:])
    wrong = replace(record, entries=entries)
    assert wrong.entries[3].draws == ()
    assert not wrong.hides_tiles
    assert refusal(wrong).startswith("line 17: ")
    assert effect not in wrong.seen_by(0).entries[3].effects


def turned_without_effect(record: Record) -> Record:
    """The record with a placement of a tile that is turned another way, so that no marker notices."""
    bare = replace(record, final=None)
    for number, entry in enumerate(record.entries):
        for other in ORIENTATIONS[entry.action.tile.tile] if isinstance(entry.action, PlayTile) else ():
            changed = replace(entry, action=PlayTile(other))
            turned = replace(bare, entries=(*record.entries[:number], changed, *record.entries[number + 1 :]))
            with suppress(RecordError):
                if changed != entry:
                    verify(turned)
                    return replace(turned, final=record.final)
    raise AssertionError("no tile can be turned unnoticed")


def finished_match() -> Match:
    match, random = Match(players=2, seed=5), Random(5)
    while not match.is_over:
        match.submit(match.active, random.choice(match.legal_actions))
    return match


@pytest.mark.parametrize("beholder", ["everything", None, 0, 1])
def test_a_tile_turned_without_any_effect_on_markers_is_noticed(beholder: str | int | None) -> None:
    record = finished_match().record()
    turned = turned_without_effect(record if isinstance(beholder, str) else record.seen_by(beholder))
    with pytest.raises(
        RecordError, match=r"^final position: the record ends with 'modern 1 .*', but the game with"
    ):
        verify(turned)
    assert verify(replace(turned, final=None)).phase is Phase.OVER


def test_a_hidden_final_position_hides_the_same_tiles() -> None:
    match = finished_match()
    for seat in (None, 0, 1):
        assert match.record().seen_by(seat).final == match.state.seen_by(seat)


def test_a_record_is_as_it_was_after_some_actions() -> None:
    record = finished_match().record()
    before = record.up_to(5)
    assert (before.entries, before.result, before.final) == (record.entries[:5], "unfinished", None)
    assert Match.resume(before).record().entries == record.entries[:5]

"""Records as text: how they look, what may be written more freely, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tsuro import Match, PlaceMarker, RecordError, read_text, verify, write_position, write_text
from tsuro.notation import read_action
from tsuro.record import Entry
from tsuro.record.model import USUAL, _check_usual_effect

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
OPEN = """\
tsuro record 1
edition: modern+solo
first: 2
player 1: Ann (star)
player 2: Ben (square)

deal: 35,8,19

1. 2 mark d1s2

result: unfinished
"""


def refusal(text: str) -> str:
    with pytest.raises(RecordError) as refused:
        read_text(text)
    return str(refused.value)


@pytest.mark.parametrize("text", [RECORD, OPEN])
def test_a_record_is_written_as_it_is_read(text: str) -> None:
    assert write_text(read_text(text)) == text


def test_a_record_tells_what_happened() -> None:
    record = read_text(RECORD)
    assert record.names == ("Ann", "Ben", "Cleo")
    assert record.deal == ((35, 8, 19), (5, 26, 33), (32, 22, 7))
    assert record.tag("secret") == "73656564203430"
    assert record.tag("event") is None
    assert record.result == "1,3 > 2"
    assert record.entries[6] == Entry(
        seat=2, action=read_action("exchange 7 for 15"), effects=("shuffled in 3", "3 draws 17")
    )
    assert record.entries[6].draws == (17,)


def test_spaces_empty_lines_and_line_ends_do_not_matter() -> None:
    loose = RECORD.replace("\n", "  \r\n\r\n").replace(": ", ":   ").replace("; ", "  ;; ").replace(". ", ".\t")
    assert read_text("\n\n" + loose) == read_text(RECORD)


def test_comments_belong_to_the_action_before_them() -> None:
    lines = RECORD.splitlines()
    lines[1] += " # as we play it at home"
    lines[13] += "  # the corner"
    lines.insert(14, "# Ann thinks")
    lines[-1] += " # well played"
    record = read_text("\n".join(lines))
    assert record.comments == ("as we play it at home",)
    assert record.entries[0].comments == ("the corner", "Ann thinks")
    assert record.entries[-1].comments == ("well played",)
    assert read_text(write_text(record)) == record


def test_an_empty_comment_says_nothing() -> None:
    assert read_text(RECORD.replace("\n\n", "\n#\n")).comments == ()


def test_effects_may_be_left_out() -> None:
    brief = RECORD.replace("on d1; 1 to c1e2; ", "").replace(" -> on b1; 3 to b1e2; 1 to b1w2", " -> on b1")
    assert verify(read_text(brief)) == verify(read_text(RECORD))


def test_tags_of_ones_own_are_kept() -> None:
    text = RECORD.replace("commitment:", "event: Cup, round 2\ncommitment:")
    assert read_text(text).tags[0] == ("event", "Cup, round 2")
    assert write_text(read_text(text)) == text


@pytest.mark.parametrize(
    ("wrong", "right", "reason"),
    [
        ("tsuro record 1", "tsuro record 3", "line 1: a record begins with 'tsuro record 2', or 1, not"),
        ("tsuro record 1", "tsuro record 2", "end of the record: the record does not say 'final position'"),
        ("> 2\n", "> 2\nfinal position: x\n", "line 25: a record ends with the result"),
        ("edition: classic", "edition: seas", "line 2: no edition is called 'seas'"),
        ("edition: classic\n", "edition: classic\nedition: modern\n", "line 3: 'edition' is not well formed"),
        ("first: 1", "first: 1\nfirst: 2", "line 4: 'first' is not well formed, or is there twice"),
        ("first: 1", "first: 9", "line 3: '9' is not a player"),
        ("first: 1", "first: 4", "players: the first player must be one of the 3 players (S3)"),
        ("player 2", "player 3", "line 5: players are listed as player 1, player 2 and so on"),
        ("player 2: Ben (square)", "player 2: Ben", "line 5: 'player 2: Ben' is neither a tag"),
        ("player 2: Ben (square)", "player: Ben", "line 5: 'player' is not well formed"),
        ("(square)", "(circle)", "players: no two players may choose the same marker (S6)"),
        ("(square)", "(oval)", "players: there is no 'oval' marker"),
        ("secret: ", "commitment: ", "line 8: 'commitment' is not well formed, or is there twice"),
        ("deal 2:", "deal 3:", "line 11: hands are listed as deal 1, deal 2 and so on"),
        ("deal 1:", "deal:", "line 10: an open hand is written 'deal:', a player's hand 'deal 1:'"),
        ("deal 1: 35", "deal 1: 36", "line 10: '36' is not a tile"),
        ("deal 3: 32,22,7\n", "", "3 hands are dealt, not 2"),
        ("deal 3: 32,22,7\n", "deal 3: 32,22,7\ndeal 4: 1,2,3\n", "3 hands are dealt, not 4"),
        ("deal 3: 32,22,7\n", "deal 3: 32, 22,7\n", "line 12: 'deal 3: 32, 22,7' is neither a tag"),
        ("2. 2", "3. 2", "line 15: this should be number 2, not 3"),
        ("2. 2", "2. 9", "line 15: '2. 9 mark a2w1' is neither a tag"),
        ("mark a2w1", "mark a2x1", "line 15: 'a2x1' is not a point"),
        ("mark a2w1", "put a2w1", "line 15: 'put a2w1' is not an action"),
        ("\nresult", "\nevent: Cup\nresult", "line 24: the tag 'event' belongs before the first action"),
        ("\nresult", "\ndeal 1: 1,2,3\nresult", "line 24: hands are listed"),
        ("\nresult", "\nplayer 4: D (star)\nresult", "line 24: players are listed"),
        ("> 2\n", "> 2\nmore: x\n", "line 25: a record ends with the result, but here is 'more: x'"),
        ("result: 1,3 > 2\n", "", "end of the record: the record does not say 'result': is it cut off?"),
        ("first: 1\n", "", "end of the record: the record does not say 'first': is it cut off?"),
        ("edition: classic\n", "", "end of the record: the record does not say 'edition': is it cut off?"),
    ],
)
def test_a_wrong_record_is_refused_with_the_line_and_the_reason(wrong: str, right: str, reason: str) -> None:
    assert wrong in RECORD
    assert refusal(RECORD.replace(wrong, right)).startswith(reason)


def test_nothing_is_not_a_record() -> None:
    assert refusal("").startswith("end of the record: the record does not say 'edition'")


def test_an_open_hand_belongs_to_nobody() -> None:
    assert refusal(OPEN.replace("deal:", "deal 1:")).startswith("line 7: an open hand is written 'deal:'")


@pytest.mark.parametrize("name", ["", " Ann", "A  nn", "A#nn", "Ann\nresult: 1", "A\u2028nn", "A\x00nn"])
def test_a_name_must_fit_in_one_line(name: str) -> None:
    with pytest.raises(RecordError, match="cannot be a name"):
        replace(read_text(RECORD), names=("Ann", name, "Cleo"))


@pytest.mark.parametrize("name", ["Ann (circle)", "player 1: x", "-> ;", "Zoë 😀", "1. 1 mark a6n1"])
def test_any_name_in_one_line_reads_back(name: str) -> None:
    record = replace(read_text(RECORD), names=("Ann", name, "Cleo"))
    assert read_text(write_text(record)) == record


@pytest.mark.parametrize("key", ["", "Event", "1st", "two words", "deal", "result", "tsuro"])
def test_some_words_cannot_name_a_tag(key: str) -> None:
    with pytest.raises(RecordError, match="cannot be the name of a tag"):
        replace(read_text(RECORD), tags=((key, "value"),))


def test_a_tag_stands_there_once() -> None:
    with pytest.raises(RecordError, match="a tag is there twice"):
        replace(read_text(RECORD), tags=(("event", "one"), ("event", "two")))


def test_every_player_has_a_name() -> None:
    with pytest.raises(RecordError, match="3 players need 3 names, not 1"):
        replace(read_text(RECORD), names=("Ann",))


@pytest.mark.parametrize("text", ["", "two\nlines", "result: 1 \n", " spaces  "])
def test_a_comment_a_result_and_an_effect_that_would_not_survive_are_refused(text: str) -> None:
    """What a `Record` takes, its text must give back."""
    record = Match(players=2, seed=1).record()
    with pytest.raises(RecordError, match="cannot be a comment"):
        replace(record, comments=(text,))
    with pytest.raises(RecordError, match="cannot be a result"):
        replace(record, result=text)
    with pytest.raises(RecordError, match="cannot be a comment"):
        replace(with_effect("on a6"), comments=(text,))
    with pytest.raises(RecordError, match="cannot be an effect"):
        with_effect(text)


@pytest.mark.parametrize("effect", ["on a6; on b6", "on a6 # here"])
def test_an_effect_is_one_effect(effect: str) -> None:
    with pytest.raises(RecordError, match="it must not contain"):
        with_effect(effect)


def with_effect(effect: str) -> Entry:
    return Entry(seat=0, action=read_action("mark a6n1"), effects=(effect,))


@pytest.fixture
def finished() -> str:
    """The record of a game in which the last tile could be turned without any effect on markers."""
    return write_text(Match.resume(read_text(RECORD)).record())


def test_a_record_ends_with_its_final_position(finished: str) -> None:
    assert finished.startswith("tsuro record 2\n")
    record = read_text(finished)
    assert finished.splitlines()[-1] == f"final position: {write_position(verify(record))}"
    assert write_text(record) == finished


@pytest.mark.parametrize(
    ("wrong", "right", "reason"),
    [
        ("final position: classic", "final position: modern classic", "a position has 7 fields"),
        ("over:3", "play:3", "line 25: the game is over (W1)"),
        ("final position: ", "last position: ", "line 25: a record ends with the final position, but here is"),
        ("over:3\n", "over:3\nfinal position: x\n", "line 26: a record ends with the final position, but here is"),
    ],
)
def test_a_final_position_that_cannot_be_is_refused(finished: str, wrong: str, right: str, reason: str) -> None:
    assert reason in refusal(finished.replace(wrong, right))


def test_a_record_without_its_last_line_is_cut_off(finished: str) -> None:
    cut = "\n".join(finished.splitlines()[:-1])
    assert refusal(cut) == "end of the record: the record does not say 'final position': is it cut off?"


def test_only_usual_effects_are_remembered_as_checked() -> None:
    """Anybody may send any number of long ones."""
    before = _check_usual_effect.cache_info().currsize
    for number in range(3):
        Entry(seat=0, action=PlaceMarker(16), effects=(f"{number} {'x' * USUAL}",))
    assert _check_usual_effect.cache_info().currsize == before
    for effect in ("seen once; twice", "x" * USUAL + ";"):
        with pytest.raises(RecordError, match="must not contain ';'"):
            Entry(seat=0, action=PlaceMarker(16), effects=(effect,))

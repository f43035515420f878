"""Requests that are sent twice, seats that move to another device, time that runs out."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.tables.evening import MINUTE, SECOND, Evening, evening_with

from tsuro.game.errors import MarkTaken
from tsuro.notation import NotationError
from tsuro.server.messages import Request, requests
from tsuro.server.messages.views import Reason
from tsuro.server.options import PerTurn, TableOptions
from tsuro.server.tables import refusals
from tsuro.server.tables.commands import claim, out_of_time, repeated
from tsuro.server.tables.log import SeatHandedOver, StandInStarted, TimeRanOut
from tsuro.server.tables.refusals import IdUsed, NotSeated, TableRefused, reason

SIX = TableOptions(seats=6)


def sent_twice(evening: Evening, guest: str, request: Request) -> None:
    """The request is new, is done, and gets the same answer again."""
    assert repeated(evening.table, guest, request) is None
    evening.do(guest, request)
    seq = evening.table.seq
    assert repeated(evening.table, guest, request) == seq


def before_the_game() -> Evening:
    evening = Evening(seats=6)
    evening.ask("ann", requests.Sit, seat=0, name="Ann")
    evening.ask("ben", requests.Sit, seat=1, name="Ben")
    evening.ask("cleo", requests.Sit, seat=2, name="Cleo")
    return evening


@pytest.mark.parametrize(
    ("request_", "other"),
    [
        (requests.Sit(id="x", seat=3, name=" Anna "), requests.Sit(id="x", seat=4, name="Anna")),
        (requests.Sit(id="x", seat=3, name="Anna"), requests.Sit(id="x", seat=3, name="Anne")),
        (requests.Sit(id="x", seat=3, name="Ben"), requests.Sit(id="x", seat=3, name="Cleo")),
        (requests.Sit(id="x", seat=3, name="A"), requests.Sit(id="x", seat=3, name="A", marker="octagon")),
        (requests.Sit(id="x", seat=3, name="A"), requests.InviteProgram(id="x", seat=3, name="A")),
        (requests.InviteProgram(id="x", seat=3, name="A"), requests.Sit(id="x", seat=3, name="A")),
        (requests.InviteProgram(id="x", seat=3, name="Ben"), requests.InviteProgram(id="x", seat=3, name="B")),
        (requests.ChangeSeat(id="x", seat=0, to=3), requests.ChangeSeat(id="x", seat=0, to=4)),
        (requests.AddBot(id="x", seat=3, bot="dragon"), requests.AddBot(id="x", seat=3, bot="wanderer")),
        (requests.RemoveSeat(id="x", seat=0), requests.RemoveSeat(id="x", seat=1)),
        (
            requests.ChangeOptions(id="x", options=SIX),
            requests.ChangeOptions(id="x", options=TableOptions(seats=5)),
        ),
        (requests.ChooseFirst(id="x", seat=0), requests.ChooseFirst(id="x", seat=1)),
        (requests.Start(id="x"), requests.Leave(id="x")),
        (requests.Leave(id="x"), requests.Start(id="x")),
        (requests.Leave(id="x"), requests.HandOver(id="x")),
    ],
)
def test_a_request_sent_twice_is_done_once(request_: Request, other: Request) -> None:
    evening = before_the_game()
    sent_twice(evening, "ann", request_)
    assert repeated(evening.table, "ben", request_) is None
    with pytest.raises(IdUsed, match="its own id"):
        repeated(evening.table, "ann", other)


def test_a_move_sent_twice_is_done_once() -> None:
    evening = evening_with("ann", "ben")
    move = requests.Move(id="x", seq=evening.table.seq, seat=0, action="mark a6n1")
    sent_twice(evening, "ann", move)
    seq = evening.table.seq
    evening.move("mark b6n1")
    assert repeated(evening.table, "ann", move) == seq
    other = requests.Move(id="x", seq=evening.table.seq, seat=0, action="mark c6n1")
    with pytest.raises(IdUsed):
        repeated(evening.table, "ann", other)


def test_a_vote_sent_twice_is_one_vote() -> None:
    evening = evening_with("ann", "ben", "cleo")
    evening.away["ann"] = evening.now - MINUTE
    sent_twice(evening, "ben", requests.Vote(id="x", seat=0))
    with pytest.raises(IdUsed):
        repeated(evening.table, "ben", requests.Vote(id="x", seat=2))
    assert evening.table.seats[0].votes == (1,)


def test_leaving_and_coming_back_are_done_once() -> None:
    evening = evening_with("ann", "ben", "ben")
    sent_twice(evening, "ben", requests.Leave(id="x"))
    sent_twice(evening, "ben", requests.TakeBack(id="y", seat=1))
    with pytest.raises(IdUsed):
        repeated(evening.table, "ben", requests.TakeBack(id="y", seat=2))


def test_a_rematch_is_wanted_once() -> None:
    evening = evening_with("ann", "ben")
    evening.play_out()
    sent_twice(evening, "ann", requests.WantRematch(id="x"))
    sent_twice(evening, "ben", requests.WantRematch(id="x"))
    assert evening.table.games == 2


def test_a_hand_over_changes_nothing_yet() -> None:
    evening = before_the_game()
    assert evening.ask("ben", requests.HandOver) == ()
    assert evening.refusal("dora", requests.HandOver) == "not-seated"


def test_another_device_claims_all_seats() -> None:
    evening = evening_with("ann", "ben", "ben")
    entries = claim(evening.table, "ben", "phone", now=5)
    assert entries == (SeatHandedOver(at=5, by="phone", guest="ben", to="phone"),)
    evening.append(*entries)
    assert evening.table.seats_of("phone") == (1, 2)
    assert evening.table.host == "ann"
    evening.move("mark a6n1")
    evening.move("mark b6n1")
    assert evening.table.seats_of("ben") == ()


def test_nothing_is_claimed_by_the_same_device_or_from_nobody() -> None:
    evening = before_the_game()
    assert claim(evening.table, "ben", "ben", now=5) == ()
    with pytest.raises(NotSeated, match="nothing left to take over"):
        claim(evening.table, "dora", "phone", now=5)


def test_time_runs_out_at_the_deadline_and_not_before() -> None:
    evening = evening_with("ann", "ben", clock=PerTurn(seconds=30))
    end = evening.now + 30 * SECOND
    assert out_of_time(evening.table, 0, now=end - 1) == ()
    assert out_of_time(evening.table, 1, now=end) == ()
    assert out_of_time(evening.table, 0, now=end) == (TimeRanOut(at=end, seat=0),)
    evening.append(TimeRanOut(at=end, seat=0))
    assert out_of_time(evening.table, 0, now=end + 1) == ()
    assert out_of_time(evening_with("ann", "ben").table, 0, now=end) == ()


def test_after_the_second_time_in_a_row_a_stand_in_plays_on() -> None:
    evening = evening_with("ann", "ben", clock=PerTurn(seconds=5))
    assert [type(entry) for entry in evening.work()] == [TimeRanOut]
    evening.work()
    evening.move()
    entries = evening.work()
    assert entries == (
        TimeRanOut(at=evening.now, seat=0),
        StandInStarted(at=evening.now, seat=0, reason="time"),
    )


def test_refusals_are_told_with_code_sentence_and_rule() -> None:
    assert reason(refusals.NotHost()) == Reason(
        code="not-host", sentence="Only the host of the table can do that: ask them to."
    )
    assert reason(refusals.MarkerTaken()).rule == "S6"
    assert reason(MarkTaken()) == Reason(code="mark-taken", sentence=MarkTaken.sentence, rule="S4")
    assert reason(NotationError("what?")) == Reason(code="not-understood", sentence="what?")


@pytest.mark.parametrize("name", [name for name in refusals.__all__ if name not in {"reason", "TableRefused"}])
def test_every_refusal_says_what_to_do_in_a_sentence(name: str) -> None:
    refusal: Any = getattr(refusals, name)
    assert issubclass(refusal, TableRefused)
    assert str(refusal()) == refusal.sentence
    assert str(refusal("Something else.")) == "Something else."
    assert refusal.sentence[0].isupper()
    assert refusal.sentence.endswith(".")
    assert refusal.code() == refusal.code().lower()

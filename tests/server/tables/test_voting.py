"""Votes for a stand-in, where no clock decides."""

from __future__ import annotations

from tests.server.tables.evening import MINUTE, Evening, evening_with, fierce

from tsuro.server.messages import requests
from tsuro.server.options import PerTurn
from tsuro.server.tables.log import (
    StandInStarted,
    Voted,
)


def kinds(entries: tuple[object, ...]) -> list[type]:
    return [type(entry) for entry in entries]


def absent(evening: Evening, *guests: str) -> None:
    """The guests go away, and everybody waits for a minute."""
    evening.away |= dict.fromkeys(guests, evening.now)
    evening.pass_time(MINUTE)


def test_the_others_vote_for_a_stand_in_for_an_absent_player() -> None:
    evening = evening_with("ann", "ben", "cleo", "dora")
    absent(evening, "ann")
    assert kinds(evening.ask("ben", requests.Vote, seat=0)) == [Voted]
    assert evening.table.view().seats[0].votes == (1,)
    assert evening.ask("cleo", requests.Vote, seat=0) == (
        Voted(at=evening.now, by="cleo", request="r8", seat=2, absent=0),
        StandInStarted(at=evening.now, by="cleo", request="r8", seat=0, reason="vote"),
    )
    assert evening.refusal("dora", requests.Vote, seat=0) == "stand-in-plays"
    evening.work()
    assert evening.table.view().seats[0].votes == ()
    assert evening.table.seats[0].stand_in


def test_only_those_who_are_there_count_each_once() -> None:
    evening = evening_with("ann", "ben", "ben", "cleo", "dora", "bot")
    absent(evening, "ann", "dora")
    assert kinds(evening.ask("ben", requests.Vote, seat=0)) == [Voted]  # one of two
    assert evening.refusal("ben", requests.Vote, seat=0) == "voted-already"
    evening.away["ben"] = evening.now  # his vote no longer counts, nor does he
    assert kinds(evening.ask("cleo", requests.Vote, seat=0)) == [Voted, StandInStarted]


def test_the_vote_of_somebody_who_has_gone_since_does_not_count() -> None:
    evening = evening_with("ann", "ben", "cleo", "dora", "emil")
    absent(evening, "ann")
    evening.ask("ben", requests.Vote, seat=0)
    evening.away["ben"] = evening.now
    assert kinds(evening.ask("cleo", requests.Vote, seat=0)) == [Voted]  # one of three
    assert kinds(evening.ask("dora", requests.Vote, seat=0)) == [Voted, StandInStarted]


def test_an_eliminated_player_votes_too() -> None:
    evening = evening_with("ann", "ben", "cleo", edition="modern+longest-path")
    evening.choose = fierce
    while not evening.match.state.out:
        evening.move()
    out, active = evening.match.state.out[0][0], evening.match.active
    guests = [seat.guest or "" for seat in evening.table.seats]
    absent(evening, guests[active])
    assert evening.table.phase == "playing"
    entries = evening.ask(guests[out], requests.Vote, seat=active)
    assert entries[0] == Voted(at=evening.now, by=guests[out], request=entries[0].request, seat=out, absent=active)


def test_one_who_left_has_no_vote_and_does_not_count() -> None:
    evening = evening_with("ann", "ben", "cleo")
    evening.ask("cleo", requests.Leave)
    absent(evening, "ann")
    assert evening.refusal("cleo", requests.Vote, seat=0) == "not-a-person"
    assert kinds(evening.ask("ben", requests.Vote, seat=0)) == [Voted, StandInStarted]


def test_votes_vanish_when_the_player_acts_or_takes_the_seat_back() -> None:
    evening = evening_with("ann", "ben", "cleo")
    absent(evening, "ann")
    evening.ask("ben", requests.Vote, seat=0)
    evening.away.clear()
    evening.move("mark a6n1")
    assert evening.table.seats[0].votes == ()
    absent(evening, "ben")
    evening.ask("ann", requests.Vote, seat=1)
    evening.ask("cleo", requests.Vote, seat=1)
    evening.ask("ben", requests.TakeBack, seat=1)
    assert evening.table.view().seats[1].votes == ()


def test_votes_are_refused_with_a_reason() -> None:
    evening = evening_with("ann", "ben", "bot")
    assert evening.refusal("ben", requests.Vote, seat=0) == "not-away"
    evening.away["ann"] = evening.now
    evening.pass_time(MINUTE - 1)
    assert evening.refusal("ben", requests.Vote, seat=0) == "not-away"
    evening.pass_time(1)
    assert evening.refusal("ben", requests.Vote, seat=1) == "not-a-person"
    assert evening.refusal("ben", requests.Vote, seat=2) == "not-a-person"
    assert evening.refusal("ben", requests.Vote, seat=3) == "no-such-seat"
    assert evening.refusal("cleo", requests.Vote, seat=0) == "not-a-person"
    evening.move("mark a6n1")
    assert evening.refusal("ben", requests.Vote, seat=0) == "not-on-turn"
    evening.move("mark a6n2")
    evening.work()
    evening.play_out()
    assert evening.refusal("ben", requests.Vote, seat=0) == "not-playing"


def test_nobody_votes_where_a_clock_decides() -> None:
    evening = evening_with("ann", "ben", clock=PerTurn(seconds=100))
    absent(evening, "ann")
    assert evening.refusal("ben", requests.Vote, seat=0) == "clock-decides"


def test_a_program_that_is_gone_can_be_voted_for_but_has_no_vote() -> None:
    evening = Evening(seats=3)
    evening.ask("ann", requests.Sit, seat=0, name="Ann")
    evening.ask("ann", requests.InviteProgram, seat=1, name="Deep Path")
    evening.ask("ben", requests.Sit, seat=2, name="Ben")
    evening.ask("ann", requests.ChooseFirst, seat=1)
    evening.ask("ann", requests.Start)
    absent(evening, "program")
    evening.ask("ann", requests.Vote, seat=1)
    assert kinds(evening.ask("ben", requests.Vote, seat=1)) == [Voted, StandInStarted]
    evening.work()
    assert evening.match.active == 2
    absent(evening, "ben")
    assert evening.refusal("program", requests.Vote, seat=2) == "not-a-person"

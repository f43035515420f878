"""After the game: seats that come back, and another game."""

from __future__ import annotations

from tests.server.tables.evening import Evening, evening_with

from tsuro.server.messages import requests
from tsuro.server.options import TableOptions
from tsuro.server.tables.commands import repeated
from tsuro.server.tables.log import (
    Acted,
    HostPassed,
    RematchWanted,
    Started,
)


def kinds(entries: tuple[object, ...]) -> list[type]:
    return [type(entry) for entry in entries]


def over(*guests: str, seats: int | None = None) -> Evening:
    evening = evening_with(*guests, seats=seats)
    evening.play_out()
    return evening


def test_when_the_game_is_over_the_seats_come_back() -> None:
    evening = over("ann", "ben", seats=4)
    assert evening.table.phase == "over"
    assert [seat.kind for seat in evening.table.seats] == ["person", "person", "empty", "empty"]
    evening.ask("cleo", requests.Sit, seat=3, name="Cleo")
    evening.ask("ann", requests.Start)
    assert [seat.name for seat in evening.table.seats] == ["ann 0", "ben 1", "Cleo"]
    assert evening.table.games == 2
    assert evening.table.first == 0


def test_another_game_begins_when_all_want_it() -> None:
    evening = over("ann", "ben", "ben", "bot")
    assert evening.do("ben", requests.WantRematch(id="x")) == (
        RematchWanted(at=evening.now, by="ben", request="x", seat=1),
        RematchWanted(at=evening.now, by="ben", request="x", seat=2),
    )
    assert [seat.wants_rematch for seat in evening.table.view().seats] == [False, True, True, False]
    assert evening.refusal("ben", requests.WantRematch) == "already-wanted"
    entries = evening.ask("ann", requests.WantRematch)
    assert kinds(entries) == [RematchWanted, Started]
    started = entries[-1]
    assert isinstance(started, Started)
    assert (started.seats, started.first) == ((0, 1, 2, 3), 0)
    assert (evening.table.phase, evening.table.games) == ("playing", 2)
    assert not any(seat.wants_rematch for seat in evening.table.seats)


def test_whoever_is_away_need_not_want_another_game() -> None:
    evening = over("ann", "ben", "cleo")
    assert kinds(evening.ask("ann", requests.WantRematch)) == [RematchWanted]
    evening.away = {"ben": evening.now}
    assert kinds(evening.ask("cleo", requests.WantRematch)) == [RematchWanted, Started]
    assert len(evening.table.seats) == 3


def test_asking_again_helps_when_the_others_have_gone() -> None:
    evening = over("ann", "ben")
    evening.ask("ann", requests.WantRematch)
    evening.away = {"ben": evening.now}
    assert kinds(evening.ask("ann", requests.WantRematch)) == [Started]


def test_those_who_left_are_not_in_the_next_game_unless_they_want_it() -> None:
    evening = evening_with("ann", "ben", "cleo", "dora")
    evening.ask("ben", requests.Leave)
    evening.ask("cleo", requests.Leave)
    evening.play_out()
    evening.ask("cleo", requests.WantRematch)
    evening.ask("dora", requests.WantRematch)
    assert kinds(evening.ask("ann", requests.WantRematch)) == [RematchWanted, Started]
    assert [seat.name for seat in evening.table.seats] == ["ann 0", "cleo 2", "dora 3"]
    assert not any(seat.stand_in or seat.left for seat in evening.table.seats)


def test_there_is_no_rematch_against_nobody() -> None:
    evening = evening_with("ann", "ben")
    evening.ask("ben", requests.Leave)
    evening.play_out()
    assert kinds(evening.ask("ann", requests.WantRematch)) == [RematchWanted]
    assert evening.refusal("ann", requests.Start) == "too-few-sit"
    assert kinds(evening.ask("ben", requests.WantRematch)) == [RematchWanted, Started]


def test_whoever_wants_a_rematch_at_a_table_without_host_becomes_host() -> None:
    evening = evening_with("ann", "bot")
    evening.ask("ann", requests.Leave)
    evening.play_out()
    assert evening.table.host is None
    assert kinds(evening.ask("ann", requests.WantRematch)) == [RematchWanted, HostPassed, Started]
    assert evening.table.host == "ann"


def test_programs_decide_on_a_rematch_only_among_themselves() -> None:
    evening = Evening()
    evening.ask("ann", requests.InviteProgram, seat=0, name="Deep Path")
    evening.ask("ann", requests.AddBot, seat=1, bot="wanderer")
    evening.ask("ann", requests.Start)
    evening.play_out()
    assert kinds(evening.ask("program", requests.WantRematch)) == [RematchWanted, Started]
    evening.play_out()
    evening.ask("ann", requests.AddBot, seat=1, bot="dragon")
    evening.ask("ann", requests.RemoveSeat, seat=1)
    evening.ask("ann", requests.Sit, seat=1, name="Ann")
    assert kinds(evening.ask("program", requests.WantRematch)) == [RematchWanted]


def test_a_rematch_is_refused_with_a_reason() -> None:
    evening = Evening()
    evening.ask("ann", requests.Sit, seat=0, name="Ann")
    assert evening.refusal("ann", requests.WantRematch) == "not-over"
    evening = evening_with("ann", "ben")
    assert evening.refusal("ann", requests.WantRematch) == "game-running"
    evening.play_out()
    assert evening.refusal("cleo", requests.WantRematch) == "not-seated"


def test_a_change_of_name_does_not_take_a_wish_back() -> None:
    evening = over("ann", "ben")
    evening.ask("ann", requests.WantRematch)
    evening.ask("ann", requests.Sit, seat=0, name="Anna")
    assert evening.table.seats[0].wants_rematch
    evening.ask("ann", requests.ChangeOptions, options=TableOptions(seats=3))
    assert kinds(evening.ask("ben", requests.WantRematch)) == [RematchWanted, Started]
    assert evening.match.names == ("Anna", "ben 1")


def test_a_request_sent_again_after_the_rematch_began_is_still_known() -> None:
    evening = over("ann", "ben")
    last = evening.log[-1]
    assert isinstance(last, Acted)
    assert last.by is not None
    assert last.request is not None
    move = requests.Move(id=last.request, seq=0, seat=last.seat, action=last.action)
    evening.ask("ben", requests.WantRematch)
    want = requests.WantRematch(id="again")
    evening.do("ann", want)
    assert evening.table.phase == "playing"
    assert repeated(evening.table, "ann", want) == evening.table.seq
    assert repeated(evening.table, last.by, move) == len(evening.log) - 3

"""Strangers meet: tables that start by themselves, seats that anybody may take, and whom the host sends away."""

from __future__ import annotations

import pytest
from msgspec import structs
from tests.server.tables.evening import BEGIN, SECOND, Evening

from tsuro.deal import seal_of
from tsuro.server.messages import requests
from tsuro.server.options import PerTurn, TableOptions
from tsuro.server.tables.commands import decide
from tsuro.server.tables.creation import NotMade
from tsuro.server.tables.due import ToDeal, ToStart
from tsuro.server.tables.log import (
    BotSat,
    Committed,
    Dealing,
    HostPassed,
    LogEntry,
    StandInStarted,
    Started,
    StartPlanned,
    StoodUp,
    TimeRanOut,
)
from tsuro.server.tables.meeting import USUAL, decide_meeting, start_by_itself
from tsuro.server.tables.next_deal import PATIENCE
from tsuro.server.tables.refusals import NotHost, RemovedByHost, StartsByItself
from tsuro.server.tables.table import Table

STARTS = BEGIN + 20 * SECOND


def meeting(name: str = "Ann") -> Table:
    entries = decide_meeting("ann", name, play="p", watch="w", now=BEGIN, wait=20 * SECOND)
    return Table.replay(entries)


def ask(table: Table, guest: str, request: requests.Request, now: int = BEGIN) -> tuple[LogEntry, ...]:
    entries = decide(table, guest, request, now=now, away={})
    for entry in entries:
        table.apply(entry)
    return entries


def sit(table: Table, guest: str) -> tuple[LogEntry, ...]:
    return ask(table, guest, requests.Sit(id=f"sit-{guest}", name=guest.title()))


def test_the_table_has_the_usual_options_and_its_maker_sits_there() -> None:
    table = meeting(" Ann ")
    assert (table.options, table.seats[0].name, table.host) == (USUAL, "Ann", "ann")
    assert table.options.open
    assert (table.due(), table.starts_in(BEGIN + SECOND)) == (ToStart(at=STARTS), 19 * SECOND)
    assert table.wakes_at is None  # nobody plays if nobody is there


def test_a_table_that_everybody_left_counts_down_anew_for_whoever_comes_then() -> None:
    table = meeting()
    ask(table, "ann", requests.RemoveSeat(id="up", seat=0))
    assert (table.due(), table.starts_in(BEGIN)) == (None, None)
    late = STARTS + 7 * SECOND
    ask(table, "rui", requests.Sit(id="sit", name="Rui"), now=late)
    assert (table.due(), table.starts_in(late)) == (ToStart(at=late + 20 * SECOND), 20 * SECOND)
    ask(table, "rui", requests.RemoveSeat(id="up", seat=0), now=late)
    ask(table, "ann", requests.Sit(id="again", name="Ann"), now=late + SECOND)
    assert table.starts_in(late + SECOND) == 20 * SECOND


def test_a_name_that_cannot_be_shown_makes_no_table() -> None:
    with pytest.raises(NotMade, match="at least one letter"):
        meeting("\u200b")


def test_whoever_comes_gets_the_first_free_seat_and_keeps_it_when_they_ask_again() -> None:
    table = meeting()
    sit(table, "ben")
    ask(table, "ben", requests.Sit(id="again", name="Benjamin"))
    assert [seat.name for seat in table.seats] == ["Ann", "Benjamin", "", ""]


def test_the_last_seat_starts_the_game_as_soon_as_its_client_could_contribute() -> None:
    table = meeting()
    sit(table, "ben")
    assert not isinstance(sit(table, "cleo")[-1], StartPlanned)
    *_, planned = sit(table, "dan")
    assert isinstance(planned, StartPlanned)
    assert table.due() == ToStart(at=BEGIN + SECOND)
    (started,) = start_by_itself(table, now=BEGIN + SECOND, away={})
    assert isinstance(started, Started)
    table.apply(started)
    assert (table.phase, table.starts, len(table.seats)) == ("playing", None, 4)
    with pytest.raises(Exception, match="A game is being played"):
        sit(table, "eve")


def test_seats_of_those_who_never_came_start_nothing_early_and_go_to_bots() -> None:
    table = meeting()
    sit(table, "ghost")
    sit(table, "shade")
    away = {"ghost": BEGIN, "shade": BEGIN}
    last = decide(table, "dan", requests.Sit(id="sit", name="Dan"), now=BEGIN, away=away)
    for entry in last:
        table.apply(entry)
    assert table.due() == ToStart(at=STARTS)
    for entry in start_by_itself(table, now=STARTS, away=away):
        table.apply(entry)
    assert [seat.kind for seat in table.seats] == ["person", "bot", "bot", "person"]


def test_strangers_make_the_deal_together() -> None:
    table = meeting()
    table.apply(Committed(at=BEGIN, secret="5e" * 32))
    commitment = table.view().next_commitment or ""
    for number, guest in enumerate(("ann", "ben", "cleo")):
        if guest != "ann":
            sit(table, guest)
        sealed = seal_of(commitment, f"{number:032x}")
        ask(table, guest, requests.Seal(id=f"seal-{guest}", commitment=commitment, seal=sealed))
    away = {"cleo": STARTS - 11 * SECOND}  # a bot takes her seat, and contributes nothing
    entries = start_by_itself(table, now=STARTS, away=away)
    assert [type(entry) for entry in entries] == [StoodUp, BotSat, BotSat, Dealing]
    for entry in entries:
        table.apply(entry)
    assert table.due() == ToDeal(at=STARTS + PATIENCE)
    for number, guest in enumerate(("ann", "ben")):
        opened = requests.Contribute(id=f"open-{guest}", commitment=commitment, value=f"{number:032x}")
        *_, last = ask(table, guest, opened, now=STARTS)
    assert isinstance(last, Started)
    assert last.contributions == f"1 {0:032x}, 2 {1:032x}"


def test_a_full_table_that_is_still_gathering_has_no_seat() -> None:
    evening = Evening()
    for guest in ("ann", "ben"):
        evening.ask(guest, requests.Sit, name=guest)
    assert evening.refusal("cleo", requests.Sit, name="Cleo") == "no-free-seat"


def test_when_the_time_has_come_bots_take_the_empty_seats() -> None:
    table = meeting("Aki")  # as a bot would be called
    entries = start_by_itself(table, now=STARTS, away={})
    assert [type(entry) for entry in entries] == [BotSat, BotSat, BotSat, Started]
    for entry in entries:
        table.apply(entry)
    assert table.phase == "playing"
    assert len({seat.name for seat in table.seats}) == len({seat.marker for seat in table.seats}) == 4


def test_somebody_who_went_away_loses_the_seat_to_a_bot_but_not_for_a_reload() -> None:
    table = meeting()
    sit(table, "ben")
    sit(table, "cleo")
    away = {"ben": STARTS - 11 * SECOND, "cleo": STARTS - 2 * SECOND}
    entries = start_by_itself(table, now=STARTS, away=away)
    for entry in entries:
        table.apply(entry)
    assert [seat.kind for seat in table.seats] == ["person", "bot", "person", "bot"]
    assert [entry.seat for entry in entries if isinstance(entry, StoodUp)] == [1]
    assert not table.removed  # the server's doing is nobody's decision


def test_a_table_that_all_have_left_never_starts() -> None:
    table = meeting()
    assert start_by_itself(table, now=STARTS, away={"ann": BEGIN}) == ()
    ask(table, "ann", requests.Leave(id="bye"))
    assert table.due() is None


def test_anyone_who_sits_there_may_start_with_bots_at_once() -> None:
    table = meeting()
    with pytest.raises(NotHost):
        ask(table, "ben", requests.Start(id="a", fill=True))
    sit(table, "ben")
    *bots, started = ask(table, "ben", requests.Start(id="b", fill=True))
    assert ([type(bot) for bot in bots], type(started)) == ([BotSat, BotSat], Started)


def test_at_any_other_table_only_the_host_starts_and_bots_come_if_wanted() -> None:
    evening = Evening(seats=3)
    for guest in ("ann", "ben"):
        evening.ask(guest, requests.Sit, name=guest)
    assert evening.refusal("ben", requests.Start, fill=True) == "not-host"
    evening.ask("ann", requests.Start, fill=True)
    assert [seat.kind for seat in evening.table.seats] == ["person", "person", "bot"]


def test_options_make_it_the_hosts_table_which_waits_for_the_host() -> None:
    table = meeting()
    ask(table, "ann", requests.ChangeOptions(id="o", options=TableOptions(seats=2)))
    assert (table.starts, table.due(), table.was_open, table.options.open) == (None, None, True, False)


def test_nobody_stops_the_countdown_of_strangers_by_changing_the_options() -> None:
    table = meeting()
    sit(table, "ben")
    with pytest.raises(StartsByItself):
        ask(table, "ann", requests.ChangeOptions(id="o", options=TableOptions(seats=4, open=True)))
    assert table.due() == ToStart(at=STARTS)
    ask(table, "ben", requests.Leave(id="bye"))
    assert ask(table, "ann", requests.ChangeOptions(id="p", options=TableOptions(seats=2)))  # alone, as above


def test_a_start_is_planned_before_the_first_game_only() -> None:
    table = meeting()
    ask(table, "ann", requests.Start(id="s", fill=True))
    with pytest.raises(Exception, match="a game was played already"):
        table.apply(StartPlanned(at=BEGIN, starts=STARTS))


def game(*, is_open: bool) -> Evening:
    """Ann and Ben play, with a minute a turn; Ann is first."""
    evening = Evening(clock=PerTurn(seconds=60))
    evening.ask("ann", requests.ChangeOptions, options=structs.replace(evening.options, open=is_open))
    for guest in ("ann", "ben"):
        evening.ask(guest, requests.Sit, name=guest)
    evening.ask("ann", requests.ChooseFirst, seat=0)
    evening.ask("ann", requests.Start)
    return evening


def run_out(evening: Evening) -> list[type[LogEntry]]:
    """The time of whoever is on turn runs out."""
    evening.work()  # a warning
    return [type(entry) for entry in evening.work()]


def test_among_strangers_somebody_who_has_never_moved_is_waited_for_once() -> None:
    evening = game(is_open=True)
    assert run_out(evening) == [TimeRanOut, StandInStarted]
    evening.work()  # the stand-in
    assert [seat.stand_in for seat in evening.table.seats] == [True, False]
    evening.ask("ann", requests.TakeBack, seat=0)  # she is there after all
    assert not evening.table.seats[0].stand_in


def test_friends_and_somebody_who_has_moved_have_a_second_chance() -> None:
    assert run_out(game(is_open=False)) == [TimeRanOut]
    evening = game(is_open=True)
    for _ in range(2):
        evening.move()
    assert evening.match.active == 0
    assert run_out(evening) == [TimeRanOut]


def test_a_guest_whom_the_host_removed_cannot_sit_down_again() -> None:
    table = meeting()
    sit(table, "ben")
    ask(table, "ann", requests.RemoveSeat(id="out", seat=1))
    with pytest.raises(RemovedByHost):
        sit(table, "ben")
    assert table.removed == {"ben"}


def test_a_guest_who_stood_up_may_come_back() -> None:
    table = meeting()
    sit(table, "ben")
    ask(table, "ben", requests.RemoveSeat(id="up", seat=1))
    sit(table, "cleo")
    assert sit(table, "ben")


def test_the_maker_of_a_table_is_never_shut_out_of_it() -> None:
    table = meeting()
    sit(table, "ben")
    table.apply(HostPassed(at=2000, guest="ben"))
    ask(table, "ben", requests.RemoveSeat(id="out", seat=0))
    assert not table.removed
    assert sit(table, "ann")

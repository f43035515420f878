"""Who becomes host when the host goes."""

from __future__ import annotations

from tests.server.tables.evening import MINUTE, Evening, evening_with

from tsuro.server.messages import requests
from tsuro.server.tables.commands import claim
from tsuro.server.tables.hosts import expected, host_absent
from tsuro.server.tables.log import HostPassed, Sat, StandInEnded, StandInStarted, StoodUp


def gathered(*guests: str) -> Evening:
    evening = Evening(seats=len(guests))
    for number, guest in enumerate(guests):
        evening.ask(guest, requests.Sit, seat=number, name=f"{guest} {number}")
    return evening


def test_a_host_who_leaves_passes_the_role_to_the_next_person_clockwise() -> None:
    evening = gathered("ben", "ann", "cleo", "dora")
    assert evening.table.view().host == 1
    entries = evening.ask("ann", requests.Leave)
    assert entries == (
        StoodUp(at=evening.now, by="ann", request="r5", seat=1),
        HostPassed(at=evening.now, by="ann", request="r5", guest="cleo"),
    )
    assert evening.table.host == "cleo"
    evening.ask("cleo", requests.Leave)
    assert evening.table.host == "dora"
    evening.ask("dora", requests.Leave)
    assert evening.table.host == "ben"


def test_somebody_who_is_there_is_preferred_as_host() -> None:
    evening = gathered("ann", "ben", "cleo")
    evening.away = {"ben": evening.now}
    evening.ask("ann", requests.Leave)
    assert evening.table.host == "cleo"
    evening.away["cleo"] = evening.now
    evening.ask("cleo", requests.Leave)
    assert evening.table.host == "ben"


def test_a_host_who_does_not_sit_may_leave_too() -> None:
    evening = Evening()
    evening.ask("ben", requests.Sit, seat=1, name="Ben")
    assert evening.ask("ann", requests.Leave) == (HostPassed(at=evening.now, by="ann", request="r2", guest="ben"),)


def test_bots_and_programs_are_not_hosts_so_the_next_who_sits_down_is() -> None:
    evening = Evening(seats=4)
    evening.ask("ann", requests.Sit, seat=0, name="Ann")
    evening.ask("ann", requests.AddBot, seat=1, bot="wanderer")
    evening.ask("ann", requests.InviteProgram, seat=2, name="Deep Path")
    evening.ask("ann", requests.Leave)
    assert evening.table.host is None
    assert evening.table.view().host is None
    assert evening.refusal("ann", requests.Leave) == "not-seated"
    evening.ask("program", requests.Sit, seat=3, name="Deeper Path")
    assert evening.table.host is None
    assert evening.refusal("program", requests.Start) == "not-host"
    entries = evening.ask("ben", requests.Sit, seat=0, name="Ben")
    assert [type(entry) for entry in entries] == [Sat, HostPassed]
    assert evening.table.host == "ben"


def test_a_host_who_leaves_the_game_passes_the_role_on() -> None:
    evening = evening_with("ann", "ben", "cleo")
    evening.ask("ben", requests.Leave)
    entries = evening.ask("ann", requests.Leave)
    assert [type(entry) for entry in entries] == [StandInStarted, HostPassed]
    assert evening.table.host == "cleo"  # ben has left, too


def test_whoever_comes_back_to_a_table_without_host_becomes_host() -> None:
    evening = evening_with("ann", "bot")
    evening.ask("ann", requests.Leave)
    assert evening.table.host is None
    entries = evening.ask("ann", requests.TakeBack, seat=0)
    assert [type(entry) for entry in entries] == [StandInEnded, HostPassed]
    assert evening.table.host == "ann"


def test_the_maker_of_a_table_stays_host_without_a_seat() -> None:
    evening = gathered("ann", "ben")
    evening.ask("ann", requests.RemoveSeat, seat=0)
    assert evening.table.host == "ann"
    assert evening.table.view().host is None


def test_any_other_host_who_stands_up_passes_the_role_on() -> None:
    evening = gathered("ann", "ben", "ben", "cleo")
    evening.ask("ann", requests.Leave)
    evening.ask("ben", requests.RemoveSeat, seat=1)
    assert evening.table.host == "ben"
    evening.ask("ben", requests.RemoveSeat, seat=2)
    assert evening.table.host == "cleo"
    evening.ask("cleo", requests.RemoveSeat, seat=3)
    assert evening.table.host is None


def test_a_host_who_is_away_for_a_minute_is_replaced() -> None:
    evening = gathered("ann", "ben", "cleo")
    away = {"ann": evening.now, "ben": evening.now}
    assert host_absent(evening.table, now=evening.now + MINUTE - 1, away=away) == ()
    later = evening.now + MINUTE
    assert host_absent(evening.table, now=later, away=away) == (HostPassed(at=later, guest="cleo"),)
    assert host_absent(evening.table, now=later, away={}) == ()
    assert host_absent(evening.table, now=later, away=away | {"cleo": later}) == ()


def test_a_table_without_host_gets_one_as_soon_as_a_person_is_there() -> None:
    evening = gathered("ann", "ben")
    evening.ask("ann", requests.Leave)
    evening.ask("ben", requests.Leave)
    assert host_absent(evening.table, now=evening.now, away={}) == ()
    evening.append(Sat(at=evening.now, seat=1, guest="cleo", name="Cleo", marker="star"))
    assert host_absent(evening.table, now=evening.now, away={}) == (HostPassed(at=evening.now, guest="cleo"),)


def test_the_role_moves_to_the_other_device_with_the_seats() -> None:
    evening = gathered("ann", "ben", "ann")
    evening.append(*claim(evening.table, "ann", "ann's phone", now=evening.now))
    assert evening.table.host == "ann's phone"
    assert evening.table.seats_of("ann's phone") == (0, 2)
    assert evening.table.seats_of("ann") == ()
    evening.ask("ann's phone", requests.RemoveSeat, seat=0)
    evening.ask("ann's phone", requests.RemoveSeat, seat=2)
    assert evening.table.host == "ann's phone"  # the maker of the table


def test_a_seat_that_was_left_does_not_keep_anybody_host() -> None:
    evening = evening_with("ann", "ben", "cleo", seats=4)
    evening.ask("cleo", requests.Leave)
    evening.ask("ann", requests.Leave)
    evening.play_out()
    evening.ask("ben", requests.Leave)
    evening.ask("cleo", requests.Sit, seat=3, name="Cleo")
    assert (evening.table.host, evening.table.seats_of("cleo")) == ("cleo", (2, 3))
    evening.ask("cleo", requests.RemoveSeat, seat=3)
    assert evening.table.host is None


def test_everybody_with_a_seat_or_a_role_is_expected() -> None:
    evening = gathered("ben", "cleo")
    assert expected(evening.table) == {"ann", "ben", "cleo"}, "ann made the table"
    evening.ask("ann", requests.Leave)
    evening.ask("ben", requests.Leave)
    assert expected(evening.table) == {"cleo"}

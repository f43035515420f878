"""Before the game: seats, bots, programs, options, who is first."""

from __future__ import annotations

import pytest
from tests.server.tables.evening import Evening, evening_with

from tsuro.server.messages import requests
from tsuro.server.options import Bank, TableOptions
from tsuro.server.tables.commands import decide
from tsuro.server.tables.log import BotSat, FirstChosen, OptionsChanged, Sat, SeatChanged, StoodUp
from tsuro.server.tables.refusals import NoSuchMarker, NotHost
from tsuro.server.tables.seats import EMPTY


def names(evening: Evening) -> list[str]:
    return [seat.name for seat in evening.table.seats]


def test_sitting_down_gives_a_name_and_the_first_free_marker() -> None:
    evening = Evening(seats=3)
    (sat,) = evening.ask("ben", requests.Sit, seat=1, name=" Ben ")
    assert sat == Sat(
        at=evening.now, by="ben", request="r1", seat=1, guest="ben", name="Ben", marker="circle", outside=False
    )
    evening.ask("ann", requests.Sit, seat=0, name="Ann")
    assert [seat.marker for seat in evening.table.seats] == ["square", "circle", ""]
    assert evening.table.seats[1].kind == "person"
    assert evening.table.host == "ann"


def test_one_guest_may_hold_several_seats() -> None:
    evening = Evening(seats=3)
    for number, name in enumerate(["Ann", "Ben", "Cleo"]):
        evening.ask("ann", requests.Sit, seat=number, name=name)
    assert evening.table.seats_of("ann") == (0, 1, 2)


def test_sitting_on_the_own_seat_changes_name_and_marker() -> None:
    evening = Evening()
    evening.ask("ann", requests.Sit, seat=0, name="Ann", marker="star")
    evening.ask("ann", requests.Sit, seat=0, name="Anna")
    assert (names(evening)[0], evening.table.seats[0].marker) == ("Anna", "star")
    evening.ask("ann", requests.Sit, seat=0, name="Anna", marker="circle")
    assert evening.table.seats[0].marker == "circle"


def test_seats_are_refused_with_a_reason() -> None:
    evening = Evening()
    evening.ask("ann", requests.Sit, seat=0, name="Ann", marker="star")
    assert evening.refusal("ben", requests.Sit, seat=0, name="Ben") == "seat-taken"
    assert evening.refusal("ben", requests.Sit, seat=2, name="Ben") == "no-such-seat"
    assert evening.refusal("ben", requests.Sit, seat=1, name="\u200b") == "no-name"
    assert evening.refusal("ben", requests.Sit, seat=1, name="Ben", marker="star") == "marker-taken"
    assert evening.refusal("ben", requests.Sit, seat=1, name="Ben", marker="dragon") == "no-such-marker"


def test_a_name_that_somebody_has_gets_a_number_whoever_asks_for_it() -> None:
    evening = Evening(seats=6)
    for number, guest in enumerate(["ann", "ben", "ann"]):
        evening.ask(guest, requests.Sit, seat=number, name="Ann")
    evening.ask("ann", requests.InviteProgram, seat=3, name="ANN")
    evening.ask("cleo", requests.Sit, seat=4, name="Aki")
    evening.ask("ann", requests.AddBot, seat=5, bot="dragon")
    assert names(evening) == ["Ann", "Ann 2", "Ann 3", "ANN 4", "Aki", "Hana"]
    evening.ask("ben", requests.Sit, seat=1, name="Ann")
    assert names(evening)[1] == "Ann 2"
    evening.ask("ann", requests.Sit, seat=0, name="Zoe")
    evening.ask("ben", requests.Sit, seat=1, name="Ann")
    assert names(evening)[:2] == ["Zoe", "Ann"]


@pytest.mark.rule("S6")
def test_a_marker_that_does_not_exist_is_refused_by_the_rule() -> None:
    evening = Evening()
    request = requests.Sit(id="1", seat=0, name="Ann", marker="dragon")
    with pytest.raises(NoSuchMarker, match=r"There is no 'dragon' marker: choose one of circle,") as caught:
        decide(evening.table, "ann", request, now=0, away={})
    assert caught.value.rule == "S6"


def test_nobody_sits_down_during_a_game() -> None:
    evening = evening_with("ann", "ben", seats=3)
    assert evening.refusal("cleo", requests.Sit, seat=0, name="Cleo") == "game-running"
    assert evening.refusal("ben", requests.ChangeSeat, seat=1, to=0) == "game-running"
    assert evening.refusal("ben", requests.RemoveSeat, seat=1) == "game-running"
    assert evening.refusal("ann", requests.AddBot, seat=1, bot="dragon") == "game-running"
    assert evening.refusal("ann", requests.InviteProgram, seat=1, name="P") == "game-running"
    assert evening.refusal("ann", requests.ChangeOptions, options=evening.options) == "game-running"
    assert evening.refusal("ann", requests.ChooseFirst, seat=1) == "game-running"
    assert evening.refusal("ann", requests.Start) == "game-running"


def test_a_player_moves_to_a_free_seat() -> None:
    evening = Evening(seats=3)
    evening.ask("ben", requests.Sit, seat=0, name="Ben")
    assert evening.ask("ben", requests.ChangeSeat, seat=0, to=2) == (
        SeatChanged(at=evening.now, by="ben", request="r2", seat=0, to=2),
    )
    assert names(evening) == ["", "", "Ben"]


def test_a_player_moves_only_from_an_own_seat_to_a_free_one() -> None:
    evening = Evening(seats=4)
    evening.ask("ben", requests.Sit, seat=0, name="Ben")
    evening.ask("cleo", requests.Sit, seat=1, name="Cleo")
    assert evening.refusal("ben", requests.ChangeSeat, seat=0, to=1) == "seat-taken"
    assert evening.refusal("ben", requests.ChangeSeat, seat=0, to=0) == "seat-taken"
    assert evening.refusal("ben", requests.ChangeSeat, seat=1, to=2) == "not-your-seat"
    assert evening.refusal("ben", requests.ChangeSeat, seat=2, to=3) == "seat-empty"
    assert evening.refusal("ben", requests.ChangeSeat, seat=0, to=4) == "no-such-seat"


def test_the_host_moves_anybody_and_lets_two_change_places() -> None:
    evening = Evening(seats=3)
    evening.ask("ben", requests.Sit, seat=0, name="Ben")
    evening.ask("cleo", requests.Sit, seat=1, name="Cleo")
    evening.ask("ann", requests.ChooseFirst, seat=1)
    evening.ask("ann", requests.ChangeSeat, seat=0, to=1)
    assert names(evening) == ["Cleo", "Ben", ""]
    assert evening.table.first == 0
    evening.ask("ann", requests.ChangeSeat, seat=1, to=2)
    assert names(evening) == ["Cleo", "", "Ben"]
    assert evening.table.first == 0


def test_a_guest_changes_the_places_of_two_own_seats() -> None:
    evening = Evening()
    evening.ask("ben", requests.Sit, seat=0, name="Ben")
    evening.ask("ben", requests.Sit, seat=1, name="Cleo")
    evening.ask("ben", requests.ChangeSeat, seat=0, to=1)
    assert names(evening) == ["Cleo", "Ben"]


def test_the_host_adds_bots_which_get_names_of_their_own() -> None:
    evening = Evening(seats=4)
    evening.ask("ben", requests.Sit, seat=0, name="hana")
    evening.ask("ann", requests.AddBot, seat=1, bot="dragon")
    evening.ask("ann", requests.AddBot, seat=2, bot="dragon")
    evening.ask("ann", requests.AddBot, seat=3, bot="guardian")
    assert names(evening) == ["hana", "Aki", "Ken", "Mei"]
    assert [seat.kind for seat in evening.table.seats] == ["person", "bot", "bot", "bot"]
    assert [seat.bot for seat in evening.table.seats] == [None, "dragon", "dragon", "guardian"]


def test_the_host_changes_the_level_of_a_bot_which_keeps_its_marker() -> None:
    evening = Evening()
    evening.ask("ann", requests.Sit, seat=0, name="Ann")
    evening.ask("ann", requests.AddBot, seat=1, bot="dragon")
    evening.ask("ann", requests.Sit, seat=0, name="Ann", marker="star")
    assert evening.ask("ann", requests.AddBot, seat=1, bot="wanderer") == (
        BotSat(at=evening.now, by="ann", request="r4", seat=1, bot="wanderer", name="Aki", marker="square"),
    )
    evening.ask("ann", requests.AddBot, seat=1, bot="wanderer")
    assert names(evening) == ["Ann", "Aki"]


def test_bots_are_refused_with_a_reason() -> None:
    evening = Evening()
    evening.ask("ben", requests.Sit, seat=0, name="Ben")
    assert evening.refusal("ben", requests.AddBot, seat=1, bot="dragon") == "not-host"
    assert evening.refusal("ann", requests.AddBot, seat=0, bot="dragon") == "seat-taken"
    assert evening.refusal("ann", requests.AddBot, seat=2, bot="dragon") == "no-such-seat"


def test_the_host_gives_a_seat_to_a_program() -> None:
    evening = Evening()
    (sat,) = evening.ask("ann", requests.InviteProgram, seat=1, name="Deep Path")
    assert isinstance(sat, Sat)
    assert (sat.by, sat.guest, sat.outside) == ("ann", "program", True)
    assert evening.table.seats[1].kind == "program"
    assert evening.table.seats_of("program") == (1,)


def test_a_program_stays_a_program_wherever_it_sits() -> None:
    evening = Evening(seats=3)
    evening.ask("ann", requests.InviteProgram, seat=1, name="Deep Path")
    evening.ask("program", requests.Sit, seat=1, name="Deeper Path")
    evening.ask("program", requests.Sit, seat=2, name="Second Path")
    assert [seat.kind for seat in evening.table.seats] == ["empty", "program", "program"]


def test_invitations_are_refused_with_a_reason() -> None:
    evening = Evening()
    evening.ask("ben", requests.Sit, seat=0, name="Ben")
    assert evening.refusal("ben", requests.InviteProgram, seat=1, name="P") == "not-host"
    assert evening.refusal("ann", requests.InviteProgram, seat=0, name="P") == "seat-taken"
    request = requests.InviteProgram(id="1", seat=1, name="P")
    with pytest.raises(ValueError, match="which guest"):
        decide(evening.table, "ann", request, now=0, away={})


def test_a_seat_is_freed_by_its_player_or_by_the_host() -> None:
    evening = Evening(seats=3)
    evening.ask("ben", requests.Sit, seat=0, name="Ben")
    evening.ask("cleo", requests.Sit, seat=1, name="Cleo")
    evening.ask("ann", requests.AddBot, seat=2, bot="dragon")
    evening.ask("ann", requests.ChooseFirst, seat=0)
    assert evening.ask("ben", requests.RemoveSeat, seat=0) == (
        StoodUp(at=evening.now, by="ben", request="r5", seat=0),
    )
    assert evening.table.first is None
    evening.ask("ann", requests.RemoveSeat, seat=1)
    evening.ask("ann", requests.RemoveSeat, seat=2)
    assert evening.table.seats == [EMPTY] * 3


def test_seats_of_others_are_not_freed() -> None:
    evening = Evening()
    evening.ask("ben", requests.Sit, seat=0, name="Ben")
    with pytest.raises(NotHost, match="not your seat, and only the host"):
        evening.ask("cleo", requests.RemoveSeat, seat=0)
    assert evening.refusal("ann", requests.RemoveSeat, seat=1) == "seat-empty"
    assert evening.refusal("ann", requests.RemoveSeat, seat=2) == "no-such-seat"


def test_the_host_changes_the_options() -> None:
    evening = Evening()
    options = TableOptions(edition="classic", seats=4, clock=Bank(seconds=60, increment=5), first="random")
    evening.ask("ann", requests.Sit, seat=1, name="Ann")
    evening.ask("ann", requests.ChooseFirst, seat=1)
    assert evening.ask("ann", requests.ChangeOptions, options=options) == (
        OptionsChanged(at=evening.now, by="ann", request="r3", options=options),
    )
    assert evening.table.options == options
    assert names(evening) == ["", "Ann", "", ""]
    assert evening.table.first is None


def test_a_smaller_table_keeps_its_players_in_their_order() -> None:
    evening = Evening(seats=6)
    evening.ask("ann", requests.Sit, seat=1, name="Ann")
    evening.ask("ben", requests.Sit, seat=4, name="Ben")
    evening.ask("ann", requests.ChooseFirst, seat=4)
    evening.ask("ann", requests.ChangeOptions, options=TableOptions(seats=5, first="chosen"))
    assert names(evening) == ["", "Ann", "", "", "Ben"]
    evening.ask("ann", requests.ChangeOptions, options=TableOptions(seats=3, first="chosen"))
    assert names(evening) == ["Ann", "Ben", ""]
    assert evening.table.first == 1


def test_options_are_refused_with_a_reason() -> None:
    evening = Evening(seats=3)
    for number, guest in enumerate(["ann", "ben", "cleo"]):
        evening.ask(guest, requests.Sit, seat=number, name=guest)
    assert evening.refusal("ben", requests.ChangeOptions, options=TableOptions(seats=4)) == "not-host"
    assert evening.refusal("ann", requests.ChangeOptions, options=TableOptions(seats=2)) == "too-many-sit"
    wrong = TableOptions(seats=3, edition="modern+chess")
    assert evening.refusal("ann", requests.ChangeOptions, options=wrong) == "not-understood"


@pytest.mark.rule("S3")
def test_the_oldest_says_so_or_the_host_says_it_of_anybody() -> None:
    evening = Evening(seats=3, first="oldest")
    evening.ask("ben", requests.Sit, seat=0, name="Ben")
    evening.ask("cleo", requests.Sit, seat=1, name="Cleo")
    assert evening.ask("cleo", requests.ChooseFirst, seat=1) == (
        FirstChosen(at=evening.now, by="cleo", request="r3", seat=1),
    )
    assert evening.table.view().first == 1
    evening.ask("ann", requests.ChooseFirst, seat=0)
    assert evening.table.first == 0
    assert evening.refusal("cleo", requests.ChooseFirst, seat=0) == "not-host"
    assert evening.refusal("ann", requests.ChooseFirst, seat=2) == "seat-empty"


@pytest.mark.rule("S3")
def test_the_host_chooses_who_is_first() -> None:
    evening = Evening(first="chosen")
    evening.ask("ben", requests.Sit, seat=0, name="Ben")
    assert evening.refusal("ben", requests.ChooseFirst, seat=0) == "not-host"
    evening.ask("ann", requests.ChooseFirst, seat=0)
    assert evening.table.first == 0


@pytest.mark.rule("S3")
def test_nobody_chooses_where_chance_decides() -> None:
    evening = Evening(first="random")
    evening.ask("ann", requests.Sit, seat=0, name="Ann")
    assert evening.refusal("ann", requests.ChooseFirst, seat=0) == "first-is-random"


def test_a_seat_that_was_left_in_the_last_game_is_free_for_the_next() -> None:
    evening = evening_with("ann", "ben", "cleo")
    evening.ask("ben", requests.Leave)
    evening.play_out()
    assert names(evening)[1] == "ben 1"
    assert evening.refusal("ann", requests.ChooseFirst, seat=1) == "seat-empty"
    evening.ask("dora", requests.Sit, seat=1, name="Dora")
    assert names(evening)[1] == "Dora"
    assert evening.table.seats_of("ben") == ()
    assert not evening.table.seats[1].stand_in

"""Nobody can wear a table out for the others."""

from __future__ import annotations

import pytest
from tests.server.tables.evening import MINUTE, SECOND, Evening, evening_with

from tsuro.server.messages import requests
from tsuro.server.options import TableOptions
from tsuro.server.tables.commands import claim
from tsuro.server.tables.refusals import TooManyChanges


def leave_and_return(evening: Evening, guest: str, seat: int) -> int:
    """As often as the table lets the guest; returns how often they came back."""
    for times in range(1000):
        evening.ask(guest, requests.Leave)
        if evening.table.changes.are_too_many(guest, is_host=evening.table.host == guest, now=evening.now):
            return times
        evening.ask(guest, requests.TakeBack, seat=seat)
    raise AssertionError("there is no end to it")


def test_a_player_who_comes_and_goes_all_the_time_stays_away_in_the_end() -> None:
    evening = evening_with("ann", "ben")
    assert leave_and_return(evening, "ben", 1) == 200
    assert evening.refusal("ben", requests.TakeBack, seat=1) == "too-many-changes"
    evening.move()
    evening.work()  # a stand-in plays on


def test_others_can_do_everything_meanwhile() -> None:
    evening = evening_with("ann", "ben", "cleo")
    leave_and_return(evening, "ben", 1)
    evening.ask("cleo", requests.Leave)
    evening.ask("cleo", requests.TakeBack, seat=2)
    evening.play_out()
    evening.ask("ann", requests.RemoveSeat, seat=1)
    evening.ask("ann", requests.AddBot, seat=1, bot="wanderer")
    evening.ask("ann", requests.Start)
    assert evening.table.games == 2


def test_after_a_while_the_player_may_come_back() -> None:
    evening = evening_with("ann", "ben")
    leave_and_return(evening, "ben", 1)
    evening.pass_time(10 * SECOND)
    evening.ask("ben", requests.TakeBack, seat=1)
    evening.ask("ben", requests.Leave)
    assert evening.refusal("ben", requests.TakeBack, seat=1) == "too-many-changes"


def test_new_guests_cannot_keep_the_host_from_a_game() -> None:
    """Being another guest costs nothing."""
    evening = Evening(seats=3)
    evening.ask("ann", requests.Sit, seat=0, name="Ann")
    for number in range(1000):
        evening.ask(f"guest {number}", requests.Sit, seat=1, name="Guest")
        evening.ask(f"guest {number}", requests.Leave)
    assert evening.refusal("another guest", requests.Sit, seat=1, name="Guest") == "too-many-changes"
    evening.ask("ann", requests.ChangeOptions, options=TableOptions(seats=2))
    evening.ask("ann", requests.AddBot, seat=1, bot="wanderer")
    evening.ask("ann", requests.Start)
    evening.play_out()
    evening.ask("ann", requests.RemoveSeat, seat=1)
    evening.ask("another guest", requests.Sit, seat=1, name="Guest")


def test_another_device_is_the_same_guest() -> None:
    evening = evening_with("ann", "ben")
    leave_and_return(evening, "ben", 1)
    with pytest.raises(TooManyChanges):
        claim(evening.table, "ben", "phone", now=evening.now)
    evening.pass_time(10 * SECOND)
    evening.append(*claim(evening.table, "ben", "phone", now=evening.now))
    assert evening.refusal("phone", requests.TakeBack, seat=1) == "too-many-changes"


def test_a_clock_that_was_set_back_keeps_nobody_away_for_long() -> None:
    evening = evening_with("ann", "ben")
    evening.pass_time(-24 * 60 * MINUTE)
    evening.ask("ben", requests.Leave)
    evening.pass_time(200 * 10 * SECOND)
    evening.ask("ben", requests.TakeBack, seat=1)


def test_a_table_has_a_thousand_games_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tsuro.server.tables.allowance.MOST_GAMES", 1)
    evening = evening_with("ann", "ben")
    evening.play_out()
    assert evening.refusal("ann", requests.Start) == "table-worn-out"
    assert evening.refusal("ann", requests.WantRematch) == "table-worn-out"


def test_a_game_at_which_too_much_happened_can_be_played_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = evening_with("ann", "ben")
    evening.ask("ben", requests.Leave)
    monkeypatch.setattr("tsuro.server.tables.allowance.MOST_ENTRIES", 2)
    assert evening.refusal("ben", requests.TakeBack, seat=1) == "table-worn-out"
    evening.play_out()
    assert evening.table.phase == "over"

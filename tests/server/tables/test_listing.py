"""What is stored of an open table for the lobby."""

from __future__ import annotations

from tests.server.tables.evening import Evening

from tsuro.server.messages import requests
from tsuro.server.options import TableOptions
from tsuro.server.tables.listing import listed, listed_text, read_listed


def opened() -> Evening:
    evening = Evening(seats=3)
    evening.ask("ann", requests.Sit, name="Ann")
    evening.ask("ann", requests.ChangeOptions, options=TableOptions(seats=3, open=True))
    return evening


def test_a_private_table_is_not_listed() -> None:
    assert (listed(Evening().table), listed_text(Evening().table)) == (None, None)


def test_an_open_table_says_who_sits_there_and_what_is_played() -> None:
    evening = opened()
    evening.ask("ann", requests.AddBot, seat=1, bot="apprentice")
    found = listed(evening.table)
    assert found is not None
    assert (found.phase, found.seats, found.people, found.bots) == ("gathering", 3, (("ann", "Ann"),), 1)
    assert (found.made, found.left) == (evening.log[0].at, 0)
    assert read_listed(listed_text(evening.table) or "") == found


def test_a_game_says_how_many_are_still_on_the_board() -> None:
    evening = opened()
    evening.ask("ann", requests.AddBot, seat=1, bot="apprentice")
    evening.ask("ann", requests.Start)
    found = listed(evening.table)
    assert found is not None
    assert (found.phase, found.left, found.moved) == ("playing", 2, evening.now)


def test_a_table_that_is_private_again_is_listed_as_nothing() -> None:
    evening = opened()
    evening.ask("ann", requests.ChangeOptions, options=TableOptions(seats=3))
    assert listed_text(evening.table) == ""
    assert read_listed("") is None

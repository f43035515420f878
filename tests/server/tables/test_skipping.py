"""Skipping to the end of a game in which only bots are left."""

from __future__ import annotations

from random import Random

from tests.server.tables.evening import Evening, evening_with

from tsuro.server.messages import requests
from tsuro.server.tables.commands import repeated
from tsuro.server.tables.practice import is_left_to_bots


def out(evening: Evening) -> set[int]:
    return {seat for together in evening.match.state.out for seat in together}


def evening_until_out(seats: set[int], *guests: str) -> Evening:
    """The first of many games of these guests in which these players are out, and bots play on."""
    for seed in range(500):
        evening = evening_with(*guests)
        random = Random(seed)
        evening.choose = lambda match, random=random: random.choice(match.legal_actions)  # type: ignore[misc]  # -- mypy loses the type of a bound default
        while not evening.match.is_over and not seats <= out(evening):
            evening.move() if evening.table.due() is None else evening.work()
        if not evening.match.is_over:
            return evening
    raise AssertionError("no such game")


def test_whoever_is_out_against_bots_skips_to_the_end() -> None:
    evening = evening_with("ann", "bot", "bot", "bot")
    assert evening.refusal("ann", requests.SkipToEnd) == "still-playing"
    evening = evening_until_out({0}, "ann", "bot", "bot", "bot")
    assert is_left_to_bots(evening.table)
    request = requests.SkipToEnd(id="s")
    assert evening.do("ann", request) == ()
    assert repeated(evening.table, "ann", request) is None
    assert evening.do("ann", request) == ()  # again: nothing but what would happen anyway
    evening.play_out()
    assert not is_left_to_bots(evening.table)
    assert evening.refusal("ann", requests.SkipToEnd) == "not-playing"


def test_several_people_at_one_device_are_all_out_first() -> None:
    evening = evening_until_out({0}, "ann", "bot", "ann", "bot", "bot")
    assert is_left_to_bots(evening.table) == (2 in out(evening))
    assert is_left_to_bots(evening_until_out({0, 2}, "ann", "bot", "ann", "bot", "bot").table)


def test_nobody_skips_what_another_person_watches() -> None:
    evening = evening_until_out({0, 1}, "ann", "ben", "bot", "bot", "bot")
    assert evening.refusal("cleo", requests.SkipToEnd) == "not-seated"
    assert evening.refusal("ann", requests.SkipToEnd) == "still-playing"
    evening.ask("ben", requests.Leave)
    assert evening.refusal("ben", requests.SkipToEnd) == "not-seated"
    assert evening.ask("ann", requests.SkipToEnd) == ()


def test_before_a_game_there_is_nothing_to_skip() -> None:
    evening = Evening()
    assert not is_left_to_bots(evening.table)
    assert evening.refusal("ann", requests.SkipToEnd) == "not-playing"

"""Bots that the server offers beside its own: only those that are there, and a stand-in for one that fails."""

from __future__ import annotations

import pytest
from tests.server.tables.evening import Evening, evening_with

from tsuro.server.messages import requests
from tsuro.server.tables.commands import bot_failed
from tsuro.server.tables.refusals import NoSuchBot
from tsuro.server.tables.request import check_bot
from tsuro.server.tables.table import Table


def test_only_bots_that_are_offered_are_taken() -> None:
    check_bot("dragon", {})
    check_bot("pilgrim", {"pilgrim": "Pilgrim"})
    with pytest.raises(NoSuchBot, match="Did you mean dragon"):
        check_bot("dargon", {})
    with pytest.raises(NoSuchBot):
        check_bot("cheater", {})
    assert Evening().refusal("ann", requests.AddBot, seat=1, bot="cheater") == "no-such-bot"


def test_a_stand_in_plays_on_for_a_bot_that_failed_and_the_record_says_why() -> None:
    evening = evening_with("ann", "bot")
    evening.move()
    evening.append(*bot_failed(evening.table, 1, "late", "it did not answer in time", now=evening.now))
    assert evening.table.seats[1].stand_in
    assert evening.table.seats[1].failure == "late"
    assert bot_failed(evening.table, 1, "ended", "it is gone, too", now=evening.now) == ()
    wanted = "took too long after 1 actions, so a stand-in played on"
    assert evening.match.record().tag("failed-2") == wanted
    evening.play_out()
    assert evening.match.record().tag("failed-2") == wanted
    assert Table.replay(evening.log).view() == evening.table.view()


def test_a_failure_is_told_once_and_stays_told_when_moves_are_taken_back() -> None:
    evening = evening_with("ann", "bot")
    evening.move()
    entries = bot_failed(evening.table, 1, "nonsense", "what?", now=evening.now)
    evening.append(*entries, *entries)
    while evening.match.active != 0:
        evening.work()
    evening.ask("ann", requests.Undo, seq=evening.table.seq, seat=0)
    assert evening.match.record().tag("failed-2") == "gave no action after 1 actions, so a stand-in played on"

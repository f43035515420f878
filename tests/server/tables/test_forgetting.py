"""A log without a guest tells the same game, and neither who they were nor what they were called."""

from __future__ import annotations

import msgspec
from tests.server.tables.evening import Evening, evening_with

from tsuro.record import write_text
from tsuro.server.messages import requests
from tsuro.server.messages.records import PracticeWanted
from tsuro.server.tables.forgetting import without_guest
from tsuro.server.tables.log import LogEntry
from tsuro.server.tables.practice import decide_practice
from tsuro.server.tables.table import Table


def text_of(entries: list[LogEntry]) -> str:
    return msgspec.json.encode(entries).decode()


def test_the_game_stays_and_whoever_it_was_is_gone() -> None:
    evening = evening_with("ann", "bob", "bot")
    evening.play_out()
    without = without_guest(evening.log, "ann", "somebody")
    table = Table.replay(without)
    assert '"ann' not in text_of(without)
    assert [seat.name for seat in table.seats] == ["Guest 1", *(seat.name for seat in evening.table.seats[1:])]
    assert (table.host, table.seats_of("somebody")) == ("somebody", (0,))
    assert table.match is not None
    before, after = evening.match.record(), table.match.record()
    assert (after.entries, after.deal, after.result) == (before.entries, before.deal, before.result)


def test_nobody_else_at_the_table_has_the_plain_name() -> None:
    evening = Evening(seats=4)
    for seat, (guest, name) in enumerate([("ann", "Ann"), ("ann", "Aunt"), ("bob", "Guest 1"), ("eva", "Eva")]):
        evening.ask(guest, requests.Sit, seat=seat, name=name)
    twice = without_guest(without_guest(evening.log, "ann", "x"), "eva", "y")
    assert [seat.name for seat in Table.replay(twice).seats] == ["Guest 2", "Guest 3", "Guest 1", "Guest 4"]


def test_names_in_the_record_that_a_game_went_on_from_are_gone() -> None:
    evening = evening_with("ann", "bob")
    evening.play_out()
    record = evening.match.record()
    wanted = PracticeWanted(record=write_text(record), move=3, seat=0, bot="wanderer", name="Amelia")
    entries = list(decide_practice("ann", record, wanted, play="p", watch="w", now=evening.now))
    assert text_of(entries).count("Amelia") == 2  # in the seat, and in the record
    without = without_guest(entries, "ann", "x")
    assert "Amelia" not in text_of(without)
    assert Table.replay(without).match is not None

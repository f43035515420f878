"""Bots that play below their names: what the table, its log and the record say of it."""

from __future__ import annotations

from tests.server.tables.evening import Evening, evening_with

from tsuro.bots import levels, plays_below
from tsuro.cli.table_words import story
from tsuro.notation import read_edition, write_action
from tsuro.server.messages import requests
from tsuro.server.messages.views import Below
from tsuro.server.tables.log import Acted
from tsuro.server.tables.table import Table

BUSY = "played below its level at times, from action 2 on: the server was busy"


def bot_moves(evening: Evening, below: Below | None) -> None:
    assert evening.match.active == 1
    action = write_action(evening.choose(evening.match))
    evening.append(Acted(at=evening.now, seat=1, action=action, played="bot", below=below))


def test_a_bot_that_gave_way_is_seen_to_until_it_plays_as_usual_and_the_record_says_so() -> None:
    evening = evening_with("ann", "bot")
    evening.move()
    bot_moves(evening, "less")
    assert evening.table.view().seats[1].below == "less"
    assert Table.replay(evening.log).view() == evening.table.view()
    evening.move()
    assert evening.table.view().seats[1].below == "less"
    bot_moves(evening, None)
    assert evening.table.view().seats[1].below is None
    evening.ask("ann", requests.Undo, seq=evening.table.seq, seat=0)
    assert evening.match.record().tag("below-2") == BUSY
    told = list(story(evening.log))
    assert sum("(The server was busy: the bot thought less.)" in line for line in told) == 1


def test_a_new_game_begins_as_if_nothing_had_been() -> None:
    evening = evening_with("ann", "bot")
    evening.move()
    bot_moves(evening, "apprentice")
    evening.play_out()
    evening.ask("ann", requests.WantRematch)
    if evening.table.phase == "over":
        evening.ask("ann", requests.Start)
    assert evening.table.view().seats[1].below is None
    assert evening.match.record().tag("below-2") is None


def test_whoever_sits_at_tables_knows_the_variants() -> None:
    """Else the page would have to say so."""
    longest_path = read_edition("modern+longest-path")
    assert not any(plays_below(bot, longest_path) for bot in levels())

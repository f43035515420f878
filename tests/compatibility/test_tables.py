"""Tables of earlier versions go on: with options that had no effect, and with the name the page gave everyone."""

from __future__ import annotations

import pytest
from tests.server.tables.evening import Evening, evening_with

from tsuro.notation import NotationError, write_edition
from tsuro.server.messages import requests
from tsuro.server.options import TableOptions
from tsuro.server.tables import log
from tsuro.server.tables.table import Table

OLD = "modern+bonus+pass-the-pile+open-tiles"


def old_log() -> list[log.LogEntry]:
    """The log of a table as version 0.4.0 wrote it."""
    created, *others = evening_with("ann", "ben", edition="modern+open-tiles").log
    assert isinstance(created, log.Created)
    options = TableOptions(edition=OLD, seats=created.options.seats)
    return [log.Created(at=0, by=created.by, play=created.play, watch=created.watch, options=options), *others]


def test_a_table_with_options_without_effect_is_replayed() -> None:
    table = Table.replay(old_log())
    assert table.options.edition == OLD
    assert table.match is not None
    assert write_edition(table.match.setup.edition) == "modern+open-tiles"


def test_nobody_can_choose_options_without_effect_any_more() -> None:
    evening = Evening()
    change = requests.ChangeOptions(id="o", options=TableOptions(edition=OLD, seats=4))
    with pytest.raises(NotationError, match="with one open hand"):
        evening.do("ann", change)


def test_a_player_whom_the_page_called_me_plays_on_under_that_name() -> None:
    evening = Evening(seats=3)
    evening.append(log.Sat(at=0, by="ann", seat=0, guest="ann", name="Me", marker="circle"))
    evening.ask("ben", requests.Sit, seat=1, name="Me")
    evening.ask("ann", requests.Start)
    evening.play_out()
    for guest in ("ann", "ben"):
        evening.ask(guest, requests.WantRematch)
    assert evening.match.names == ("Me", "Me 2")
    assert Table.replay(evening.log).view() == evening.table.view()

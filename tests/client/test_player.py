"""A bot at a table elsewhere, whatever becomes of its connection."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tsuro.bots import make_bot
from tsuro.client import RemoteTable
from tsuro.client.player import Visitor
from tsuro.client.table import LostConnection, TableGone
from tsuro.match import Match
from tsuro.record import Record
from tsuro.referee import play

SEAT = {"kind": "program", "name": "Rui", "seal": None, "contribution": None, "wants_rematch": False}
TABLE = {
    "phase": "over",
    "game": 1,
    "seats": [SEAT, SEAT],
    "options": {"edition": "modern"},
    "next_commitment": None,
    "dealing": False,
}
OVER = {
    "type": "snapshot",
    "seq": 30,
    "you": {"seats": [0]},
    "table": TABLE,
    "position": {"result": "1 > 2"},
}


class Shaky(RemoteTable):
    """A table at which a game is over; the first that is asked for its record gets no answer."""

    def __init__(self) -> None:
        super().__init__(f"http://127.0.0.1/table/{'t' * 22}")
        self.visits = self.asked = 0

    def stream(self) -> Iterator[dict[str, Any]]:
        self.visits += 1
        if self.visits > 3:
            raise TableGone("It is late.")
        yield OVER

    def record(self, game: int) -> Record:
        self.asked += 1
        if self.asked == 1:
            raise LostConnection("the server did not finish its answer")
        bots = [make_bot("wanderer", Random(seat)) for seat in range(2)]
        return play(Match(players=2, names=["Rui", "Ana"], seed=1), bots).record()


def test_a_result_that_a_lost_connection_kept_back_is_told_on_the_next_and_only_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tsuro.client.player.SOON", 0.0)
    told: list[str] = []
    visitor = Visitor(Shaky(), make_bot("wanderer", Random(1)), name="Rui", tell=told.append)
    with pytest.raises(TableGone):
        visitor.stay()
    assert len([line for line in told if "win" in line]) == 1


class Changing(RemoteTable):
    """A table whose host chooses one edition after the other; somebody has just sat down."""

    def __init__(self, *editions: str) -> None:
        super().__init__(f"http://127.0.0.1/table/{'t' * 22}")
        self._editions = editions

    def stream(self) -> Iterator[dict[str, Any]]:
        for edition in self._editions:
            table = {**TABLE, "phase": "gathering", "options": {"edition": edition}}
            yield {**OVER, "table": table, "position": None}
        raise TableGone("It is late.")


def test_there_are_remarks_about_an_edition_when_it_is_chosen_and_not_again() -> None:
    told: list[str] = []
    table = Changing("modern", "modern+solo", "modern+solo", "classic", "modern+solo")
    player = make_bot("wanderer", Random(1))
    visitor = Visitor(table, player, name="Rui", tell=told.append, remarks=lambda edition: [f"So: {edition}."])
    with pytest.raises(TableGone):
        visitor.stay()
    assert told == ["So: modern.", "So: modern+solo.", "So: classic.", "So: modern+solo."]

"""Earlier games of a table."""

from __future__ import annotations

from tests.server.tables.evening import Evening

from tsuro.server.messages import requests
from tsuro.server.tables.history import game_of


def test_games_count_from_one_and_others_are_none() -> None:
    evening = Evening()
    evening.ask("ann", requests.Sit, seat=0, name="Ann")
    evening.ask("ben", requests.Sit, seat=1, name="Ben")
    evening.ask("ann", requests.Start)
    match = game_of(evening.log, 1)
    assert match is not None
    assert match.state == evening.match.state
    assert [game_of(evening.log, number) for number in (-1, 0, 2)] == [None, None, None]

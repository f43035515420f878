"""The referee, who lets players play."""

from __future__ import annotations

from random import Random

import pytest

from tsuro import FACE_DOWN, Action, Match, View
from tsuro.bots import Wanderer
from tsuro.game.events import Event, GameOver
from tsuro.referee import play


def test_the_referee_tells_everything_that_happens() -> None:
    heard: list[Event] = []
    match = play(Match(players=2, seed=1), [Wanderer(Random(1)), Wanderer(Random(2))], tell=heard.extend)
    assert isinstance(heard[-1], GameOver)
    assert heard[-1].outcome == match.outcome


def test_the_referee_wants_a_player_for_each_seat() -> None:
    with pytest.raises(ValueError, match="2 players are needed, not 1"):
        play(Match(players=2), [Wanderer(Random(1))])


class Spy(Wanderer):
    """Looks at all that it is shown."""

    seen = 0

    def choose(self, view: View) -> Action:
        others = [hand for seat, hand in enumerate(view.position.hands) if seat != view.seat]
        assert all(tile == FACE_DOWN for hand in others for tile in hand)
        assert all(tile == FACE_DOWN for tile in view.position.pile)
        self.seen += 1
        return super().choose(view)


def test_the_referee_shows_no_hidden_tile() -> None:
    spies = [Spy(Random(seat)) for seat in range(4)]
    play(Match(players=4, seed=9), spies)
    assert all(spy.seen for spy in spies)

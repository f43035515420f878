"""The same choices with and without Numba."""

from __future__ import annotations

from random import Random

import pytest

from tsuro import Match, read_edition
from tsuro.bots import make_bot
from tsuro.fast.core import INTERPRETED, Core
from tsuro.player import Estimate, Estimating
from tsuro.referee import play

pytestmark = pytest.mark.slow


def game(name: str, core: Core, edition: str, players: int) -> tuple[Match, list[tuple[Estimate, ...]]]:
    """A whole game thought out with this core, and what was expected of the last move."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tsuro.bots.searcher.best_core", lambda: core)
        bots = [make_bot(name, Random(seat)) for seat in range(players)]
        match = play(Match(edition=read_edition(edition), players=players, seed=players), bots)
    return match, [tuple(bot.estimates) for bot in bots if isinstance(bot, Estimating)]


@pytest.mark.parametrize("name", ["guardian", "dragon:60", "dragon:40,threads=2", "monte-carlo:4"])
@pytest.mark.parametrize(("edition", "players"), [("modern", 2), ("classic", 4), ("modern+bonus+no-ramming", 8)])
def test_the_same_games_are_played_interpreted_and_compiled(
    name: str, edition: str, players: int, compiled: Core
) -> None:
    slow, expected_slow = game(name, INTERPRETED, edition, players)
    fast, expected_fast = game(name, compiled, edition, players)
    assert slow.record() == fast.record()
    for one, two in zip(expected_slow, expected_fast, strict=True):
        assert [e.action for e in one] == [e.action for e in two]
        assert [e.share for e in one] == pytest.approx([e.share for e in two])
        assert [e.error for e in one] == pytest.approx([e.error for e in two])

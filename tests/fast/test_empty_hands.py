"""Hands that random games never empty (P4): positions set up by hand, in both forms and in the game."""

from __future__ import annotations

import pytest

from tsuro.deal import Deal
from tsuro.fast.core import Core
from tsuro.fast.kernel import end_turn, place, play, playout
from tsuro.fast.layout import ACTIVE, DRAGON, HELD, NOBODY, WINNERS
from tsuro.fast.position import flatten, shape_of
from tsuro.game.actions import PlayTile
from tsuro.game.state import State
from tsuro.game.tiles import oriented
from tsuro.game.turn import act
from tsuro.notation import read_position

BOARD = (
    "3,34n,35n,24n/1,28n,7w,25w,21n,4e/5e,27e,30n,8e,15e,10e/"
    "20w,9n,16w,31e,26w,2n/6w,17w,33e,19n,23e,13e/32n,29n,18w,14e,12s,22s"
)
TILE = oriented(11, 2)


def _state(edition: str) -> State:
    return read_position(f"{edition} 2 {BOARD} circle@a1w2;square@d6n1=11,3,1 0 - play:2", check=False)


@pytest.mark.rule("P4")
@pytest.mark.parametrize("edition", ["classic", "modern"])
def test_a_player_with_an_empty_hand_is_passed_over(edition: str, core: Core) -> None:
    state = _state(edition)
    after, _ = act(state, 1, PlayTile(TILE), Deal.of_seed(1))
    at_once, in_steps = core.position(flatten(state)), core.position(flatten(state))
    core[play](at_once, shape_of(TILE), 5)
    core[end_turn](in_steps, int(core[place](in_steps, shape_of(TILE))), 5)
    for g in (at_once, in_steps):
        assert g[ACTIVE] == after.active == 1
        assert list(g[HELD : HELD + 2]) == [len(hand) for hand in after.hands]
        assert g[DRAGON] == (NOBODY if after.dragon is None else after.dragon)


@pytest.mark.rule("P4")
@pytest.mark.parametrize("seed", range(1, 20))
def test_a_playout_passes_over_empty_hands(seed: int, core: Core) -> None:
    g = core.position(flatten(_state("modern")))
    core[playout](g, seed)
    assert g[WINNERS] in {1, 2, 3}

"""A player without tiles passes the turn (P4): no game was ever seen to come there, a position can be set up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tsuro import ImpossiblePosition, State, read_action, read_position
from tsuro.game.events import HandEmpty, TurnPassed
from tsuro.game.legal import legal_placements
from tsuro.game.position import check_position
from tsuro.game.turn import act
from tsuro.record.effects import write_effects


def no_draw(pile: tuple[int, ...]) -> int:
    raise AssertionError("the pile is empty")


@pytest.fixture
def position() -> State:
    """Three tiles are left, and the active player has them all."""
    text = (
        "modern 1 12w,3,2w,19n/11w,1,34n,15s,33e,30e/21e,4n,20s,24n,27e,17w/8s,23n,16e,5e,18w,7e"
        "/22w,29n,6w,26e,10n,25w/31n,32n,9s,14n,35n,3n circle@f1s1=28,13;square@a6n1=1 0 - play:1"
    )
    return replace(read_position(text), hands=((28, 13, 1), ()))


def test_the_turn_passes_over_an_empty_hand(position: State) -> None:
    state, events = act(position, 0, read_action("play 28n"), no_draw)
    assert state.in_play == (0, 1)
    assert state.active == 0
    assert events[-2:] == (HandEmpty(1), TurnPassed(0))
    assert write_effects(events)[-1] == "2 has no tile"


def test_a_player_without_tiles_has_nothing_to_place(position: State) -> None:
    waiting = replace(position, setup=replace(position.setup, first=1), active=1)
    assert legal_placements(waiting) == ()
    with pytest.raises(ImpossiblePosition, match=r"player 2 has no tile and passes the turn \(P4\)"):
        check_position(waiting)

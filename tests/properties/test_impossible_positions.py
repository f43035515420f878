"""A position of a game, with one thing about it changed, is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsuro import ImpossiblePosition, Match, Phase, State, replay
from tsuro.game.position import check_position


def other_players_on_turn(state: State) -> Iterator[State]:
    """While nobody is out, who is on turn follows from how many tiles are on the board."""
    if not state.out:
        for seat in range(state.setup.players):
            if seat != state.active:
                yield replace(state, active=seat)


def other_holders_of_the_dragon_tile(state: State) -> Iterator[State]:
    if state.phase is not Phase.OVER:
        for holder in (None, *range(state.setup.players)):
            if holder != state.dragon:
                yield replace(state, dragon=holder)


def tiles_in_other_hands(state: State) -> Iterator[State]:
    """A tile goes from a hand to the next, or to the pile."""
    for owner, hand in enumerate(state.hands):
        if hand:
            others = [*state.hands[:owner], hand[1:], *state.hands[owner + 1 :]]
            yield replace(state, hands=tuple(others), pile=tuple(sorted((*state.pile, hand[0]))))
            neighbour = (owner + 1) % len(state.hands)
            others[neighbour] += hand[:1]
            if neighbour != owner and state.phase is not Phase.OVER:
                yield replace(state, hands=tuple(others))


def other_lengths(state: State) -> Iterator[State]:
    for seat, length in enumerate(state.walked):
        if state.markers[seat] is not None:
            for wrong in (length - 1, length + 1):
                yield replace(state, walked=(*state.walked[:seat], wrong, *state.walked[seat + 1 :]))


def other_eliminations(state: State) -> Iterator[State]:
    if state.out:
        yield replace(state, out=(*state.out, state.out[0]))
        yield replace(state, out=state.out[1:])


@pytest.mark.parametrize(
    "changes",
    [
        other_players_on_turn,
        other_holders_of_the_dragon_tile,
        tiles_in_other_hands,
        other_lengths,
        other_eliminations,
    ],
)
@given(match=st.from_type(Match), place=st.integers(0, 1000), seen=st.booleans())
def test_a_changed_position_is_refused(
    changes: Callable[[State], Iterator[State]], match: Match, place: int, *, seen: bool
) -> None:
    states = [moment.state.seen_by(None) if seen else moment.state for moment in replay(match.record())]
    changed = [list(changes(state)) for state in states if any(True for _ in changes(state))]
    for impossible in changed[place % len(changed)] if changed else ():
        with pytest.raises(ImpossiblePosition):
            check_position(impossible)

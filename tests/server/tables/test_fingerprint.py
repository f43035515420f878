"""The number by which a running game is recognised, and what it does not depend on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.properties.test_turning import turned_state
from tests.server.tables.evening import careful, evening_with

from tsuro.game.state import State
from tsuro.match import Match
from tsuro.server.messages import requests
from tsuro.server.options import PerTurn
from tsuro.server.tables.fingerprint import Fingerprints, fingerprints
from tsuro.server.tables.table import Table


def fingerprint(state: State) -> int | None:
    return Fingerprints().of(state)


def states(seed: int = 5, players: int = 3) -> list[State]:
    """All positions of a game."""
    match = Match(players=players, seed=seed)
    found = [match.state]
    while not match.is_over:
        match.submit(match.active, careful(match))
        found.append(match.state)
    return found


def with_a_tile(seed: int = 5) -> list[State]:
    return [state for state in states(seed) if any(state.board)]


def test_each_position_of_a_game_has_another_number() -> None:
    found = with_a_tile()
    assert len(fingerprints(found)) == len(found) > 5
    assert fingerprints(found).isdisjoint(fingerprints(with_a_tile(6)))


def test_before_the_first_tile_there_is_none() -> None:
    assert fingerprints(state for state in states() if not any(state.board)) == frozenset()


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_turned_position_is_the_same(turns: int) -> None:
    for state in with_a_tile():
        turned = state
        for _ in range(turns):
            turned = turned_state(turned)
        assert fingerprint(turned) == fingerprint(state)


def test_hidden_tiles_and_seats_make_no_difference() -> None:
    state = with_a_tile()[2]
    other = replace(state.seen_by(None), markers=state.markers[::-1], starts=state.starts[::-1], active=0, pile=())
    assert fingerprint(other) == fingerprint(state)
    assert fingerprint(replace(state, markers=(state.markers[0], *state.markers[2:]))) != fingerprint(state)


def test_one_after_the_other_they_have_the_same_numbers_whatever_came_before() -> None:
    numbers, found = Fingerprints(), states() + states(6)
    for state in (*found, *found[::-1], *found[::7]):
        assert numbers.of(state) == fingerprint(state)


def running_position(table: Table) -> int | None:
    return Fingerprints().running(table)


def test_only_games_of_several_people_or_with_a_clock_are_recognised() -> None:
    together, practice = evening_with("ann", "ben"), evening_with("ann", "bot")
    timed = evening_with("ann", "bot", clock=PerTurn(seconds=60))
    for evening in (together, practice, timed):
        assert running_position(evening.table) is None
        while not any(evening.match.state.board):
            evening.work() if evening.match.active == 1 and evening is not together else evening.move()
    assert running_position(practice.table) is None
    assert running_position(together.table) == fingerprint(together.match.state)
    assert running_position(timed.table) == fingerprint(timed.match.state)
    together.ask("ann", requests.Leave)  # a stand-in plays on
    assert running_position(together.table) is not None
    together.play_out()
    assert running_position(together.table) is None

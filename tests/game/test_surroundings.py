"""An open square with the paths that leave it: what lies beyond each exit, and who walks there."""

from __future__ import annotations

from random import Random

import pytest

from tsuro import Match, State
from tsuro.game.state import PLAY_TILE
from tsuro.game.tiles import ORIENTATIONS

TILES = [tile for orientations in ORIENTATIONS.values() for tile in orientations]


def states(seed: int) -> list[State]:
    """The moments of a game in which tiles are played."""
    random, match, found = Random(seed), Match(players=8, seed=seed), list[State]()
    while not match.is_over:
        match.submit(match.active, random.choice(match.legal_actions))
        found += [match.state] * (match.state.phase is PLAY_TILE)
    return found


def faces(state: State, seat: int, square: int) -> bool:
    marker = state.markers[seat]
    return marker is not None and marker >> 3 == square


@pytest.mark.parametrize("seed", range(3))
def test_markers_that_face_a_square_walk_in_order_from_the_active_player(seed: int) -> None:
    for state in states(seed):
        for seat in state.in_play:
            square = next(square for square in range(36) if faces(state, seat, square))
            around = state.around(square)
            entries = [*around.in_order(seat, 8)]
            facing = [other % 8 for other in range(seat, seat + 8) if faces(state, other % 8, square)]
            assert [around.seat_at(entry) for entry in entries] == facing
            walks = around.walks(seat, 8, TILES[0])
            assert [walk.points[0] for walk in walks] == entries


@pytest.mark.parametrize("seed", range(3))
def test_a_walk_goes_on_beyond_the_exit_unless_it_comes_back(seed: int) -> None:
    for state in states(seed):
        marker = next(marker for marker in state.markers if marker is not None)
        around = state.around(marker >> 3)
        for tile in TILES:
            points, end, met = around.exit(tile.across[marker & 7])
            walk = around.walk(marker, tile)
            assert walk.points[1 : len(points) + 1] == points
            if end is None or end >> 3 != marker >> 3:
                assert (walk.points[1:], walk.end, walk.met) == (points, end, met)

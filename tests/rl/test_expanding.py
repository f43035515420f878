"""Observations as planes and features."""

from __future__ import annotations

import numpy as np
import pytest

from tsuro import CLASSIC
from tsuro.fast.core import INTERPRETED
from tsuro.rl import Batch, Game, Options, expand, feature_names, plane_names


@pytest.mark.parametrize("seats", [4, 8])
def test_planes_and_features_have_names(seats: int) -> None:
    batch = Batch(Options(players=3, edition=CLASSIC), games=5, seats=seats, seed=1, core=INTERPRETED)
    for _ in range(20):
        batch.step(batch.random_ids())
    planes, features = expand(batch.observe(), seats=seats)
    assert planes.shape == (5, len(plane_names(seats)), 6, 6)
    assert features.shape == (5, len(feature_names(seats)))
    assert planes.dtype == features.dtype == np.float32
    assert len(set(plane_names(seats))) == planes.shape[1]
    assert len(set(feature_names(seats))) == features.shape[1]
    assert np.abs(planes).max() <= 1
    assert features.min() >= 0


def test_planes_show_the_board() -> None:
    game = Game(Options(players=2, draw_marks=True), seed=2, core=INTERPRETED)
    for n in range(6):
        game.step(game.random_id(n))
    state, me = game.state(), game.active
    planes, features = expand(game.observe(), seats=2)
    plane = dict(zip(plane_names(2), planes.reshape(len(planes), 36), strict=True))
    feature = dict(zip(feature_names(2), features, strict=True))
    marker = state.markers[me]
    assert marker is not None
    assert plane[f"marker 0 at spot {marker & 7}"].tolist() == [float(n == marker >> 3) for n in range(36)]
    assert plane[f"spot {marker & 7} leads to marker 0"][marker >> 3] == 1
    for square, tile in enumerate(state.board):
        for spot in range(8):
            joined = [plane[f"spot {spot} joined to {other}"][square] for other in range(8)]
            assert joined == [float(tile is not None and tile.across[spot] == other) for other in range(8)]
    empty = [n for n in range(6) if state.board[n] is None]
    assert all(plane["spot 0 leads to the edge"][n] == 1 or n == marker >> 3 for n in empty) or state.last is None
    assert plane["newest tile"].argmax() == state.last
    assert {tile for tile in range(1, 36) if feature[f"hand {tile}"]} == set(state.hands[me])
    assert (feature["2 players"], feature["phase 1"], feature["active 0"]) == (1, 1, 1)
    assert feature["pile / 35"] == pytest.approx(len(state.pile) / 35)


def test_ways_lead_where_they_lead() -> None:
    game = Game(Options(players=2, draw_marks=True), seed=2, core=INTERPRETED)
    planes, _ = expand(game.observe(), seats=2)
    plane = dict(zip(plane_names(2), planes, strict=True))
    assert plane["spot 2 leads right by"][3, 2] == pytest.approx(0.2)
    assert plane["spot 2 leads down by"][3, 2] == 0
    assert plane["spot 4 leads down by"][3, 2] == pytest.approx(0.2)
    assert plane["spot 4 leads to spot 1"][3, 2] == 1
    assert plane["spot 2 leads right by"][3, 5] == 0
